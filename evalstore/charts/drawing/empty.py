"""Empty-state chart: one sentence in place of marks."""

import altair as alt
from altair.typing import ChartType

from evalstore.charts.drawing.text import wrapped

WIDTH = 420
LINE_LENGTH = 58


def empty_chart(sentence: str) -> ChartType:
    """Return a chart that holds one sentence and no marks."""
    lines = wrapped(sentence, LINE_LENGTH)
    data = alt.InlineData(values=[{"sentence": lines}])
    chart: ChartType = (
        alt.Chart(data)
        .mark_text(style="sentence", align="center", baseline="middle", lineHeight=18)
        .encode(text=alt.Text("sentence:N"))
        .properties(width=WIDTH, height=60 + 18 * len(lines))
    )
    return chart
