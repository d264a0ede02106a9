"""Series of a metric from session to session: what they hold, and what has none."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from evalstore.errors import UsageError
from evalstore.store.query.queries import ALL

if TYPE_CHECKING:
    from evalstore.statistics.trends import TrendHistory, TrendSeries


def scored(series: "TrendSeries") -> "TrendSeries":
    """
    Return a series of the sessions that have a value, with the names of those that have none.

    Raises UsageError where two runs of the series share a session: then the order of its points
    would be that of the runs and of the sessions at once.
    """
    points = tuple(point for point in series.points if point.value is not None)
    known_counts = Counter(point.session_id for point in series.points)
    shared = [session_id for session_id, count in known_counts.items() if count > 1]
    if shared:
        run_ids = dict.fromkeys(
            point.run_id for point in series.points if point.session_id == shared[0]
        )
        raise UsageError(
            f"session {shared[0]} is in the runs {' and '.join(run_ids)}; runs make one series "
            "by session where each has sessions of its own, so name one of them"
        )
    unscored = tuple(str(point.session_id) for point in series.points if point.value is None)
    return replace(series, points=points, unscored_sessions=unscored)


def require_all_cases(history: "TrendHistory") -> None:
    """Raise UsageError for a slice: a session is one itself, and slices do not intersect."""
    if history.part.name != ALL[0].name:
        raise UsageError(
            f"--slice {history.part.name} and --by session exclude each other: a value by session "
            "is of the slice `session`, and slices are not crossed"
        )


def no_sessions(history: "TrendHistory") -> UsageError:
    """Return the error of a history without a session."""
    runs = " and ".join(history.run_ids or ()) or "its runs"
    return UsageError(
        f"suite {history.suite or 'unknown'} has no completed run with sessions and a row of "
        f"{history.metric.name} among {runs}; a case is of a session by its session_id, which "
        "`evalstore show accuracy --slice session` lists"
    )
