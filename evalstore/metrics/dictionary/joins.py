"""Joins of the dictionary, found by the grains: which relations meet, and on which columns."""

from dataclasses import dataclass

from evalstore.metrics.dictionary.relations import Relation, dictionary

# What others look up, in the order in which they are listed.
LOOKED_UP = (
    "facts.runs",
    "facts.commits",
    "facts.cases",
    "facts.responses",
    "facts.answers",
    "facts.scored",
    "facts.verdicts",
)
LOG = "log.events"


@dataclass(frozen=True, slots=True)
class Join:
    """A relation to join with, the columns, and whether one row there goes with each row here."""

    relation: str
    keys: tuple[str, ...]
    is_one: bool
    # Of a comparison: the relation here, whose baseline_run_id is the run there.
    compared: str = ""

    @property
    def clause(self) -> str:
        """Return it as SQL."""
        if not self.compared:
            return f"join {self.relation} using ({', '.join(self.keys)})"
        here, there = self.compared.partition(".")[2], f"{self.relation.partition('.')[2]}_before"
        pairs = [
            f"{here}.{'baseline_run_id' if key == 'run_id' else key} = {there}.{key}"
            for key in self.keys
        ]
        return f"join {self.relation} as {there} on {' and '.join(pairs)}"


def joins(relation: Relation) -> list[Join]:
    """
    Return what a relation joins with.

    >>> [join.clause for join in joins(dictionary()["facts.verdicts"])][0]
    'join facts.runs using (run_id)'
    """
    columns = set(relation.column_names)
    found = []
    for name in LOOKED_UP:
        other = dictionary().get(name)
        if other is None or name == relation.name or relation.is_macro:
            continue
        keys = other.grain
        if set(keys) <= columns:
            found.append(Join(name, keys, is_one=True))
        elif relation.grain and set(relation.grain) < set(keys):
            found.append(Join(name, relation.grain, is_one=False))
    if {"baseline_run_id", "system_id", "case_id"} <= columns:
        keys = ("run_id", "system_id", "case_id")
        found.append(Join("facts.answers", keys, is_one=False))
        found.append(Join("facts.answers", keys, is_one=False, compared=relation.name))
    if "event_id" in columns and not relation.name.startswith("log."):
        found.append(Join(LOG, ("run_id", "event_id"), is_one=True))
    return found
