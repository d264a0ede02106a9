"""
Bands behind a chart: the ranges in which presets of gates expect a metric.

Each band is a light rectangle across the plot, with a bar of its own and its name next to it, so
that overlapping bands can be distinguished. An open end extends to the end of the scale.
"""

from dataclasses import dataclass
from typing import Final

import altair as alt

from evalstore.gates.preset import Band, bands
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.numbers import interval, number

# More rectangles would cover the whole plot.
BAND_LIMIT: Final = 4
LANE: Final = 15
# The distance between the data and the lanes.
LANE_MARGIN: Final = 6
NAME_GAP: Final = 6
BAR_THICKNESS: Final = 5


@dataclass(frozen=True)
class ShownBand:
    """A band clipped to a scale, with the number of its lane from 0."""

    name: str
    low: float
    high: float
    lane: int


@dataclass(frozen=True)
class Bands:
    """The bands that a chart draws, and a note on them, empty if there are none."""

    shown: tuple[ShownBand, ...]
    note: str

    @property
    def lanes_height(self) -> int:
        """Return the height of the lanes in pixels."""
        return LANE * len(self.shown) + LANE_MARGIN if self.shown else 0


def bands_of(metric: str, variants: set[str], ends: tuple[float, float]) -> Bands:
    """
    Return the bands of a metric on a scale.

    Returns no bands if a chart mixes variants, because a band is about one variant.
    """
    variant = next(iter(variants)) if len(variants) == 1 else None
    candidates = [band for band in dict.fromkeys(bands(metric)) if (band.variant or "") == variant]
    left, right = ends
    fitting = [
        (band, low, high)
        for band in candidates
        if (low := left if band.minimum is None else max(left, band.minimum))
        < (high := right if band.maximum is None else min(right, band.maximum))
    ]
    shown = tuple(
        ShownBand(name_of(band), low, high, lane)
        for lane, (band, low, high) in enumerate(fitting[:BAND_LIMIT])
    )
    return Bands(shown, note_of(len(shown), len(candidates)))


def note_of(shown_count: int, band_count: int) -> str:
    """
    Return a note on the bands, with the number of those drawn if some are left out.

    >>> note_of(2, 3)
    'Grey: range that gate presets expect over all cases; 2 of 3 bands drawn.'
    """
    if not band_count:
        return ""
    left_out = f"; {shown_count} of {band_count} bands drawn" if shown_count < band_count else ""
    return f"Grey: range that gate presets expect over all cases{left_out}."


def name_of(band: Band) -> str:
    """
    Return the name of a band with its ends.

    >>> name_of(Band("raw-model", "cvrr", None, 0.2, 0.4))
    'raw-model: 0.20 to 0.40'
    >>> name_of(Band("ideal-licensed", "cvrr", None, 0.9, None))
    'ideal-licensed: at least 0.90'
    """
    if band.minimum is None:
        return f"{band.preset}: at most {number(band.maximum)}"
    if band.maximum is None:
        return f"{band.preset}: at least {number(band.minimum)}"
    return f"{band.preset}: {interval(band.minimum, band.maximum)}"


def upright(bands: Bands, ends: tuple[float, float], height: int) -> list[alt.Chart]:
    """Return the marks of bands on a horizontal axis, with lanes below a plot of this height."""
    if not bands.shown:
        return []
    bottom = height + bands.lanes_height
    middle = (ends[0] + ends[1]) / 2
    values = []
    for band in bands.shown:
        # The name is on the side with more space.
        is_left = (band.low + band.high) / 2 > middle
        values.append(
            {
                "name": band.name,
                "low": band.low,
                "high": band.high,
                "lane": height + LANE_MARGIN + LANE * (band.lane + 0.5),
                "edge": band.low if is_left else band.high,
                "is_left": is_left,
            }
        )
    lane = alt.Y("lane:Q", scale=None, axis=None)
    base = alt.Chart(inline_data(values)).encode(x=alt.X("low:Q"), x2=alt.X2("high"))
    names = [
        base.transform_filter(f"datum.is_left === {str(is_left).lower()}")
        .mark_text(
            style="band-name",
            align="right" if is_left else "left",
            dx=-NAME_GAP if is_left else NAME_GAP,
        )
        .encode(x=alt.X("edge:Q"), x2=alt.Undefined, y=lane, text=alt.Text("name:N"))
        for is_left in sorted({bool(value["is_left"]) for value in values})
    ]
    return [
        base.mark_rect(style="band").encode(y=alt.value(0), y2=alt.value(bottom)),
        base.mark_rule(style="band-bar", strokeWidth=BAR_THICKNESS).encode(y=lane),
        *names,
    ]


def level(bands: Bands, ends: tuple[float, float], width: int, height: int) -> list[alt.Chart]:
    """Return the marks of bands on a vertical axis, with lanes and names right of the plot."""
    if not bands.shown:
        return []
    edge = width + LANE_MARGIN
    values = [
        {
            "name": band.name,
            "low": band.low,
            "high": band.high,
            "lane": edge + (BAR_THICKNESS + 2) * (band.lane + 0.5),
            "place": place,
        }
        for band, place in zip(bands.shown, spread(bands.shown, ends, height), strict=True)
    ]
    right = edge + (BAR_THICKNESS + 2) * len(values) + NAME_GAP
    lane = alt.X("lane:Q", scale=None, axis=None)
    base = alt.Chart(inline_data(values)).encode(y=alt.Y("low:Q"), y2=alt.Y2("high"))
    return [
        base.mark_rect(style="band").encode(x=alt.value(0), x2=alt.value(edge)),
        base.mark_rule(style="band-bar", strokeWidth=BAR_THICKNESS).encode(x=lane),
        alt.Chart(inline_data(values))
        .mark_text(style="band-name", align="left")
        .encode(
            x=alt.value(right),
            y=alt.Y("place:Q", scale=None, axis=None),
            text=alt.Text("name:N"),
        ),
    ]


def spread(shown: tuple[ShownBand, ...], ends: tuple[float, float], height: int) -> list[float]:
    """
    Return the vertical position of each band's name: its middle, moved down to avoid overlap.

    >>> spread((ShownBand("a", 0.0, 0.5, 0), ShownBand("b", 0.0, 0.5, 1)), (0.0, 1.0), 100)
    [75.0, 90.0]
    """
    low, high = ends
    middles = [height * (high - (band.low + band.high) / 2) / (high - low) for band in shown]
    places = [0.0] * len(shown)
    least = 0.0
    for ordinal in sorted(range(len(shown)), key=lambda place: middles[place]):
        places[ordinal] = max(least, middles[ordinal])
        least = places[ordinal] + LANE
    return places
