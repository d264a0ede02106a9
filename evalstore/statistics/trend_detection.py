"""
Detect changes of level in the series of a history, and report them as text and as events.

CUSUM detects changes sooner, Page-Hinkley more reliably; each raises a false alarm in at most one
of twenty series of 60 values (``python -m benchmarks.run sessions``).
"""

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from evalstore.statistics.change_detection import (
    ALLOWANCE,
    REFERENCE_COUNT,
    Change,
    Detection,
    cusum,
    deviation_of,
    known,
    page_hinkley,
)
from evalstore.statistics.trends import TrendHistory, TrendPoint, TrendSeries
from evalstore.statistics.wilson import QUANTILE

# In sample deviations of the first values, like the allowance of CUSUM. The textbook's limit of 5
# is for a known level and deviation; if both are learnt from 20 values, it is crossed without a
# change in a quarter of series of 60 values (Jones, Champ and Rigdon 2004, Technometrics 46).
CUSUM_LIMIT = 12.0
PAGE_HINKLEY_DELTA = 0.25
PAGE_HINKLEY_LAMBDA = 15.0
PAGE_HINKLEY_ALPHA = 1 - 0.0001
# Level and scale are learnt from the first values; at least one more is needed to watch.
WATCHED_COUNT_MIN = REFERENCE_COUNT + 1


@dataclass(frozen=True, slots=True)
class Detected:
    """Result of one detector on one series."""

    detector: str
    limit: float
    parameters: dict[str, float]
    series: TrendSeries
    detection: Detection


def detect(series: TrendSeries, reference_count: int = REFERENCE_COUNT) -> list[Detected]:
    """
    Run both detectors on one series, in the order of its points.

    The scale of both is the sample deviation of the first ``reference_count`` known values. If
    those do not vary, it is their mean standard error, derived from the intervals of the metric.
    """
    values = [point.value for point in series.points]
    error = sampling_error(series.points, reference_count)
    learnt = {"reference_count": reference_count}
    quick = cusum(values, limit=CUSUM_LIMIT, fallback_deviation=error, **learnt)
    cusum_settings = {"allowance": ALLOWANCE, "limit": CUSUM_LIMIT, **learnt}
    settings = {
        "delta": PAGE_HINKLEY_DELTA,
        "lambda": PAGE_HINKLEY_LAMBDA,
        "alpha": PAGE_HINKLEY_ALPHA,
        **learnt,
    }
    sure = _page_hinkley(values, reference_count, error)
    return [
        Detected("cusum", CUSUM_LIMIT, cusum_settings, series, quick),
        Detected("page_hinkley", PAGE_HINKLEY_LAMBDA, settings, series, sure),
    ]


def _page_hinkley(
    values: list[float | None], reference_count: int, error: float | None
) -> Detection:
    points = known(values)
    numbers = [value for _, value in points[:reference_count]]
    # A series that is too short needs no scale: page_hinkley returns the reason.
    scale = 1.0 if len(points) <= reference_count else deviation_of(numbers, error)
    if scale is None:
        reason = f"the {reference_count} values to learn from are all equal"
        return Detection((), len(points), len(values) - len(points), reason)
    detection = page_hinkley(
        [None if value is None else value / scale for value in values],
        delta=PAGE_HINKLEY_DELTA,
        threshold=PAGE_HINKLEY_LAMBDA,
        alpha=PAGE_HINKLEY_ALPHA,
        minimum_count=reference_count + 1,
    )
    changes = tuple(
        replace(
            change,
            mean_before=change.mean_before * scale,
            mean_after=change.mean_after * scale,
        )
        for change in detection.changes
    )
    return Detection(changes, detection.known_count, detection.unknown_count, detection.reason)


def sampling_error(points: tuple[TrendPoint, ...], reference_count: int) -> float | None:
    """Return the mean standard error of the first known values; None if no value has one."""
    errors = [
        (point.ci_high - point.ci_low) / (2 * QUANTILE)
        for point in [point for point in points if point.value is not None][:reference_count]
        if point.ci_low is not None and point.ci_high is not None
    ]
    return statistics.fmean(errors) if errors else None


