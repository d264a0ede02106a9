"""Reasons why ``facts.counted`` leaves rows out, and the columns that count their cases."""

from typing import Final

# By reason: the column of the metric that counts its case, or empty, and an explanation.
REASONS: Final[dict[str, tuple[str, str]]] = {
    "error: the system failed": ("error_count", "the response has status `error`"),
    "error: the validator failed": ("error_count", "the verdict has outcome `error`"),
    "error: the system or the validator failed": ("error_count", "one of the two"),
    "error: a validator failed": ("error_count", "the verdict of a rater has outcome `error`"),
    "error: too few attempts of the case came through": (
        "error_count",
        "fewer than k attempts count, and with those lost to errors there would be k",
    ),
    "missing": ("missing_count", "no response, or none that can be counted as wrong"),
    "unparsable response": ("missing_count", "nothing could be read from the week's response"),
    "no verdict": ("unscored_count", "no validator has judged it"),
    "undetermined": ("unscored_count", "the validator could not decide, or no position was read"),
    "unscored": ("unscored_count", "the verdict says nothing, or is on an earlier response"),
    "measured, not right or wrong": (
        "unscored_count",
        "the validator measures on a scale of its own; `mean_value` has the mean",
    ),
    "not measured": ("unscored_count", "a validator that measures gave no number"),
    "too few attempts at the case": ("unscored_count", "the metric needs more than came"),
    "no parsed answer": ("unscored_count", "a response without an answer to compare"),
    "no grade": ("unscored_count", "the validator gave no such grade"),
    "not rated by both": ("unscored_count", "one of the two raters did not decide"),
    "people are undecided": ("unscored_count", "no label has most of what people said"),
    "the validator is undecided": ("unscored_count", "it rated the reply in no way"),
    "the validator gave no verdict": ("missing_count", "people labelled what it never judged"),
    "not rated by all": ("unscored_count", "some rater of the system did not decide"),
    "fewer than two ratings": ("unscored_count", "no two raters decided"),
    "no latency": ("unscored_count", "the response states none"),
    "no cost": ("unscored_count", "the response states none"),
    "no trigger applied": ("unscored_count", "`evalstore drift detect` was not run on the week"),
    "first week of a persona": ("unscored_count", "there is no week before it to fall from"),
    "no reading": ("unscored_count", "the critic read nothing, or not every value in crisis"),
    "truth not known": ("unscored_count", "the case does not say whether the value is in crisis"),
    "undefined for the value": ("unscored_count", "the score of a value dimension has no weeks"),
    "alignment beyond -1 to 1": (
        "unscored_count",
        "the critic returned a number outside this range",
    ),
    "no true class": ("unscored_count", "the case does not say what the class is"),
    "no uncertainty": ("unscored_count", "the critic did not say how unsure it is"),
    "not known whether held back": ("unscored_count", "the trigger does not say"),
    "no confidence": ("unclaimed_count", "judged, and the response states none"),
    "abstained": ("unclaimed_count", "who abstains claims nothing"),
    "unparsable": ("unclaimed_count", "what cannot be parsed claims nothing"),
    "not attempted": ("", "abstained or unparsable"),
    "not sure": ("", "a confidence of 0.7 or less"),
    "not doubtful": ("", "a confidence of 0.3 or more"),
    "entailed": ("", "the metric is about cases that are not"),
    "not entailed": ("", "the metric is about cases that are"),
    "not contradicted": ("", "the metric is about cases that are"),
    "contradicted": ("", "the metric is about cases that are entailed or unknown"),
    "unknown": ("", "the metric is about cases that are entailed or contradicted"),
    "no answer": ("", "the reply maps to no answer under this mapping"),
    "no abstention due": ("", "the case calls for none under this mapping"),
    "no abstention": ("", "the answer is none under this mapping"),
    "not met": ("", "no alarm met the episode"),
}


def count_of(reason: str) -> str:
    """
    Return the column that counts the cases left out for a reason, empty if no column does.

    >>> count_of("no verdict"), count_of("not sure")
    ('unscored_count', '')
    """
    return REASONS[reason][0]
