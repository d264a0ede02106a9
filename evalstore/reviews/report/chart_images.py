"""
Charts of a page, each as one image that stands in the page itself.

An image costs the page one element where drawn SVG costs hundreds, follows the reader's light or
dark screen by a style of its own, and is described to those who do not see it by its title.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from evalstore.reviews.charts.drawing.theme import colour_pairs
from evalstore.reviews.report.rows import anchor

if TYPE_CHECKING:
    from altair.typing import ChartType

# Names that only a drawing inside a page needs.
UNREAD: Final = re.compile(r' (?:aria-[a-z]+|role|class|pointer-events)="[^"]*"')
TAGS: Final = re.compile(r"<[a-z][^<>]*>")
SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')
# What a data address needs no escape for, within double quotes.
LITERAL: Final = " !'()*,-./:;=@_~"


@dataclass(frozen=True)
class ChartImage:
    """One chart: its address on the page, its data URI, what it says, and its size in pixels."""

    anchor: str
    source: str
    description: str
    width: int
    height: int


def image_of(chart: "ChartType", run_id: str, *name: str) -> ChartImage:
    """Draw a chart of a run as an image; ``name`` tells it from the other charts of the run."""
    from evalstore.reviews.charts import render

    specification = render.specification(chart)
    drawn = TAGS.sub(lambda tag: UNREAD.sub("", tag.group()), render.drawn(specification))
    width, height = map(float, SIZE.match(drawn).groups())  # type: ignore[union-attr]
    return ChartImage(
        anchor=anchor("chart", run_id, *name),
        source=f"data:image/svg+xml,{quote(in_both_themes(drawn), safe=LITERAL)}",
        description=description_of(specification.get("title")),
        width=round(width),
        height=round(height),
    )


def in_both_themes(drawn: str) -> str:
    """Return a drawing with a style that turns its colours dark on a dark screen."""
    rules = "".join(
        f'[{attribute}="{light}"]{{{attribute}:{dark}}}'
        for light, dark in colour_pairs()
        for attribute in ("fill", "stroke")
        if f'{attribute}="{light}"' in drawn
    )
    style = f"<style>@media(prefers-color-scheme:dark){{{rules}}}</style>"
    opening, closing, rest = drawn.partition(">")
    return f"{opening}{closing}{style}{rest}"


def description_of(title: Any) -> str:
    """
    Return the title of a chart and what stands below it as sentences.

    >>> description_of({"text": ["wrong in half", "of all"], "subtitle": "Bars: 95 %."})
    'wrong in half of all. Bars: 95 %.'
    """
    if not isinstance(title, dict):
        return str(title or "Chart")
    parts = [title.get("text", ""), title.get("subtitle", "")]
    lines = [" ".join(part) if isinstance(part, list) else str(part) for part in parts]
    return ". ".join(line.rstrip(".") for line in lines if line) + "."
