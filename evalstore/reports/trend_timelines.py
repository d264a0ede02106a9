"""Timelines of a value: its points by commit or by week, with the changes of its level."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from evalstore.analyses import trend_detection, trends
from evalstore.analyses.trends import By, TrendHistory, TrendPoint, TrendSeries
from evalstore.charts.drawing.numbers import counted, number

DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class LevelChange:
    """A change of level; the places count from 0 in the points of its timeline."""

    began_place: int
    noticed_place: int
    direction: str
    mean_before: float
    mean_after: float
    sentence: str


@dataclass(frozen=True, slots=True)
class TrendTimeline:
    """
    The points of a line by commit or by week, oldest first, and the changes of their level.

    ``not_watching`` says why no change is sought, empty where one is.
    """

    by: By
    points: tuple[TrendPoint, ...]
    changes: tuple[LevelChange, ...] = ()
    not_watching: str = ""

    @property
    def span(self) -> str:
        """Say how many runs or weeks there are, and from when until when."""
        things = counted(len(self.points), "run" if self.by == "commit" else "week")
        moments = [point.committed_at or point.started_at for point in self.points]
        days = [f"{moment:%Y-%m-%d}" for moment in moments if moment is not None]
        if not days:
            return things
        return f"{things}, {' to '.join(dict.fromkeys((days[0], days[-1])))}"


def by_commit(history: TrendHistory, series: TrendSeries) -> TrendTimeline:
    """Return the runs of a series, with the changes of level that were found among them."""
    found = trend_detection.detect(series)
    changes: dict[tuple[int, str], LevelChange] = {}
    for change in _changes(history, found):
        # Both detectors find most changes; the quicker one comes first.
        changes.setdefault((change.began_place, change.direction), change)
    reasons = [item.detection.reason for item in found if item.detection.reason]
    ordered = sorted(changes.values(), key=lambda change: change.began_place)
    is_watching = len(reasons) < len(found)
    return TrendTimeline(
        "commit", series.points, tuple(ordered), "" if is_watching else reasons[0]
    )


def by_week(history: TrendHistory, series: TrendSeries) -> TrendTimeline:
    """Return the last run of each week of a series by commit, with the changes of level."""
    points = trends.last_of_weeks(series.points)
    found = by_commit(replace(history, by="week"), replace(series, points=points))
    return replace(found, by="week")


def _changes(
    history: TrendHistory, found: list[trend_detection.Detected]
) -> Iterator[LevelChange]:
    for item in found:
        for change in item.detection.changes:
            yield LevelChange(
                change.began_place,
                change.detected_place,
                change.direction,
                change.mean_before,
                change.mean_after,
                trend_detection.sentence(history, item, change, _worded),
            )


def _worded(value: float) -> str:
    return number(value, DIGITS)
