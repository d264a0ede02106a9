"""
How often the detectors of ``trends --by session`` are wrong, and how soon they find a fall.

A run is simulated many times: sessions of so many answers, each right by a chance of its own
confidence. Without a change any alarm is a false one; else every chance falls by 10 points from
one session on. Real is what follows the values, ``trend_detection.detect``; the SQL that reads
them from a store is held to them in ``tests/cli/test_trends_by_session.py``.
"""

import argparse
import random
import statistics
from collections import defaultdict
from collections.abc import Callable

from benchmarks.harness import table
from evalstore.statistics.trend_detection import detect
from evalstore.statistics.trends import TrendPoint, TrendSeries
from evalstore.statistics.wilson import wilson

SERIES_COUNT = 1000
ANSWER_COUNTS = (5, 10, 20, 50)
SESSION_COUNTS = (60, 200)
FALL = 0.1
FALL_AT = 40
AFTER = 60
BIN_COUNT = 10
CONFIDENCES = (0.75, 0.8, 0.85, 0.9, 0.95)
Answers = list[tuple[float, bool]]


def main() -> None:
    """Simulate and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--series", type=int, default=SERIES_COUNT)
    asked = parser.parse_args()
    rows = [
        (metric, f"{answer_count}", detector, *shares)
        for metric in METRICS
        for answer_count in ANSWER_COUNTS
        for detector, shares in counted(metric, answer_count, asked.series).items()
    ]
    table(
        f"{asked.series:,} runs each, accuracy 0.85; a fall of 10 points after session {FALL_AT}",
        (
            "metric", "answers a session", "detector", "false alarm in 60", "in 200",
            f"fall found within {AFTER}", "sessions until then (median)",
        ),
        rows,
    )  # fmt: skip


def counted(metric: str, answer_count: int, series_count: int) -> dict[str, tuple[str, ...]]:
    """Return the shares and the delay of each detector, as they are printed."""
    noise = random.Random(f"{metric} {answer_count}")
    alarms: dict[tuple[str, int], int] = defaultdict(int)
    delays: dict[str, list[int]] = defaultdict(list)
    for _ in range(series_count):
        steady = series_of(noise, metric, answer_count, max(SESSION_COUNTS))
        for item in detect(steady):
            first = min((change.detected_place for change in item.detection.changes), default=None)
            for session_count in SESSION_COUNTS:
                is_alarm = first is not None and first < session_count
                alarms[item.detector, session_count] += is_alarm
        for item in detect(series_of(noise, metric, answer_count, FALL_AT + AFTER, FALL_AT)):
            way = "fell" if metric == "accuracy" else "rose"
            found = [
                change.detected_place - FALL_AT + 1
                for change in item.detection.changes
                if change.detected_place >= FALL_AT and change.direction == way
            ]
            delays[item.detector] += found[:1]
    return {
        detector: (
            *(f"{alarms[detector, count] / series_count:.1%}" for count in SESSION_COUNTS),
            f"{len(delays[detector]) / series_count:.0%}",
            f"{statistics.median(delays[detector]):g}" if delays[detector] else "-",
        )
        for detector in ("cusum", "page_hinkley")
    }


def series_of(
    noise: random.Random, metric: str, answer_count: int, count: int, fall_at: int | None = None
) -> TrendSeries:
    """Return a run of sessions whose answers are right less often from ``fall_at`` on."""
    points = []
    for place in range(count):
        lost = FALL if fall_at is not None and place >= fall_at else 0.0
        answers = [
            (confidence, noise.random() < confidence - lost)
            for confidence in noise.choices(CONFIDENCES, k=answer_count)
        ]
        value, low, high = METRICS[metric](answers)
        points.append(
            TrendPoint(
                "r", True, None, None, None, None, None, None, None, None, 1, answer_count, 0, 0,
                value, low, high, f"{place + 1}", place + 1,
            )
        )  # fmt: skip
    return TrendSeries("maia", "factual", "all", "all", "", tuple(points))


def accuracy(answers: Answers) -> tuple[float, float | None, float | None]:
    """Return the share of right answers with its Wilson interval."""
    right_count = sum(is_right for _, is_right in answers)
    return right_count / len(answers), *wilson(right_count, len(answers))


def ece(answers: Answers) -> tuple[float, float | None, float | None]:
    """Return the expected calibration error over ten bins, which has no interval."""
    gaps: dict[int, float] = defaultdict(float)
    for confidence, is_right in answers:
        gaps[min(int(confidence * BIN_COUNT), BIN_COUNT - 1)] += confidence - is_right
    return sum(map(abs, gaps.values())) / len(answers), None, None


METRICS: dict[str, Callable[[Answers], tuple[float, float | None, float | None]]] = {
    "accuracy": accuracy,
    "ece": ece,
}

if __name__ == "__main__":
    main()
