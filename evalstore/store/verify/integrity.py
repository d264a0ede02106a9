"""
Integrity checks before a decision, or an output of the store, relies on the database.

Any client can write to the database. The segments are the record: the stored facts of a run must
have the digests that its fold recorded there (``attested``). Without such digests, or if they
differ, the facts are computed from the segments and compared with the stored ones.
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
from evalstore.store.query.reader import Reader
from evalstore.store.replica import partial, partial_facts
from evalstore.store.replica.partial import Partial
from evalstore.store.verify import attested, recorded
from evalstore.store.verify.segment_index import SegmentIndex

# The tables by which a run is chosen: its existence, its start and decisions on it.
CHOICES = (("facts", "runs"), ("facts", "gates"))
# The kinds of events that these tables are computed from, besides retractions. What of the other
# kinds was withdrawn is not known from them.
CHOICE_KINDS = ("run_started", "run_finished", "gate_evaluated")
# The decisions on a run, which no digest covers, and the kinds of events that such a check reads.
DECISIONS = (("facts", "gates"),)
DECISION_KINDS = tuple(sorted({*CHOICE_KINDS, *facts.KINDS_BESIDE_ANSWERS}))
WAY_OUT = "run `evalstore verify` for details, or `evalstore rebuild` to create the database again"


def definition_problems(reader: Reader) -> list[str]:
    """Return a text about definitions in the database that could change a number, or no text."""
    if not schema.is_current(reader.connection):
        return [f"{schema.made_by(reader.connection)}; {schema.WAY_OUT}"]
    changes = [
        item for item in definitions.differences(reader.objects) if item.can_change_a_number
    ]
    return [definitions.summary(changes)] if changes else []


def require(problems: Sequence[str]) -> None:
    """Raise CorruptStoreError if there are problems."""
    if problems:
        raise CorruptStoreError(f"{'; '.join(problems)}; {WAY_OUT}")


def require_sound(
    reader: Reader,
    run_ids: Sequence[str],
    *,
    is_newest: bool = False,
    shows_texts: bool = True,
) -> None:
    """
    Raise CorruptStoreError unless the definitions, and the facts of these runs, are right.

    ``is_newest`` is True if the run was chosen as the newest: the list of runs is then checked,
    too. ``shows_texts`` is that of ``fact_problems``.
    """
    require(definition_problems(reader))
    if is_newest:
        require(fact_problems(reader, run_ids, chosen=run_ids, shows_texts=shows_texts))
    else:
        require(problems_in_rounds(reader, run_ids, shows_texts=shows_texts))


@contextmanager
def sound(reader: Reader, run_ids: Sequence[str], *, shows_texts: bool = True) -> Iterator[None]:
    """Check the definitions, then the facts while the block reads them (``facts_required``)."""
    require(definition_problems(reader))
    with facts_required(reader, run_ids, shows_texts=shows_texts):
        yield


@contextmanager
def facts_required(
    reader: Reader, run_ids: Sequence[str], *, shows_texts: bool = True
) -> Iterator[None]:
    """
    Check the facts of these runs, in a separate connection, while the block reads them.

    The results of the block may be used only after its end: CorruptStoreError is raised there,
    or if the block fails, since altered facts may be the cause.
    """
    with reader.connection.cursor() as connection, ThreadPoolExecutor(1) as pool:
        make_current(connection, DATABASE)
        other_reader = Reader(connection, reader.layout)
        check = pool.submit(
            problems_in_rounds,
            other_reader,
            run_ids,
            has_one_thread=False,
            shows_texts=shows_texts,
        )
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
    shows_texts: bool = True,
    is_recheck: bool = False,
) -> list[str]:
    """
    Return the ``fact_problems`` of the first round of runs with problems, empty without any.

    A round has a bounded number of events. Redacted events are a problem, unless
    ``may_be_redacted``. The other arguments are those of ``fact_problems``.
    """
    connection = reader.connection
    facts.touch(connection, dict.fromkeys(run_ids))
    # Without a run, the list of runs is still checked.
    for part in run_rounds.each_round(connection) if run_ids else [[]]:
        read, passed_over = ([], part) if may_be_redacted else (part, [])
        problems = fact_problems(
            reader,
            read,
            passed_over,
            has_one_thread=has_one_thread,
            shows_texts=shows_texts,
            is_recheck=is_recheck,
        )
        if problems:
            return problems
    return []


def fact_problems(
    reader: Reader,
    run_ids: Sequence[str],
    passed_over: Sequence[str] = (),
    *,
    chosen: Sequence[str] | None = None,
    has_one_thread: bool = True,
    shows_texts: bool = True,
    is_recheck: bool = False,
) -> list[str]:
    """
    Return the problems with the segments, events and stored facts of these runs.

    Facts with the digests that their fold recorded are taken for right, unless ``is_recheck``.
    Without ``shows_texts``, prompts, replies and reasons need no digest: no number depends on
    them.

    ``passed_over`` are further runs to check, whose events may be redacted. ``chosen`` are runs
    that were selected by facts of all runs: the tables in CHOICES are then also checked for other
    runs, from the first segment of ``chosen`` on, or from all segments if it is empty. With
    ``has_one_thread`` the number of threads is set to one for all connections, so no other one
    may be at work. The caller has checked the definitions, which this computation relies on.
    """
    connection = reader.connection
    try:
        # Few rows are hardly faster on two threads, and cost more.
        with one_thread(connection) if has_one_thread else nullcontext():
            read_runs = list(dict.fromkeys(run_ids))
            checked = [*read_runs, *passed_over]
            connection.execute("set variable read_runs = $run_ids", {"run_ids": read_runs})
            replica = partial.of(reader.layout)
            whole = [run_id for run_id in checked if not _has_facts_alone(replica, run_id)]
            index = recorded.index_of(connection, reader.layout, replica)
            problems = _missing_runs(connection, index, replica)
            if not problems:
                # What a partial replica lacks may have changed a run.
                digested = [] if is_recheck or replica is not None else whole
                known = attested.attested_runs(
                    connection, index, digested, shows_texts=shows_texts
                )
                problems = _changed_decisions(connection, index, known)
                rest = [run_id for run_id in whole if run_id not in known]
                if not problems and (rest or not known):
                    _forget(connection)
                    problems = _read(connection, index, rest) or _changed_facts(connection, rest)
            if chosen is not None and not problems:
                others = index.runs_since(chosen).difference(whole)
                if replica is not None:
                    others -= {*replica.incomplete_runs, *replica.runs_by_facts}
                problems = _changed_choices(connection, index, sorted(others))
            if replica is not None:
                problems += partial_facts.problems(connection, reader.layout, replica, checked)
            return problems
    except CorruptStoreError as error:
        return [str(error)]
    except duckdb.Error as error:
        return [f"the facts cannot be computed from the segments: {first_line(error)}"]
    finally:
        _forget(connection)


def _has_facts_alone(replica: Partial | None, run_id: str) -> bool:
    return replica is not None and run_id in replica.runs_by_facts


def _missing_runs(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, replica: Partial | None
) -> list[str]:
    rows = connection.execute("select run_id from facts.runs").fetchall()
    incomplete = replica.incomplete_runs if replica else frozenset()
    missing = sorted(index.run_ids.difference((run_id for (run_id,) in rows), incomplete, [""]))
    # A run has no row if all its events are withdrawn, such as a retraction that was retracted.
    if not missing or not _has_changed_runs(connection, index, missing):
        return []
    first = next(run_id for run_id in missing if _has_changed_runs(connection, index, [run_id]))
    return [f"facts.runs lacks run {first}, of which the segments have events"]


def _has_changed_runs(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, run_ids: Sequence[str]
) -> bool:
    """Return True if ``facts.runs`` differs from the events of these runs in the segments."""
    recorded.load(connection, index, run_ids)
    problems = recorded.altered_events(connection) or _changed_tables(
        connection, run_ids, CHOICES[:1]
    )
    _forget(connection)
    return bool(problems)


def _read(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, run_ids: Sequence[str]
) -> list[str]:
    """Read the events of these runs from the segments; return their problems."""
    recorded.load(connection, index, run_ids)
    return recorded.altered_events(connection) or _redaction_problems(connection)


def _redaction_problems(connection: duckdb.DuckDBPyConnection) -> list[str]:
    [(count, unexplained_count, position, log_count, total_count)] = connection.execute(
        sql_files.read("sql/verify/recorded_redactions")
    ).fetchall()
    if log_count != total_count:
        events = counted(log_count, "event")
        return [f"log.events has {events} without payload, the segments have {total_count}"]
    if unexplained_count:
        events = counted(unexplained_count, "event")
        return [f"{events} without payload from position {position} on, but no redaction of them"]
    events = counted(count, "event was", "events were")
    return [f"{events} redacted: their content is not known"] if count else []


def _changed_facts(connection: duckdb.DuckDBPyConnection, run_ids: Sequence[str]) -> list[str]:
    problems = _changed_tables(connection, run_ids, facts.TABLES)
    # The sums are computed from the facts, so the facts are checked first.
    return problems or _changed_sums(connection)


def _changed_sums(connection: duckdb.DuckDBPyConnection) -> list[str]:
    return [
        f"{table} does not match the facts: {counted(row_count, 'row differs', 'rows differ')}"
        for table, row_count in sums.differences(connection)
    ]


def _changed_decisions(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, run_ids: Sequence[str]
) -> list[str]:
    """Return the differences of sums and decisions of runs whose other facts have digests."""
    if not run_ids:
        return []
    facts.touch(connection, run_ids)
    problems = _changed_sums(connection)
    if problems:
        return problems
    recorded.load(connection, index, run_ids, DECISION_KINDS)
    problems = recorded.altered_events(connection) or _changed_tables(
        connection, run_ids, DECISIONS
    )
    if not problems:
        [(count,)] = connection.execute(
            sql_files.read("sql/verify/withdrawn_decisions")
        ).fetchall()
        if count:
            rows = counted(count, "row differs", "rows differ")
            problems = [f"log.withdrawn_events does not match the segments: {rows}"]
    return problems


def _changed_choices(
    connection: duckdb.DuckDBPyConnection, index: SegmentIndex, run_ids: Sequence[str]
) -> list[str]:
    """Return the differences in CHOICES for runs that could have been chosen instead."""
    if not run_ids:
        return []
    _forget(connection)
    recorded.load(connection, index, run_ids, CHOICE_KINDS)
    rows = connection.execute(sql_files.read("sql/verify/choosable_runs")).fetchall()
    # A run without an event of its start or end cannot be chosen.
    problems = recorded.altered_events(connection) or _changed_tables(
        connection, [run_id for run_id, is_withdrawn in rows if not is_withdrawn], CHOICES
    )
    withdrawn = [run_id for run_id, is_withdrawn in rows if is_withdrawn]
    if problems or not withdrawn:
        return problems
    # Whether such a run still has a row, its events of other kinds tell.
    _forget(connection)
    recorded.load(connection, index, withdrawn)
    return recorded.altered_events(connection) or _changed_tables(connection, withdrawn, CHOICES)


def _changed_tables(
    connection: duckdb.DuckDBPyConnection,
    run_ids: Sequence[str],
    tables: Sequence[tuple[str, str]],
) -> list[str]:
    """Compute tables of facts from the recorded events; return a text for each that differs."""
    connection.execute(sql_files.read("sql/verify/recorded/touched_events"))
    connection.execute(sql_files.read("sql/verify/recorded/all_retractions"))
    facts.touch(connection, run_ids)
    facts.compute_tables(connection, tables)
    problems = []
    for counts in facts_counts.compared(connection, tables):
        is_as_many = counts.expected_count == counts.found_count
        if counts.missing_count or not is_as_many:
            missing = counts.missing_count if is_as_many else "some"
            problems.append(
                f"{counts.table} does not match the segments: {counts.found_count} rows stored, "
                f"{counts.expected_count} computed, of which {missing} are not stored"
            )
    return problems


def _forget(connection: duckdb.DuckDBPyConnection) -> None:
    facts.forget(connection)
    recorded.forget(connection)
