"""Joins of the dictionary, derived from the grains of the relations."""

from dataclasses import dataclass

from evalstore.metrics.dictionary.relations import Relation, dictionary

# The relations that others are joined with, in the order in which they are listed.
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
    """A relation to join with, the columns, and whether each row here meets only one row there."""

    relation: str
    keys: tuple[str, ...]
    is_one: bool
    # For a comparison: the relation here, whose baseline_run_id is the run there.
    compared: str = ""

    @property
    def clause(self) -> str:
        """Return the join as SQL."""
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
    Return the joins of a relation.

    >>> [join.clause for join in joins(dictionary()["facts.verdicts"])][0]
    'join facts.runs using (run_id)'
    """
    columns = set(relation.column_names)
    result = []
    for name in LOOKED_UP:
        other = dictionary().get(name)
        if other is None or name == relation.name or relation.is_macro:
            continue
        keys = other.grain
        if set(keys) <= columns:
            result.append(Join(name, keys, is_one=True))
        elif relation.grain and set(relation.grain) < set(keys):
            result.append(Join(name, relation.grain, is_one=False))
    if {"baseline_run_id", "system_id", "case_id"} <= columns:
        keys = ("run_id", "system_id", "case_id")
        result.append(Join("facts.answers", keys, is_one=False))
        result.append(Join("facts.answers", keys, is_one=False, compared=relation.name))
    if "event_id" in columns and not relation.name.startswith("log."):
        result.append(Join(LOG, ("run_id", "event_id"), is_one=True))
    return result
