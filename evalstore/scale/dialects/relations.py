"""
The relations that can be translated to other dialects, with their queries in evalstore's files.

Views are ``log.*``, ``facts.*`` and ``metrics.*``; tables of facts are ``facts.*``. The
intermediate relations of a table are called steps, here ``steps.*``; as in a fold, they exist only
while the table is computed.
"""

from functools import cache

from sqlglot import exp

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import catalog
from evalstore.metrics.view import statements

VIEW_FOLDERS = {"log": "sql/log/views", "facts": "sql/facts/views"}
# Tables of facts, and tables with sums of runs.
SUMS_FOLDER = "sql/facts/sums"
TABLE_FOLDERS = ("sql/facts/tables", SUMS_FOLDER)
STEP_FOLDERS = ("sql/log/derived", "sql/facts/derived")
# In a fold these steps cover the touched runs; here they start from the whole log.
LOG_FOLDER = "sql/dialects/log"
LOG_TABLES = ("log.batches", "log.events")
WITHDRAWN, CURRENT = "log.withdrawn_events", "log.current_events"
CURRENT_EVENTS = "sql/fold/current_events"
# Steps that are cheap to compute again, and of which readers need few columns.
VIEWS = frozenset({"steps.touched_events", "steps.all_retractions", "steps.current_events"})


@cache
def view_files() -> dict[str, str]:
    """
    Return the file of each view of facts and metrics, by its qualified name.

    >>> view_files()["metrics.accuracy"]
    'views/accuracy/accuracy'
    """
    files = {
        f"{schema}.{_last(name)}": name
        for schema, folder in VIEW_FOLDERS.items()
        for name in sql_files.names(folder)
    }
    return files | {f"metrics.{metric.name}": metric.sql_name for metric in catalog().values()}


@cache
def table_files() -> dict[str, str]:
    """
    Return the file of each table of facts, by its qualified name.

    >>> table_files()["facts.scored"]
    'sql/facts/tables/scored'
    """
    return {
        f"facts.{_last(name)}": name
        for folder in TABLE_FOLDERS
        for name in sql_files.names(folder)
    }


@cache
def _step_texts() -> dict[str, str]:
    """Return the SQL of each step, by its qualified name."""
    names = [name for folder in STEP_FOLDERS for name in sql_files.names(folder)]
    fold_steps = {
        f"steps.{_last(name)}": sql_files.read(name) for name in [*names, CURRENT_EVENTS]
    }
    whole_log_steps = {
        f"steps.{_last(name)}": sql_files.read(name) for name in sql_files.names(LOG_FOLDER)
    }
    return fold_steps | whole_log_steps


def _last(name: str) -> str:
    return name.rpartition("/")[2]


@cache
def query_of(relation: str) -> exp.Query:
    """Return the query of a relation, with qualified table names; callers must copy it."""
    if relation in view_files():
        query = _query(sql_files.read(view_files()[relation]), relation)
        _name_derived(query, relation)
        return query
    if relation in table_files():
        text = sql_files.read(table_files()[relation])
    else:
        text = _step_texts()[relation]
    query = _query(text, relation)
    _name_schemas(query)
    return query


def _query(text: str, relation: str) -> exp.Query:
    for statement in statements(text):
        query = statement.expression if isinstance(statement, exp.Create) else statement
        if isinstance(query, exp.Query):
            return query
    raise EvalstoreError(f"the file of {relation} has no query")


def _name_derived(query: exp.Query, relation: str) -> None:
    """
    Replace tables that a store derives by the corresponding steps, since no lake has them.

    The views behind tables of sums read the events of the fold, as other tables of facts do: when
    the facts of some runs are computed, only their events are visible.
    """
    derived = {WITHDRAWN, CURRENT} if relation in _sums_views() else {WITHDRAWN}
    for table in query.find_all(exp.Table):
        if f"{table.db}.{table.name}" in derived:
            table.set("db", exp.to_identifier("steps"))


@cache
def _sums_views() -> frozenset[str]:
    """Return the views that the tables of sums are computed from."""
    used = {file for name in sql_files.names(SUMS_FOLDER) for file in sql_files.used_by(name)}
    return frozenset(f"facts.{_last(file)}" for file in used if file.startswith("sql/facts/"))


def _name_schemas(query: exp.Query) -> None:
    """Qualify each table and step; in a fold they have no schema."""
    expressions = {part.alias for part in query.find_all(exp.CTE)}
    for table in query.find_all(exp.Table):
        if not table.db and table.name not in expressions:
            schema = "facts" if f"facts.{table.name}" in table_files() else "steps"
            table.set("db", exp.to_identifier(schema))


def read_by(query: exp.Expr) -> set[str]:
    """Return the qualified relations that a query reads."""
    return {f"{table.db}.{table.name}" for table in query.find_all(exp.Table) if table.db}


@cache
def in_order(relation: str, stored: frozenset[str]) -> list[str]:
    """Return the relations that a relation depends on, in dependency order, itself last."""
    return sql_files.after_what_they_use(relation, lambda name: read_by(query_of(name)) - stored)


def order_of(relation: str | None = None) -> list[str]:
    """
    Return the relations that a table of facts is computed from, in order; by default of all
    tables.

    >>> order_of("facts.gates")[-2:]
    ['steps.current_events', 'facts.gates']
    """
    wanted = list(table_files()) if relation is None else [relation]
    ordered: list[str] = []
    for table in wanted:
        ordered += in_order(table, frozenset(["log.events"]))
    return list(dict.fromkeys(ordered))
