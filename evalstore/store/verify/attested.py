"""
The runs whose stored facts are those that a fold recorded as its result.

The digests that count are in the segment of the run's last event that facts other than decisions
depend on, or of the last retraction that changes the run, if that is later. No other event counts:
a forged one elsewhere, or one of an earlier state of the run, confirms nothing. Nor does one by
other definitions, or one that another process wrote; the facts are then computed from segments.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from evalstore.base import sql_files
from evalstore.store.facts import facts, facts_digest
from evalstore.store.facts.facts_digest import Digests
from evalstore.store.log import incoming
from evalstore.store.log.batch import Batch
from evalstore.store.verify.segment_index import SegmentIndex

KINDS_BESIDE = sorted(facts.KINDS_BESIDE_ANSWERS)


def attested_runs(
    connection: duckdb.DuckDBPyConnection,
    index: SegmentIndex,
    run_ids: Sequence[str],
    *,
    shows_texts: bool,
) -> list[str]:
    """
    Return those of ``run_ids`` whose stored facts have the recorded digests.

    Decisions and sums are not covered. With ``shows_texts``, prompts and replies must be covered.
    Raises CorruptStoreError if a segment of these runs is not the recorded file.
    """
    counting = counting_digests(connection, index, run_ids)
    attested: set[str] = set()
    for has_texts in (True, False):
        wanted = {
            run_id: digests
            for run_id, (digests, is_of_texts) in counting.items()
            if is_of_texts is has_texts and (has_texts or not shows_texts)
        }
        stored = facts_digest.of_stored(connection, wanted, has_texts=has_texts)
        attested |= {run_id for run_id, digests in wanted.items() if stored[run_id] == digests}
    connection.execute("drop table if exists temp.beside_events")
    return [run_id for run_id in run_ids if run_id in attested]


def counting_digests(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, run_ids: Sequence[str]
) -> dict[str, tuple[Digests, bool]]:
    """
    Return the digests of each run that has them in the right place, and whether of texts, too.

    Creates the table ``beside_events``. The variable ``tree_size`` is the log's.
    """
    if not run_ids:
        return {}
    holding = index.holding(run_ids)
    if not holding.of_runs:
        return {}
    index.require_recorded(holding.of_runs)
    _set(connection, "checked_runs", list(run_ids))
    _set_files(connection, "segment_files", holding.of_runs)
    kinds = {"kinds_beside": KINDS_BESIDE}
    connection.execute(sql_files.read("sql/verify/beside_events"), kinds)
    rows = connection.execute(sql_files.read("sql/verify/last_changes"), kinds).fetchall()
    last = {run_id: position for run_id, position, is_redacted in rows if not is_redacted}
    if holding.of_retractions:
        index.require_recorded(holding.of_retractions)
        _set_files(connection, "retraction_files", holding.of_retractions)
        for run_id, position in connection.execute(
            sql_files.read("sql/verify/last_retractions")
        ).fetchall():
            if run_id in last:
                last[run_id] = max(last[run_id], position)
    without_payload = connection.execute(
        "select distinct run_id from log.events "
        "where payload is null and list_contains($run_ids, run_id)",
        {"run_ids": list(run_ids)},
    ).fetchall()
    for (run_id,) in without_payload:
        last.pop(run_id, None)
    segments = {run_id: index.at(position) for run_id, position in last.items()}
    return _of_segments(
        connection, index, {run_id: part for run_id, part in segments.items() if part is not None}
    )


def _of_segments(
    connection: duckdb.DuckDBPyConnection,
    index: SegmentIndex,
    segments: Mapping[str, tuple[Path, Batch]],
) -> dict[str, tuple[Digests, bool]]:
    """Return the digests of each run that the fold of its segment recorded."""
    paths = {path for path, _ in segments.values()}
    if not paths:
        return {}
    index.require_recorded(paths)
    incoming.define_macros(connection)
    _set_files(connection, "segment_files", paths)
    contents: dict[int, list[dict[str, Any]]] = {}
    for position, subject, text in connection.execute(
        sql_files.read("sql/verify/recorded_facts")
    ).fetchall():
        part = index.at(position)
        first_position = part[1].first_position if part else None
        content = json.loads(text)
        is_right = (
            isinstance(content, dict)
            and isinstance(content.get("runs"), dict)
            and subject == str(first_position)
            and content.get("first_position") == first_position
            and content.get("definition") == facts_digest.definition()
        )
        if first_position is not None and is_right:
            contents.setdefault(first_position, []).append(content)
    digests = {}
    for run_id, (_, batch) in segments.items():
        of_fold = contents.get(batch.first_position, [])
        # Of two events about a fold, one cannot be its own.
        if len(of_fold) == 1 and run_id in (runs := of_fold[0]["runs"]):
            digests[run_id] = (runs[run_id], bool(of_fold[0]["has_texts"]))
    return digests


def _set(connection: duckdb.DuckDBPyConnection, name: str, value: object) -> None:
    connection.execute(f"set variable {name} = $value", {"value": value})


def _set_files(connection: duckdb.DuckDBPyConnection, name: str, paths: Iterable[Path]) -> None:
    _set(connection, name, sorted(map(str, paths)))
