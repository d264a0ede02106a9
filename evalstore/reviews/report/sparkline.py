"""Sparklines: a trend line as a small drawing with a description in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from evalstore.base.phrases import short_commit
from evalstore.reviews.charts.drawing.numbers import counted, number
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.trend_band import GateBand
from evalstore.reviews.report.trend_lines import TrendLine
from evalstore.reviews.report.trend_timelines import TrendTimeline
from evalstore.statistics.trends import By, TrendPoint

WIDTH: Final = 240
HEIGHT: Final = 56
MARGIN: Final = 5
DIGITS: Final = 3
NAME_LENGTH: Final = 48
DAYS_OF_WEEK: Final = 7
# Values that differ by less than this are treated as equal.
SAME: Final = 0.0005


@dataclass(frozen=True, slots=True)
class _Scale:
    """Positions in the drawing: of points from the left, of values from the top."""

    left: tuple[float, ...]
    low: float
    high: float

    def down(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN)


def sparkline(line: TrendLine, by: By = "commit") -> Markup:
    """
    Return a line by commit, week or session as an SVG of 240 by 56 units, without style.

    The page sets its colours by the classes ``spark``, ``band``, ``bound``, ``interval``,
    ``values``, ``last`` and ``change``.
    """
    timeline = line.timeline(by)
    points = timeline.points
    scale = _scale_of(points, line.band, by)
    # A week without a run and a run without a value are gaps.
    parts = list(_unbroken(points, by))
    shapes = [
        *_drawn_band(scale, line.band),
        *(_interval(scale, points, part) for part in parts),
        *_drawn_changes(scale, timeline),
        *(_values(scale, points, part) for part in parts),
        *_last(scale, points),
    ]
    return Markup(  # noqa: S704 (numbers, our own words, and a text that is escaped)
        f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(described(line, by))}">{"".join(shapes)}</svg>'
    )


def described(line: TrendLine, by: By = "commit") -> str:
    """Return a line in words: first, last, lowest and highest value, direction, gate, changes."""
    timeline = line.timeline(by)
    key = line.key
    about = [one_line(name, NAME_LENGTH) for name in (key.system_id, line.slice_text, key.variant)]
    thing = "run" if by == "commit" else by
    valued = [point for point in timeline.points if point.value is not None]
    parts = [f"{key.metric} of {', '.join(filter(None, about))}"]
    parts.append(f"{counted(len(timeline.points), thing)}")
    if not valued:
        return "; ".join([*parts, "no value"])
    parts += _ends(valued, by)
    undefined_count = len(timeline.points) - len(valued)
    if undefined_count:
        parts.append(f"{counted(undefined_count, thing)} without a value")
    if not line.band.is_open:
        parts.append(f"the gate requires {line.band.text}")
    parts += [
        f"the level {change.direction} from {number(change.mean_before, DIGITS)} to "
        f"{number(change.mean_after, DIGITS)} at {_place(timeline.points[change.began_place], by)}"
        for change in timeline.changes
    ]
    return "; ".join(parts)


def _ends(points: Sequence[TrendPoint], by: By) -> list[str]:
    """Return the first, last, lowest and highest value and the direction, or a single value."""
    first, last = points[0], points[-1]
    if first is last:
        return [_named(first, by)]
    return [
        f"first {_named(first, by)}",
        f"last {_named(last, by)}",
        f"lowest {_named(min(points, key=_value), by)}",
        f"highest {_named(max(points, key=_value), by)}",
        _direction(_value(first), _value(last)),
    ]


def _direction(first: float, last: float) -> str:
    if abs(last - first) < SAME:
        return "the same overall"
    return f"{'up' if last > first else 'down'} by {number(abs(last - first), DIGITS)}"


def _value(point: TrendPoint) -> float:
    return 0.0 if point.value is None else point.value


def _named(point: TrendPoint, by: By) -> str:
    return f"{number(point.value, DIGITS)} at {_place(point, by)}"


def _place(point: TrendPoint, by: By) -> str:
    if by == "session" or (by == "week" and point.week):
        return one_line(point.named(by), NAME_LENGTH)
    if point.git_sha:
        return f"commit {one_line(short_commit(point.git_sha), NAME_LENGTH)}"
    return f"run {one_line(point.run_id, NAME_LENGTH)}"


def _scale_of(points: Sequence[TrendPoint], band: GateBand, by: By) -> _Scale:
    bounds = [
        bound
        for point in points
        for bound in (point.value, point.ci_low, point.ci_high)
        if bound is not None
    ]
    bounds += [bound for bound in (band.minimum, band.maximum) if bound is not None]
    low, high = min(bounds, default=0.0), max(bounds, default=1.0)
    if high - low < SAME:
        low, high = low - 0.5, high + 0.5
    places = (
        _week_numbers(points) if by == "week" else [float(place) for place in range(len(points))]
    )
    span = (places[-1] - places[0] if places else 0.0) or 1.0
    room = WIDTH - 2 * MARGIN
    left = tuple(
        MARGIN + room * (place - places[0]) / span if len(places) > 1 else WIDTH / 2
        for place in places
    )
    return _Scale(left, low, high)


def _week_numbers(points: Sequence[TrendPoint]) -> list[float]:
    """Return the week of each point, counted from the first."""
    days = [point.week_started_on.toordinal() if point.week_started_on else 0 for point in points]
    return [(day - days[0]) / DAYS_OF_WEEK for day in days]


def _unbroken(points: Sequence[TrendPoint], by: By) -> Iterator[list[int]]:
    """Yield the indexes of each stretch of points with values, without gaps between weeks."""
    weeks = _week_numbers(points) if by == "week" else list(range(len(points)))
    part: list[int] = []
    for place, point in enumerate(points):
        if part and (point.value is None or weeks[place] - weeks[part[-1]] > 1):
            yield part
            part = []
        if point.value is not None:
            part.append(place)
    if part:
        yield part


def _drawn_band(scale: _Scale, band: GateBand) -> Iterator[str]:
    if band.is_open:
        return
    top = MARGIN if band.maximum is None else scale.down(band.maximum)
    bottom = HEIGHT - MARGIN if band.minimum is None else scale.down(band.minimum)
    yield (
        f'<rect class="band" x="0" y="{top:.1f}" width="{WIDTH}" '
        f'height="{max(bottom - top, 0):.1f}"/>'
    )
    for bound in (band.minimum, band.maximum):
        if bound is not None:
            down = f"{scale.down(bound):.1f}"
            yield f'<line class="bound" x1="0" y1="{down}" x2="{WIDTH}" y2="{down}"/>'


def _interval(scale: _Scale, points: Sequence[TrendPoint], part: list[int]) -> str:
    """Return the interval around an unbroken part as SVG, a line if it is a single point."""
    lows = [(place, points[place].ci_low) for place in part]
    highs = [(place, points[place].ci_high) for place in part]
    around = [(place, bound) for place, bound in [*lows, *reversed(highs)] if bound is not None]
    if len(around) < 2 * len(part):
        return ""
    if len(part) == 1:
        left = f"{scale.left[part[0]]:.1f}"
        down, up = (f"{scale.down(bound):.1f}" for _, bound in around)
        return f'<line class="interval" x1="{left}" y1="{down}" x2="{left}" y2="{up}"/>'
    return f'<polygon class="interval" points="{_joined(scale, around)}"/>'


def _values(scale: _Scale, points: Sequence[TrendPoint], part: list[int]) -> str:
    if len(part) == 1:
        left, down = scale.left[part[0]], scale.down(_value(points[part[0]]))
        return f'<circle class="values" cx="{left:.1f}" cy="{down:.1f}" r="1.5"/>'
    places = [(place, _value(points[place])) for place in part]
    return f'<polyline class="values" points="{_joined(scale, places)}"/>'


def _joined(scale: _Scale, places: Sequence[tuple[int, float]]) -> str:
    return " ".join(f"{scale.left[place]:.1f},{scale.down(value):.1f}" for place, value in places)


def _drawn_changes(scale: _Scale, timeline: TrendTimeline) -> Iterator[str]:
    for change in timeline.changes:
        left = f"{scale.left[change.began_place]:.1f}"
        yield f'<line class="change" x1="{left}" y1="0" x2="{left}" y2="{HEIGHT}"/>'


def _last(scale: _Scale, points: Sequence[TrendPoint]) -> Iterator[str]:
    if points and points[-1].value is not None:
        left, down = scale.left[-1], scale.down(points[-1].value)
        yield f'<circle class="last" cx="{left:.1f}" cy="{down:.1f}" r="3"/>'
