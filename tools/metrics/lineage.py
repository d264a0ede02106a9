"""
Origins of the columns of each relation, one step back, derived from the SQL of all metrics.

    python -m tools.metrics.lineage > evalstore/metrics/lineage.json

A relation is one line, so that two changes of different relations go together.
"""

import json
import sys
from functools import cache

from evalstore.events import schemas
from evalstore.metrics.catalog import catalog
from evalstore.metrics.lineage import ANY_KIND, ROWS, Pair, rested
from evalstore.scale.dialects import relations
from evalstore.scale.dialects.columns import recorded_columns
from evalstore.scale.dialects.portable import portable
from evalstore.scale.dialects.resolving import columns_of, resolved
from tools.metrics.reads import Column, Origin, Origins, Rows, Scope, of_relation, reads

# These keep events as they are: their own columns are those of the events.
OF_EVENTS = (
    "log.current_events",
    "steps.all_retractions",
    "steps.current_events",
    "steps.touched_events",
    "steps.withdrawn_events",
)
EVENTS, BATCHES = "log.events", "log.batches"
EVENT_ID = "event_id"


def known_steps() -> dict[str, dict[str, Pair]]:
    """Return the content of ``lineage.json``, for all relations that a metric rests on."""
    names: dict[str, None] = {}
    for metric in catalog():
        names |= dict.fromkeys(
            relations.in_order(f"metrics.{metric}", frozenset([EVENTS, BATCHES]))
        )
    found: dict[str, dict[str, Pair]] = {}

    def kinds_of(origins: Origins) -> frozenset[str]:
        """Return the kinds of events whose ids a column has."""
        every = rested(map(str, origins), (), found).values
        ids = [name.partition(":") for name in every if name.endswith(f":{EVENT_ID}")]
        return frozenset(kind for kind, _, _ in ids) - {ANY_KIND}

    for name in names:
        if name not in OF_EVENTS and name not in (EVENTS, BATCHES):
            query = portable(resolved(name).copy())
            found[name] = _step_of(reads(query, Scope(_source, kinds_of)))
    return found


@cache
def _source(name: str) -> Rows:
    """Return a relation that a query reads: as it is, or in its place the events that it keeps."""
    if name == EVENTS:
        columns = recorded_columns()[EVENTS]
        return Rows(
            {column: Column(frozenset([Origin(ANY_KIND, ":", column)])) for column in columns},
            frozenset([Origin(ANY_KIND, ":", "kind")]),
        )
    if name in OF_EVENTS:
        query = portable(resolved(name).copy())
        return reads(query, Scope(_source, lambda _: frozenset()))
    return of_relation(name, columns_of(name))


def _step_of(found: Rows) -> dict[str, Pair]:
    step = {
        name: (_names(column.values), _names(column.filters - column.values))
        for name, column in found.columns.items()
    }
    return {**step, ROWS: ([], _names(found.rows))}


def _names(origins: Origins) -> list[str]:
    names = set()
    for origin in origins:
        names.add(str(origin))
        if origin[1:] == (":", "subject") and origin.name in schemas.kinds():
            # The subject of an event is made of these.
            schema = schemas.schema(origin.name)
            keys = [*schema["x-subject"], *schema.get("x-subject-if-present", ())]
            names.update(f"{origin.name}.{key}" for key in keys)
    return sorted(names)


def to_json(found: dict[str, dict[str, Pair]]) -> str:
    """Return the text of ``lineage.json``: one line for each relation, by name."""
    lines = [f"{json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(to_json(known_steps()))
