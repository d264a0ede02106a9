"""
The SQL that computes a number from a file of events, in a DuckDB without evalstore.

It has the statements of this installation in their order of use: macros, facts, views, rows, and
at its end the metric's SELECT. The values of the selection are variables at its start.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from evalstore.base import sql_files
from evalstore.metrics import counted
from evalstore.metrics.catalog import Metric
from evalstore.store.facts import schema, sums
from evalstore.store.query import queries
from evalstore.store.query.queries import Filter

COMMENT = re.compile(r"--[^\n]*")
PARAMETER = re.compile(r"\$(\w+)")
VIEW_SCHEMAS = ("facts", "macros", "metrics")


def number_script(metric: Metric, needed_files: list[str], row_filter: Filter) -> str:
    """
    Return the SQL of a metric's numbers in one run and slice, over ``events.parquet``.

    ``needed_files`` are those of ``explaining.needed_files``. The last statement gives the
    numbers; the table ``explained_rows`` has the rows, if the rows of the metric can be named.
    """
    [part] = row_filter.slices
    select, values = queries.rows_statement(metric, row_filter, part)
    # The rows have a slice where the metric itself has none.
    variables = {**values, **queries.parameters_of(row_filter, part)}
    views = _views(needed_files)
    statements = [
        *(f"set variable {name} = {_literal(value)}" for name, value in variables.items()),
        *(f"create schema {name}" for name in (*VIEW_SCHEMAS, "log")),
        *(sql_files.read(name) for name in sql_files.names("sql/fold/macros")),
        sql_files.read("sql/explanations/bundled/events"),
        sql_files.read("sql/explanations/bundled/touched_events"),
        sql_files.read("sql/explanations/bundled/all_retractions"),
        _table("withdrawn_events", "sql/log/derived/withdrawn_events", "log"),
        sql_files.read("sql/fold/current_events"),
        *_facts(_needed_facts(views)),
        *(_defined(name) for name in views),
    ]
    if not metric.why_not_counted:
        statements += [
            counted.selection_statement(metric),
            _with_variables(sql_files.read("sql/explanations/explained_rows")),
        ]
    statements.append(_with_variables(select))
    head = (
        f"-- {metric.name} of run {_literal(row_filter.run_id)}, from events.parquet in the "
        "current folder.\n--\n-- The last statement gives the number.\n\n"
    )
    return head + "".join(f"{text.strip().removesuffix(';')};\n\n" for text in statements)


def _views(needed_files: list[str]) -> list[str]:
    """Return the files of views, macros and sums that these depend on, and themselves."""
    needed: dict[str, None] = {}

    def add(name: str) -> None:
        for used in (*sql_files.used_by(name), name):
            for table in sums.SUMS:
                file = f"sql/facts/sums/{table}"
                if file not in needed and _names(f"facts.{table}", used):
                    needed.update(dict.fromkeys((*sql_files.used_by(file), file)))
            needed[used] = None

    for name in needed_files:
        add(name)
    return list(needed)


def _needed_facts(views: list[str]) -> list[str]:
    """Return the tables of facts that these views read, and those that these are made from."""
    needed = {table for table in schema.FACTS for name in views if _names(f"facts.{table}", name)}
    for table in reversed(schema.FACTS):
        if table in needed:
            files = [*(f"derived/{step}" for step in schema.STEPS.get(table, ()))]
            files.append(f"tables/{table}")
            needed |= {
                other
                for other in schema.FACTS
                if other != table
                for file in files
                if _names(other, f"sql/facts/{file}")
            }
    return [table for table in schema.FACTS if table in needed]


def _facts(tables: list[str]) -> Iterator[str]:
    made = set()
    for table in tables:
        for step in schema.STEPS.get(table, ()):
            if step not in made:
                yield _table(step, f"sql/facts/derived/{step}")
                made.add(step)
        yield _table(table, f"sql/facts/tables/{table}", "facts")


def _table(name: str, file: str, stored_in: str = "") -> str:
    """Return the statements that compute a temporary table, and store it in a schema."""
    text = f"create temp table {name} as\n{sql_files.read(file).strip()}"
    return f"{text};\n\ncreate table {stored_in}.{name} as from temp.{name}" if stored_in else text


def _defined(name: str) -> str:
    if name.startswith("sql/facts/sums/"):
        return f"create table facts.{name.rpartition('/')[2]} as\n{sql_files.read(name)}"
    return sql_files.read(name)


@cache
def _code(name: str) -> str:
    return COMMENT.sub("", sql_files.read(name))


def _names(relation: str, file: str) -> bool:
    """Return True if the code of a file has the name of a relation."""
    return re.search(rf"\b{re.escape(relation)}\b", _code(file)) is not None


def _with_variables(text: str) -> str:
    """
    Return a statement that reads variables in place of parameters.

    >>> _with_variables("from r where run_id = $run_id")
    "from r where run_id = getvariable('run_id')"
    """
    return PARAMETER.sub(r"getvariable('\1')", text)


def _literal(value: object) -> str:
    """
    Return a text or a list of texts as SQL.

    >>> _literal("it's"), _literal(["a"]), _literal(None)
    ("'it''s'", "['a']", 'null::varchar')
    """
    if value is None:
        return "null::varchar"
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    return "'" + str(value).replace("'", "''") + "'"


def selection_of(row_filter: Filter) -> Mapping[str, object]:
    """Return the values of the selection by column, those of any value left out."""
    [part] = row_filter.slices
    values = queries.parameters_of(row_filter, part)
    return {name: value for name, value in values.items() if value is not None}
