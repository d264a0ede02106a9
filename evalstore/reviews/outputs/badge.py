"""Badge of a gate's decision: an SVG, or JSON for the endpoint of shields.io."""

import json
import unicodedata
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evalstore.errors import UsageError
from evalstore.gates.decide import BY_FACTS_ALONE
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.review import Review

# White text on each has a contrast of 4.5 or more (WCAG 2.2, 1.4.3).
COLOURS = {"pass": "#1a7f37", "fail": "#cf222e", "undecided": "#8a5a00", "broken": "#6e4aa8"}
LABEL_LENGTH = 40
# In Verdana at 11 pixels: an average character, and one that is as wide as it is high.
CHARACTER_WIDTH, WIDE_CHARACTER_WIDTH, PADDING = 7, 12, 12
ENDINGS = (".svg", ".json")


def text(review: Review, path: Path) -> str:
    """Return the badge in the format of its file's ending; raises UsageError for another one."""
    require_ending(path)
    return svg(review) if path.suffix == ".svg" else shields(review)


def require_ending(path: Path) -> None:
    """Raise UsageError if the ending is neither .svg nor .json."""
    if path.suffix not in ENDINGS:
        raise UsageError(
            f"--badge {path}: found the ending {path.suffix!r}, expected .svg, or .json for the "
            "endpoint of shields.io"
        )


def shields(review: Review) -> str:
    """Return the JSON of https://shields.io/badges/endpoint-badge."""
    label, message, colour = _parts(review)
    badge = {"schemaVersion": 1, "label": label, "message": message, "color": colour}
    if review.answer == "broken":
        badge["isError"] = True
    return json.dumps(badge, indent=1) + "\n"


def svg(review: Review) -> str:
    """Return an SVG of two fields, with both texts in its title for screen readers."""
    label, message, colour = _parts(review)
    widths = (_width(label), _width(message))
    return _environment().get_template("badge.svg.j2").render(
        label=label, message=message, colour=colour, label_width=widths[0],
        message_width=widths[1], padding=PADDING,
    )  # fmt: skip


def _parts(review: Review) -> tuple[str, str, str]:
    """Return the label, the message and its colour."""
    answer = review.answer or "undecided"
    count = sum(finding.answer == answer for finding in review.blocking)
    message = answer if answer == "pass" else f"{answer} {count} of {len(review.blocking)}"
    if any(finding.is_by_facts_alone for finding in review.blocking):
        message += f", {BY_FACTS_ALONE}"
    return one_line(review.run.suite or "evalstore", LABEL_LENGTH), message, COLOURS[answer]


def _width(shown: str) -> int:
    """Return the approximate width of a text in pixels, to which the drawing fits it."""
    return sum(
        WIDE_CHARACTER_WIDTH
        if unicodedata.east_asian_width(character) in "WF"
        else CHARACTER_WIDTH
        for character in shown
    )


@cache
def _environment() -> Environment:
    folder = Path(__file__).parent / "templates"
    return Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined)
