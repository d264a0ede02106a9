"""Example queries of the dictionary: one file a question, found by the relations it reads."""

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
    """A statement, without a semicolon, with the question that it answers in a sentence."""

    question: str
    sql: str

    @property
    def relations(self) -> list[str]:
        """Name the relations and macros that it reads, in the order of their use."""
        named = re.findall(r"\b(?:facts|metrics|log|macros)\.[a-z_0-9]+", self.sql)
        return list(dict.fromkeys(named))


@cache
def written() -> dict[str, Example]:
    """Return the questions that have a file, by its name."""
    found = {}
    for name in sql_files.names(FOLDER):
        text = sql_files.read(name)
        question, _, _ = header_of(text)
        statement = re.sub(r"\A(--[^\n]*\n|\n)+", "", text)
        found[name.rpartition("/")[2]] = Example(question, statement.strip().removesuffix(";"))
    return found


def asked_of(words: str) -> list[Example]:
    """Return the questions that have every one of the words, in themselves or their statement."""
    parts = words.lower().split()
    return [
        one
        for one in written().values()
        if all(part in f"{one.question} {one.sql}".lower() for part in parts)
    ]


def examples(relation: Relation) -> list[Example]:
    """
    Return statements that read a relation, those first that begin with it; at least one.

    A relation that no file reads has one that shows its first rows, a metric its value by domain.
    """
    reading = [one for one in written().values() if relation.name in one.relations]
    reading.sort(key=lambda one: one.relations.index(relation.name))
    return reading[:SHOWN_MAX] or [_made_up(relation)]


def _made_up(relation: Relation) -> Example:
    own = relation.name.partition(".")[2]
    metric = catalog().get(own) if relation.schema == "metrics" else None
    if relation.is_macro:
        opening = "from" if relation.kind == "table macro" else "select"
        return Example("A call with its result.", f"{opening} {relation.call}")
    if metric is None or not metric.has_value:
        return Example("Its first rows.", f"from {relation.name}\nlimit 10")
    keys = [name for name in metric.grain if name not in {"run_id", "slice_name"}]
    where = "\nwhere slice_name = 'domain'" if "slice_name" in metric.grain else ""
    columns = ", ".join(["run_id", *keys, own, "scored_count"])
    question = "Its value by domain." if where else "Its value for each run."
    return Example(question, f"select {columns}\nfrom {relation.name}{where}\norder by all")
