"""
The tables of facts as a sequence of statements, each of which reads earlier ones.

A job on another engine runs them to compute the facts of the whole log or of some runs.
"""

from dataclasses import dataclass

from evalstore.scale.dialects import relations

# Steps that are cheap to compute again, and of which readers need few columns.
VIEWS = frozenset({"steps.touched_events", "steps.all_retractions", "steps.current_events"})


@dataclass(frozen=True)
class Step:
    """A statement that computes a table of facts, an intermediate relation, or a part of one."""

    relation: str
    # The name under which later statements read its rows.
    name: str
    sql: str


def order_of(relation: str | None = None) -> list[str]:
    """
    Return the relations that a table of facts is computed from, in order; by default of all
    tables.

    >>> order_of("facts.gates")[-2:]
    ['steps.current_events', 'facts.gates']
    """
    wanted = list(relations.table_files()) if relation is None else [relation]
    ordered: list[str] = []
    for table in wanted:
        ordered += relations.in_order(table, frozenset(["log.events"]))
    return list(dict.fromkeys(ordered))


def computation(dialect: str) -> list[Step]:
    """
    Return the steps that compute the tables of facts, in their order.

    The first are ``steps_touched_events`` and ``steps_all_retractions``, from ``log.events``. To
    compute the facts of some runs, a caller replaces the first by the events of these runs.
    """
    from evalstore.scale.dialects.transpiling import statements_of

    log = frozenset(["log.events"])
    names = order_of()
    return [
        Step(relation, name, sql)
        for place, relation in enumerate(names)
        for name, sql in statements_of(relation, dialect, log, frozenset(names[:place]))
    ]
