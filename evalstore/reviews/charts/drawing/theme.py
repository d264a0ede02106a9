"""Theme of charts: colours for light and dark, both safe for colour blindness."""

from dataclasses import dataclass
from typing import Any, Literal

Mode = Literal["light", "dark"]

# Fonts of equal widths, so that the renderer's measurements are right wherever a chart is shown.
FONT = "Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif"
# Sizes of texts in pixels, which charts are also laid out by.
TITLE_SIZE, SUBTITLE_SIZE, LEGEND_SIZE = 15, 12, 12
# Systems differ in shape too, not in colour alone.
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")


@dataclass(frozen=True)
class Palette:
    """
    The colours of one mode by role.

    All roles have different colours, so that a page can replace light by dark colours in a chart
    that is already drawn.
    """

    background: str
    ink: str
    muted: str
    grid: str
    axis: str
    band: str
    series: tuple[str, ...]
    shades: tuple[str, ...]


# Text in ink has a contrast of at least 4.5 to 1 on every shade.
# The series are Okabe and Ito's, darkened or lightened until each has a contrast of at least
# 3 to 1 against its background.
PALETTES: dict[Mode, Palette] = {
    "light": Palette(
        background="#ffffff",
        ink="#1f2430",
        muted="#5b6472",
        grid="#e6e8ec",
        axis="#8d95a1",
        band="#c9d3e0",
        series=("#0072b2", "#c65600", "#008661", "#b4568b", "#8a6d00", "#4a4e9c"),
        shades=("#f3f6fa", "#dcebf7", "#bcd8ef", "#98c3e6", "#74addb"),
    ),
    "dark": Palette(
        background="#16191f",
        ink="#e8eaee",
        muted="#a6aebb",
        grid="#2b303a",
        axis="#6d7684",
        band="#3c4757",
        series=("#56b4e9", "#f0883e", "#2fc79a", "#e08fc0", "#e3c53b", "#a5a9f2"),
        shades=("#1d222b", "#1f3042", "#21405a", "#235172", "#25638b"),
    ),
}


def config(mode: Mode) -> dict[str, Any]:
    """Return the Vega-Lite configuration of a chart in a mode."""
    palette = PALETTES[mode]
    return {
        "background": palette.background,
        "font": FONT,
        "padding": 12,
        "view": {"stroke": None, "continuousWidth": 360, "continuousHeight": 300},
        "title": {
            "anchor": "start",
            "frame": "bounds",
            "color": palette.ink,
            "fontSize": TITLE_SIZE,
            "fontWeight": 600,
            "subtitleColor": palette.muted,
            "subtitleFontSize": SUBTITLE_SIZE,
            "subtitlePadding": 5,
            "lineHeight": 19,
            "subtitleLineHeight": 16,
            "offset": 14,
        },
        "axis": {
            "labelColor": palette.muted,
            "titleColor": palette.ink,
            "titleFontWeight": 500,
            "titleFontSize": 12,
            "titleLineHeight": 16,
            "labelFontSize": 11,
            "gridColor": palette.grid,
            "domainColor": palette.axis,
            "tickColor": palette.axis,
            "labelLimit": 260,
            "titleLimit": 400,
            "labelFlush": False,
        },
        "legend": {
            "labelColor": palette.ink,
            "titleColor": palette.muted,
            "labelFontSize": LEGEND_SIZE,
            "labelLimit": 260,
            "orient": "top",
            "titleOrient": "left",
            "symbolSize": 70,
        },
        "header": {"labelColor": palette.ink, "labelFontSize": 12, "labelPadding": 4},
        "concat": {"spacing": 28},
        "range": {
            "category": list(palette.series),
            "ordinal": list(palette.shades),
            "symbol": list(SHAPES),
        },
        "mark": {"color": palette.series[0]},
        "rule": {"color": palette.series[0]},
        "style": mark_styles(palette),
    }


def mark_styles(palette: Palette) -> dict[str, dict[str, Any]]:
    """Return the look of each kind of mark, by the style name charts give it."""
    alarm = {"color": palette.series[1], "strokeWidth": 1.5, "opacity": 1}
    return {
        "dot": {"filled": True, "size": 62, "opacity": 1},
        "interval": {"strokeWidth": 2, "opacity": 0.75},
        "trend": {"strokeWidth": 1.5, "opacity": 0.75},
        "diagonal": {"color": palette.axis, "strokeDash": [5, 4], "strokeWidth": 1.25},
        "count-bar": {"color": palette.band},
        "band": {"color": palette.band, "opacity": 0.35},
        "band-bar": {"color": palette.axis, "opacity": 0.8},
        "band-name": {"color": palette.muted, "fontSize": 10},
        "count": {"color": palette.muted, "fontSize": 10},
        "frame": {"stroke": palette.ink, "strokeWidth": 2},
        "cell-count": {"color": palette.ink, "fontSize": 14, "fontWeight": 600},
        "cell-share": {"color": palette.ink, "fontSize": 11},
        "crisis": {"color": palette.band, "opacity": 0.75},
        "uncertainty": {"color": palette.series[0], "opacity": 0.22},
        "threshold": {"color": palette.muted, "strokeDash": [3, 3], "strokeWidth": 1},
        "reading": {"filled": True, "size": 14, "opacity": 1},
        "bimodal": {"shape": "diamond", "size": 70, "strokeWidth": 1.5, "opacity": 1},
        "crash": {**alarm, "shape": "triangle-down", "filled": True, "size": 46},
        "rut": {**alarm, "shape": "square", "filled": True, "size": 38},
        "suppressed-crash": {**alarm, "shape": "triangle-down", "size": 42},
        "suppressed-rut": {**alarm, "shape": "square", "size": 36},
        "setting": {"color": palette.muted, "filled": True, "size": 16, "opacity": 0.45},
        "chosen": {**alarm, "shape": "diamond", "filled": True, "size": 150},
        "chosen-untouched": {**alarm, "shape": "diamond", "size": 140},
        "remark": {"color": palette.muted, "fontSize": 11, "fontStyle": "italic"},
    }


def colour_pairs() -> list[tuple[str, str]]:
    """Return each light colour with the dark one of the same role."""
    light, dark = PALETTES["light"], PALETTES["dark"]
    roles = ("background", "ink", "muted", "grid", "axis", "band")
    pairs = [(str(getattr(light, role)), str(getattr(dark, role))) for role in roles]
    return [
        *pairs,
        *zip(light.series, dark.series, strict=True),
        *zip(light.shades, dark.shades, strict=True),
    ]
