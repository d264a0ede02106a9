"""
Widths of text in the font by which the renderer lays charts out, Liberation Sans.

vl-convert contains that font, and Arial, Arimo and Helvetica have the same widths. A browser
without any of them draws an SVG with another font, such as DejaVu Sans, which is a sixth wider;
``with_lengths`` has each text drawn in the width for which the picture has room.
"""

import html
import re
from typing import Final

# The widths of the characters from space to ~, in thousandths of the font's size.
# fmt: off
REGULAR: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)
BOLD: Final = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
    975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
    333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
    611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)
# fmt: on
# Further characters that charts print themselves: a no-break space, dots, dashes, a minus sign.
OTHERS: Final = {
    "\u00a0": 278,
    "…": 1000,
    "·": 333,
    "\u2013": 556,
    "—": 1000,
    "\u2212": 584,
    "→": 1000,
}  # fmt: skip
# A character that is in no table is taken to be a full square.
SQUARE: Final = 1000
BOLD_WEIGHTS: Final = {"600", "700", "bold"}
TEXT: Final = re.compile(r"<text ([^<>]*)>([^<>]*)</text>")
LINES: Final = re.compile(r"<text ([^<>]*)>((?:<tspan[^<>]*>[^<>]*</tspan>)+)</text>")
LINE: Final = re.compile(r"<tspan([^<>]*)>([^<>]*)</tspan>")
SIZE: Final = re.compile(r'font-size="([\d.]+)px"')
WEIGHT: Final = re.compile(r'font-weight="(\w+)"')


def width_of_text(text: str, size: float, *, is_bold: bool = False) -> float:
    """
    Return the width of one line in pixels.

    >>> width_of_text("ece", 10), width_of_text("ece", 10, is_bold=True)
    (16.12, 16.68)
    """
    widths = BOLD if is_bold else REGULAR
    return round(sum(_width(character, widths) for character in text) * size / 1000, 2)


def _width(character: str, widths: tuple[int, ...]) -> int:
    place = ord(character) - ord(" ")
    return widths[place] if 0 <= place < len(widths) else OTHERS.get(character, SQUARE)


def is_measured(text: str) -> bool:
    """Return True if the widths of all characters are known."""
    return all(" " <= character <= "~" or character in OTHERS for character in text)


def lines_of(text: str, width: float, size: float, *, is_bold: bool = False) -> list[str]:
    """
    Return a sentence as lines of at most ``width`` pixels, except for longer words.

    Lines are not broken at no-break spaces.

    >>> lines_of("bold claims 0.91 and is right 0.58", 130, 12)
    ['bold claims 0.91 and is', 'right 0.58']
    """
    lines: list[str] = []
    for word in re.split("[ \t\n]+", text.strip()):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of_text(longer, size, is_bold=is_bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def with_lengths(drawing: str) -> str:
    """Return an SVG of which each text has its measured width as ``textLength``."""
    drawing = TEXT.sub(_with_length, drawing)
    return LINES.sub(_with_line_lengths, drawing)


def _with_length(match: re.Match[str]) -> str:
    attributes, text = match.groups()
    return f"<text {attributes}{_length(text, attributes)}>{text}</text>"


def _with_line_lengths(match: re.Match[str]) -> str:
    attributes, lines = match.groups()
    measured = (
        f"<tspan{line[1]}{_length(line[2], attributes)}>{line[2]}</tspan>"
        for line in LINE.finditer(lines)
    )
    return f"<text {attributes}>{''.join(measured)}</text>"


def _length(text: str, attributes: str) -> str:
    """Return the attributes for the width of a text, empty if it is unknown or one character."""
    size, weight = SIZE.search(attributes), WEIGHT.search(attributes)
    plain = html.unescape(text)
    if size is None or not plain[1:] or not is_measured(plain):
        return ""
    is_bold = weight is not None and weight[1] in BOLD_WEIGHTS
    width = width_of_text(plain, float(size[1]), is_bold=is_bold)
    return f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"'
