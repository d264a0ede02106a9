"""Rows as a table of plain text, with characters that could harm a terminal escaped."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

TEXT_CHARACTERS_MAX = 200
# The schemas of events allow ids of this length.
ID_CHARACTERS_MAX = 512
# Spaces between two columns.
GAP = 2
# Characters that change the reading direction, then those that move the cursor.
BIDIRECTIONAL = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
CONTROL_CHARACTERS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))} | {
    code: f"\\u{code:04x}" for code in BIDIRECTIONAL
}
# For a text of several lines, and for JSON, where an escape keeps the value.
IN_LINES = {code: shown for code, shown in CONTROL_CHARACTERS.items() if code != ord("\n")}
IN_JSON = {code: f"\\u{code:04x}" for code in IN_LINES}


def escaped(text: str) -> str:
    r"""
    Return text with characters that move the cursor or change the reading direction escaped.

    >>> escaped("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return text.translate(CONTROL_CHARACTERS)


def cell(value: object) -> str:
    """
    Return a value as the text of a cell, in full; None is a dash.

    >>> cell(None), cell(0.123456789), cell(datetime(2026, 1, 2, 3, 4, 5))
    ('-', '0.123457', '2026-01-02 03:04:05')
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, bytes):
        return value.hex()
    # Escape sequences in model output must not reach the terminal.
    return escaped(str(value))


def short_cell(value: object) -> str:
    """
    Return a value as the text of a cell; free text is cut after 200 characters, ids are not.

    >>> len(short_cell("word " * 100)), len(short_cell("i" * 500)), len(short_cell("i" * 600))
    (201, 500, 201)
    """
    text = cell(value)
    is_whole = len(text) <= TEXT_CHARACTERS_MAX or (
        len(text) <= ID_CHARACTERS_MAX and " " not in text
    )
    return text if is_whole else f"{text[:TEXT_CHARACTERS_MAX]}…"


def numeric_columns(column_count: int, rows: Sequence[Sequence[object]]) -> list[bool]:
    """Return for each column True if it contains only numbers and None, to be aligned right."""
    return [
        all(isinstance(row[place], (int, float, type(None))) for row in rows)
        for place in range(column_count)
    ]


def text_width(text: str) -> int:
    """
    Return the number of places that a text takes in a line; a CJK character takes two.

    >>> text_width("abc"), text_width("漢字")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def text_lines(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    r"""
    Yield the lines of an aligned table of any width, the names of the columns first.

    No cell is cut; one of more than 200 characters moves the rest of its line to the right.

    >>> print(*text_lines(["name", "n"], [("ece", 7), ("brier_score", 12)]), sep="\n")
    name          n
    ece           7
    brier_score  12
    """
    cells = [[cell(value) for value in row] for row in rows]
    columns = [escaped(name) for name in columns]
    widths = [
        min(max(map(text_width, [name, *(row[place] for row in cells)])), TEXT_CHARACTERS_MAX)
        for place, name in enumerate(columns)
    ]
    is_numeric = numeric_columns(len(columns), rows)
    yield aligned(columns, widths, is_numeric)
    for row in cells:
        yield aligned(row, widths, is_numeric)


def aligned(cells: Iterable[str], widths: Iterable[int], is_numeric: Iterable[bool]) -> str:
    """Return a line of cells, two spaces between them; numbers stand at the right."""
    parts = []
    for text, width, right in zip(cells, widths, is_numeric, strict=True):
        padding = " " * (width - text_width(text))
        parts.append(f"{padding}{text}" if right else f"{text}{padding}")
    return (" " * GAP).join(parts).rstrip()
