"""
The tables of facts as statements, one after the other, each of which reads those before it.

This is what a job runs that computes facts on another engine, the whole log's or some runs'.
"""

from dataclasses import dataclass

from evalstore.dialects import relations
from evalstore.dialects.expansion import own_name

# Cheap to compute again, and who reads them needs few of their columns.
VIEWS = frozenset({"steps.touched_events", "steps.all_retractions", "steps.current_events"})


@dataclass(frozen=True)
class Step:
    """A relation that is computed: a table of facts, or what one is computed from."""

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
    from evalstore.dialects.transpiling import statement_of

    steps = []
    names = order_of()
    for place, one in enumerate(names):
        sql = statement_of(one, dialect, frozenset(["log.events"]), frozenset(names[:place]))
        steps.append(Step(one, own_name(one), sql))
    return steps
