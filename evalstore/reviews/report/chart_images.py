"""
Charts of a page, each as one image with its data in the page.

An image is one element of the page, where inline SVG is hundreds. It follows the reader's colour
scheme by a style of its own, and its title is its description for screen readers.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from evalstore.reviews.charts.drawing.theme import colour_pairs
from evalstore.reviews.report.rows import anchor

if TYPE_CHECKING:
    from altair.typing import ChartType

# Attributes that only inline SVG needs.
UNREAD: Final = re.compile(r' (?:aria-[a-z]+|role|class|pointer-events)="[^"]*"')
TAGS: Final = re.compile(r"<[a-z][^<>]*>")
SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')
# Charts up to this width in pixels have texts of 6 pixels or more on a screen of 390.
BROAD_FROM: Final = 600
# Characters that need no escape in a data URI within double quotes.
LITERAL: Final = " !'()*,-./:;=@_~"


@dataclass(frozen=True)
class ChartImage:
    """One chart: its address on the page, its data URI, its description, its size in pixels."""

    anchor: str
    source: str
    description: str
    width: int
    height: int

    @property
    def is_broad(self) -> bool:
        """Return True if its texts could not be read at the width of a small screen."""
        return self.width > BROAD_FROM


def image_of(chart: "ChartType | dict[str, Any]", run_id: str, *name: str) -> ChartImage:
    """
    Return a chart of a run, or its specification, as an image.

    ``name`` must be unique among the run's charts.
    """
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
    """Return an SVG with a style that replaces its colours in the dark colour scheme."""
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
    Return the title and subtitle of a chart as sentences.

    >>> description_of({"text": ["wrong in half", "of all"], "subtitle": "Bars: 95 %."})
    'wrong in half of all. Bars: 95 %.'
    """
    if not isinstance(title, dict):
        return str(title or "Chart")
    parts = [title.get("text", ""), title.get("subtitle", "")]
    lines = [" ".join(part) if isinstance(part, list) else str(part) for part in parts]
    return ". ".join(line.rstrip(".") for line in lines if line) + "."
