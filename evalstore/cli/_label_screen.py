"""Labelling in the terminal: one reply per screen, one key per label; saved after each label."""

import shutil
import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from evalstore.base.output_file import reporting_unwritable
from evalstore.base.text_table import escaped
from evalstore.errors import UsageError
from evalstore.harnesses import label_sheets

KEYS: Mapping[str, str] = {"r": "right", "w": "wrong", "a": "abstained", "u": "unclear"}
HELP = "r right   w wrong   a abstained   u unclear   s skip   b back   n note   q quit"
WIDTH_MAX = 100


@dataclass(frozen=True, slots=True)
class Labelled:
    """The number of rows of a sheet, and of those with an outcome."""

    row_count: int
    labelled: int


def label_in_terminal(sheet: Path, run_id: str, labelled_by: str | None) -> Labelled:
    """
    Show the rows without an outcome one after another, and write the sheet after each label.

    Raises UsageError without a terminal, without the labeller's name, or if the sheet belongs to
    another run; UnreadableInputError if the file is not a sheet of labels.
    """
    require_terminal()
    sheet_rows, _ = label_sheets.read(sheet)
    _require_run(sheet, run_id, sheet_rows)
    rows: list[dict[str, object]] = [dict(row.cells) for row in sheet_rows]
    if labelled_by is None and not all(row.get("labelled_by") for row in rows):
        raise UsageError("--interactive needs --name NAME, the person who labels")
    place = 0
    while (at := _next_open(rows, place)) is not None:
        place = _step(sheet, rows, at, labelled_by)
        if place < 0:
            break
    click.clear()
    return Labelled(len(rows), sum(bool(row.get("outcome")) for row in rows))


def _require_run(sheet: Path, run_id: str, rows: list[label_sheets.SheetRow]) -> None:
    """Raise UsageError if an existing sheet belongs to another run."""
    others = {str(key["run_id"]) for row in rows if (key := row.key())} - {run_id}
    if others:
        raise UsageError(
            f"{sheet} is a sheet of run {min(others)}, expected run {run_id}; name that run, or "
            "another file"
        )


def require_terminal() -> None:
    """Raise UsageError unless stdin and stdout are terminals."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "--interactive needs a terminal; leave it out and fill in the sheet with an editor"
        )


def _next_open(rows: list[dict[str, object]], place: int) -> int | None:
    """Return the index of the first row from ``place`` on without an outcome, or None."""
    return next((at for at in range(place, len(rows)) if not rows[at].get("outcome")), None)


def _step(sheet: Path, rows: list[dict[str, object]], place: int, labelled_by: str | None) -> int:
    """Show one row until it is labelled or skipped; return the next index, -1 to stop."""
    row = rows[place]
    message = ""
    while True:
        _show(row, place + 1, rows, message)
        key = click.getchar().lower()
        if key in KEYS:
            row["outcome"] = KEYS[key]
            row["labelled_by"] = labelled_by or row.get("labelled_by")
            _save(sheet, rows)
            return place + 1
        if key == "s":
            return place + 1
        if key == "b" and place:
            # The previous row loses its outcome, so that it is shown again.
            rows[place - 1]["outcome"] = ""
            _save(sheet, rows)
            return place - 1
        if key == "n":
            row["reason"] = click.prompt("note", default="", show_default=False)
            _save(sheet, rows)
        elif key in ("q", "\x03", "\x04", "\x1b"):
            return -1
        else:
            message = "" if key == "b" else f"unknown key: {escaped(key)}"


def _show(
    row: Mapping[str, object], number: int, rows: list[dict[str, object]], message: str
) -> None:
    open_count = sum(not other.get("outcome") for other in rows)
    width = min(shutil.get_terminal_size().columns, WIDTH_MAX)
    case_id = escaped(str(row.get("case_id", "")))
    click.clear()
    click.secho(
        f"{number} of {len(rows)}, {open_count} without a label · {case_id}",
        dim=True,
    )
    for title in ("question", "reply", "expected", "reason"):
        if row.get(title):
            click.secho(f"\n{title}", bold=True)
            click.echo(wrapped(str(row[title]), width))
    click.echo(f"\n{HELP}")
    if message:
        click.echo(message)


def wrapped(text: str, width: int) -> str:
    r"""
    Return untrusted text for a terminal: lines wrapped, control characters escaped.

    >>> wrapped("a\x1b[2Jb", 20)
    'a\\x1b[2Jb'
    """
    return "\n".join(
        textwrap.fill(escaped(line), width, replace_whitespace=False, drop_whitespace=False)
        for line in text.splitlines()
    )


def _save(sheet: Path, rows: list[dict[str, object]]) -> None:
    """
    Write the sheet to a temporary file and move it into place, so that no label is lost.

    Programs drop empty cells at the end of a row, and people add columns: the columns of all rows
    are kept.
    """
    columns = tuple(dict.fromkeys(name for row in rows for name in row))
    temporary = sheet.with_name(f".{sheet.name}.part")
    with reporting_unwritable(sheet):
        temporary.write_bytes(label_sheets.written(rows, columns))
        temporary.replace(sheet)
