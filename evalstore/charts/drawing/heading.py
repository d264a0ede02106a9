"""The title of a chart: the finding, and below it what was asked."""

import altair as alt

from evalstore.charts.drawing.text import wrapped

# Mean widths of a character at the sizes the theme gives titles and subtitles.
TITLE_CHARACTER_WIDTH = 7.4
SUBTITLE_CHARACTER_WIDTH = 5.8


def heading(finding: str, notes: list[str], width: int) -> alt.Title:
    """Return a title that breaks its lines where the chart ends."""
    subtitle_length = int(width / SUBTITLE_CHARACTER_WIDTH)
    return alt.Title(
        text=wrapped(finding, int(width / TITLE_CHARACTER_WIDTH)),
        subtitle=[line for note in notes for line in wrapped(note, subtitle_length)],
    )
