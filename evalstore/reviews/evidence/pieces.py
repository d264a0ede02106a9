"""The pieces of the first page: sections of parts, which are sentences and tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from evalstore.base.phrases import counted
from evalstore.reviews.charts.drawing.numbers import interval, number

DIGITS = 3


@dataclass(frozen=True, slots=True)
class PageCell:
    """
    A cell of a table: a text, and a note below it.

    ``href`` is a relative address in the pack, ``badge`` a decision, which a page colours.
    """

    text: str
    note: str = ""
    href: str = ""
    badge: str = ""


@dataclass(frozen=True, slots=True)
class PageTable:
    """
    A table with its caption; ``numeric`` are the columns of numbers.

    If ``is_folded``, a page shows its rows on demand where there are many.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[PageCell]]
    numeric: frozenset[str] = frozenset()
    is_folded: bool = False


@dataclass(frozen=True, slots=True)
class PagePart:
    """
    A part of a section: its title, its sentences as one paragraph, lines of a list, tables.

    ``codes`` are hashes by what they are of, which a page shows so that they can be copied.
    """

    title: str
    sentences: list[str] = field(default_factory=list)
    codes: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    tables: list[PageTable] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PageSection:
    """A section of the first page."""

    title: str
    parts: list[PagePart]


def cells(*texts: object) -> list[PageCell]:
    """Return a row of plain cells; None is a dash."""
    return [text if isinstance(text, PageCell) else PageCell(shown(text)) for text in texts]


def shown(value: object) -> str:
    """
    Return a value as text: a dash if it is not known, a time by the minute.

    >>> shown(None), shown(1234), shown(datetime(2026, 3, 1, 12, 30)), shown(True)
    ('—', '1,234', '2026-03-01 12:30', 'yes')
    """
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return number(value, DIGITS)
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return str(value)


def measured(value: object, low: object, high: object, count: object = None) -> PageCell:
    """Return a number with its interval and how many it is of; a dash if it is not known."""
    notes = []
    if isinstance(low, float) and isinstance(high, float):
        notes.append(interval(low, high, DIGITS))
    elif value is not None:
        notes.append("no interval")
    if isinstance(count, int):
        notes.append(f"n = {count:,}")
    return PageCell(shown(value), "; ".join(notes))


def span(low: object, high: object, noun: str, plural: str = "") -> str:
    """
    Return a range of counts with its noun.

    >>> span(3, 3, "case"), span(1, 1, "case"), span(10, 12, "case")
    ('3 cases', '1 case', '10 to 12 cases')
    """
    least, most = int(str(low)), int(str(high))
    words = counted(most, noun, plural)
    return words if least == most else f"{least} to {words}"


def listed(names: Iterable[object], limit: int = 12) -> str:
    """
    Return names as a list in a sentence, with the number of those beyond a limit.

    >>> listed(["a"]), listed(["a", "b", "c"]), listed("abc", 2)
    ('a', 'a, b and c', 'a, b and 1 more')
    """
    words = [str(name) for name in names]
    if len(words) > limit:
        words = [*words[:limit], f"{len(words) - limit} more"]
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def texts_of(value: object) -> list[str]:
    """Return a list of a row as texts, empty if it is none."""
    return [str(item) for item in value] if isinstance(value, list) else []


def were(count: int) -> str:
    """Return the verb of a count."""
    return "was" if count == 1 else "were"
