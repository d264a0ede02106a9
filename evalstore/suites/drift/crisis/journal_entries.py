"""
Read journals from files: one entry per row, in JSON Lines, CSV, JSON or Parquet.

    {"persona_id": "p1", "date": "2026-03-02", "text": "...", "core_values": ["security"],
     "weights": [1.0], "alignments": {"security": 1, "power": 0}}

``persona_id`` (or ``persona``), ``text``, and ``date`` or ``week`` are required. ``core_values``
are those of the writer, by rank, ``weights`` the weight of each in the profile, ``alignments`` the
label, -1, 0 or 1, of each judged value. Dates become weeks, from Monday to Sunday, counted from 1
in the week of a persona's first entry; a week without an entry is a gap.
"""

import datetime
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from evalstore.base.file_stamp import stamp_of
from evalstore.errors import UsageError
from evalstore.suites.drift.engine.values import VALUES
from evalstore.suites.questions.question_files.reading import FileRow, read_question_file
from evalstore.suites.questions.question_files.values import json_in

FIELDS = ("persona_id", "persona", "date", "week", "text", "core_values", "weights", "alignments")
WEEK_MAX = 999_999_999
ALIGNMENTS = (-1, 0, 1)
_SHOWN_CHARACTERS_MAX = 60


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """
    One entry of one persona.

    ``week`` counts from 1. ``core_values`` and ``weights`` are those of the writer, have the same
    length, and are empty if unknown; ``alignments`` are -1, 0 or 1 by value, None if the entry is
    not judged.
    """

    place: str
    persona_id: str
    week: int
    text: str
    core_values: tuple[str, ...]
    weights: tuple[float, ...]
    alignments: Mapping[str, int] | None

    # Always False: files of journals do not mark conflicting signals.
    is_bimodal: bool = False

    @property
    def labels(self) -> Mapping[str, int]:
        """Return the labels by value; empty if the entry is not judged."""
        return self.alignments or {}


@dataclass(frozen=True, slots=True)
class JournalFile:
    """The entries of a file, by persona and week, each persona in the order of the file."""

    name: str
    sha256: str
    entries: tuple[JournalEntry, ...]
    ignored: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    place: str
    persona_id: str
    week: int | None
    date: datetime.date | None
    text: str
    core_values: tuple[str, ...]
    weights: tuple[float, ...]
    alignments: Mapping[str, int] | None


def read_journals(path: Path) -> JournalFile:
    """
    Return the entries of a file; ``ignored`` lists its unknown columns.

    Raises UsageError for an unreadable file, and for the first invalid row, with its line, the
    field, the value and what was expected.
    """
    return _read(path, stamp_of(path))


@lru_cache(maxsize=4)
def _read(path: Path, stamp: tuple[int, int]) -> JournalFile:
    del stamp  # Part of the cache key only.
    file = read_question_file(path)
    rows = [_row(path, row) for row in file.rows]
    by_persona: dict[str, list[_Row]] = {}
    for row in rows:
        by_persona.setdefault(row.persona_id, []).append(row)
    entries = [
        entry for persona_rows in by_persona.values() for entry in _entries(path, persona_rows)
    ]
    ignored = tuple(name for name in file.columns if name not in FIELDS)
    return JournalFile(file.name, file.sha256, tuple(entries), ignored)


def _row(path: Path, row: FileRow) -> _Row:
    place = f"{path}, {row.place}"
    if row.problem:
        raise UsageError(f"{place}: {row.problem}")
    fields = {name: value for name, value in row.values.items() if value not in (None, "")}
    if "persona_id" in fields and "persona" in fields:
        raise UsageError(
            f"{place}: found both persona_id and persona, expected one; leave one out"
        )
    persona = fields.get("persona_id", fields.get("persona"))
    text = fields.get("text")
    core_values = _core_values(place, fields.get("core_values"))
    return _Row(
        place,
        _text(place, "persona_id", persona),
        _week(place, fields.get("week")),
        _date(place, fields.get("date")),
        _text(place, "text", text),
        core_values,
        _weights(place, fields.get("weights"), core_values),
        _alignments(place, fields.get("alignments")),
    )


