"""
A table within the width of a terminal; ids and numbers are never cut.

What is done, in this order, until it fits: columns of one value, other than fractions, are printed
above the table; long names of columns are broken and long texts wrapped; rows sorted by a column
become a table for each of its values; each row becomes a block, a column a line.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, takewhile, zip_longest

import click

from evalstore.base.text_table import (
    GAP,
    aligned,
    escaped,
    numeric_columns,
    short_cell,
    text_width,
)

# A column with a longer text that contains a space is wrapped, but not below this width.
TEXT_WIDTH_MIN = 30


@dataclass(frozen=True)
class _Column:
    name: str
    cells: list[str]
    is_number: bool
    is_fraction: bool

    @property
    def is_constant(self) -> bool:
        return len(set(self.cells)) == 1 and not self.is_fraction

    @cached_property
    def is_text(self) -> bool:
        return any(len(text) > TEXT_WIDTH_MIN and " " in text for text in self.cells)

    @cached_property
    def width(self) -> int:
        return max(map(text_width, [self.name, *self.cells]))

    @cached_property
    def width_min(self) -> int:
        if self.is_text:
            return TEXT_WIDTH_MIN
        return max(map(text_width, [*_pieces(self.name), *self.cells]))


def fitted_lines(
    columns: Sequence[str], rows: Sequence[Sequence[object]], width: int
) -> Iterator[str]:
    """Yield the lines of a table, names of columns in bold."""
    is_number = numeric_columns(len(columns), rows)
    table = [
        _Column(
            escaped(name),
            [short_cell(row[place]) for row in rows],
            is_number[place],
            any(isinstance(row[place], float) for row in rows),
        )
        for place, name in enumerate(columns)
    ]
    if rows:
        yield from _lines(table, width)
    else:
        yield from _wrapped((" " * GAP).join(column.name for column in table), width)


def _lines(table: Sequence[_Column], width: int, *, is_part: bool = False) -> Iterator[str]:
    is_row = len(table[0].cells) == 1
    if not is_row and (is_part or _sum(column.width for column in table) > width):
        constants = [column for column in table if column.is_constant]
        if constants and len(constants) < len(table):
            yield from _heading(constants, width)
            yield ""
            table = [column for column in table if not column.is_constant]
    # A single row is easier to read as a block than below broken names.
    if _sum(column.width if is_row else column.width_min for column in table) <= width:
        yield from _grid(table, width)
        return
    parts = _parts(table)
    if not parts:
        yield from _blocks(table, width)
    for index, part in enumerate(parts):
        if index:
            yield ""
        yield from _lines(part, width, is_part=True)


def _parts(table: Sequence[_Column]) -> list[list[_Column]]:
    """
    Return a table for each value of a column that rows are sorted by; an empty list without one.

    The column is one before the first number, and has fewer values than there are rows.
    """
    for column in takewhile(lambda column: not column.is_number, table):
        cells = column.cells
        starts = [place for place in range(1, len(cells)) if cells[place] != cells[place - 1]]
        if 1 < len(set(cells)) == len(starts) + 1 < len(cells):
            return [
                [replace(column, cells=column.cells[start:end]) for column in table]
                for start, end in pairwise([0, *starts, len(cells)])
            ]
    return []


def _sum(widths: Iterable[int]) -> int:
    return sum(width + GAP for width in widths) - GAP


def _heading(constants: Sequence[_Column], width: int) -> Iterator[str]:
    """Yield lines with the names and values of constant columns."""
    line = ""
    for column in constants:
        item = f"{column.name}: {column.cells[0] or '-'}"
        if line and text_width(line) + GAP + text_width(item) > width:
            yield from _wrapped(line, width)
            line = ""
        line = f"{line}{' ' * GAP if line else ''}{item}"
    yield from _wrapped(line, width)


def _grid(table: Sequence[_Column], width: int) -> Iterator[str]:
    widths = _widths(table, width)
    is_number = [column.is_number for column in table]
    names = [_broken_name(column.name, place) for column, place in zip(table, widths, strict=True)]
    for line in zip_longest(*names, fillvalue=""):
        yield click.style(aligned(line, widths, is_number), bold=True)
    for row in zip(*(column.cells for column in table), strict=True):
        cells = [_wrapped(text, place) for text, place in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            yield aligned(line, widths, is_number)


def _widths(table: Sequence[_Column], width: int) -> list[int]:
    """Return the width of each column; texts take the room that is left, then names do."""
    widths = [column.width_min for column in table]
    room = max(width - _sum(widths), 0)
    texts = [place for place, column in enumerate(table) if column.is_text]
    texts.sort(key=lambda place: table[place].width)
    for index, place in enumerate(texts):
        added = min(table[place].width - widths[place], room // (len(texts) - index))
        widths[place] += added
        room -= added
    for place, column in enumerate(table):
        if column.width - widths[place] <= room:
            room -= column.width - widths[place]
            widths[place] = column.width
    return widths


def _blocks(table: Sequence[_Column], width: int) -> Iterator[str]:
    """Yield each row as one line for each column, an empty line between two rows."""
    name_width = max(text_width(column.name) for column in table)
    cell_width = max(width - name_width - GAP, 1)
    for place in range(len(table[0].cells)):
        if place:
            yield ""
        for column in table:
            first, *others = _wrapped(column.cells[place], cell_width)
            padding = " " * (name_width - text_width(column.name) + GAP)
            yield f"{click.style(column.name, bold=True)}{padding}{first}".rstrip()
            for line in others:
                yield f"{' ' * (name_width + GAP)}{line}"


def _pieces(name: str) -> list[str]:
    return name.replace("_", "_\0").replace(" ", " \0").split("\0")


def _broken_name(name: str, width: int) -> list[str]:
    """Return the lines of a column's name, broken behind underscores and spaces."""
    lines = [""]
    for piece in _pieces(name):
        if text_width(lines[-1]) + text_width(piece) <= width:
            lines[-1] += piece
        else:
            lines.append(piece)
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a cell; only a word that is wider than the cell is broken."""
    if text_width(text) <= width:
        return [text]
    from rich.console import Console
    from rich.text import Text

    return [line.plain.rstrip() for line in Text(text).wrap(Console(), width)]
