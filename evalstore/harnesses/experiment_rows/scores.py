"""Scores of rows, and the reasons why some of them are unscored."""

from collections import Counter
from typing import Any

from evalstore.base.phrases import counted
from evalstore.harnesses.non_finite import warning, written
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import number, text

# The label of Phoenix's evaluators for an output of their model that could not be parsed; the
# score is then 0, whatever the scale.
UNPARSED = "NOT_PARSABLE"


class RunScorers:
    """
    The properties of scorers that the scores of a run show.

    ``scales`` has each scorer with a number, and whether one of them is outside 0 to 1.
    """

    def __init__(self) -> None:
        self.scales: dict[str, bool] = {}
        self._infinite: Counter[str] = Counter()
        self._unparsed: Counter[str] = Counter()

    def taken(self, score: dict[str, Any], *, is_judging: bool) -> dict[str, Any]:
        """
        Return a score as a record, and register its scale and whether it is unscored.

        ``is_judging`` is False for a row with an error, whose unscored values are not reported.
        """
        scorer, value = score["validator_id"], score.get("score")
        score_number = number(value)
        label = text(score.get("label")) or (value if isinstance(value, str) else None)
        odd = written(value) if isinstance(value, float) else None
        unscored = None
        if label == UNPARSED:
            score_number, value = None, None
            unscored = f"what the evaluator's model said could not be parsed ({UNPARSED})"
            self._unparsed[scorer] += is_judging
        elif odd == "NaN":
            unscored = "the score is NaN, which is no number"
        elif odd is not None:
            unscored = f"the score is infinite ({odd}), which no mean can hold"
            self._infinite[scorer] += is_judging
        if score_number is not None or (odd is not None and odd != "NaN"):
            is_outside = score_number is None or not 0 <= score_number <= 1
            self.scales[scorer] = self.scales.get(scorer, False) or is_outside
        return {
            "validator_id": scorer,
            "truth": value if isinstance(value, bool) else None,
            "number": score_number,
            "value": number(score.get("value")),
            "label": label or odd,
            "unscored": unscored,
            "reason": text(score.get("reason")),
            "error": text(score.get("error")),
            "judge": text(score.get("judge")),
        }

    def measuring(self, suite: str, source: SourceFile) -> list[str]:
        """Return the names of scorers whose numbers are measurements."""
        return [
            scorer
            for scorer, is_outside in self.scales.items()
            if source.scales.are_measurements(suite, scorer, is_outside=is_outside)
        ]

    def tell(self, source: SourceFile) -> None:
        """Add a warning for each scorer with infinite or unparsed values."""
        for scorer, count in (+self._infinite).items():
            source.warnings.append(warning(source.name, scorer, count))
        for scorer, count in (+self._unparsed).items():
            source.warnings.append(
                f"{source.name}: {counted(count, 'answer')} of the evaluator {scorer} could not "
                f"be parsed ({UNPARSED}); its tool counts them as 0, here they are unscored"
            )
