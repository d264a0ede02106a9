"""Methods that read metrics: one, what it counted and rests on, and all of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.notes import OnNote, ignore, note_state
from evalstore.api.reads.opening import Opening, as_tuple, require_sound

if TYPE_CHECKING:
    from evalstore.gates.redeciding import GateExplanation
    from evalstore.metrics.catalog import Metric
    from evalstore.store.explanation.bundles.bundling import BundleOptions
    from evalstore.store.explanation.difference import LogDifference
    from evalstore.store.explanation.explained import Explanation
    from evalstore.store.query.queries import Filter, Slice
    from evalstore.store.query.reader import Reader
    from evalstore.store.query.result import Result
    from evalstore.store.query.run_metrics import RunMetrics


class MetricReads(Opening):
    """The read methods of metrics; ``typed``, ``check``, ``on_note``: see ``RowReads``."""

    def metric(
        self,
        name: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str | Sequence[str] = "all",  # noqa: A002 - the field's own word
        variant: str | None = None,
        parameters: Mapping[str, object] | None = None,
        cluster: str | None = None,
        typed: bool = True,
        check: bool = False,
        on_note: OnNote = ignore,
    ) -> Result:
        """
        Return the rows of one metric: its grain, counts, value and interval.

        ``slice`` is ``all``, ``domain`` or ``domain=history``, or several of them; if empty,
        ``all``, or ``session`` of a metric that has only sessions. ``cluster``, a key of cases,
        gives accuracy with intervals by cluster. ``on_note`` also gets why values are missing, and
        which systems are controls. ``parameters`` are values for parameters of the metric, such as
        ``{"bins": 15}``; a column ``parameters`` names those that are not the defaults. Raises
        UsageError for an unknown metric, naming the closest ones, other unknown names, and a
        parameter out of its range.
        """
        from evalstore.metrics import catalog
        from evalstore.statistics import clustered
        from evalstore.store.query import queries
        from evalstore.store.query.result import PlainResult

        metric = catalog.find(name)
        if cluster is not None:
            clustered.require_offered(metric.name)
        chosen = metric.chosen(parameters)
        parts = _slices(slice, metric)
        row_filter = queries.Filter(run, system, validator, parts, variant, chosen)
        with self._reading(on_note) as reader:
            if run is not None:
                queries.run_status(reader, run)
            if cluster is not None:
                result = clustered.result_of(reader, row_filter, cluster)
            elif typed:
                result = queries.result_of(reader, metric, row_filter)
            else:
                result = PlainResult(*queries.rows_of(reader, metric, row_filter))
            notes = [] if on_note is ignore else [*_notes(reader, metric, result, row_filter)]
            if check:
                require_sound(reader, run)
            note_state(reader, on_note)
            for note in notes:
                on_note(note)
            return result

    def counted(
        self,
        metric: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str | Sequence[str] = "all",  # noqa: A002 - the field's own word
        variant: str | None = None,
        parameters: Mapping[str, object] | None = None,
        by_reason: bool = False,
        typed: bool = True,
        check: bool = False,
        on_note: OnNote = ignore,
    ) -> Result:
        """
        Return the attempts that a metric counted and left out, or their numbers ``by_reason``.

        ``parameters`` are as in ``metric``. Raises UsageError if the rows of the metric cannot be
        named, and for unknown names.
        """
        from evalstore.api.reads.counted import REASONS
        from evalstore.metrics import catalog
        from evalstore.store.query import counting, queries
        from evalstore.store.query.result import PlainResult, of_rows

        of_metric = catalog.find(metric)
        chosen, parts = of_metric.chosen(parameters), _slices(slice, of_metric)
        row_filter = queries.Filter(run, system, validator, parts, variant, chosen)
        with self._reading(on_note) as reader:
            if run is not None:
                queries.run_status(reader, run)
            if by_reason:
                columns, rows = counting.reasons_of(reader, of_metric, row_filter)
                types = {name: REASONS[name] for name in columns}
                result = of_rows(types, rows) if typed else PlainResult(columns, rows)
            else:
                result = counting.rows_of(reader, of_metric, row_filter)
            if check:
                require_sound(reader, run)
            note_state(reader, on_note)
            if not len(result):
                on_note(f"{of_metric.name} has no counted rows for this selection")
            return result

    def run_metrics(
        self,
        run: str | None = None,
        *,
        system: str | None = None,
        validator: str | None = None,
        slice: str | Sequence[str] = (),  # noqa: A002 - the field's own word
        variant: str | None = None,
        check: bool = False,
        on_note: OnNote = ignore,
    ) -> RunMetrics:
        """
        Return every metric of a run, by default the newest, in these slices or in all.

        Raises UsageError for an unknown run, system, validator or slice, and UndecidedError if no
        run is the newest.
        """
        from evalstore.store.query import queries
        from evalstore.store.query.run_metrics import run_metrics

        row_filter = queries.Filter(run, system, validator, _parsed(slice), variant)
        with self._reading(on_note) as reader:
            metrics = run_metrics(reader, row_filter)
            if check:
                require_sound(reader, str(metrics.run["run_id"]), is_newest=run is None)
            note_state(reader, on_note)
            return metrics

    def explain(
        self,
        metric: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str = "all",  # noqa: A002 - the field's own word
        variant: str | None = None,
        parameters: Mapping[str, object] | None = None,
        at: int | None = None,
        row_limit: int | None = None,
        bundle: Path | str | None = None,
        without_texts: bool = False,
        on_note: OnNote = ignore,
    ) -> Explanation:
        """
        Explain the numbers of a metric in one run, by default the newest.

        The explanation has the numbers of the database beside those computed again from the
        segments alone, the rows that were counted and left out, and the events they rest on.
        ``parameters`` are as in ``metric``. ``at`` is an earlier size of the log in events, with
        whose numbers the present ones are compared. At most ``row_limit`` rows are listed, all if
        it is None.

        ``bundle`` is a new zip file for somebody who has no evalstore, which docs/explain.md
        describes; it is written if database and segments agree. Secrets are always left out of
        it, the texts of questions, replies and judges if ``without_texts``.

        Raises UsageError for unknown names, if the store lacks the run's events or the log never
        ended at ``at``, and if the bundle exists or the numbers need texts that are left out;
        UndecidedError if no run is the newest; CorruptStoreError if a segment that is needed was
        altered; StoreError if the bundle cannot be written.
        """
        from evalstore.metrics import catalog
        from evalstore.store.explanation.explaining import explain
        from evalstore.store.query import queries

        of_metric = catalog.find(metric)
        chosen = of_metric.chosen(parameters)
        with self._reading(on_note) as reader:
            row_filter = queries.Filter(
                run or queries.newest_run(reader),
                system,
                validator,
                (queries.parse_slice(slice),),
                variant,
                chosen,
            )
            explanation = explain(
                reader,
                of_metric,
                row_filter,
                tree_size=at,
                row_limit=row_limit,
                bundle=None if bundle is None else _bundle(bundle, without_texts=without_texts),
            )
            note_state(reader, on_note)
            return explanation

    def diff(
        self,
        first: int,
        last: int | None = None,
        *,
        metric: str | Sequence[str] = (),
        run: str | Sequence[str] = (),
        on_progress: Callable[[int, int], None] = lambda _done, _total: None,
        on_note: OnNote = ignore,
    ) -> LogDifference:
        """
        Return the numbers that two sizes of the log differ in, and the events between them.

        ``first`` and ``last``, by default the present size, are sizes in events at which a fold
        ended. Numbers of both are computed from the segments, by the definitions of this
        installation, of the runs with events on both sides, and of these metrics and runs only if
        any are named. ``on_progress`` gets how many of how many runs of a size were computed.

        Raises UsageError for unknown names, if the log never ended at a size or ``first`` is the
        later one, and CorruptStoreError if a segment that is needed was altered.
        """
        from evalstore.metrics import catalog
        from evalstore.store.explanation.differing import differences
        from evalstore.store.log import inbox

        found = differences(
            self.layout,
            first,
            last,
            as_tuple(run),
            [catalog.find(name) for name in as_tuple(metric)],
            on_progress,
        )
        if last is None and inbox.names(self.layout):
            on_note(
                "some accepted events are not folded yet; run `evalstore fold` to include them"
            )
        return found

    def explain_gate(
        self,
        gate: str,
        *,
        run: str | None = None,
        config: Path | str | None = None,
        gates: str | None = None,
        bundle: Path | str | None = None,
        without_texts: bool = False,
        on_note: OnNote = ignore,
    ) -> GateExplanation:
        """
        Explain what a gate decided on a run, by default the newest, and decide it again.

        The newest recorded decisions are set beside those that the same gates give on the log that
        they used, built anew from the segments alone. ``config`` is the file that configured them,
        by default evalstore.toml, ``gates`` a preset; it must have the recorded SHA-256.
        ``bundle`` and ``without_texts`` are as in ``explain``.

        Raises UsageError for unknown names, if the gate decided nothing on the run, the file has
        another configuration or there can be no bundle; UndecidedError if no run is the newest;
        CorruptStoreError if a segment was altered; StoreError if the bundle cannot be written.
        """
        from evalstore.gates.redeciding import explain_gate
        from evalstore.gates.run_gates import GateQuery
        from evalstore.store.query import queries

        with self._reading(on_note) as reader:
            query = GateQuery(
                config_path=None if config is None else Path(config),
                preset_name=gates,
                run_id=run or queries.newest_run(reader),
            )
            written = None if bundle is None else _bundle(bundle, without_texts=without_texts)
            explanation = explain_gate(reader, gate, query, written)
            note_state(reader, on_note)
            return explanation


def _bundle(path: Path | str, *, without_texts: bool) -> BundleOptions:
    from evalstore.store.explanation.bundles.bundling import BundleOptions

    return BundleOptions(Path(path), without_texts)


def _parsed(texts: str | Sequence[str]) -> tuple[Slice, ...]:
    from evalstore.store.query.queries import parse_slice

    return tuple(map(parse_slice, as_tuple(texts)))


def _slices(texts: str | Sequence[str], metric: Metric) -> tuple[Slice, ...]:
    """Return the slices; without one, ``all``, or ``session`` of a metric that has no other."""
    from evalstore.store.query.queries import ALL, Slice

    return _parsed(texts) or ((Slice("session"),) if metric.slice == "session" else ALL)


def _notes(reader: Reader, metric: Metric, result: Result, row_filter: Filter) -> Iterator[str]:
    """Yield why values are missing, what is undetermined or not asked, and the controls shown."""
    from evalstore.store.query import causes, undetermined

    columns, rows = result.columns, result.rows()
    if not rows:
        yield f"{metric.name} has no values for this selection"
    reason = causes.why(reader, metric, (columns, rows), row_filter)
    if reason:
        yield reason
    if {"validator_id", "unscored_count"} <= {*columns}:
        validator_place, unscored_place = map(columns.index, ("validator_id", "unscored_count"))
        validator_ids = {str(row[validator_place]) for row in rows if row[unscored_place]}
        if validator_ids:
            yield from undetermined.undetermined_notes(reader, row_filter, validator_ids)
    if {"run_id", "system_id"} <= {*columns}:
        run_place, system_place = columns.index("run_id"), columns.index("system_id")
        shown = {(row[run_place], row[system_place]) for row in rows}
        yield from undetermined.unasked_notes(reader, row_filter, shown)
        _, controls = reader.table("select run_id, system_id from facts.controls order by all")
        names = dict.fromkeys(str(name) for run_id, name in controls if (run_id, name) in shown)
        if names:
            yield f"control systems, which use no knowledge: {', '.join(names)}"
