"""Timelines of a run's values from session to session, where it has enough sessions."""

from collections.abc import Iterable

from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.rows import RowReader, count_of
from evalstore.reviews.report.rows import run_query
from evalstore.reviews.report.trend_timelines import TrendTimeline, timeline_of
from evalstore.statistics import trends
from evalstore.statistics.trend_detection import WATCHED_COUNT_MIN
from evalstore.statistics.trends import TrendHistory

# Metric, system, validator and variant of a line over all cases.
SessionKey = tuple[str, str, str, str]


def session_timelines(
    reader: RowReader, run_id: str, suite: str | None, asked: Iterable[SessionKey]
) -> dict[SessionKey, TrendTimeline]:
    """
    Return the timelines by session of what is asked for.

    There are none of a run with fewer sessions than its detectors need: 20 to learn from and one
    to be watched. A line through a few sessions, of a few cases each, shows their noise.
    """
    [row] = run_query(reader, "session_count", run_id=run_id)
    if count_of(row, "session_count") < WATCHED_COUNT_MIN:
        return {}
    found: dict[SessionKey, TrendTimeline] = {}
    for metric, validator_id in dict.fromkeys((key[0], key[2]) for key in asked):
        history = TrendHistory(
            catalog()[metric], suite, by="session", validator_id=validator_id or None,
            run_ids=(run_id,),
        )  # fmt: skip
        for series in trends.known_series(reader, history):
            if len(series.points) >= WATCHED_COUNT_MIN:
                key = metric, series.system_id, series.validator_id, series.variant
                found[key] = timeline_of(history, series)
    return found
