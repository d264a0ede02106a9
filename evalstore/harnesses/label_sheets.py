"""
Sheets of replies that people label: CSV files that any spreadsheet program can open and save.

The cell ``key`` identifies a reply as ASCII JSON, because spreadsheet programs convert ids that
look like numbers or dates, and turn decimal points into commas. People fill in ``outcome``,
``reason`` and, if it is empty, ``labelled_by``.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.base.spreadsheet import guarded, unguarded
from evalstore.errors import UnreadableInputError, UsageError

COLUMNS = ("system_id", "case_id", "question", "reply", "expected", "outcome", "reason",
           "labelled_by", "key")  # fmt: skip
NEEDED = ("outcome", "key")
KEY_FIELDS = ("run_id", "system_id", "case_id", "attempt", "response_event_id",
              "sampling_probability")  # fmt: skip
DELIMITERS = ",;\t"
# Excel does not open longer cells.
CELL_CHARACTERS_MAX = 30_000
CELL_CHARACTERS_SHOWN = 29_900
FIELD_CHARACTERS_MAX = 1_000_000
ATTEMPT_MAX = 2**31 - 1
# The field of a key that names the certificate which a label is for.
LABEL_SET = "label_set"
SET_SIZE_MAX = 10**9
NAME_LENGTH_MAX = 200
# The column names are looked for within this.
HEAD_CHARACTERS = 100_000
# The outcome for each word that people write.
OUTCOMES: Mapping[str, str] = {
    **dict.fromkeys(("right", "correct", "yes", "true", "r", "y", "1"), "right"),
    **dict.fromkeys(("wrong", "incorrect", "no", "false", "w", "n", "0"), "wrong"),
    **dict.fromkeys(("abstained", "abstains", "abstain", "declined", "a"), "abstained"),
    **dict.fromkeys(("undetermined", "unclear", "unsure", "u", "?"), "undetermined"),
}
WORDS = "right, wrong, abstained or unclear"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a sheet: its first line number, and its stripped cells by column."""

    line: int
    cells: Mapping[str, str]

    def key(self) -> dict[str, Any] | None:
        """Return the parsed ``key`` cell; None if it is invalid or was altered."""
        try:
            key = json.loads(self.cells.get("key", ""))
        except (ValueError, RecursionError):
            return None
        return key if isinstance(key, dict) and _is_whole(key) else None


def holds(head: bytes) -> bool:
    """
    Return whether the first bytes of a file are those of a sheet of labels.

    >>> holds(b"case_id;outcome;reason;key"), holds(b"case_id,outcome")
    (True, False)
    """
    text, _ = decoded(head, is_head=True)
    return _delimiter(text) is not None


def read(path: Path) -> tuple[list[SheetRow], list[str]]:
    """
    Return the rows of a sheet without the empty ones, and warnings.

    Raises UnreadableInputError if the file is not a sheet of labels, or not CSV.
    """
    text, warnings = decoded(input_file.read_bytes(path))
    delimiter = _delimiter(text)
    if delimiter is None:
        raise UnreadableInputError(
            f"{path}: not a label sheet: expected the columns {' and '.join(NEEDED)} in its first "
            "line, as `evalstore label` writes them"
        )
    limit = csv.field_size_limit(FIELD_CHARACTERS_MAX)
    try:
        return list(_rows(text, delimiter)), warnings
    except csv.Error as error:
        raise UnreadableInputError(f"{path} is not CSV: {error}") from error
    finally:
        csv.field_size_limit(limit)


def decoded(data: bytes, *, is_head: bool = False) -> tuple[str, list[str]]:
    """
    Return the text of a sheet, and a list of at most one warning about its encoding.

    Bytes that are neither UTF-8 nor UTF-16 with a byte order mark are decoded as Windows-1252.
    With ``is_head`` an incomplete character at the end is dropped.

    >>> decoded("café".encode("cp1252"))[0], decoded("café".encode()[:-1], is_head=True)[0]
    ('café', 'caf')
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace"), []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        if is_head and error.end >= len(data):
            return data[: error.start].decode("utf-8-sig"), []
        warning = "not UTF-8; read as Windows-1252, the encoding of older spreadsheet programs"
        return data.decode("cp1252", errors="replace"), [warning]


def written(rows: Sequence[Mapping[str, object]], columns: Sequence[str] = COLUMNS) -> bytes:
    """
    Return a sheet of rows as UTF-8 with a byte order mark, which Excel needs.

    Formulas become text. A text that is too long for a cell is cut, with a count of the rest.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(name)) for name in columns])
    return buffer.getvalue().encode("utf-8-sig", errors="replace")


