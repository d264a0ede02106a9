"""Drawing of how the relations join: ``docs/images/relations.svg``, which ``make docs`` writes."""

import sys
from xml.etree import ElementTree

from evalstore.metrics.dictionary.relations import find

# From a relation to what is made of it.
EDGES = (
    ("log.events", "facts.runs"),
    ("facts.runs", "facts.commits"),
    ("facts.runs", "facts.cases"),
    ("facts.cases", "facts.responses"),
    ("facts.responses", "facts.verdicts"),
    ("facts.cases", "facts.answers"),
    ("facts.responses", "facts.answers"),
    ("facts.verdicts", "facts.answers"),
    ("facts.verdicts", "facts.scored"),
    ("facts.scored", "facts.failures"),
    ("facts.scored", "facts.sliced"),
    ("facts.sliced", "metrics.accuracy"),
    ("metrics.accuracy", "metrics.all_metrics"),
)
# Column and row of each relation: from top to bottom, and beside what it is made of.
PLACES = {
    "log.events": (0, 0),
    "facts.runs": (0, 1),
    "facts.commits": (1, 1),
    "facts.cases": (0, 2),
    "facts.responses": (0, 3),
    "facts.answers": (1, 3),
    "facts.verdicts": (0, 4),
    "facts.scored": (0, 5),
    "facts.failures": (1, 5),
    "facts.sliced": (0, 6),
    "metrics.accuracy": (0, 7),
    "metrics.all_metrics": (1, 7),
}
# All in pixels.
BOX_WIDTH, BOX_HEIGHT = 170, 36
COLUMN_WIDTH, ROW_HEIGHT = 560, 78
MARGIN, LABEL_GAP = 20, 8
# A background of its own, so that it reads on a page of either scheme.
STYLE = """
svg { background: #ffffff; font: 14px system-ui, sans-serif }
.background { fill: #ffffff }
.box { fill: #eef2fb; stroke: #4a63a8 }
.name { fill: #16204a; font-weight: 600; text-anchor: middle }
.arrow { fill: none; stroke: #5b6472; stroke-width: 1.5 }
.head { fill: #5b6472 }
.keys { fill: #333a45; font-size: 12px }
@media (prefers-color-scheme: dark) {
  svg { background: #1e2129 }
  .background { fill: #1e2129 }
  .box { fill: #2a3350; stroke: #8fa5e0 }
  .name { fill: #e8ecfa }
  .arrow { stroke: #a8b0bd }
  .head { fill: #a8b0bd }
  .keys { fill: #d5dae2 }
}
"""


def drawing() -> str:
    """Return the text of ``docs/images/relations.svg``."""
    width = 2 * MARGIN + COLUMN_WIDTH + BOX_WIDTH
    height = 2 * MARGIN + max(row for _, row in PLACES.values()) * ROW_HEIGHT + BOX_HEIGHT
    svg = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "height": str(height),
            "role": "img",
        },
    )
    ElementTree.SubElement(svg, "title").text = "How the relations of a store join"
    ElementTree.SubElement(svg, "style").text = STYLE
    _arrow_head(svg)
    background = {"class": "background", "width": str(width), "height": str(height)}
    ElementTree.SubElement(svg, "rect", background)
    for left, right in EDGES:
        _edge(svg, left, right)
    for name in PLACES:
        _box(svg, name)
    ElementTree.indent(svg)
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def shared_columns(left: str, right: str) -> list[str]:
    """Return the columns to join on: those of the first one's grain that the second has."""
    return [name for name in find(left).grain if name in find(right).column_names]


def _arrow_head(svg: ElementTree.Element) -> None:
    definitions = ElementTree.SubElement(svg, "defs")
    marker = {
        "id": "head",
        "viewBox": "0 0 10 10",
        "refX": "10",
        "refY": "5",
        "markerWidth": "8",
        "markerHeight": "8",
        "orient": "auto",
    }
    head = ElementTree.SubElement(definitions, "marker", marker)
    ElementTree.SubElement(head, "path", {"class": "head", "d": "M 0 0 L 10 5 L 0 10 z"})


def _corner(name: str) -> tuple[int, int]:
    """Return where the upper left corner of its box is."""
    column, row = PLACES[name]
    return MARGIN + column * COLUMN_WIDTH, MARGIN + row * ROW_HEIGHT


def _box(svg: ElementTree.Element, name: str) -> None:
    x, y = _corner(name)
    box = {
        "class": "box",
        "x": str(x),
        "y": str(y),
        "width": str(BOX_WIDTH),
        "height": str(BOX_HEIGHT),
        "rx": "5",
    }
    ElementTree.SubElement(svg, "rect", box)
    middle = {"class": "name", "x": str(x + BOX_WIDTH // 2), "y": str(y + BOX_HEIGHT // 2 + 5)}
    ElementTree.SubElement(svg, "text", middle).text = name


def _edge(svg: ElementTree.Element, left: str, right: str) -> None:
    """Draw down, across, or across and then up or down; the columns stand beside the line."""
    (left_x, left_y), (right_x, right_y) = _corner(left), _corner(right)
    if left_x == right_x:
        middle = left_x + BOX_WIDTH // 2
        path = f"M {middle} {left_y + BOX_HEIGHT} V {right_y}"
        label = middle + LABEL_GAP, (left_y + BOX_HEIGHT + right_y) // 2 + 4
    else:
        start, y = left_x + BOX_WIDTH, left_y + BOX_HEIGHT // 2
        label = start + LABEL_GAP, y - LABEL_GAP + 2
        end = right_y if right_y > left_y else right_y + BOX_HEIGHT
        path = f"M {start} {y} H {right_x}"
        if left_y != right_y:
            path = f"M {start} {y} H {right_x + BOX_WIDTH // 2} V {end}"
    line = {"class": "arrow", "d": path, "marker-end": "url(#head)"}
    ElementTree.SubElement(svg, "path", line)
    keys = {"class": "keys", "x": str(label[0]), "y": str(label[1])}
    text = ", ".join(shared_columns(left, right)) or "made of"
    ElementTree.SubElement(svg, "text", keys).text = text


if __name__ == "__main__":
    sys.stdout.write(drawing())
