"""Example queries of the dictionary: one file per question, found by the relations it reads."""

import re
from dataclasses import dataclass
from functools import cache

from evalstore.base import sql_files
from evalstore.metrics.catalog import catalog
from evalstore.metrics.dictionary.relations import Relation, header_of

FOLDER = "sql/dictionary"
SHOWN_MAX = 8


@dataclass(frozen=True, slots=True)
class Example:
    """A statement, without a semicolon, and the question that it answers."""

    question: str
    sql: str

    @property
    def relations(self) -> list[str]:
        """Return the relations and macros that it reads, in the order of their first use."""
        named = re.findall(r"\b(?:facts|metrics|log|macros)\.[a-z_0-9]+", self.sql)
        return list(dict.fromkeys(named))


@cache
def written() -> dict[str, Example]:
    """Return the example in each file, by the name of the file."""
    by_name = {}
    for name in sql_files.names(FOLDER):
        text = sql_files.read(name)
        question, _, _ = header_of(text)
        statement = re.sub(r"\A(--[^\n]*\n|\n)+", "", text)
        by_name[name.rpartition("/")[2]] = Example(question, statement.strip().removesuffix(";"))
    return by_name


def asked_of(words: str) -> list[Example]:
    """Return the examples whose question or statement contains every one of the words."""
    parts = words.lower().split()
    return [
        example
        for example in written().values()
        if all(part in f"{example.question} {example.sql}".lower() for part in parts)
    ]


def examples(relation: Relation) -> list[Example]:
    """
    Return examples that read a relation, those first that read it early; at least one.

    If no file reads it, the example shows its first rows, or for a metric its value by domain.
    """
    reading = [example for example in written().values() if relation.name in example.relations]
    reading.sort(key=lambda example: example.relations.index(relation.name))
    return reading[:SHOWN_MAX] or [_made_up(relation)]


def _made_up(relation: Relation) -> Example:
    short_name = relation.name.partition(".")[2]
    metric = catalog().get(short_name) if relation.schema == "metrics" else None
    if relation.is_macro:
        opening = "from" if relation.kind == "table macro" else "select"
        return Example("A call with its result.", f"{opening} {relation.call}")
    if metric is None or not metric.has_value:
        return Example("Its first rows.", f"from {relation.name}\nlimit 10")
    keys = [name for name in metric.grain if name not in {"run_id", "slice_name"}]
    where = "\nwhere slice_name = 'domain'" if "slice_name" in metric.grain else ""
    columns = ", ".join(["run_id", *keys, short_name, "scored_count"])
    question = "Its value by domain." if where else "Its value for each run."
    return Example(question, f"select {columns}\nfrom {relation.name}{where}\norder by all")
