"""
The tables of facts as a sequence of statements, each of which reads earlier ones.

A job on another engine runs them to compute the facts of the whole log or of some runs.
"""

from dataclasses import dataclass

from evalstore.scale.dialects.relations import order_of
from evalstore.scale.dialects.transpiling import statements_of


@dataclass(frozen=True)
class Step:
    """A statement that computes a table of facts, an intermediate relation, or a part of one."""

    relation: str
    # The name under which later statements read its rows.
    name: str
    sql: str


def computation(dialect: str) -> list[Step]:
    """
    Return the steps that compute the tables of facts, in their order.

    The first are ``steps_touched_events`` and ``steps_all_retractions``, from ``log.events``. To
    compute the facts of some runs, a caller replaces the first by the events of these runs.
    """
    log = frozenset(["log.events"])
    names = order_of()
    return [
        Step(relation, name, sql)
        for place, relation in enumerate(names)
        for name, sql in statements_of(relation, dialect, log, frozenset(names[:place]))
    ]
