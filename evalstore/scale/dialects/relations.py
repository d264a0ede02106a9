"""
The relations that can be said in other dialects, with their queries as our files have them.

Views are ``log.*``, ``facts.*`` and ``metrics.*``; tables of facts ``facts.*``, too. What a table
is computed from beside other tables are steps, here ``steps.*``: as in a fold, they last only as
long as it is computed.
"""

from functools import cache

from sqlglot import exp

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import catalog
from evalstore.metrics.view import statements

VIEW_FOLDERS = {"log": "sql/log/views", "facts": "sql/facts/views"}
# Tables of facts, and the sums of runs that are kept of them.
SUMS_FOLDER = "sql/facts/sums"
TABLE_FOLDERS = ("sql/facts/tables", SUMS_FOLDER)
STEP_FOLDERS = ("sql/log/derived", "sql/facts/derived")
# In a fold they are those of the touched runs; here they begin with the whole log.
LOG_FOLDER = "sql/dialects/log"
LOG_TABLES = ("log.batches", "log.events")
WITHDRAWN, CURRENT = "log.withdrawn_events", "log.current_events"
CURRENT_EVENTS = "sql/fold/current_events"


@cache
def view_files() -> dict[str, str]:
    """
    Return the file of each view by its name with its schema, views of facts and metrics.

    >>> view_files()["metrics.accuracy"]
    'views/accuracy/accuracy'
    """
    found = {
        f"{schema}.{_last(name)}": name
        for schema, folder in VIEW_FOLDERS.items()
        for name in sql_files.names(folder)
    }
    return found | {f"metrics.{metric.name}": metric.sql_name for metric in catalog().values()}


@cache
def table_files() -> dict[str, str]:
    """
    Return the file of each table of facts by its name with its schema.

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
    """Return the SQL of each step by its name with the schema ``steps``."""
    names = [name for folder in STEP_FOLDERS for name in sql_files.names(folder)]
    found = {f"steps.{_last(name)}": sql_files.read(name) for name in [*names, CURRENT_EVENTS]}
    own = {f"steps.{_last(name)}": sql_files.read(name) for name in sql_files.names(LOG_FOLDER)}
    return found | own


def _last(name: str) -> str:
    return name.rpartition("/")[2]


@cache
def query_of(relation: str) -> exp.Query:
    """Return the query of a relation, all that it reads with a schema; callers copy it."""
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
    raise EvalstoreError(f"the file of {relation} holds no query")


def _name_derived(query: exp.Query, relation: str) -> None:
    """
    Let a view read the step that a store keeps as a table, since no lake has it.

    What a table of sums is computed by reads the events of a fold, as other tables of facts do:
    who computes those of some runs shows no other events.
    """
    derived = {WITHDRAWN, CURRENT} if relation in _sums_views() else {WITHDRAWN}
    for table in query.find_all(exp.Table):
        if f"{table.db}.{table.name}" in derived:
            table.set("db", exp.to_identifier("steps"))


@cache
def _sums_views() -> frozenset[str]:
    """Return the views that tables of sums are computed by."""
    used = {file for name in sql_files.names(SUMS_FOLDER) for file in sql_files.used_by(name)}
    return frozenset(f"facts.{_last(file)}" for file in used if file.startswith("sql/facts/"))


def _name_schemas(query: exp.Query) -> None:
    """Name the schema of each table and step: in a fold, their names alone say which it is."""
    expressions = {part.alias for part in query.find_all(exp.CTE)}
    for table in query.find_all(exp.Table):
        if not table.db and table.name not in expressions:
            schema = "facts" if f"facts.{table.name}" in table_files() else "steps"
            table.set("db", exp.to_identifier(schema))


def read_by(query: exp.Expr) -> set[str]:
    """Return the relations with a schema that a query reads."""
    return {f"{table.db}.{table.name}" for table in query.find_all(exp.Table) if table.db}


@cache
def in_order(relation: str, stored: frozenset[str]) -> list[str]:
    """Return those that a relation is made of, each after what it reads, itself last."""
    return sql_files.after_what_they_use(relation, lambda name: read_by(query_of(name)) - stored)
