"""Check what folds recorded of the facts that they computed (``facts_computed``)."""

import json
from collections.abc import Iterator

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.facts import facts_digest
from evalstore.store.facts.run_rounds import each_round
from evalstore.store.layout import Layout
from evalstore.store.verify import attested, recorded
from evalstore.store.verify.finding import IntegrityFinding, SegmentFile, SegmentRecord

WHAT = "digest altered"


def misplaced(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord
) -> Iterator[IntegrityFinding]:
    """Yield a finding for each event that the fold of its segment cannot have written."""
    for part in record.readable:
        if not part.batch.counts.get("facts_computed"):
            continue
        rows = connection.execute(
            sql_files.read("sql/verify/segment_facts"), {"file": str(part.path)}
        ).fetchall()
        for position, subject, payload in rows:
            problem = _problem(part, position, subject, payload)
            if problem:
                yield IntegrityFinding(WHAT, f"{part.path.name}: {problem}", position)


def _problem(part: SegmentFile, position: int, subject: str, payload: str | None) -> str:
    batch = part.batch
    expected = (batch.tree_size - 1, str(batch.first_position))
    if (position, subject) != expected:
        return (
            f"an event about computed facts names the fold at {subject}, expected it at position "
            f"{expected[0]} to name {expected[1]}"
        )
    if payload is None:
        return "the payload of an event about computed facts is missing"
    content = json.loads(payload)
    named = content.get("runs") if isinstance(content, dict) else None
    if not isinstance(named, dict):
        return "an event about computed facts has no digests of runs"
    # A retraction changes runs that have no event in the segment.
    unknown = sorted(named.keys() - {*(batch.runs or named)})
    if unknown and not batch.counts.get("retracted"):
        return (
            f"an event about computed facts names run {unknown[0]}, which the fold did not change"
        )
    return ""


def findings(connection: duckdb.DuckDBPyConnection, layout: Layout) -> Iterator[IntegrityFinding]:
    """
    Yield a finding for each run in ``touched_runs`` whose facts differ from the recorded digests.

    The facts are compared with the segments by ``verify_facts``; here a digest is at fault.
    """
    try:
        index = recorded.index_of(connection, layout, None)
        for run_ids in each_round(connection):
            counting = attested.counting_digests(connection, index, run_ids)
            for has_texts in (True, False):
                wanted = {
                    run_id: digests
                    for run_id, (digests, is_of_texts) in counting.items()
                    if is_of_texts is has_texts
                }
                stored = facts_digest.of_stored(connection, wanted, has_texts=has_texts)
                for run_id, digests in wanted.items():
                    if stored[run_id] != digests:
                        tables = sorted(dict(stored[run_id].items() ^ digests.items()))
                        yield IntegrityFinding(
                            WHAT,
                            f"the facts of run {run_id} differ from what its fold recorded of "
                            f"{', '.join(tables)}; `evalstore gate --recheck` does not rely on it",
                        )
            connection.execute("drop table if exists temp.beside_events")
    except CorruptStoreError:
        # The findings about segments and batches name the problem.
        return
