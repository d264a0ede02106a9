"""Output of ``evalstore tables``: a list, one relation, or matches; as text and as records."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import click

from evalstore.cli._printing import print_table, terminal_width

if TYPE_CHECKING:
    from evalstore.metrics.dictionary.columns import Column
    from evalstore.metrics.dictionary.examples import Example
    from evalstore.metrics.dictionary.relations import Relation

WIDTH_CHARACTERS_MAX = 99
HEADINGS = {
    "first": "Begin here",
    "facts": "Facts: what was asked, answered, judged and decided",
    "metrics": "Metrics: one view each; metrics.all_metrics combines those with a single number",
    "log": "Log: every event, as recorded",
    "macros": "Macros: functions to call in a query",
}


def print_list(listed: list[Relation], *, is_whole: bool) -> None:
    """Print relations under headings; those an analyst needs first come first."""
    from evalstore.metrics.dictionary.examples import written

    for heading, group in groupby(listed, key=_heading):
        relations = list(group)
        width = max(len(relation.name) for relation in relations)
        click.secho(HEADINGS[heading], bold=True)
        for relation in relations:
            helper = f" [for {relation.purpose}]" if relation.purpose else ""
            _print_definition(relation.name, width, relation.sentence + helper)
        click.echo()
    click.secho("Questions that have a query", bold=True)
    _print_questions(list(written().values()))
    click.echo()
    click.echo(
        "`evalstore tables NAME` lists columns, joins and queries; `--search WORD` searches."
    )
    if not is_whole:
        click.echo("`--all` also lists macros and the views that only metrics read.")


def _heading(relation: Relation) -> str:
    from evalstore.metrics.dictionary.relations import FIRST

    return "first" if relation.name in FIRST else relation.schema


def _print_definition(term: str, term_width: int, text: str) -> None:
    indent = " " * (term_width + 4)
    wrapped = click.wrap_text(
        text, _width(), initial_indent=f"  {term.ljust(term_width)}  ", subsequent_indent=indent
    )
    click.echo(wrapped)


def _print_questions(examples: list[Example]) -> None:
    """Print each question after the relation whose page contains its query."""
    shown = sorted((example.relations[0], example.question) for example in examples)
    width = max(len(name) for name, _ in shown)
    for name, question in shown:
        _print_definition(name, width, question)


def _width() -> int:
    return min(terminal_width() or WIDTH_CHARACTERS_MAX, WIDTH_CHARACTERS_MAX)


def print_relation(relation: Relation) -> None:
    """Print everything documented about a relation or macro."""
    from evalstore.metrics.dictionary.examples import examples
    from evalstore.metrics.dictionary.joins import joins

    signature = ", ".join(parameter.name for parameter in relation.parameters)
    call = f"({signature})" if relation.is_macro else ""
    click.secho(f"{relation.name}{call} ({relation.kind})", bold=True)
    click.echo(click.wrap_text(relation.sentence, _width()))
    _print_prose(relation.prose)
    click.echo()
    if relation.purpose:
        click.echo(f"Used for: {relation.purpose}; another view is easier to query.")
    if relation.grain:
        click.echo(click.wrap_text(f"One row for each: {', '.join(relation.grain)}.", _width()))
    if relation.parameters:
        click.secho("\nParameters", bold=True)
        for parameter in relation.parameters:
            click.echo(f"  {parameter.name}: {parameter.description}")
    click.secho("\nColumns" if relation.kind != "macro" else "\nResult", bold=True)
    _print_columns(relation)
    relation_joins = joins(relation)
    if relation_joins:
        click.secho("\nJoins", bold=True)
        for join in relation_joins:
            rows = "one row there" if join.is_one else "several rows there"
            click.echo(f"  {join.clause}  -- {rows} for each row here")
    for example in examples(relation):
        click.secho(f"\n{example.question}", bold=True)
        click.echo("".join(f"    {line}\n" for line in example.sql.splitlines()), nl=False)


def _print_prose(prose: str) -> None:
    for paragraph in filter(None, prose.split("\n\n")):
        is_table = paragraph.startswith(" ")
        click.echo()
        click.echo(paragraph if is_table else click.wrap_text(paragraph, _width()))


def _print_columns(relation: Relation) -> None:
    for column in relation.columns:
        unit = f", {column.unit}" if column.unit else ""
        example = f"  e.g. {column.example}" if column.example else ""
        click.echo(f"  {column.name}  {click.style(f'{column.type}{unit}', dim=True)}{example}")
        null = f" NULL: {column.null}." if column.null else ""
        click.echo(
            click.wrap_text(
                f"{column.sentence}{null}",
                _width(),
                initial_indent=" " * 6,
                subsequent_indent=" " * 6,
            )
        )


def print_matches(
    word: str, matches: list[tuple[Relation, Column | None]], questions: list[Example]
) -> None:
    """Print the matches of a search, questions last, or that it has no match."""
    if not matches and not questions:
        click.echo(
            f"no table, column or macro matches {word!r}; run `evalstore tables` to list all"
        )
        return
    print_table(
        ("name", "sentence"),
        [
            (relation.name, relation.sentence)
            if column is None
            else (f"{relation.name}.{column.name}", column.sentence)
            for relation, column in matches
        ],
    )
    if questions:
        click.secho("\nQuestions that have a query", bold=True)
        _print_questions(questions)


def listed_record(relation: Relation) -> dict[str, object]:
    """Return a relation's entry in the list, for JSON."""
    return {
        "name": relation.name,
        "kind": relation.kind,
        "sentence": relation.sentence,
        "grain": list(relation.grain),
        "for": relation.purpose,
    }


def match_record(relation: Relation, column: Column | None) -> dict[str, object]:
    """Return a match of a search, for JSON; ``column`` is None if the relation itself matches."""
    return {
        "name": relation.name,
        "column": column.name if column else None,
        "sentence": column.sentence if column else relation.sentence,
    }


def relation_record(relation: Relation) -> dict[str, object]:
    """Return everything documented about a relation or macro, for JSON."""
    from evalstore.metrics.dictionary.examples import examples
    from evalstore.metrics.dictionary.joins import joins

    return {
        **listed_record(relation),
        "prose": relation.prose,
        "parameters": [_column_record(column) for column in relation.parameters],
        "columns": [_column_record(column) for column in relation.columns],
        "joins": [
            {"name": join.relation, "columns": list(join.keys), "is_one": join.is_one}
            for join in joins(relation)
        ],
        "queries": [
            {"question": example.question, "sql": example.sql} for example in examples(relation)
        ],
    }


def _column_record(column: Column) -> dict[str, object]:
    return {
        "name": column.name,
        "type": column.type,
        "sentence": column.sentence,
        "unit": column.unit,
        "null": column.null,
        "example": column.example,
    }
