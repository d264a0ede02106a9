"""
The ``facts_computed`` event that a fold writes: what it computed of the runs that it changed.

    {"first_position": 12, "definition": "…", "has_texts": true,
     "runs": {"r1": {"cases": "…", "responses": "…", "runs": "…", "scored": "…"}}}

It has a digest of each table of facts with rows of a run, and the fingerprint of the definitions
that they were computed by. A decision compares the digests with the stored facts. A fold that adds
nothing but decisions computes no other facts, and writes none. Runs of few events are left out,
since a digest saves little there.
"""

import json
from collections.abc import Collection

import duckdb

from evalstore.base import sql_files
from evalstore.store.facts import facts, facts_digest
from evalstore.store.facts.facts_digest import Digests
from evalstore.store.log import incoming
from evalstore.store.log.merkle import Frontier

KIND = "facts_computed"
EVENTS_MIN = 200


def payload(
    first_position: int, digests: dict[str, Digests], *, has_texts: bool
) -> dict[str, object]:
    """Return the payload of a fold that starts at ``first_position``, with digests by run."""
    return {
        "first_position": first_position,
        "definition": facts_digest.definition(),
        "has_texts": has_texts,
        "runs": digests,
    }


def extend_tree(
    connection: duckdb.DuckDBPyConnection,
    filled: Collection[str],
    run_ids: Collection[str],
    first_position: int,
    tree: Frontier,
) -> Frontier:
    """
    Add the event about these runs to ``new_events``, if there are any; return the longer tree.

    ``filled`` are the tables of computed facts with rows, as ``facts.compute`` returns them.
    """
    if not run_ids:
        return tree
    connection.execute(
        "create or replace temp table beside_events as select event_id from touched_events "
        "where list_contains($kinds, kind)",
        {"kinds": sorted(facts.KINDS_BESIDE_ANSWERS)},
    )
    has_texts = facts_digest.has_short_texts(
        connection, [name.partition(".")[2] for name in filled]
    )
    digests = facts_digest.of_computed(connection, filled, sorted(run_ids), has_texts=has_texts)
    connection.execute("drop table temp.beside_events")
    content = payload(first_position, digests, has_texts=has_texts)
    connection.execute("set variable tree_size = $size", {"size": tree.tree_size})
    connection.execute(
        sql_files.read("sql/fold/recorded_facts"),
        {
            "subject": str(first_position),
            "payload": json.dumps(content, ensure_ascii=False, separators=(",", ":")),
        },
    )
    connection.execute("insert into new_events by name from recorded_facts")
    longer = incoming.with_leaves(connection, tree, "recorded_facts")
    connection.execute("drop table temp.recorded_facts")
    return longer