def key_text(fields: Mapping[str, object]) -> str:
    """Return the ``key`` cell of a reply; it has the label set if the fields have one."""
    key = {name: fields.get(name) for name in KEY_FIELDS}
    label_set = {LABEL_SET: fields[LABEL_SET]} if LABEL_SET in fields else {}
    return json.dumps(key | label_set, default=str)


def _is_whole(key: Mapping[str, Any]) -> bool:
    """Return whether a key has all its fields, each with a valid type and value."""
    attempt = key.get("attempt")
    chance = key.get("sampling_probability")
    texts = [key.get(name) for name in KEY_FIELDS if name not in ("attempt", *KEY_FIELDS[5:])]
    return (
        all(isinstance(text, str) and text and not _has_half(text) for text in texts)
        and isinstance(attempt, int)
        and not isinstance(attempt, bool)
        and 0 < attempt <= ATTEMPT_MAX
        and (chance is None or (isinstance(chance, (int, float)) and 0 < chance <= 1))
        and _is_label_set(key.get(LABEL_SET))
    )


def _is_label_set(value: Any) -> bool:
    """Return whether a value is missing, or has the fields of a label set and no others."""
    if value is None:
        return True
    if not isinstance(value, dict) or value.keys() != {"label_set_id", "size", "judge"}:
        return False
    texts = [value["label_set_id"], value["judge"]]
    is_text = all(isinstance(text, str) and text and not _has_half(text) for text in texts)
    return is_text and type(value["size"]) is int and 0 < value["size"] <= SET_SIZE_MAX


def _has_half(text: str) -> bool:
    """Return whether a text contains a lone surrogate, which cannot be written to a file."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    # Spreadsheet programs stop reading at NUL.
    text = "".join(" " if letter < " " and letter not in "\t\n" else letter for letter in text)
    if len(text) > CELL_CHARACTERS_MAX:
        rest = len(text) - CELL_CHARACTERS_SHOWN
        text = f"{text[:CELL_CHARACTERS_SHOWN]}\n… {rest:,} more characters"
    return guarded(text)


def _delimiter(text: str) -> str | None:
    lines = _without_mark(text[:HEAD_CHARACTERS]).splitlines()
    first_line = next((line for line in lines if line.strip('," ;\t')), "")
    for delimiter in DELIMITERS:
        names = {name.strip(' \r"').lower() for name in first_line.split(delimiter)}
        if names.issuperset(NEEDED):
            return delimiter
    return None


def _without_mark(text: str) -> str:
    r"""
    Return a sheet with its ``sep=`` line, which names the delimiter for Excel, emptied.

    >>> _without_mark("sep=;\r\noutcome;key")
    '\r\noutcome;key'
    """
    return text[5:] if text[:4].lower() == "sep=" and text[5:6] in "\r\n" else text


def _rows(text: str, delimiter: str) -> Iterator[SheetRow]:
    # Strict, because an unclosed quote would put the rest of the file into one cell.
    records = csv.reader(
        io.StringIO(_without_mark(text), newline=""), delimiter=delimiter, strict=True
    )
    names: list[str] = []
    line = 0
    for fields in records:
        first_line, line = line + 1, records.line_num
        if not any(field.strip() for field in fields):
            continue
        if not names:
            names = [name.strip().lower() for name in fields]
            continue
        cells = {
            name: unguarded(field.strip()) for name, field in zip(names, fields, strict=False)
        }
        yield SheetRow(first_line, cells)


def require_person(name: str | None) -> None:
    """Raise UsageError for a labeller's name that ``ingest`` would refuse."""
    if name is None:
        return
    if not 0 < len(name.strip()) <= NAME_LENGTH_MAX or not name.isprintable():
        raise UsageError(
            f"--name must be the name of the person who labels: 1 to {NAME_LENGTH_MAX} printable "
            "characters"
        )
