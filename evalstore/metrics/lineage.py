"""
The lineage of metrics: views and tables of facts, their columns, and fields of events.

``lineage.json`` has for each relation what its columns are computed from, one step back; ``make
docs`` makes it from the SQL. Here the steps are put together, from a metric to the events.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalstore.events import schemas
from evalstore.metrics.catalog import Metric, catalog

FILE = Path(__file__).with_name("lineage.json")
# In place of a column: how many rows of a relation there are, and which.
ROWS = "*"
# In place of a kind: events of whatever kind.
ANY_KIND = "*"
# Relations that exist only while facts are computed.
STEPS = "steps."
RELATIONS = ("facts.", "metrics.", "log.", STEPS)
INTERVAL = ("ci_low", "ci_high")
PARTS = ("value", "interval", "counts")

Pair = tuple[list[str], list[str]]


@dataclass(frozen=True, slots=True)
class Rested:
    """
    What something is computed from, and what else chooses the rows that it is computed from.

    Each name is ``facts.table.column``, ``kind.field`` for a field of a payload, or ``kind:name``
    for what the log keeps beside it, such as ``verdict_recorded:position``. ``filters`` are those
    that are not among ``values``.
    """

    values: frozenset[str]
    filters: frozenset[str]

    @property
    def all(self) -> frozenset[str]:
        """Return values and filters together."""
        return self.values | self.filters


@dataclass(frozen=True, slots=True)
class Lineage:
    """What value, interval and counts of a metric rest on; a part that it lacks is left out."""

    metric: str
    parts: dict[str, Rested]

    @property
    def whole(self) -> Rested:
        """Return what any part rests on; a filter is what no part is computed from."""
        values = frozenset[str]().union(*(part.values for part in self.parts.values()))
        every = frozenset[str]().union(*(part.all for part in self.parts.values()))
        return Rested(values, every - values)

    @property
    def fields(self) -> list[str]:
        """
        Return the fields of payloads that the value is computed from, without those of keys.

        Where it is a number of rows alone, these are the fields that choose them.
        """
        value = self.parts["value"]
        for names in (value.values, value.filters):
            found = [name for name in sorted(names) if split(name)[1] == "fields"]
            told = [name for name in found if not _is_key(name)]
            if told or found:
                return told or found
        return []

    def to_dict(self) -> dict[str, object]:
        """Return it as one JSON object, which docs/explain.md describes."""
        return {
            "metric": self.metric,
            "parts": {
                name: {
                    "computed_from": grouped(part.values),
                    "filtered_by": grouped(part.filters),
                }
                for name, part in self.parts.items()
            },
        }


def _is_key(name: str) -> bool:
    """Return True for a field that says what an event is about, such as ``case_id``."""
    kind, _, field = split(name)
    schema = schemas.schema(kind)
    return field in (*schema["x-subject"], *schema.get("x-subject-if-present", ()))


def grouped(names: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    """Return names as relations with columns, kinds with fields, and kinds with what is beside."""
    found: dict[str, dict[str, list[str]]] = {"fields": {}, "relations": {}, "beside": {}}
    for name in sorted(names):
        owner, kind, field = split(name)
        if kind != "steps" and field != ROWS:
            found[kind].setdefault(owner, []).append(field)
    return found


def split(name: str) -> tuple[str, str, str]:
    """
    Return the relation or kind of events, the sort of thing that it is, and column or field.

    >>> split("facts.scored.weight"), split("verdict_recorded.judge.model")
    (('facts.scored', 'relations', 'weight'), ('verdict_recorded', 'fields', 'judge.model'))
    >>> split("verdict_recorded:position")
    ('verdict_recorded', 'beside', 'position')
    """
    if name.startswith(RELATIONS):
        owner, _, field = name.rpartition(".")
        return owner, "steps" if name.startswith(STEPS) else "relations", field
    kind, colon, field = name.partition(":")
    if colon:
        return kind, "beside", field
    kind, _, field = name.partition(".")
    return kind, "fields", field


@cache
def steps() -> dict[str, dict[str, Pair]]:
    """
    Return what is one step back, by relation and column; ROWS is the column of the rows.

    The first list has what the column is computed from, the second what it is filtered by.
    """
    found: dict[str, dict[str, Pair]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def lineage(name: str) -> Lineage:
    """
    Return what a metric rests on.

    >>> "verdict_recorded.outcome" in lineage("accuracy").parts["value"].values
    True
    """
    metric = catalog()[name]
    relation = f"metrics.{name}"
    parts = {}
    for part, columns in columns_of(metric, steps()[relation]).items():
        if columns:
            chosen = [f"{relation}.{other}" for other in (*metric.grain, ROWS)]
            parts[part] = rested([f"{relation}.{column}" for column in columns], chosen)
    return Lineage(name, parts)


def columns_of(metric: Metric, columns: Iterable[str]) -> dict[str, list[str]]:
    """Return the columns of a metric by its parts; of a table each is a value."""
    found: dict[str, list[str]] = {part: [] for part in PARTS}
    for column in columns:
        if column in INTERVAL:
            found["interval"].append(column)
        elif column == metric.name or not metric.has_value:
            found["value"].append(column)
        else:
            found["counts"].append(column)
    kept = {*metric.grain, ROWS}
    return {part: [name for name in names if name not in kept] for part, names in found.items()}


def rested(
    values: Iterable[str], filters: Iterable[str], known: dict[str, dict[str, Pair]] | None = None
) -> Rested:
    """
    Return everything that columns rest on, themselves among it.

    ``filters`` are columns that only choose rows, and ``known`` the steps, by default all of them.
    """
    known = steps() if known is None else known
    seen_values: set[str] = set()
    chosen = set(filters)
    waiting = list(values)
    while waiting:
        name = waiting.pop()
        if name not in seen_values:
            seen_values.add(name)
            computed_from, filtered_by = _step(name, known)
            waiting += computed_from
            chosen.update(filtered_by)
    seen_filters: set[str] = set()
    waiting = list(chosen)
    while waiting:
        name = waiting.pop()
        if name not in seen_filters:
            seen_filters.add(name)
            for names in _step(name, known):
                waiting += names
    return Rested(frozenset(seen_values), frozenset(seen_filters - seen_values))


def _step(name: str, known: dict[str, dict[str, Pair]]) -> Pair:
    owner, kind, field = split(name)
    return known[owner][field] if kind in ("relations", "steps") else ([], [])
