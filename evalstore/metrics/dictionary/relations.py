"""Relations and macros of the dictionary, described by the comments that open their files."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from evalstore.base import sql_files
from evalstore.base.phrases import unknown_name
from evalstore.errors import EvalstoreError
from evalstore.metrics import catalog
from evalstore.metrics.dictionary.columns import Column, column, parameter, recorded, sentences

# The schema of relations and macros, by the folder of their files.
SCHEMAS = {
    "sql/log/tables": "log",
    "sql/log/derived": "log",
    "sql/log/views": "log",
    "sql/facts/tables": "facts",
    "sql/facts/sums": "facts",
    "sql/facts/views": "facts",
    "sql/metrics": "metrics",
    "views": "metrics",
    "sql/macros": "macros",
    "sql/facts/macros": "macros",
}
# The relations that an analyst needs first, in the order in which they are listed.
FIRST = (
    "facts.answers",
    "facts.failures",
    "facts.runs",
    "facts.commits",
    "facts.cases",
    "facts.responses",
    "facts.verdicts",
    "facts.scored",
    "facts.sliced",
    "facts.regressions",
    "facts.flaky_cases",
    "facts.cost_per_right_answer",
    "facts.disagreements",
    "facts.first_failing_commit",
    "facts.counted",
    "metrics.all_metrics",
)
KEY = re.compile(r"(grain|empty without|for): (.*)")


@dataclass(frozen=True, slots=True)
class Relation:
    """
    A table, view or macro.

    ``purpose`` is that of a helper, empty for a relation to be queried. ``kind`` is one of table,
    view, macro, table macro. A macro has ``parameters`` and a ``call`` as an example, whose type
    and value are those of the column `result`, unless it returns a table.
    """

    name: str
    kind: str
    sentence: str
    prose: str
    grain: tuple[str, ...]
    purpose: str
    columns: tuple[Column, ...]
    parameters: tuple[Column, ...] = ()
    call: str = ""

    @property
    def schema(self) -> str:
        """Return the name of its schema."""
        return self.name.partition(".")[0]

    @property
    def is_macro(self) -> bool:
        """Return True if it is called with parameters."""
        return self.schema == "macros"

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of its columns in their order."""
        return tuple(column.name for column in self.columns)


@cache
def dictionary() -> dict[str, Relation]:
    """
    Return all relations and macros by name, beginning with those in FIRST.

    >>> dictionary()["facts.runs"].grain
    ('run_id',)
    """
    names = list(recorded())
    ordered = [name for name in FIRST if name in names]
    ordered += [name for name in names if name not in ordered]
    return {name: _relation(name) for name in ordered}


def find(name: str) -> Relation:
    """
    Return the relation of that name, with or without its schema.

    Raises UsageError, naming the closest, if it is unknown.
    """
    relations = dictionary()
    wanted = name.strip().lower()
    for candidate in (wanted, *(f"{schema}.{wanted}" for schema in ("facts", "metrics", "log"))):
        if candidate in relations:
            return relations[candidate]
    if f"macros.{wanted}" in relations:
        return relations[f"macros.{wanted}"]
    schema, dot, _ = wanted.partition(".")
    within = [other for other in relations if not dot or other.startswith(f"{schema}.")]
    short = [other.partition(".")[2] for other in relations]
    raise unknown_name(
        "table", name, (within or list(relations)) if dot else short, listed_by="tables --all"
    )


@cache
def files() -> dict[str, str]:
    """Return the file of each relation and macro, by its name."""
    by_name = {}
    for folder, schema in SCHEMAS.items():
        for name in sql_files.names(folder):
            by_name[f"{schema}.{name.rpartition('/')[2]}"] = name
    return by_name


def _relation(name: str) -> Relation:
    if name not in files():
        raise EvalstoreError(
            f"types.json has {name}, which no file defines; run `make docs` to update it"
        )
    sentence, prose, keys = header_of(sql_files.read(files()[name]))
    schema, _, short_name = name.partition(".")
    metric = catalog.catalog().get(short_name) if schema == "metrics" else None
    types = recorded()[name]
    columns = tuple(column(name, title, *typed) for title, typed in types["columns"].items())
    if types["kind"] == "macro":
        columns = tuple(replace(result, sentence=sentence) for result in columns)
    return Relation(
        name=name,
        kind=types["kind"],
        sentence=sentence,
        prose=prose,
        grain=metric.grain if metric else _items(keys.get("grain", "")),
        purpose=keys.get("for", ""),
        columns=columns,
        parameters=tuple(map(parameter, types.get("parameters", ()))),
        call=sentences()["macros"].get(short_name, {}).get("says", "")
        if schema == "macros"
        else "",
    )


def header_of(text: str) -> tuple[str, str, dict[str, str]]:
    r"""
    Return first sentence, prose and keys of the comment that opens a SQL file.

    Paragraphs of the prose are separated by an empty line; an indented one keeps its lines.

    >>> header_of("-- Rows of\n-- runs.\n--\n-- More.\n--\n-- grain: a,\n-- b\nselect 1")
    ('Rows of runs.', 'More.', {'grain': 'a, b'})
    """
    paragraphs = [[line for _, line in lines] for lines in catalog.header(text)]
    keys: dict[str, str] = {}
    prose = []
    for paragraph in paragraphs[1:]:
        if KEY.fullmatch(paragraph[0]):
            keys |= _keys(paragraph)
        elif all(line.startswith(" ") for line in paragraph):
            prose.append("\n".join(paragraph))
        else:
            prose.append(" ".join(line.strip() for line in paragraph))
    first = " ".join(line.strip() for line in paragraphs[0]) if paragraphs else ""
    return first, "\n\n".join(prose), keys


def _keys(paragraph: list[str]) -> dict[str, str]:
    keys: dict[str, str] = {}
    key = ""
    for line in paragraph:
        match = KEY.fullmatch(line)
        if match:
            key = match[1]
            keys[key] = match[2]
        else:
            keys[key] += f" {line.strip()}"
    return keys


def _items(value: str) -> tuple[str, ...]:
    return tuple(item.strip() for item in value.split(",") if item.strip())


def searched(words: str, relations: Iterable[Relation]) -> list[tuple[Relation, Column | None]]:
    """
    Return the relations and columns whose name or description contains every one of the words.

    Relations come first, with None for a column, then columns, each with the first relation that
    has it; last the relations in whose prose the words are.
    """
    parts = words.lower().replace("_", " ").split()
    named, read, columns = [], [], []
    seen: set[tuple[str, str]] = set()
    for relation in relations:
        if _has(parts, relation.name, relation.sentence):
            named.append((relation, None))
        elif _has(parts, relation.prose):
            read.append((relation, None))
        for entry in (*relation.parameters, *relation.columns):
            key = (entry.name, entry.sentence)
            is_new = key not in seen and entry.sentence != relation.sentence
            if is_new and _has(parts, entry.name, entry.description):
                columns.append((relation, entry))
                seen.add(key)
    return [*named, *columns, *read]


def _has(words: list[str], *texts: str) -> bool:
    text = " ".join(texts).lower().replace("_", " ")
    return all(word in text for word in words)