def _entries(path: Path, rows: Sequence[_Row]) -> Iterator[JournalEntry]:
    """Yield the entries of one persona in order of weeks."""
    first = rows[0]
    whole = next((row for row in rows if row.core_values), first)
    for row in rows:
        profile = row.core_values, row.weights
        if row.core_values and profile != (whole.core_values, whole.weights):
            raise UsageError(
                f"{row.place}: core_values and weights of {_shown(row.persona_id)} differ from "
                f"those in {whole.place.removeprefix(f'{path}, ')}; expected the same profile in "
                "all entries of a persona"
            )
        if (row.date is None) == (row.week is None) or (row.date is None) != (first.date is None):
            names = [name for name in ("date", "week") if getattr(row, name) is not None]
            raise UsageError(
                f"{row.place}: found {' and '.join(names) or 'neither date nor week'}; expected "
                f"a date or a week, the same for all entries of {_shown(row.persona_id)}"
            )
    dates = [row.date for row in rows if row.date is not None]
    start = _monday(min(dates)) if dates else None
    numbered = [
        (
            row.week
            if row.date is None or start is None
            else (_monday(row.date) - start).days // 7 + 1,
            row,
        )
        for row in rows
    ]
    for week, row in sorted(numbered, key=lambda pair: pair[0] or 0):
        yield JournalEntry(
            row.place,
            row.persona_id,
            week or 0,
            row.text,
            whole.core_values,
            whole.weights,
            row.alignments,
        )


def _monday(date: datetime.date) -> datetime.date:
    return date - datetime.timedelta(days=date.weekday())


def _text(place: str, name: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise UsageError(f"{place}: {name} is {_shown(value)}; expected a text")
    return str(value)


def _week(place: str, value: object) -> int | None:
    if value is None:
        return None
    number = (
        int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
    )
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= WEEK_MAX:
        raise UsageError(
            f"{place}: week is {_shown(value)}; expected a whole number from 1 to {WEEK_MAX}"
        )
    return number


def _date(place: str, value: object) -> datetime.date | None:
    if value is None:
        return None
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    try:
        return datetime.datetime.fromisoformat(str(value)).date()
    except ValueError as error:
        raise UsageError(
            f"{place}: date is {_shown(value)}; expected one like 2026-03-02"
        ) from error


def _core_values(place: str, value: object) -> tuple[str, ...]:
    parsed = json_in(value)
    if parsed is None:
        return ()
    names = tuple(parsed) if isinstance(parsed, list) else ()
    if not names or len(set(map(str, names))) < len(names) or any(n not in VALUES for n in names):
        raise UsageError(
            f"{place}: core_values is {_shown(value)}; expected a list without duplicates from "
            f"{', '.join(VALUES)}"
        )
    return names


def _weights(place: str, value: object, core_values: Sequence[str]) -> tuple[float, ...]:
    """Return the weight of each core value; equal weights if the file has none."""
    parsed = json_in(value)
    if parsed is None:
        return tuple(1.0 / len(core_values) for _ in core_values)
    numbers = parsed
    if isinstance(parsed, dict) and parsed.keys() == set(core_values):
        numbers = [parsed[name] for name in core_values]
    if (
        not isinstance(numbers, list)
        or len(numbers) != len(core_values)
        or not all(_is_weight(number) for number in numbers)
    ):
        raise UsageError(
            f"{place}: weights is {_shown(value)}; expected a number above 0 for each core value, "
            "in their order or by name"
        )
    return tuple(map(float, numbers))


def _is_weight(number: object) -> bool:
    return (
        isinstance(number, int | float)
        and not isinstance(number, bool)
        and math.isfinite(number)
        and number > 0
    )


def _alignments(place: str, value: object) -> Mapping[str, int] | None:
    parsed = json_in(value)
    if parsed is None:
        return None
    if not isinstance(parsed, dict) or not parsed:
        raise UsageError(
            f"{place}: alignments is {_shown(value)}; expected an object with a label for each "
            "judged value"
        )
    for name, label in parsed.items():
        if name not in VALUES or isinstance(label, bool) or label not in ALIGNMENTS:
            raise UsageError(
                f"{place}: found {_shown(name)}: {_shown(label)} in alignments; expected -1, 0 or "
                f"1 for one of {', '.join(VALUES)}"
            )
    return {name: int(label) for name, label in parsed.items()}


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS_MAX else text[:_SHOWN_CHARACTERS_MAX] + "…"
