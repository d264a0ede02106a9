"""
Checks before events, facts and texts leave a store.

The receiver has no segments to compare them with. Numbers that leave the store are checked by
``integrity.sound``, like those of a report.
"""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.store.facts import facts
from evalstore.store.log import segment
from evalstore.store.log.batch import Batch
from evalstore.store.query.reader import Reader
from evalstore.store.replica import partial
from evalstore.store.verify import integrity, segment_index, verify_facts


def require_runs(reader: Reader, run_ids: Sequence[str]) -> None:
    """Raise CorruptStoreError unless definitions, log and facts of these runs are right."""
    require_log(reader, run_ids=run_ids)
    _require_facts(reader, run_ids)


def require_from(reader: Reader, first_position: int) -> None:
    """
    Raise CorruptStoreError unless the log from a position on, and the facts it changes, are right.

    The runs are those of ``changed_runs``, a table that is created here; facts of a run of which
    a partial replica lacks events are not sent, and not compared.
    """
    require_log(reader, first_position)
    reader.connection.execute(
        sql_files.read("sql/queries/changed_runs"), {"first_position": first_position}
    )
    replica = partial.of(reader.layout)
    incomplete = replica.incomplete_runs if replica else frozenset()
    rows = reader.rows("select run_id from changed_runs order by run_id")
    _require_facts(
        reader, [name for row in rows if (name := str(row["run_id"])) not in incomplete]
    )


def require_log(
    reader: Reader, first_position: int = 0, run_ids: Collection[str] | None = None
) -> None:
    """
    Raise CorruptStoreError unless the definitions, and the log from a position on, are right.

    With ``run_ids`` only the segments that have events of these runs are compared.
    """
    integrity.require(integrity.definition_problems(reader))
    integrity.require(_log_problems(reader, first_position, run_ids))


def require_all(reader: Reader) -> None:
    """Raise CorruptStoreError unless definitions, log and facts of the database are right."""
    require_log(reader)
    replica = partial.of(reader.layout)
    reader.connection.execute(
        sql_files.read("sql/queries/whole_runs/touched_runs"),
        {"incomplete_runs": sorted(replica.incomplete_runs) if replica else []},
    )
    rows = reader.rows("select run_id from touched_runs where run_id != '' order by run_id")
    run_ids = [str(row["run_id"]) for row in rows]
    run_ids += sorted(replica.runs_by_facts) if replica else []
    _require_facts(reader, run_ids)
    integrity.require(
        [
            f"{name} has {row_count} rows of runs that have no events"
            for name, row_count in verify_facts.rows_of_others(reader.connection, run_ids)
            if row_count
        ]
    )
    facts.forget(reader.connection)


def _require_facts(reader: Reader, run_ids: Sequence[str]) -> None:
    """Check facts, also of redacted events: they may be sent, since nothing is decided here."""
    problems = integrity.problems_in_rounds(reader, run_ids, may_be_redacted=True, is_recheck=True)
    integrity.require(problems)


def _log_problems(
    reader: Reader, first_position: int = 0, run_ids: Collection[str] | None = None
) -> list[str]:
    """
    Return the first difference of log.batches and log.events from the segments, or no text.

    ``first_position`` is that of a batch; earlier batches are not compared. With ``run_ids`` only
    the segments that have events of these runs are compared. Segments that a partial replica
    leaves out are not. Raises CorruptStoreError if a segment cannot be read.
    """
    replica = partial.of(reader.layout)
    left_out = replica.left_out if replica else {}
    size = 0
    ranges: list[tuple[int, int]] = []
    for row in reader.rows("from log.batches order by batch_id"):
        name = str(row["segment"])
        if row["first_position"] != size:
            return [f"the row of {name} in log.batches does not continue the one before it"]
        size = int(str(row["tree_size"]))
        if size <= first_position or name in left_out:
            continue
        path = reader.layout.segments / name
        batch = segment_index.footer(path) or segment.read_footer(reader.connection, path)
        if run_ids is None or batch.runs is None or not {*run_ids}.isdisjoint(batch.runs):
            problem = _segment_problem(reader, row, path, batch)
            if problem:
                return [problem]
            ranges.append((batch.first_position, batch.tree_size - 1))
    [elsewhere] = reader.rows(
        sql_files.read("sql/verify/events_elsewhere"),
        first_position=first_position,
        run_ids=None if run_ids is None else list(run_ids),
        **_joined(ranges),
    )
    if elsewhere["event_count"]:
        rows = counted(int(str(elsewhere["event_count"])), "row is", "rows are")
        return [f"log.events: {rows} in no segment"]
    return []


def _segment_problem(reader: Reader, row: dict[str, object], path: Path, batch: Batch) -> str:
    """Return the difference between a segment and its rows in the database, empty without one."""
    expected = batch.row(segment.sha256_of(path))
    wrong = sorted(key for key in expected if row.get(key) != expected[key])
    if wrong:
        return f"{path.name} and its row in log.batches differ in {', '.join(wrong)}"
    bounds = {"first": batch.first_position, "last": batch.tree_size - 1}
    differing = reader.rows(sql_files.read("sql/verify/differing_rows"), file=str(path), **bounds)
    if differing:
        rows = counted(len(differing), "row differs", "rows differ")
        position = differing[0]["position"]
        return f"log.events does not match {path.name}: {rows}, from position {position} on"
    [total] = reader.rows(
        "select count(*) as event_count from log.events where position between $first and $last",
        **bounds,
    )
    if total["event_count"] != batch.event_count:
        return f"log.events has rows of {path.name} more than once"
    return ""


def _joined(ranges: Iterable[tuple[int, int]]) -> dict[str, list[int]]:
    """
    Return the first and the last positions of ranges, with adjacent ranges joined.

    >>> _joined([(0, 4), (5, 9), (20, 21)])
    {'firsts': [0, 20], 'lasts': [9, 21]}
    """
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in ranges:
        if lasts and lasts[-1] + 1 == first:
            lasts[-1] = last
        else:
            firsts.append(first)
            lasts.append(last)
    return {"firsts": firsts, "lasts": lasts}
