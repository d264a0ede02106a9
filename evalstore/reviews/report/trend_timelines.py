"""Timelines of a value: its points by commit, week or session, and changes of its level."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from evalstore.reviews.charts.drawing.numbers import counted, number
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.statistics import trend_detection, trends
from evalstore.statistics.trends import By, TrendHistory, TrendPoint, TrendSeries

DIGITS: Final = 3
NAME_LENGTH: Final = 24


@dataclass(frozen=True, slots=True)
class LevelChange:
    """A change of level; the places are indexes into the points of its timeline."""

    began_place: int
    noticed_place: int
    direction: str
    mean_before: float
    mean_after: float
    sentence: str


@dataclass(frozen=True, slots=True)
class TrendTimeline:
    """
    The points of a line by commit, week or session, oldest first, and changes of their level.

    ``not_watching`` is the reason if changes are not detected, else empty. By session,
    ``unscored_count`` is the number of sessions without a value, which have no points.
    """

    by: By
    points: tuple[TrendPoint, ...]
    changes: tuple[LevelChange, ...] = ()
    not_watching: str = ""
    unscored_count: int = 0

    @property
    def span(self) -> str:
        """Return the number of points and their first and last day or session, as text."""
        things = counted(len(self.points), "run" if self.by == "commit" else self.by)
        if self.by == "session":
            unscored = f"; {self.unscored_count} without a value" if self.unscored_count else ""
            ends = [one_line(str(point.session_id), NAME_LENGTH) for point in self.points]
            return f"{things}, {ends[0]} to {ends[-1]}{unscored}"
        moments = [point.committed_at or point.started_at for point in self.points]
        days = [f"{moment:%Y-%m-%d}" for moment in moments if moment is not None]
        if not days:
            return things
        return f"{things}, {' to '.join(dict.fromkeys((days[0], days[-1])))}"


def timeline_of(history: TrendHistory, series: TrendSeries) -> TrendTimeline:
    """Return the timeline of a series, with the detected changes of level."""
    detected = trend_detection.detect(series)
    changes: dict[tuple[int, str], LevelChange] = {}
    for change in _changes(history, detected):
        # Both detectors report most changes; the faster detector comes first.
        changes.setdefault((change.began_place, change.direction), change)
    reasons = [item.detection.reason for item in detected if item.detection.reason]
    ordered = sorted(changes.values(), key=lambda change: change.began_place)
    is_watching = len(reasons) < len(detected)
    return TrendTimeline(
        history.by,
        series.points,
        tuple(ordered),
        "" if is_watching else reasons[0],
        len(series.unscored_sessions),
    )


def by_week(history: TrendHistory, series: TrendSeries) -> TrendTimeline:
    """Return the timeline of the last run of each week, with the changes of level."""
    points = trends.last_of_weeks(series.points)
    return timeline_of(replace(history, by="week"), replace(series, points=points))


def _changes(
    history: TrendHistory, detected: list[trend_detection.Detected]
) -> Iterator[LevelChange]:
    for item in detected:
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
