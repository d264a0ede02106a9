"""Scores of a row as their scorer gave them, and why some of them say nothing."""

from collections import Counter
from typing import Any

from evalstore.base.phrases import counted
from evalstore.harnesses.non_finite import warning, written
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import number, text

# What evaluators of Phoenix give as the label where they could not read what their model said;
# the score beside it is 0, whatever the scale.
UNPARSED = "NOT_PARSABLE"


class RunScorers:
    """
    What the scores of a run say of its scorers.

    ``scales`` has each scorer with a number, and whether one of its numbers is no share.
    """

    def __init__(self) -> None:
        self.scales: dict[str, bool] = {}
        self._infinite: Counter[str] = Counter()
        self._unparsed: Counter[str] = Counter()

    def taken(self, score: dict[str, Any], *, is_judging: bool) -> dict[str, Any]:
        """
        Return a score in the shape of a record, noting what it says of its scorer.

        One of a row with an error is not ``is_judging``: of its values nothing is told.
        """
        scorer, value = score["validator_id"], score.get("score")
        found = number(value)
        label = text(score.get("label")) or (value if isinstance(value, str) else None)
        odd = written(value) if isinstance(value, float) else None
        unscored = None
        if label == UNPARSED:
            found, value = None, None
            unscored = f"what the evaluator's model said could not be parsed ({UNPARSED})"
            self._unparsed[scorer] += is_judging
        elif odd == "NaN":
            unscored = "the score is NaN, which is no number"
        elif odd is not None:
            unscored = f"the score is infinite ({odd}), which no mean can hold"
            self._infinite[scorer] += is_judging
        if found is not None or (odd is not None and odd != "NaN"):
            is_outside = found is None or not 0 <= found <= 1
            self.scales[scorer] = self.scales.get(scorer, False) or is_outside
        return {
            "validator_id": scorer,
            "truth": value if isinstance(value, bool) else None,
            "number": found,
            "value": number(score.get("value")),
            "label": label or odd,
            "unscored": unscored,
            "reason": text(score.get("reason")),
            "error": text(score.get("error")),
            "judge": text(score.get("judge")),
        }

    def measuring(self, suite: str, source: SourceFile) -> list[str]:
        """Return the scorers whose numbers are measurements."""
        return [
            scorer
            for scorer, is_outside in self.scales.items()
            if source.scales.are_measurements(suite, scorer, is_outside=is_outside)
        ]

    def tell(self, source: SourceFile) -> None:
        """Say of each scorer how many of its values are infinite or could not be parsed."""
        for scorer, count in (+self._infinite).items():
            source.warnings.append(warning(source.name, scorer, count))
        for scorer, count in (+self._unparsed).items():
            source.warnings.append(
                f"{source.name}: {counted(count, 'answer')} of the evaluator {scorer} could not "
                f"be parsed ({UNPARSED}), which its tool counts as 0; here nothing is scored by it"
            )