def events(history: TrendHistory, detected: list[Detected]) -> Iterator[dict[str, object]]:
    """Yield a trend_detected event for each change, in the run in which it was noticed."""
    for item in detected:
        series = item.series
        for change in item.detection.changes:
            began, before = _points(series, change)
            noticed = series.points[change.detected_place]
            yield {
                "kind": "trend_detected",
                "run_id": noticed.run_id,
                "payload": {
                    "metric": history.metric.name,
                    "system_id": series.system_id,
                    "slice": series.slice_text,
                    "detector": _name_of_change(item.detector, history, series, noticed),
                    "statistic": change.statistic,
                    "at_run": began.run_id,
                    "run_before": before.run_id if before else None,
                    "git_sha": began.git_sha,
                    "direction": change.direction,
                    "mean_before": change.mean_before,
                    "mean_after": change.mean_after,
                    "limit": item.limit,
                    "parameters": item.parameters,
                    "suite": history.suite,
                    "git_branch": history.branch,
                    "series_by": history.by,
                    "at_session": began.session_id,
                    "session_before": before.session_id if before else None,
                    "noticed_in_session": noticed.session_id,
                    "validator_id": series.validator_id,
                    "variant": series.variant,
                },
            }


def detector_name(detector: str, history: TrendHistory, series: TrendSeries) -> str:
    """
    Return the detector's name with options that distinguish series of the same metric and slice.

    No option is added for a series by commit, on every branch, of the primary validator and
    without a variant.
    """
    parts = [
        f"by={history.by}" if history.by != "commit" else "",
        "week_of=start" if (history.by, history.week_of) == ("week", "start") else "",
        f"branch={history.branch}" if history.branch is not None else "",
        ""
        if all(point.is_primary_validator for point in series.points)
        else f"validator={series.validator_id}",
        series.variant,
    ]
    return " ".join([detector, *filter(None, parts)])


def _name_of_change(
    detector: str, history: TrendHistory, series: TrendSeries, noticed: TrendPoint
) -> str:
    """Return the detector's name, with the session if a run may have several changes."""
    name = detector_name(detector, history, series)
    if history.by != "session":
        return name
    first_run_id = series.points[0].run_id
    since = f" since={first_run_id}" if first_run_id != noticed.run_id else ""
    return f"{name} session={noticed.session_id}{since}"


def sentence(
    history: TrendHistory, item: Detected, change: Change, worded: Callable[[float], str]
) -> str:
    """
    Describe one change in a sentence; ``worded`` formats a value.

    The sentence also reports a changed suite version or seed, as the questions may then differ.
    """
    series = item.series
    began, before = _points(series, change)
    noticed = series.points[change.detected_place]
    place = "" if series.slice_name == "all" else f" in {series.slice_value}"
    variant = f", {series.variant}" if series.variant else ""
    by = history.by
    where = f"after {before.named(by)}" if before else f"with {began.named(by)}"
    text = (
        f"{history.metric.name}{place} of {series.system_id}{variant} {change.direction} {where}, "
        f"from {worded(change.mean_before)} to {worded(change.mean_after)} on average; noticed at "
        f"{noticed.named(by)} (run {noticed.run_id}) by {item.detector}: "
        f"{change.statistic:.3g}, limit {item.limit:g}"
    )
    text += _end(item, change, history)
    others = [
        f"{word} {getattr(before, name)} became {getattr(began, name)}"
        for name, word in (("suite_version", "the suite's version"), ("seed", "the seed"))
        if before and getattr(before, name) != getattr(began, name)
    ]
    return f"{text}; {' and '.join(others)} there, so the questions may differ" if others else text


def _end(item: Detected, change: Change, history: TrendHistory) -> str:
    """Report where the new level ended unnoticed; empty if it lasts or a change ends it."""
    if change.ended_place is None:
        return ""
    ended = item.series.points[change.ended_place].named(history.by)
    return (
        f"; the values shift again at {ended}, while {item.detector} learns the new level and "
        "notices nothing"
    )


def _points(series: TrendSeries, change: Change) -> tuple[TrendPoint, TrendPoint | None]:
    """Return the first point of the new level, and the last known one of the old."""
    earlier = [point for point in series.points[: change.began_place] if point.value is not None]
    return series.points[change.began_place], earlier[-1] if earlier else None
