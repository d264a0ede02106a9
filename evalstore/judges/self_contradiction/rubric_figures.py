"""Precision, recall and coverage of the rubric on labelled conversations, with intervals."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from evalstore.statistics.wilson import wilson


@dataclass(frozen=True, slots=True)
class Share:
    """A proportion with its 95 % Wilson interval, None if undefined."""

    count: int
    of: int
    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class RubricFigures:
    """
    The agreement of the rubric with the labels.

    ``precision`` is the share of detected contradictions that are labelled so, ``recall`` of
    labelled ones that are detected, ``coverage`` of conversations that are decided, and
    ``false_alarms`` of conversations without a labelled contradiction in which one is detected.
    """

    precision: Share
    recall: Share
    coverage: Share
    false_alarms: Share

    def record(self) -> dict[str, dict[str, object]]:
        """Return the figures as plain values."""
        return asdict(self)


def figures(results: Iterable[tuple[bool | None, bool | None]]) -> RubricFigures:
    """
    Return the figures for pairs of expected and actual results.

    >>> figures([(True, True), (False, None)]).coverage.value
    0.5
    """
    pairs = list(results)
    found_true = [expected is True for expected, actual in pairs if actual is True]
    expected_true = [actual is True for expected, actual in pairs if expected is True]
    others = [actual is True for expected, actual in pairs if expected is not True]
    return RubricFigures(
        precision=share(found_true),
        recall=share(expected_true),
        coverage=share([actual is not None for _, actual in pairs]),
        false_alarms=share(others),
    )


def share(holds: Iterable[bool]) -> Share:
    """
    Return the share of true values.

    >>> share([]).value is None
    True
    """
    values = list(holds)
    count, of = sum(values), len(values)
    if not of:
        return Share(count, of, None, None, None)
    return Share(count, of, count / of, *wilson(count, of))


def worded(name: str, measured: Share) -> str:
    """
    Return a share in words.

    >>> worded("recall", share([True, True]))
    'recall 1.000 [0.342, 1.000], 2 of 2'
    """
    if measured.value is None:
        return f"{name} is not measured: 0 of 0"
    return (
        f"{name} {measured.value:.3f} [{measured.low:.3f}, {measured.high:.3f}], "
        f"{measured.count} of {measured.of}"
    )
