"""Reference of all relations, columns and macros in Markdown, made from the dictionary."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from textwrap import dedent

from evalstore.metrics.catalog import catalog
from evalstore.metrics.dictionary.columns import Column
from evalstore.metrics.dictionary.examples import examples
from evalstore.metrics.dictionary.joins import joins
from evalstore.metrics.dictionary.relations import FIRST, Relation, dictionary, find

OPENING = """\
# Tables

<!-- `make site` writes this page from the dictionary; it is not kept in the repository. -->

Every table, view, column and macro of a store. `evalstore tables` shows the same in a terminal,
`evalstore tables NAME` one relation. The database has each sentence as a comment, which clients
such as DBeaver show (`select comment from duckdb_columns()`): it is written once a store was
folded three times, into each snapshot, and by `evalstore tables --comment`.

- A *run* asks the *cases* of a suite; a *system* gives a *response* to each, in one or more
  *attempts*; *validators* give *verdicts* on responses. `facts.answers` has all of it in a row.
- `facts.scored` is what metrics count: one row for each attempt and validator, also where no
  response came. `metrics.all_metrics` has every metric that is one number.
- Filter on `run_id` first: it is quick, and most questions are about one run or two.
- Where a validator is part of the grain, filter on `is_primary_validator`; where a slice is, on
  `slice_name`. Else a case counts more than once.

