"""Charts of several panels: how many, how large, and what is said where some are left out."""

from typing import Final

import altair as alt

# More panels than this are no longer read.
PANEL_LIMIT: Final = 6
PANELS_PER_ROW: Final = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
GAP: Final = 70
# The mean width of a character of a panel's title.
CHARACTER_WIDTH: Final = 7.2


def width_of(panel_count: int, side: int) -> int:
    """
    Return the width of so many panels beside and below one another.

    >>> width_of(1, 300), width_of(4, 230)
    (300, 530)
    """
    columns = PANELS_PER_ROW[panel_count]
    return columns * side + (columns - 1) * GAP


def panel_title(label: str, subtitle: str | list[str]) -> alt.Title:
    """Return the title of one panel, over the panel alone."""
    return alt.Title(text=label, subtitle=subtitle, fontSize=13, frame="group", offset=8)


def left_out(shown_count: int, panel_count: int) -> list[str]:
    """Say how many panels are left out, nothing where none is."""
    if panel_count <= shown_count:
        return []
    return [f"{shown_count} of {panel_count:,} systems, the most telling first."]
