"""Grades of judges that HELM could not read, and counts as wrong all the same."""

from typing import Any

from evalstore.ingest.values import mapping

# A judge is asked for one of two words; whatever else it says is 0 to the metric.
EQUIVALENCE = "equivalence_judgement"
WORDS = ("TRUE", "FALSE")
SHOWN_LENGTH_MAX = 60


def unread_grades(states: list[dict[str, Any]]) -> dict[str, str]:
    """
    Return the annotators with a grade that is none of its words, each with what stands there.

    >>> unread_grades([{"annotations": {"omni_math": {"equivalence_judgement": "**TRUE"}}}])
    {'omni_math': 'equivalence_judgement is "**TRUE"'}
    >>> unread_grades([{"annotations": {"omni_math": {"equivalence_judgement": " true"}}}])
    {}
    """
    return {
        annotator: f'{key} is "{grade[:SHOWN_LENGTH_MAX]}"'
        for state in states
        for annotator, said in mapping(state.get("annotations")).items()
        for key, grade in mapping(said).items()
        if key.endswith(EQUIVALENCE)
        and isinstance(grade, str)
        and grade.strip().upper() not in WORDS
    }


def objection_to(metric: str, unread: dict[str, str]) -> str | None:
    """
    Say why a metric's value is no score: the grade that it rests on was not read.

    >>> objection_to("omni_math_accuracy", {"omni_math": 'equivalence_judgement is ""'})
    'the grade was not read: equivalence_judgement is "", neither TRUE nor FALSE'
    >>> objection_to("exact_match", {"omni_math": 'equivalence_judgement is ""'})
    """
    for annotator, said in unread.items():
        if metric.startswith(annotator):
            return f"the grade was not read: {said}, neither TRUE nor FALSE"
    return None
