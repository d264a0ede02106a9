"""``evalstore sql``: translate a metric, view or table of facts for another engine."""

from pathlib import Path

import click

from evalstore.base.output_file import reporting_unwritable
from evalstore.base.phrases import counted
from evalstore.cli._options import json_option
from evalstore.cli._printing import print_json
from evalstore.errors import UsageError


@click.command()
@click.argument("name", metavar="[METRIC]", required=False)
@click.option(
    "--dialect", metavar="DIALECT", default="duckdb", show_default=True,
    help="Choose spark, clickhouse or duckdb; bigquery, snowflake and trino are untested.",
)  # fmt: skip
@click.option(
    "--all",
    "is_all",
    is_flag=True,
    help="Write every metric, view and table into a file of its own.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Write the files of --all into this folder, such as metrics/accuracy.sql.",
)  # fmt: skip
@json_option
def sql(
    name: str | None, dialect: str, *, is_all: bool, output: Path | None, as_json: bool
) -> None:
    """Print the SQL of METRIC, or of a relation such as facts.answers, for another engine.

    The statement reads the tables that `evalstore publish` writes, and needs no view or macro of
    evalstore; that of a table of facts reads only the log.

    Example:

    \b
        evalstore sql accuracy --dialect spark
        evalstore sql --all --dialect clickhouse -o queries
    """
    from evalstore.base.phrases import unknown_name
    from evalstore.scale.dialects import transpiling

    if dialect not in transpiling.names():
        raise unknown_name("dialect", dialect, transpiling.names(), listed_by="sql --help")
    if is_all == (name is not None) or is_all != (output is not None):
        raise UsageError("expected either METRIC, or --all with -o FOLDER; name one of them")
    if output is None:
        relation = transpiling.relation_of(str(name))
        text = transpiling.transpiled(relation, dialect)
        if as_json:
            print_json({"relation": relation, "dialect": dialect, "sql": text})
        else:
            click.echo(text, nl=False)
        return
    written, refused = _write_all(dialect, output)
    if as_json:
        print_json({"dialect": dialect, "written": written, "refused": refused})
        return
    click.echo(f"wrote {counted(len(written), 'statement')} to {output}")
    for relation, reason in refused.items():
        click.echo(f"not available in this dialect: {relation}: {reason}", err=True)


def _write_all(dialect: str, output: Path) -> tuple[list[str], dict[str, str]]:
    """Write every relation the dialect supports; return their names, and reasons of the others."""
    from evalstore.scale.dialects import transpiling

    written, refused = [], {}
    for relation in transpiling.offered():
        try:
            text = transpiling.transpiled(relation, dialect)
        except UsageError as error:
            refused[relation] = str(error)
            continue
        path = output / f"{relation.replace('.', '/')}.sql"
        with reporting_unwritable(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        written.append(relation)
    return written, refused
