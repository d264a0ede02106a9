"""Output of rows and facts: tables for people, CSV and JSON for programs."""

import csv
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

import click

from evalstore.base.spreadsheet import guarded
from evalstore.base.text_table import IN_JSON, IN_LINES, escaped, text_lines, text_width

COMMAND = re.compile(r"`[^`]*`")
# Stands for a space that may not end a line; texts of a store have no NUL.
NO_BREAK = "\0"


def print_json(value: object) -> None:
    """Print a value as JSON; times as ISO 8601, bytes as hex."""
    print_json_text(json_text(value))


def print_json_text(text: str, *, err: bool = False) -> None:
    """Print JSON; on a terminal, control characters are escaped as ``\\u001b``."""
    click.echo(text.translate(IN_JSON) if _is_terminal(err=err) else text, err=err)


def print_text(text: str, *, nl: bool = True) -> None:
    """
    Print lines of CSV or another format, unchanged to a file or a pipe.

    On a terminal, control characters and those that change the reading direction are escaped, as
    in a table.
    """
    click.echo(text.translate(IN_LINES) if _is_terminal() else text, nl=nl)


def _is_terminal(*, err: bool = False) -> bool:
    return (sys.stderr if err else sys.stdout).isatty()


def json_text(value: object) -> str:
    """Return a value as JSON; times as ISO 8601, bytes as hex."""
    return json.dumps(value, default=to_json_value, ensure_ascii=False, indent=1)


def to_json_value(value: object) -> object:
    """Convert a database value to one that JSON supports."""
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, (UUID, Decimal)):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    return str(value)


def records(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    """Return rows as dicts by column name; NaN and infinite floats become None."""
    return [
        {name: _finite(value) for name, value in zip(columns, row, strict=True)} for row in rows
    ]


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """
    Return CSV with a header line.

    A text cell that a spreadsheet would read as a formula gets an apostrophe as prefix.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_csv_cell(value) for value in row])
    return buffer.getvalue()


def print_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table that fits the terminal; in a file or a pipe, aligned columns of any width."""
    width = terminal_width()
    if width is None:
        lines = text_lines(columns, rows)
    else:
        from evalstore.cli import _fitted_table

        lines = _fitted_table.fitted_lines(columns, rows, width)
    for line in lines:
        click.echo(line)


def terminal_width(*, err: bool = False) -> int | None:
    """Return the characters of a line: COLUMNS, else those of the terminal, None if neither is."""
    if not (_is_terminal(err=err) or os.environ.get("COLUMNS")):
        return None
    return shutil.get_terminal_size().columns


def print_item(text: str) -> None:
    """Print an item of a list, wrapped on a terminal; as one line in a file or a pipe."""
    width = terminal_width()
    if width is None:
        click.echo(f"  {text}")
    else:
        click.echo(click.wrap_text(text, width, initial_indent="  ", subsequent_indent="      "))


def percent(share: float | None) -> str | None:
    """
    Return a share in percent, with a digit after the point; None if it is unknown.

    >>> percent(0.8362), percent(None)
    ('83.6%', None)
    """
    return None if share is None else f"{share:.1%}"


def print_sentence(text: str, *, err: bool = False) -> None:
    """
    Print a sentence, wrapped on a terminal; as one line in a file or a pipe.

    Words and commands in backticks are not broken, so that they can be copied.
    """
    width = terminal_width(err=err)
    if width is not None and text_width(text) > width:
        text = "\n".join(wrapped_sentence(text, width))
    click.echo(text, err=err)


def wrapped_sentence(text: str, width: int) -> list[str]:
    """
    Return the lines of a sentence; only a word or command that is wider than a line exceeds it.

    >>> wrapped_sentence("run `evalstore runs` to see all", 16)
    ['run', '`evalstore runs`', 'to see all']
    """
    kept = COMMAND.sub(lambda match: match[0].replace(" ", NO_BREAK), text)
    indent = " " * (len(text) - len(text.lstrip(" ")))
    lines = textwrap.wrap(
        kept, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(NO_BREAK, " ") for line in lines]


def print_note(note: str) -> None:
    """Print a note of the store's methods on stderr; it may quote untrusted names."""
    print_sentence(escaped(note), err=True)


def _csv_cell(value: object) -> object:
    if value is None or isinstance(value, (int, float, Decimal)):
        return value
    return guarded(value if isinstance(value, str) else str(to_json_value(value)))


def _finite(value: object) -> object:
    if isinstance(value, float) and value - value != 0.0:
        return None
    return value
