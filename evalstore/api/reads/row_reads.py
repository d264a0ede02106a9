"""Methods that read rows from a store: statements, runs, answers and failures."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from evalstore.api.notes import OnNote, ignore, note_state
from evalstore.api.reads.opening import Opening, as_tuple, require_sound
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evalstore.api.dbapi import Connection
    from evalstore.store.query.attempt_queries import Statement
    from evalstore.store.query.reader import Reader
    from evalstore.store.query.result import Result

# Kinds of names in a store; a slice has its name and its value.
Names = Literal["run", "suite", "branch", "system", "validator", "digest", "slice"]


class RowReads(Opening):
    """
    The read methods that return the rows of one statement.

    With ``typed`` False they return Python values without types, which needs no Arrow, except
    ``counted`` unless ``by_reason``, and ``metric`` with ``cluster``, which are always typed. With
    ``check``, for rows that are passed on, they raise CorruptStoreError if definitions or the
    facts of the runs do not match the segments. ``on_note`` gets sentences about the rows, such as
    that accepted events are not folded yet.
    """

    def query(
        self,
        sql: str,
        /,
        *,
        timeout_seconds: float = 60.0,
        memory_limit: str = "2GB",
        at: int | None = None,
        at_runs: str | Sequence[str] = (),
        **parameters: object,
    ) -> Result:
        """
        Return the rows of one read-only statement, without access to files and network.

        ``parameters`` are values for ``$name`` in it. ``timeout_seconds`` limits its time;
        ``memory_limit``, such as 500MB, limits DuckDB's memory apart from the rows of the result.
        ``at`` is a size of the log in events: facts and metrics are then those of that size,
        computed from the segments, of ``at_runs`` or of all runs of a log of up to 200,000 events.
        Raises QueryError if it is not a single read-only statement or if DuckDB reports an error,
        with DuckDB's message, and UsageError for an invalid limit, size or run.
        """
        from evalstore.store.query.guard import guarded_result

        with self._reading_at(at, as_tuple(at_runs)) as reader:
            return guarded_result(reader, sql, parameters, timeout_seconds, memory_limit)

    @contextmanager
    def _reading_at(
        self,
        at: int | None,
        runs: Sequence[str],
        on_note: OnNote = ignore,
        on_progress: Callable[[int, int], None] = lambda _done, _total: None,
        *,
        stack_level: int = 6,
    ) -> Iterator[Reader]:
        """Open the store, or a database with some runs as of a size of the log."""
        if at is None:
            if runs:
                raise UsageError(
                    f"{', '.join(runs)}: runs are named for a size of the log; name the size with "
                    "--at, or filter on run_id in the statement"
                )
            with self._reading(on_note, stack_level=stack_level) as reader:
                note_state(reader, on_note)
                yield reader
            return
        from evalstore.store.explanation.at_size import sized

        with sized(self.layout, at, runs, on_progress) as found:
            on_note(str(found))
            yield found.reader

    @contextmanager
    def bounded_query(
        self,
        sql: str,
        parameters: Mapping[str, object],
        *,
        timeout_seconds: float = 60.0,
        memory_limit: str = "2GB",
        at: int | None = None,
        at_runs: Sequence[str] = (),
        typed: bool = True,
        on_note: OnNote = ignore,
        on_progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> Iterator[Result]:
        """
        Yield the rows of one statement, as ``query`` does, within limits of the whole process.

        Memory is limited until the block ends. A statement that does not stop when its time is
        over ends the process with a message: this is for untrusted statements, in a process that
        does nothing else. ``on_progress`` gets how many runs were computed for ``at``, which no
        limit is for.
        """
        from evalstore.api.reads.process_limits import bounded_memory, ending_after
        from evalstore.store.query.guard import guarded_result, guarded_table, require_timeout
        from evalstore.store.query.result import PlainResult

        require_timeout(timeout_seconds)
        limits = (timeout_seconds, memory_limit)
        with (
            self._reading_at(at, at_runs, on_note, on_progress, stack_level=7) as reader,
            bounded_memory(memory_limit),
        ):
            with ending_after(timeout_seconds):
                result = (
                    guarded_result(reader, sql, dict(parameters), *limits)
                    if typed
                    else PlainResult(*guarded_table(reader, sql, dict(parameters), *limits))
                )
            yield result

    def connection(self, **parameters: object) -> Connection:
        """
        Return a read-only PEP 249 connection; ``parameters`` are as in ``query``.

        No resource stays open between statements; see ``evalstore.api.dbapi``.
        """
        from evalstore.api.dbapi import Connection

        def query(sql: str, values: Mapping[str, Any]) -> Result:
            return self.query(sql, **values)

        return Connection(query, parameters)

    def runs(self, *, typed: bool = True, on_note: OnNote = ignore) -> Result:
        """
        Return the runs: suite, status, times, commit and counts.

        ``on_note`` also gets how to resume runs that are not finished.
        """
        from evalstore.base import sql_files
        from evalstore.running.unfinished import unfinished_advice

        with self._reading(on_note) as reader:
            result = _rows(reader, (sql_files.read("sql/queries/runs"), {}), typed=typed)
            note_state(reader, on_note)
            for advice in unfinished_advice(reader) if on_note is not ignore else ():
                on_note(advice)
            return result

    def answers(
        self, *, run: str | None = None, system: str | None = None, case: str | None = None
    ) -> Result:
        """
        Return ``facts.answers``: a row for each attempt, with prompt, text and every verdict.

        Raises UsageError for an unknown run or system.
        """
        from evalstore.store.query.attempt_queries import answers_statement

        with self._reading() as reader:
            return reader.result(*answers_statement(reader, run, system, case))

    def failures(
        self,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        by: str | None = None,
        limit: int | None = None,
        metric: str | None = None,
        variant: str | None = None,
        typed: bool = True,
        check: bool = False,
        on_note: OnNote = ignore,
    ) -> Result:
        """
        Return the attempts that are not right, with prompt, response, verdict and reason.

        With ``by="tag"`` or ``by="reason"`` return their count by tag or reason; with ``metric``,
        those that it counts, or leaves out, with the reason, and with ``variant`` only those of a
        variant of the metric, such as ``mapping=licensed``. ``limit`` is the maximum number of
        rows. Raises UsageError for an unknown run, system, validator or metric, and for options
        that cannot be combined.
        """
        from evalstore.api.reads.counted import counted_failures
        from evalstore.store.query.attempt_queries import GROUPINGS, failures_statement
        from evalstore.store.query.queries import Filter

        if by not in (None, *GROUPINGS):
            raise UsageError(f"by is {by!r}, expected one of {', '.join(GROUPINGS)}")
        if limit is not None and limit < 0:
            raise UsageError(f"limit is {limit}, expected 0 or more rows, or None for all")
        if metric is not None and by is not None:
            raise UsageError(
                f"metric is {metric!r} and by is {by!r}, expected at most one of them"
            )
        if variant is not None and metric is None:
            raise UsageError(
                f"variant is {variant!r} and metric is None, expected a metric; name it, or leave "
                "variant out"
            )
        with self._reading(on_note) as reader:
            if metric is None:
                statement = failures_statement(
                    reader, run, system, validator, by=by, row_limit=limit
                )
            else:
                row_filter = Filter(run, system, validator, variant=variant)
                statement = counted_failures(reader, metric, row_filter, limit, on_note)
            result = _rows(reader, statement, typed=typed)
            if check:
                require_sound(reader, run)
            note_state(reader, on_note)
            return result

    def known_names(self, kind: Names, *, run: str | None = None) -> list[str]:
        """
        Return the names of a kind, of one run or of all; of slices also ``name=value``.

        Does not wait for the lock of the store: raises StoreBusyError at once.
        """
        from evalstore.base import sql_files
        from evalstore.store.query.reader import reading

        of_run = {"run_id": run} if kind in {"system", "validator", "digest", "slice"} else {}
        with reading(self.layout, wait_seconds=0) as reader:
            rows = reader.rows(sql_files.read(f"sql/queries/{kind}_names"), **of_run)
        if kind != "slice":
            return [str(row["name"]) for row in rows]
        names = dict.fromkeys(str(row["slice_name"]) for row in rows)
        return [*names, *(f"{row['slice_name']}={row['slice_value']}" for row in rows)]


def _rows(reader: Reader, statement: Statement, *, typed: bool) -> Result:
    from evalstore.store.query.result import PlainResult

    return reader.result(*statement) if typed else PlainResult(*reader.table(*statement))
