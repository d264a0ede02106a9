"""Draw tables of counts: shaded cells, frames around right ones, and sums of columns."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import altair as alt
from altair.typing import ChartType

from evalstore.reviews.charts.drawing.inline_data import inline_data

SHADE_COUNT: Final = 5
SHADE: Final = alt.Color("shade:O", scale=alt.Scale(domain=list(range(SHADE_COUNT))), legend=None)
SUM_ROW: Final = "in all"

TableCell = dict[str, str | int]


@dataclass(frozen=True)
class TableAxes:
    """The ordered names of the columns and rows of a table, and the titles of both axes."""

    columns: list[str]
    rows: list[str]
    column_title: str | None = None
    row_title: str | None = None

    def place(self, cells: Sequence[TableCell]) -> alt.Chart:
        """Return a chart that places its marks at the ``column`` and ``row`` of each cell."""
        padding: dict[str, Any] = {"titlePadding": 10} if self.row_title else {}
        across = alt.Axis(
            title=self.column_title, orient="top", labelAngle=0, ticks=False, domain=False
        )
        down = alt.Axis(title=self.row_title, ticks=False, domain=False, grid=False, **padding)
        chart: alt.Chart = alt.Chart(inline_data(cells)).encode(
            x=alt.X(
                "column:N", scale=alt.Scale(domain=[*self.columns], padding=0.04), axis=across
            ),
            y=alt.Y("row:N", scale=alt.Scale(domain=[*self.rows], padding=0.08), axis=down),
        )
        return chart


def count_table(
    axes: TableAxes,
    cells: Sequence[TableCell],
    right: Sequence[TableCell],
    sums: Sequence[TableCell],
    tooltip: list[alt.Tooltip],
) -> ChartType:
    """Draw the ``count`` and ``remark`` of each cell, frames around ``right``, ``sums`` below."""
    filled = axes.place(cells)
    remark = alt.Text("remark:N")
    return alt.layer(
        filled.mark_rect().encode(color=SHADE, tooltip=tooltip),
        axes.place(right).mark_rect(style="frame", fillOpacity=0),
        filled.mark_text(style="cell-count", dy=-7).encode(text=alt.Text("count:Q", format=",d")),
        filled.mark_text(style="cell-share", dy=10).encode(text=remark),
        axes.place(sums).mark_text(style="cell-share").encode(text=remark),
    )


def shade_of(share: float | None) -> int:
    """
    Return the shade of a share, the lightest if it is None.

    >>> shade_of(None), shade_of(0.5), shade_of(1.0)
    (0, 2, 4)
    """
    return min(SHADE_COUNT - 1, math.ceil((share or 0.0) * (SHADE_COUNT - 1)))
