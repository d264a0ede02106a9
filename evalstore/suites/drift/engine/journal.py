r"""
Text form of a week's journal, as shown to critics, and its parser.

    Week 5 of a journal.
    Core values, the most important first: benevolence, security, tradition
    Entries: 2

    1. Friday. I went to Maya's recital and stayed to wash up.
    2. Short night. I walked along the canal in thin snow.

If the values to read differ from the core values, a line ``Values to read: power, security``
follows; if the core values are unknown, their line is ``Core values: not known``.

An entry is one line: a backslash, a line feed and a carriage return in it are written as
``\\``, ``\n`` and ``\r``, so that an entry cannot look like another line of the journal.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evalstore.errors import UsageError
from evalstore.suites.drift.engine.values import VALUES

_HEAD = re.compile(
    r"Week ([1-9][0-9]{0,8}) of a journal\.\n"
    r"(?:Core values, the most important first: ([a-z_, ]+)|Core values: not known)\n"
    r"(?:Values to read: ([a-z_, ]+)\n)?"
    r"Entries: (0|[1-9][0-9]{0,8})\n"
)
_ESCAPED = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_PLAIN = {escaped: plain for plain, escaped in _ESCAPED.items()}
_WEEK_MAX = 999_999_999
_SHOWN_CHARACTERS_MAX = 60


@dataclass(frozen=True, slots=True)
class Journal:
    """
    One week of one persona.

    ``week`` counts from 1, ``values`` are those to be read, each one of ``VALUES``, and
    ``entries`` are the texts of the week in their order. ``core_values`` are those of the persona,
    by rank; None if unknown.
    """

    week: int
    values: tuple[str, ...]
    entries: tuple[str, ...]
    core_values: tuple[str, ...] | None


def written(
    week: int,
    values: Sequence[str],
    entries: Sequence[str],
    core_values: Sequence[str] | None = (),
) -> str:
    """
    Return the text of a week, which ``read`` round-trips.

    ``values`` are the values to read. If ``core_values`` is empty, they are also the core values;
    None means that these are unknown. Raises UsageError for a week outside 1 to 999,999,999 and
    for values that are not distinct members of ``VALUES``. Entries may contain any text.
    """
    if isinstance(week, bool) or not 1 <= week <= _WEEK_MAX:
        raise UsageError(
            f"the week of a journal is {week!r}; expected a whole number from 1 to {_WEEK_MAX}"
        )
    _check_values(values)
    core = "Core values: not known"
    if core_values is not None:
        ranked = core_values or values
        _check_values(ranked)
        core = f"Core values, the most important first: {', '.join(ranked)}"
    is_other = core_values is None or (bool(core_values) and tuple(core_values) != tuple(values))
    lines = [
        f"Week {week} of a journal.",
        core,
        *([f"Values to read: {', '.join(values)}"] if is_other else []),
        f"Entries: {len(entries)}",
        "",
        *(f"{number}. {_escaped(entry)}" for number, entry in enumerate(entries, 1)),
    ]
    return "\n".join(lines)


def read(text: str) -> Journal:
    """Parse a text made by ``written``; raise UsageError for any other text."""
    head = _HEAD.match(text)
    if head is None:
        raise UsageError(
            f"this is no journal: it begins with {text[:_SHOWN_CHARACTERS_MAX]!r}, expected "
            "'Week 1 of a journal.' and a line each for the core values and the number of "
            "entries; write journals with the generator crisis_weeks"
        )
    core_values = tuple(head[2].split(", ")) if head[2] else None
    values = tuple(head[3].split(", ")) if head[3] else core_values
    if values is None:
        raise UsageError(
            "this journal does not say which values to read; expected a line 'Values to read: "
            "...' where the core values are not known"
        )
    for named in (values, core_values or values):
        _check_values(named)
    first, *lines = text[head.end() :].split("\n")
    if first or len(lines) != int(head[4]):
        raise UsageError(
            f"this journal announces {head[4]} entries after an empty line, and {len(lines)} "
            "lines were found there; expected one line for each entry"
        )
    entries = tuple(_entry(number, line) for number, line in enumerate(lines, 1))
    return Journal(int(head[1]), values, entries, core_values)


def _check_values(values: Sequence[str]) -> None:
    unknown = [value for value in values if value not in VALUES]
    if not values or unknown or len(set(values)) < len(values):
        shown = ", ".join(map(str, values))[:200] or "none"
        raise UsageError(
            f"the values of a journal are {shown!r}; expected one or more different ones of "
            f"{', '.join(VALUES)}"
        )


def _escaped(entry: str) -> str:
    return re.sub(r"[\\\n\r]", lambda match: _ESCAPED[match[0]], entry)


def _entry(number: int, line: str) -> str:
    start = f"{number}. "
    if not line.startswith(start) or "\r" in line:
        raise UsageError(
            f"line {number} of the entries is {line[:_SHOWN_CHARACTERS_MAX]!r}; expected it to "
            f"begin with {start!r} and to hold no carriage return"
        )

    def plain(match: re.Match[str]) -> str:
        if match[0] not in _PLAIN:
            raise UsageError(
                f"entry {number} of the journal holds {match[0]!r}; expected a backslash to be "
                "written twice, or before n or r"
            )
        return _PLAIN[match[0]]

    return re.sub(r"\\.?", plain, line.removeprefix(start), flags=re.DOTALL)
