"""Columns of the dictionary: sentence, unit and meaning of NULL by name, type and example."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import catalog

SENTENCES = Path(__file__).with_name("columns.toml")
TYPES = Path(__file__).with_name("types.json")
KEYS = ("says", "unit", "null", "example")
# The values in an entry that override a unit or a meaning of NULL of a wider entry.
NO_UNIT = "none"
NEVER_NULL = "never"
# The meaning of NULL in the column of a metric's own value.
NOTHING_COUNTED = "nothing could be counted"

Entry = dict[str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """
    A column of a relation, or a parameter of a macro.

    ``unit`` is empty if the value has no unit, ``null`` if it is never NULL, ``type`` if any type
    is accepted; ``example`` is text as DuckDB prints the value.
    """

    name: str
    type: str
    sentence: str
    unit: str
    null: str
    example: str

    @property
    def description(self) -> str:
        """Return, in one line, the meaning of a value, its unit and the meaning of NULL."""
        unit = f" Unit: {self.unit}." if self.unit else ""
        null = f" NULL: {self.null}." if self.null else ""
        return f"{self.sentence}{unit}{null}"


@cache
def sentences() -> dict[str, dict[str, Entry]]:
    """
    Return the sections of ``columns.toml``, every entry as a table.

    Raises EvalstoreError for an unknown key.
    """
    sections = tomllib.loads(SENTENCES.read_text(encoding="utf-8"))
    relations = sections.pop("relations")
    return {
        **{title: _entries(section, title) for title, section in sections.items()},
        **{
            f"relations.{relation}": _entries(section, relation)
            for relation, section in relations.items()
        },
    }


def _entries(section: Mapping[str, str | Entry], title: str) -> dict[str, Entry]:
    entries = {
        name: {"says": entry} if isinstance(entry, str) else dict(entry)
        for name, entry in section.items()
    }
    for name, entry in entries.items():
        unknown = sorted(entry.keys() - set(KEYS))
        if unknown:
            raise EvalstoreError(
                f"{SENTENCES.name}: {title}.{name} has the key {unknown[0]!r}; expected "
                f"{', '.join(KEYS)}"
            )
    return entries


class RecordedTypes(TypedDict):
    """A relation or macro of a database: ``columns`` are type and example by name."""

    kind: str
    columns: dict[str, tuple[str, str]]
    parameters: NotRequired[list[str]]


@cache
def recorded() -> dict[str, RecordedTypes]:
    """Return the content of ``types.json``, by the name of the relation or macro."""
    types: dict[str, RecordedTypes] = json.loads(TYPES.read_text(encoding="utf-8"))
    return types


def described(relation: str, name: str) -> Entry:
    """
    Return the entry of a column, empty if it is missing.

    For each key the first of these wins: the relation, the metric's header, its family, the name.
    """
    schema, _, short_name = relation.partition(".")
    metric = catalog().get(short_name) if schema == "metrics" else None
    entry = {**_of_metric(name), **sentences()["columns"].get(name, {})}
    if metric is not None:
        entry |= sentences().get(f"relations.metrics/{metric.family}", {}).get(name, {})
        entry |= _of_metric(name) if name == short_name else {}
    return entry | sentences().get(f"relations.{relation}", {}).get(name, {})


def _of_metric(name: str) -> Entry:
    """Return the entry that a metric's header gives to its value, empty for other names."""
    metric = catalog().get(name)
    if metric is None:
        return {}
    return {
        "says": metric.sentence,
        "unit": f"{metric.unit}, {metric.range}",
        "null": NOTHING_COUNTED,
    }


def column(relation: str, name: str, type_name: str, example: str) -> Column:
    """
    Return a column with its entry.

    An example in the entry wins over ``example``; without either, the first recorded example of
    a column of this name is used.
    """
    entry = described(relation, name)
    unit, null = entry.get("unit", ""), entry.get("null", "")
    return Column(
        name=name,
        type=type_name,
        sentence=entry.get("says", ""),
        unit="" if unit == NO_UNIT else unit,
        null="" if null == NEVER_NULL else null,
        example=entry.get("example", example or _examples().get(name, "")),
    )


@cache
def _examples() -> dict[str, str]:
    """Return the first recorded example for each name of a column."""
    examples: dict[str, str] = {}
    for types in recorded().values():
        for name, (_, example) in types["columns"].items():
            if example:
                examples.setdefault(name, example)
    return examples


def parameter(name: str) -> Column:
    """Return a parameter of a macro, with its own entry or that of the column of this name."""
    entry = sentences()["parameters"].get(name) or sentences()["columns"].get(name, {})
    unit = entry.get("unit", "")
    return Column(name, "", entry.get("says", ""), unit, "", "")
