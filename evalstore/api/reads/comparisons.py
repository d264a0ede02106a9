"""Methods that compare runs: two of them case by case, or all of a suite over time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from evalstore.api.notes import OnNote, fold_first, ignore, note_state
from evalstore.api.reads.opening import Opening, as_tuple
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalstore.api.reads.metric_trend import MetricTrend
    from evalstore.api.reads.run_comparison import RunComparison

NOTHING_NEW = {"new": 0, "revised": 0, "duplicate": 0}


class Comparisons(Opening):
    """The methods that compare runs."""

    def compare(
        self,
        left: str,
        right: str,
        *,
        metric: str | Sequence[str] = "accuracy",
        system: str | None = None,
        left_system: str | None = None,
        right_system: str | None = None,
        validator: str | None = None,
        slice: str | Sequence[str] = "all",  # noqa: A002 - the field's own word
        cluster: str = "cluster",
        control: str = "holm",
        case_limit: int = 1000,
        allow_other_judge: bool = False,
        page: Literal["html", "markdown"] | None = None,
        page_case_limit: int | None = None,
        record: bool = False,
        on_note: OnNote = ignore,
    ) -> RunComparison:
        """
        Compare two runs on the cases that both have; see ``evalstore compare``.

        ``metric`` may be several names, or ``all``; ``system`` is a system of both runs, or
        ``a:b``. ``cases`` has at most ``case_limit`` cases that fell and as many that rose, per
        row, a ``page`` at most ``page_case_limit``. With ``record``, the rows become events.
        Raises UsageError for unknown names, UndecidedError if the runs are not comparable, and
        CorruptStoreError if definitions or facts do not match the segments; with ``record``, also
        StoreError if nothing can be folded or recorded.
        """
        from evalstore.api.reads.run_comparison import RunComparison
        from evalstore.statistics.compared import comparison_query
        from evalstore.statistics.compared_sides import AskedSystems
        from evalstore.statistics.comparison import compare
        from evalstore.statistics.comparison_record import events
        from evalstore.store.verify.integrity import sound

        _require_comparison(case_limit, control, page)
        query = comparison_query(
            left,
            right,
            as_tuple(metric),
            as_tuple(slice),
            systems=AskedSystems(system, left_system, right_system),
            validator_id=validator,
            cluster=cluster,
            control=control,
            moved_count=case_limit, allow_other_judge=allow_other_judge,
        )  # fmt: skip
        if record:
            fold_first(self.layout, "comparing", on_note)
        runs = [left, right]
        with self._reading(on_note) as reader, sound(reader, runs, shows_texts=bool(page)):
            result = RunComparison(compare(reader, query))
            if page is not None:
                result.draw(reader, page, page_case_limit)
            note_state(reader, on_note)
        if record:
            result.recorded = self._record(events(result.comparison), "compare", is_checked=True)
        return result

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
        week_of: Literal["commit", "start"] = "commit",
        reference_count: int = 20,
        allow_other_judge: bool = False,
        step_count: int = 0,
        detect: bool = True,
        record: bool = False,
        on_note: OnNote = ignore,
    ) -> MetricTrend:
        """
        Return a metric over the complete runs of a suite, or a run's sessions, with its changes.

        ``by`` is ``run`` (in commit order, as ``evalstore trends`` prints them), ``week`` or
        ``session``. By session, ``runs`` names the runs; the default is the newest run with
        sessions. A run belongs to the week of its commit or of its start (``week_of``). Detectors
        learn from the first ``reference_count`` values, at least 2, unless ``detect`` is False.
        ``steps`` has the ``step_count`` newest points of each series, with their changes. With
        ``record`` the changes of level are appended as events; by default nothing is recorded.
        ``on_note`` gets notes about events that are not covered; with ``record``, which folds
        first, only warnings of the fold.

        Raises UsageError for unknown names, or if the metric has no value; with ``record``, also
        StoreError if the inbox cannot be folded, and StoreBusyError if nothing could be recorded.
        """
        from evalstore.api.reads.metric_trend import ORDERS, MetricTrend
        from evalstore.metrics import catalog
        from evalstore.statistics import trend_detection
        from evalstore.statistics.trends import TrendHistory, chosen_suite
        from evalstore.store.query.queries import parse_slice

        run_ids = as_tuple(runs)
        _require_trend(by, run_ids, week_of, reference_count)
        of_metric, part = catalog.find(metric), parse_slice(slice)
        if record:
            fold_first(self.layout, "looking for changes", on_note)
        with self._reading(on_note) as reader:
            if not record:
                note_state(reader, on_note)
            history = TrendHistory(
                of_metric, chosen_suite(reader, suite, branch, run_ids), ORDERS[by], branch,
                system, validator, part, variant, week_of, allow_other_judge, run_ids or None,
            )  # fmt: skip
            trend = MetricTrend(reader, history, reference_count if detect else None, step_count)
        if record:
            events = list(trend_detection.events(history, trend.detected))
            trend.recorded = self._record(events, "trends") if events else NOTHING_NEW
        return trend


def _require_comparison(case_limit: int, control: str, page: str | None) -> None:
    """Raise UsageError for a negative limit, or an unknown adjustment or format of a page."""
    from evalstore.statistics.adjusting import METHODS

    if case_limit < 0:
        raise UsageError(f"case_limit is {case_limit}, expected 0 or more cases")
    if control not in METHODS:
        raise UsageError(f"control is {control!r}, expected one of {', '.join(METHODS)}")
    if page not in (None, "html", "markdown"):
        raise UsageError(f"page is {page!r}, expected 'html' or 'markdown'")


def _require_trend(by: str, runs: Sequence[str], week_of: str, reference_count: int) -> None:
    """Raise UsageError for an unknown order, options of another one, or too few values."""
    from evalstore.api.reads.metric_trend import ORDERS
    from evalstore.statistics.change_detection import REFERENCE_COUNT_MIN

    if by not in ORDERS:
        raise UsageError(f"by is {by!r}, expected one of {', '.join(ORDERS)}")
    if runs and by != "session":
        raise UsageError(
            f"runs is {', '.join(runs)!r}, expected none unless by is 'session'; set by, or leave "
            "runs out"
        )
    if week_of != "commit" and by != "week":
        raise UsageError(
            f"week_of is {week_of!r}, expected 'commit' unless by is 'week'; set by, or leave "
            "week_of out"
        )
    if reference_count < REFERENCE_COUNT_MIN:
        raise UsageError(f"reference_count is {reference_count}, expected 2 or more values")
