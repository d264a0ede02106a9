"""Reading from a store in Python: each method as the command of that name."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from evalstore.errors import OutdatedDatabaseWarning, StoreError, UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from altair.typing import ChartType

    from evalstore.dbapi import Connection
    from evalstore.reads.gate_decision import GateDecision
    from evalstore.reads.run_comparison import RunComparison
    from evalstore.store.reader import Reader
    from evalstore.store.result import Result


class Reads:
    """The reading half of a store."""

    layout: Layout

    @contextmanager
    def _reading(self) -> Iterator[Reader]:
        """Open the store; warn its reader where another state of evalstore made the database."""
        from evalstore.store.reader import reading

        with reading(self.layout) as reader:
            outdated = reader.outdated()
            if outdated:
                # Of the method that was called, not of this one.
                warnings.warn(outdated, OutdatedDatabaseWarning, stacklevel=4)
            yield reader

    def query(
        self,
        sql: str,
        /,
        *,
        timeout_seconds: float = 60.0,
        memory_limit: str = "2GB",
        **parameters: object,
    ) -> Result:
        """
        Return the rows of one reading statement, fenced off from files and network.

        ``parameters`` are ``$name`` in it. It may take ``timeout_seconds``, and DuckDB so much
        memory for it (``memory_limit``, such as 500MB), besides the rows of the result. Raises
        QueryError where it is not one statement that only reads, with DuckDB's own words where
        it fails, and UsageError for a limit that is none.
        """
        from evalstore.store.guard import guarded_result

        with self._reading() as reader:
            return guarded_result(reader, sql, parameters, timeout_seconds, memory_limit)

    def connection(self, **parameters: object) -> Connection:
        """
        Return a read-only connection for tools that expect one; ``parameters`` as in ``query``.

        It holds nothing between statements; see ``evalstore.dbapi``.
        """
        from evalstore.dbapi import Connection

        def query(sql: str, values: Mapping[str, Any]) -> Result:
            return self.query(sql, **values)

        return Connection(query, parameters)

    def metric(
        self,
        name: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str = "all",  # noqa: A002 - the field's own word
        variant: str | None = None,
    ) -> Result:
        """
        Return the rows of one metric: its grain, counts, value and interval.

        ``slice`` is ``all``, ``domain`` or ``domain=history``. Raises UsageError for an unknown
        metric, naming the closest ones.
        """
        from evalstore import queries
        from evalstore.metrics import catalog

        row_filter = queries.Filter(run, system, validator, (queries.parse_slice(slice),), variant)
        with self._reading() as reader:
            return queries.result_of(reader, catalog.find(name), row_filter)

    def runs(self) -> Result:
        """Return the runs: suite, status, times, commit and counts."""
        from evalstore import sql_files

        with self._reading() as reader:
            return reader.result(sql_files.read("sql/queries/runs"))

    def answers(
        self, *, run: str | None = None, system: str | None = None, case: str | None = None
    ) -> Result:
        """
        Return ``facts.answers``: an attempt a row, with prompt, text and every verdict.

        Raises UsageError for a run or system that is not there.
        """
        from evalstore.attempt_queries import answers_statement

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
    ) -> Result:
        """
        Return the attempts that are not right, with prompt, response, verdict and reason.

        With ``by="tag"`` or ``by="reason"`` their number by it; ``limit`` is the most rows. Raises
        UsageError for a run, system or validator that is not there.
        """
        from evalstore.attempt_queries import GROUPINGS, failures_statement

        if by not in (None, *GROUPINGS):
            raise UsageError(f"by={by!r}; failures are counted by {GROUPINGS}")
        if limit is not None and limit < 0:
            raise UsageError(f"limit={limit}; expected 0 or more rows, or None for all")
        with self._reading() as reader:
            statement = failures_statement(reader, run, system, validator, by=by, row_limit=limit)
            return reader.result(*statement)

    def compare(
        self,
        left: str,
        right: str,
        *,
        metric: str | Sequence[str] = "accuracy",
        system: str | None = None,
        validator: str | None = None,
        slice: str | Sequence[str] = "all",  # noqa: A002 - the field's own word
        cluster: str = "cluster",
        control: str = "none",
        case_limit: int = 1000,
        allow_other_judge: bool = False,
    ) -> RunComparison:
        """
        Compare two runs on the cases that both have; see ``evalstore compare``.

        ``metric`` may be several, or ``all``; ``system`` is one of both runs, or ``a:b``. Of each
        row ``cases`` has at most ``case_limit`` cases that fell, and as many that rose. Raises
        UsageError for names that are not there, UndecidedError where they are not comparable.
        """
        from evalstore.analyses.adjusting import METHODS
        from evalstore.analyses.compared import comparison_query
        from evalstore.analyses.compared_sides import AskedSystems
        from evalstore.analyses.comparison import compare
        from evalstore.reads.run_comparison import RunComparison

        if case_limit < 0:
            raise UsageError(f"case_limit={case_limit}; expected 0 or more cases")
        if control not in METHODS:
            raise UsageError(f"control={control!r}; expected one of {', '.join(METHODS)}")
        query = comparison_query(
            left,
            right,
            (metric,) if isinstance(metric, str) else metric,
            (slice,) if isinstance(slice, str) else slice,
            systems=AskedSystems(system),
            validator_id=validator,
            cluster=cluster,
            control=control,
            moved_count=case_limit,
            allow_other_judge=allow_other_judge,
        )
        with self._reading() as reader:
            return RunComparison(compare(reader, query))

    def gate(
        self,
        config: str | os.PathLike[str] | None = None,
        *,
        gates: str | None = None,
        run: str | None = None,
        system: str | None = None,
        baseline: str | None = None,
        record: bool = True,
        allow_incomplete: bool = False,
        allow_undeclared: bool = False,
        allow_other_judge: bool = False,
    ) -> GateDecision:
        """
        Hold a run against the gates of ``config``, else of evalstore.toml; see ``evalstore gate``.

        ``gates`` names a preset instead, ``baseline`` what to compare with, such as last-green;
        the run is the newest one unless named. The decisions are appended as events unless
        ``record`` is False. Raises UsageError for names that are not there or a configuration
        that is none, UndecidedError where no run is the newest, and StoreBusyError where the
        decisions cannot be recorded.
        """
        from evalstore.gates.run_gates import GateQuery, configured, decided, record_decisions
        from evalstore.reads.gate_decision import GateDecision

        query = GateQuery(
            config_path=None if config is None else Path(config),
            preset_name=gates,
            system_id=system,
            run_id=run,
            baseline=baseline,
            allow_incomplete=allow_incomplete,
            allow_undeclared=allow_undeclared,
            allow_other_judge=allow_other_judge,
        )
        found = decided(self.layout, query, *configured(query))
        if record:
            record_decisions(self.layout, found)
        return GateDecision(found, recorded=record)

    def chart(
        self,
        metric: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str | None = None,  # noqa: A002 - the field's own word
        variant: str | None = None,
    ) -> ChartType:
        """
        Draw a metric, over the runs or of one run by slice; return an Altair chart.

        Its texts are cleaned, its theme is light. Raises UsageError for names that are not there.
        """
        from evalstore.charts.render import chart_of, themed
        from evalstore.queries import parse_slice

        part = None if slice is None else parse_slice(slice)
        with self._reading() as reader:
            return themed(
                chart_of(
                    reader,
                    metric,
                    run_id=run,
                    system_id=system,
                    validator_id=validator,
                    part=part,
                    variant=variant,
                )
            )

    def report(
        self,
        output: str | os.PathLike[str] = "report.html",
        *,
        runs: str | Sequence[str] = (),
        compare: str | None = None,
        format: Literal["html", "markdown"] | None = None,  # noqa: A002 - the command's word
    ) -> Path:
        """
        Write the report of a run or several, of every run without any; return where.

        With ``compare``, a run id or a reference such as last-green, it is the page of one run,
        the newest unless named, with what differs from that one.

        The format is that of the ending. Raises CorruptStoreError where definitions or facts are
        not what this installation makes of the segments, UsageError for an unknown run or
        format, and StoreError where the file cannot be written.
        """
        from evalstore.reports.report import ENDINGS, format_of, page

        path = Path(output)
        self.layout.require_outside(path)
        if format not in (None, *ENDINGS.values()):
            raise UsageError(f"format={format!r}; expected 'html' or 'markdown'")
        chosen = format or format_of(path)
        run_ids = (runs,) if isinstance(runs, str) else tuple(runs)
        with self._reading() as reader:
            name = self.layout.root.resolve().name
            text = page(reader, run_ids, chosen, name, base=compare)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error.strerror}") from error
        return path
