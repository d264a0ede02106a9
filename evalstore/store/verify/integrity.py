"""
Integrity checks before anything reads the database that decides, or that leaves the store.

Any client can write to the database. The segments are the record, so the facts of a run are
recomputed from them, without the log in the database, and compared with those stored.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import CorruptStoreError
from evalstore.store.connections import DATABASE, first_line, make_current, one_thread
from evalstore.store.facts import definitions, facts, facts_counts, run_rounds, schema, sums
from evalstore.store.layout import Layout
from evalstore.store.log import incoming
from evalstore.store.query.reader import Reader
from evalstore.store.replica import partial, partial_facts
from evalstore.store.replica.partial import Partial
from evalstore.store.verify.segment_index import SegmentIndex

# Which runs there are, when they began and what was decided on them says which one is chosen.
CHOICES = (("log", "withdrawn_events"), ("facts", "runs"), ("facts", "gates"))
WAY_OUT = "`evalstore verify` says more, `evalstore rebuild` makes the database again"


def definition_problems(reader: Reader) -> list[str]:
    """Say which definitions in the database could give another number than this installation's."""
    if not schema.is_current(reader.connection):
        return [f"{schema.made_by(reader.connection)}; {schema.WAY_OUT}"]
    found = [
        item for item in definitions.differences(reader.connection) if item.can_change_a_number
    ]
    return [definitions.summary(found)] if found else []


def require(problems: Sequence[str]) -> None:
    """Raise CorruptStoreError where there are problems."""
    if problems:
        raise CorruptStoreError(f"{'; '.join(problems)}; {WAY_OUT}")


def require_sound(reader: Reader, run_ids: Sequence[str], *, is_newest: bool = False) -> None:
    """
    Raise CorruptStoreError unless the definitions, and the facts of these runs, hold.

    ``is_newest`` if the run was chosen as the newest: which runs there are is compared, too.
    """
    require(definition_problems(reader))
    if is_newest:
        require(fact_problems(reader, run_ids, chosen=run_ids))
    else:
        require(problems_in_rounds(reader, run_ids))


@contextmanager
def sound(reader: Reader, run_ids: Sequence[str]) -> Iterator[None]:
    """Check the definitions, then let the block read facts as ``facts_required`` does."""
    require(definition_problems(reader))
    with facts_required(reader, run_ids):
        yield


@contextmanager
def facts_required(reader: Reader, run_ids: Sequence[str]) -> Iterator[None]:
    """
    Check the facts of these runs, on a connection of its own, while the block reads them.

    Nothing that the block makes may leave it before its end: only there, or where the block
    fails, which altered facts may be the cause of, CorruptStoreError is raised for them.
    """
    with reader.connection.cursor() as connection, ThreadPoolExecutor(1) as pool:
        make_current(connection, DATABASE)
        beside = Reader(connection, reader.layout)
        check = pool.submit(problems_in_rounds, beside, run_ids, has_one_thread=False)
        try:
            yield
        finally:
            require(check.result())


def problems_in_rounds(
    reader: Reader,
    run_ids: Sequence[str],
    *,
    may_be_redacted: bool = False,
    has_one_thread: bool = True,
) -> list[str]:
    """
    Return the first ``fact_problems`` of any number of runs, a bounded number of events at once.

    Events that were redacted are a problem, unless they ``may_be_redacted``.
    """
    connection = reader.connection
    facts.touch(connection, dict.fromkeys(run_ids))
    # Without a run it is still compared which runs there are.
    for part in run_rounds.each_round(connection) if run_ids else [[]]:
        read, passed_over = ([], part) if may_be_redacted else (part, [])
        found = fact_problems(reader, read, passed_over, has_one_thread=has_one_thread)
        if found:
            return found
    return []


def fact_problems(
    reader: Reader,
    run_ids: Sequence[str],
    passed_over: Sequence[str] = (),
    *,
    chosen: Sequence[str] | None = None,
    has_one_thread: bool = True,
) -> list[str]:
    """
    Say what does not hold of these runs: their segments, their events, the facts stored.

    Runs that were passed over are checked too, except that they may be redacted. ``chosen`` are
    runs that were found by facts of all runs: which runs there are, and what was decided on them,
    is compared as well, from the first segment of these on; of all segments where it is empty.
    The number of threads is that of all connections: another one may be at work without
    ``has_one_thread``. The definitions of the database were compared before: what is computed here
    relies on them.
    """
    connection = reader.connection
    try:
        # So few rows are hardly quicker on two threads, and cost more.
        with one_thread(connection) if has_one_thread else nullcontext():
            read_runs = list(dict.fromkeys(run_ids))
            checked = [*read_runs, *passed_over]
            connection.execute("set variable read_runs = $run_ids", {"run_ids": read_runs})
            replica = partial.of(reader.layout)
            whole = [run_id for run_id in checked if not _has_facts_alone(replica, run_id)]
            index = _index(connection, reader.layout, replica)
            found = _missing_runs(connection, index, replica)
            found = found or _read(connection, index, whole) or _changed_facts(connection, whole)
            if chosen is not None and not found:
                others = index.runs_since(chosen).difference(whole)
                if replica is not None:
                    others -= {*replica.incomplete_runs, *replica.runs_by_facts}
                found = _changed_choices(connection, index, sorted(others))
            if replica is not None:
                found += partial_facts.problems(connection, reader.layout, replica, checked)
            return found
    except CorruptStoreError as error:
        return [str(error)]
    except duckdb.Error as error:
        return [f"the facts cannot be computed from the segments: {first_line(error)}"]
    finally:
        _forget(connection)


