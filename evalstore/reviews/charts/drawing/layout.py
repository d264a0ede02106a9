"""Layout of charts: titles, and panels side by side."""

from typing import Final

import altair as alt

from evalstore.reviews.charts.drawing.font import lines_of
from evalstore.reviews.charts.drawing.theme import SUBTITLE_SIZE, TITLE_SIZE

# More panels than this are not readable.
PANEL_LIMIT: Final = 6
PANELS_PER_ROW: Final = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
GAP: Final = 70


def heading(finding: str, notes: list[str], width: int) -> alt.Title:
    """Return a title wrapped to the width of the chart in pixels."""
    return alt.Title(
        text=lines_of(finding, width, TITLE_SIZE, is_bold=True),
        subtitle=[line for note in notes for line in lines_of(note, width, SUBTITLE_SIZE)],
    )


def width_of(panel_count: int, side: int) -> int:
    """
    Return the width of a grid of panels in pixels.

    >>> width_of(1, 300), width_of(4, 230)
    (300, 530)
    """
    columns = PANELS_PER_ROW[panel_count]
    return columns * side + (columns - 1) * GAP


def panel_title(label: str, subtitle: str | list[str]) -> alt.Title:
    """Return the title of one panel."""
    return alt.Title(text=label, subtitle=subtitle, fontSize=13, frame="group", offset=8)


def left_out(shown_count: int, panel_count: int) -> list[str]:
    """Return a note on the panels left out, an empty list if all are shown."""
    if panel_count <= shown_count:
        return []
    return [f"{shown_count} of {panel_count:,} systems, the most informative first."]