"""
EXAMPLES_SHOWN_MAX = 3
RELATIONS_SHOWN_MAX = 3
# What nearly every metric has; said once.
METRIC_COLUMNS = (
    "run_id", "system_id", "validator_id", "slice_name", "slice_value", "is_primary_validator",
    "scored_count", "missing_count", "error_count", "unscored_count", "attempt_count",
    "left_out_attempt_count",
)  # fmt: skip


def reference() -> str:
    """Return the text of ``docs/tables.md``, a page that `make site` makes."""
    everything = list(dictionary().values())
    relations = [one for one in everything if not one.is_macro]
    asked = [one for one in relations if not one.purpose and one.schema != "metrics"]
    groups = {
        "Begin here": [one for one in everything if one.name in FIRST],
        "Other facts": [one for one in asked if one.schema == "facts" and one.name not in FIRST],
        "Log": [one for one in asked if one.schema == "log"],
    }
    sections = [OPENING, *_contents(groups), *_diagram()]
    for title, group in groups.items():
        sections.append(f"## {title}\n\n")
        sections += map(_section, group)
    sections += _metrics([one for one in relations if one.schema == "metrics"])
    sections += _helpers([one for one in relations if one.purpose])
    sections += _macros([one for one in everything if one.is_macro])
    sections += _columns_by_name(relations)
    return "".join(sections).rstrip("\n") + "\n"


def _contents(groups: dict[str, list[Relation]]) -> Iterator[str]:
    for title, group in groups.items():
        yield f"- [{title}]({_anchor(title)}): "
        yield ", ".join(f"[{one.name}]({_anchor(one.name)})" for one in group) + "\n"
    for title in ("Metrics", "Views that only metrics read", "Macros", "Columns by name"):
        yield f"- [{title}]({_anchor(title)})\n"
    yield "\n"


def _anchor(heading: str) -> str:
    return "#" + heading.lower().replace(".", "").replace(" ", "-")


def _diagram() -> Iterator[str]:
    """Yield the drawing of how the relations join; ``drawing.py`` makes the file."""
    yield (
        "## How they join\n\n"
        "![Which relations are made of which, and the columns that they share]"
        "(images/relations.svg)\n\n"
        "An arrow leads from one row to those that are made of it, and names the columns "
        "that they share.\n\n"
    )


def _section(relation: Relation) -> str:
    parts = [f"### {relation.name}", relation.sentence, *_prose(relation)]
    if relation.grain:
        parts.append(f"One row for each {_code(relation.grain)}.")
    parts.append(_table(relation.columns))
    found = joins(relation)
    if found:
        counts = {True: "one row", False: "several rows"}
        lines = [f"- `{join.clause}`: {counts[join.is_one]} there for each here" for join in found]
        parts.append("Joins:\n\n" + "\n".join(lines))
    parts += [
        f"{example.question}\n\n```sql\n{example.sql};\n```"
        for example in examples(relation)[:EXAMPLES_SHOWN_MAX]
    ]
    return "\n\n".join(parts) + "\n\n"


def _prose(relation: Relation) -> list[str]:
    """Return its paragraphs; a table stays one, in a block of text."""
    paragraphs = []
    for paragraph in filter(None, relation.prose.split("\n\n")):
        is_table = paragraph.startswith(" ")
        paragraphs.append(
            f"```text\n{dedent(paragraph)}\n```" if is_table else _escaped(paragraph)
        )
    return paragraphs


def _table(columns: Iterable[Column]) -> str:
    rows = ["| column | type | | example |", "|---|---|---|---|"]
    rows += [
        f"| `{own.name}` | {own.type} | {_escaped(own.description)} | {_example(own)} |"
        for own in columns
    ]
    return "\n".join(rows)


def _example(column: Column) -> str:
    shown = column.example.replace("|", "\\|").replace("\n", " ")
    return f"`{shown}`" if shown else ""


def _escaped(text: str) -> str:
    """Keep what Markdown would take for markup as it stands, but for code."""
    parts = text.split("`")
    for place in range(0, len(parts), 2):
        for mark in ("\\", "*", "_", "<", "[", "$"):
            parts[place] = parts[place].replace(mark, f"\\{mark}")
    return "`".join(parts).replace("|", "\\|")


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _metrics(metrics: list[Relation]) -> Iterator[str]:
    """Yield the columns that all metrics share, then a row for each metric."""
    yield "## Metrics\n\nOne view each; [metrics.md](metrics.md) defines them. "
    yield "Most have these columns, then their value, named like the metric:\n\n"
    accuracy = find("metrics.accuracy")
    yield _table(own for own in accuracy.columns if own.name in METRIC_COLUMNS) + "\n\n"
    for example in examples(accuracy)[:EXAMPLES_SHOWN_MAX]:
        yield f"{example.question}\n\n```sql\n{example.sql};\n```\n\n"
    yield "| view | | unit | other columns |\n|---|---|---|---|\n"
    for relation in metrics:
        metric = catalog().get(relation.name.partition(".")[2])
        if metric is not None:
            others = [
                name
                for name in relation.column_names
                if name not in (*METRIC_COLUMNS, metric.name)
            ]
            sentence, unit = _escaped(relation.sentence), _escaped(metric.unit)
            yield f"| `{relation.name}` | {sentence} | {unit} | {_code(others)} |\n"
    yield "\n"


def _helpers(helpers: list[Relation]) -> Iterator[str]:
    yield "## Views that only metrics read\n\nWhat several metrics count in the same way stands "
    yield "once. Their columns are [below](#columns-by-name).\n\n"
    yield "| view | | for | one row for each |\n|---|---|---|---|\n"
    for one in helpers:
        grain, sentence = _code(one.grain), _escaped(one.sentence)
        yield f"| `{one.name}` | {sentence} | {one.purpose} | {grain} |\n"
    yield "\n"


def _macros(macros: list[Relation]) -> Iterator[str]:
    yield "## Macros\n\nFunctions of SQL that views are made of, to call in any query. Those with "
    yield "`from` give a table.\n\n"
    yield "| call | | gives |\n|---|---|---|\n"
    for one in macros:
        opening = "from " if one.kind == "table macro" else ""
        call = f"{opening}{one.name}({', '.join(own.name for own in one.parameters)})"
        result = one.columns[0]
        if one.kind == "macro":
            gives = f"{result.type}; `{one.call}` is `{result.example}`".replace("|", "\\|")
        else:
            gives = _code(one.column_names)
        yield f"| `{call}` | {_escaped(one.sentence)} | {gives} |\n"
    yield "\n| parameter | |\n|---|---|\n"
    parameters = {own.name: own for one in macros for own in one.parameters}
    for name in sorted(parameters):
        yield f"| `{name}` | {_escaped(parameters[name].description)} |\n"
    yield "\n"


def _columns_by_name(relations: list[Relation]) -> Iterator[str]:
    """Yield each name of a column once for each meaning it has, with the relations."""
    found: dict[tuple[str, str], list[tuple[Relation, Column]]] = defaultdict(list)
    for relation in relations:
        for own in relation.columns:
            found[own.name, own.sentence].append((relation, own))
    yield "## Columns by name\n\n| column | type | | example | in |\n|---|---|---|---|---|\n"
    for (name, _), places in sorted(found.items()):
        own = places[0][1]
        names = [relation.name for relation, _ in places]
        more_count = len(names) - RELATIONS_SHOWN_MAX
        more = f" and {more_count} more" if more_count > 0 else ""
        yield (
            f"| `{name}` | {own.type} | {_escaped(own.description)} | {_example(own)} | "
            f"{_code(names[:RELATIONS_SHOWN_MAX])}{more} |\n"
        )


if __name__ == "__main__":
    sys.stdout.write(reference())
