"""
The tables of facts as statements, one after the other, each of which reads those before it.

This is what a job runs that computes facts on another engine, the whole log's or some runs'.
"""

from dataclasses import dataclass

from evalstore.scale.dialects import relations

# Cheap to compute again, and who reads them needs few of their columns.
VIEWS = frozenset({"steps.touched_events", "steps.all_retractions", "steps.current_events"})


@dataclass(frozen=True)
class Step:
    """What is computed for a relation: a table of facts, what one is computed from, or a part."""

    relation: str
    # Later statements read its rows under this name.
    name: str
    sql: str


def order_of(relation: str | None = None) -> list[str]:
    """
    Return all that a table of facts is computed from, itself last; of all tables by default.

    >>> order_of("facts.gates")[-2:]
    ['steps.current_events', 'facts.gates']
    """
    wanted = list(relations.table_files()) if relation is None else [relation]
    found: list[str] = []
    for one in wanted:
        found += relations.in_order(one, frozenset(["log.events"]))
    return list(dict.fromkeys(found))


def computation(dialect: str) -> list[Step]:
    """
    Return the steps that compute the tables of facts, in their order.

    The first are ``steps_touched_events`` and ``steps_all_retractions``, from ``log.events``. Who
    computes the facts of some runs puts their events in the place of the first.
    """
    from evalstore.scale.dialects.transpiling import statements_of

    log = frozenset(["log.events"])
    names = order_of()
    return [
        Step(one, name, sql)
        for place, one in enumerate(names)
        for name, sql in statements_of(one, dialect, log, frozenset(names[:place]))
    ]
