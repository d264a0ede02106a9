"""
Methods that read from a store; each corresponds to the command of the same name.

``evalstore.api.store.Store`` inherits them. See docs/architecture.md#api.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from evalstore.api.reads.row_reads import RowReads
from evalstore.errors import StoreError, UsageError

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from altair.typing import ChartType

    from evalstore.api.reads.metric_trend import MetricTrend
    from evalstore.api.reads.run_comparison import RunComparison
    from evalstore.store.query.result import Result


class Reads(RowReads):
    """The read methods of a store."""

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

        With ``by="tag"`` or ``by="reason"`` return their count by tag or reason. ``limit`` is the
        maximum number of rows. Raises UsageError for an unknown run, system or validator.
        """
        from evalstore.store.query.attempt_queries import GROUPINGS, failures_statement

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

        ``metric`` may be several names, or ``all``; ``system`` is a system of both runs, or
        ``a:b``. ``cases`` has at most ``case_limit`` cases that fell and as many that rose, per
        row. Raises UsageError for unknown names, UndecidedError if the runs are not comparable,
        and CorruptStoreError if definitions or facts do not match the segments.
        """
        from evalstore.api.reads.run_comparison import RunComparison
        from evalstore.statistics.adjusting import METHODS
        from evalstore.statistics.compared import comparison_query
        from evalstore.statistics.compared_sides import AskedSystems
        from evalstore.statistics.comparison import compare
        from evalstore.store.verify import integrity

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
        with self._reading() as reader, integrity.sound(reader, [left, right]):
            return RunComparison(compare(reader, query))

    def trends(
        self,
        metric: str,
        *,
        by: Literal["run", "week", "session"] = "run",
        suite: str | None = None,
        branch: str | None = None,
        runs: str | Sequence[str] = (),
        system: str | None = None,
        validator: str | None = None,
        slice: str = "all",  # noqa: A002 - the field's own word
        variant: str | None = None,
        reference_count: int = 20,
        allow_other_judge: bool = False,
    ) -> MetricTrend:
        """
        Return a metric over the complete runs of a suite, or a run's sessions, with its changes.

        ``by`` is ``run`` (in commit order, as ``evalstore trends`` prints them), ``week`` or
        ``session``. By session, ``runs`` names the runs; the default is the newest run with
        sessions. Detectors learn from the first ``reference_count`` values, at least 2. Nothing is
        recorded. Raises UsageError for unknown names, or if the metric has no value.
        """
        from evalstore.api.reads.metric_trend import ORDERS, MetricTrend
        from evalstore.metrics import catalog
        from evalstore.statistics.change_detection import REFERENCE_COUNT_MIN
        from evalstore.statistics.trends import TrendHistory, chosen_suite
        from evalstore.store.query.queries import parse_slice

        run_ids = (runs,) if isinstance(runs, str) else tuple(runs)
        if by not in ORDERS:
            raise UsageError(f"by={by!r}; expected one of {', '.join(ORDERS)}")
        if run_ids and by != "session":
            raise UsageError(f"runs={runs!r} are those of sessions; they need by='session'")
        if reference_count < REFERENCE_COUNT_MIN:
            raise UsageError(f"reference_count={reference_count}; expected 2 or more values")
        with self._reading() as reader:
            history = TrendHistory(
                catalog.find(metric), chosen_suite(reader, suite, branch, run_ids), ORDERS[by],
                branch, system, validator, parse_slice(slice), variant,
                allow_other_judge=allow_other_judge, run_ids=run_ids or None,
            )  # fmt: skip
            return MetricTrend(reader, history, reference_count)

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
        Return an Altair chart of a metric: over all runs, or of one run by slice.

        Texts are cleaned, the theme is light. Raises UsageError for unknown names, and
        CorruptStoreError if definitions or facts do not match the segments.
        """
        from evalstore.reviews.charts.render import checked_chart, themed
        from evalstore.store.query.queries import parse_slice

        part = None if slice is None else parse_slice(slice)
        with self._reading() as reader:
            return themed(
                checked_chart(
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
        Write a report of some runs, by default of all, and return its path.

        With ``compare``, a run id or a reference such as last-green, the report is about one run,
        by default the newest, and shows its differences from that one. The format defaults to that
        of the file extension. Raises CorruptStoreError if definitions or facts do not match the
        segments, UsageError for an unknown run or format, and StoreError if the file cannot be
        written.
        """
        from evalstore.reviews.report.report import ENDINGS, format_of, page

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