def _has_facts_alone(replica: Partial | None, run_id: str) -> bool:
    return replica is not None and run_id in replica.runs_by_facts


def _index(
    connection: duckdb.DuckDBPyConnection, layout: Layout, replica: Partial | None
) -> SegmentIndex:
    """Return the index of the recorded segments; let ``tree_size`` be the size of the log."""
    batches = connection.execute(sql_files.read("sql/verify/recorded_batches")).fetchall()
    tree_size = max((size for _, _, size, _, _ in batches), default=0)
    connection.execute("set variable tree_size = $size", {"size": tree_size})
    return SegmentIndex(connection, layout, batches, replica.left_out if replica else {})


def _missing_runs(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, replica: Partial | None
) -> list[str]:
    rows = connection.execute("select run_id from facts.runs").fetchall()
    incomplete = replica.incomplete_runs if replica else frozenset()
    missing = sorted(index.run_ids.difference((run_id for (run_id,) in rows), incomplete, [""]))
    return (
        [f"facts.runs has no {missing[0]}, of which the segments have events"] if missing else []
    )


def _read(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, run_ids: Sequence[str]
) -> list[str]:
    """Read the events of these runs out of the segments; say what is wrong with them."""
    _load(connection, index, run_ids, "recorded_events")
    return _altered_events(connection) or _redaction_problems(connection)


def _load(
    connection: duckdb.DuckDBPyConnection,
    index: SegmentIndex,
    run_ids: Sequence[str],
    events: str,
) -> None:
    """Read the events of these runs, which the file ``events`` selects, and all retractions."""
    connection.execute("set variable checked_runs = $run_ids", {"run_ids": list(run_ids)})
    holding = index.holding(run_ids)
    index.require_recorded(holding.of_runs)
    for files, some, none in (
        (holding.of_runs, events, "no_recorded_events"),
        (holding.of_retractions, "recorded_retractions", "no_recorded_retractions"),
    ):
        connection.execute("set variable segment_files = $files", {"files": list(map(str, files))})
        connection.execute(sql_files.read(f"sql/verify/{some if files else none}"))


def _altered_events(connection: duckdb.DuckDBPyConnection) -> list[str]:
    incoming.define_macros(connection)
    altered = connection.execute(sql_files.read("sql/verify/recorded_hashes")).fetchall()
    return [f"the event at position {altered[0][0]} does not give its hash"] if altered else []


def _redaction_problems(connection: duckdb.DuckDBPyConnection) -> list[str]:
    [(count, unexplained_count, position, log_count, total_count)] = connection.execute(
        sql_files.read("sql/verify/recorded_redactions")
    ).fetchall()
    if log_count != total_count:
        events = counted(log_count, "event")
        return [f"{events} without payload in the log, {total_count} in the segments"]
    if unexplained_count:
        events = counted(unexplained_count, "event")
        return [f"{events} without payload from position {position} on, and no redaction says so"]
    events = counted(count, "event was", "events were")
    return [f"{events} redacted: their content is not known"] if count else []


def _changed_facts(connection: duckdb.DuckDBPyConnection, run_ids: Sequence[str]) -> list[str]:
    found = _changed_tables(connection, run_ids, facts.TABLES)
    # The sums are computed from the facts, so these have to hold first.
    return found or [
        f"{table} is not what the facts give: {counted(row_count, 'row differs', 'rows differ')}"
        for table, row_count in sums.differences(connection)
    ]


def _changed_choices(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, run_ids: Sequence[str]
) -> list[str]:
    """Say what differs of the runs that could have been chosen, and of the decisions on them."""
    if not run_ids:
        return []
    _forget(connection)
    _load(connection, index, run_ids, "recorded_choices")
    rows = connection.execute("select distinct run_id from recorded_events").fetchall()
    # One that neither began nor ended here cannot be chosen by right.
    there = [run_id for (run_id,) in rows]
    return _altered_events(connection) or _changed_tables(connection, there, CHOICES)


def _changed_tables(
    connection: duckdb.DuckDBPyConnection,
    run_ids: Sequence[str],
    tables: Sequence[tuple[str, str]],
) -> list[str]:
    """Compute tables of facts from the recorded events; say which are stored otherwise."""
    connection.execute(sql_files.read("sql/verify/recorded_touched_events"))
    connection.execute(sql_files.read("sql/verify/recorded_all_retractions"))
    facts.touch(connection, run_ids)
    facts.compute_tables(connection, tables)
    found = []
    for one in facts_counts.compared(connection, tables):
        is_as_many = one.expected_count == one.found_count
        if one.missing_count or not is_as_many:
            missing = one.missing_count if is_as_many else "some"
            found.append(
                f"{one.table} is not what the segments give: {one.found_count} rows stored, "
                f"{one.expected_count} computed, of which {missing} are not stored"
            )
    return found


def _forget(connection: duckdb.DuckDBPyConnection) -> None:
    facts.forget(connection)
    connection.execute("drop table if exists temp.recorded_events")
    connection.execute("drop table if exists temp.recorded_retractions")
