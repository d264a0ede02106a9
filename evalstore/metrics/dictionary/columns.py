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
# In an entry that takes back what a wider one says.
NO_UNIT = "none"
NEVER_NULL = "never"
# What NULL means in the column of a metric's own value.
NOTHING_COUNTED = "nothing could be counted"

Entry = dict[str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """
    A column of a relation, or a parameter of a macro.

    ``unit`` is empty where the value is in none, ``null`` where it is never NULL, ``type`` where
    any will do; ``example`` is text as DuckDB prints the value.
    """

    name: str
    type: str
    sentence: str
    unit: str
    null: str
    example: str

    @property
    def description(self) -> str:
        """Say in one line what it holds, in which unit, and what NULL means."""
        unit = f" Unit: {self.unit}." if self.unit else ""
        null = f" NULL: {self.null}." if self.null else ""
        return f"{self.sentence}{unit}{null}"


@cache
def sentences() -> dict[str, dict[str, Entry]]:
    """
    Return the sections of ``columns.toml``, every entry as a table.

    Raises EvalstoreError for a key that no entry has.
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
                f"{SENTENCES.name}: {title}.{name} has the key {unknown[0]!r}; an entry has "
                f"{', '.join(KEYS)}"
            )
    return entries


class RecordedTypes(TypedDict):
    """A relation or macro as a database has it: ``columns`` are type and example by name."""

    kind: str
    columns: dict[str, tuple[str, str]]
    parameters: NotRequired[list[str]]


@cache
def recorded() -> dict[str, RecordedTypes]:
    """Return what ``types.json`` holds, by the name of the relation or macro."""
    found: dict[str, RecordedTypes] = json.loads(TYPES.read_text(encoding="utf-8"))
    return found


def described(relation: str, name: str) -> Entry:
    """
    Return the entry of a column, or nothing where there is none.

    The narrowest wins, key by key: the relation's own, a metric's header, its family, the name.
    """
    schema, _, own = relation.partition(".")
    metric = catalog().get(own) if schema == "metrics" else None
    found = {**_of_metric(name), **sentences()["columns"].get(name, {})}
    if metric is not None:
        found |= sentences().get(f"relations.metrics/{metric.family}", {}).get(name, {})
        found |= _of_metric(name) if name == own else {}
    return found | sentences().get(f"relations.{relation}", {}).get(name, {})


def _of_metric(name: str) -> Entry:
    """Return what the header of a metric says of its value, nothing where it is no metric."""
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

    An example beside the sentence wins over a found one; where nothing was found, that of the
    first other relation with a column of this name stands for it.
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
    """Return the first example that was found for each name of a column."""
    examples: dict[str, str] = {}
    for found in recorded().values():
        for name, (_, example) in found["columns"].items():
            if example:
                examples.setdefault(name, example)
    return examples


def parameter(name: str) -> Column:
    """Return a parameter of a macro: its own sentence, else that of the column of its name."""
    entry = sentences()["parameters"].get(name) or sentences()["columns"].get(name, {})
    unit = entry.get("unit", "")
    return Column(name, "", entry.get("says", ""), unit, "", "")
