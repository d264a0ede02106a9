"""Methods that resample a metric or analyse readings of drift, and record the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.notes import OnNote, fold_first, ignore
from evalstore.api.reads.opening import Opening, as_tuple, require_sound
from evalstore.base.output_file import write_text
from evalstore.errors import UsageError

if TYPE_CHECKING:
    import os

    from evalstore.statistics.bootstrap import Analysis
    from evalstore.store.query.reader import Reader
    from evalstore.suites.drift.analyses.drift_detection import DriftDetections
    from evalstore.suites.drift.analyses.drift_readings import Recorded
    from evalstore.suites.drift.analyses.drift_tuning import Tuned
    from evalstore.suites.drift.analyses.drift_validation import Validated

OnProgress = Callable[[int, int], None]
Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Bootstrapped:
    """Resampled intervals of a run; ``recorded`` counts events, None if none was recorded."""

    run_id: str
    analyses: list[Analysis]
    recorded: Counts | None

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``evalstore bootstrap --json`` prints."""
        payloads = [analysis.event()["payload"] for analysis in self.analyses]
        return {"run_id": self.run_id, "recorded": self.recorded, "analyses": payloads}


@dataclass(frozen=True, slots=True)
class DriftAnalysis:
    """An analysis of a run's readings; ``recorded`` counts events, None if none was recorded."""

    run_id: str
    analysis: Recorded
    recorded: Counts | None

    def to_dict(self) -> dict[str, object]:
        """Return the object that the command prints as JSON."""
        return {
            "run_id": self.run_id,
            "recorded": self.recorded,
            "analysis": self.analysis.event()["payload"],
        }


@dataclass(frozen=True, slots=True)
class DriftTuned(DriftAnalysis):
    """The thresholds that were chosen, and the file they were written to, None if to none."""

    tuned: Tuned
    output: Path | None

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``evalstore drift tune --json`` prints."""
        output = None if self.output is None else str(self.output)
        return {
            "run_id": self.run_id,
            "recorded": self.recorded,
            "output": output,
            "analysis": self.analysis.event()["payload"],
        }


@dataclass(frozen=True, slots=True)
class DriftValidated(DriftAnalysis):
    """The checks of a critic's uncertainty."""

    validated: Validated


@dataclass(frozen=True, slots=True)
class DriftDetected:
    """Detections of drift in a run, where the thresholds are from, and whether it is recorded."""

    run_id: str
    detections: DriftDetections
    thresholds_source: str
    is_recorded: bool

    @property
    def thresholds(self) -> dict[str, object]:
        """The thresholds that were applied."""
        from evalstore.suites.drift.engine import thresholds

        return thresholds.recorded(self.detections.detection)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``evalstore drift detect --json`` prints."""
        return {
            "run_id": self.run_id,
            "thresholds": self.thresholds,
            "thresholds_from": self.thresholds_source,
            "systems": [asdict(item) for item in self.detections.systems],
            "new": self.detections.new_count,
            "changed": self.detections.changed_count,
            "retracted": self.detections.retracted_count,
            "is_recorded": self.is_recorded,
        }


class Analyses(Opening):
    """
    The methods that analyse a run, by default the newest, and may record the analysis as an event.

    Accepted events are folded first; ``on_note`` gets warnings of the fold. Nothing is recorded
    without ``record``, whose default is True for detections alone. They raise UsageError for
    unknown names and options out of range, and
    StoreError if the inbox cannot be folded; when they record, StoreBusyError if nothing could be
    recorded, and CorruptStoreError if definitions or facts do not match the segments.
    """

    def bootstrap(
        self,
        metric: str,
        *,
        run: str | None = None,
        system: str | None = None,
        validator: str | None = None,
        slice: str | Sequence[str] = "all",  # noqa: A002 - the field's own word
        variant: str | None = None,
        resamples: int = 1000,
        seed: int = 0,
        cluster: str = "case",
        level: float = 0.95,
        record: bool = False,
        on_note: OnNote = ignore,
    ) -> Bootstrapped:
        """
        Return an interval of each value of a metric, by drawing its cases with replacement.

        ``cluster`` is ``case``, ``cluster`` or ``session``. The same seed gives the same interval.
        """
        from evalstore.metrics import catalog
        from evalstore.statistics.bootstrap import BootstrapPlan, analyse
        from evalstore.store.query import queries
        from evalstore.store.verify import integrity

        of_metric = catalog.find(metric)
        plan = BootstrapPlan(resamples, seed, cluster, level)
        plan.require()
        parts = tuple(map(queries.parse_slice, as_tuple(slice))) or queries.ALL
        fold_first(self.layout, "resampling", on_note)
        with self._reading() as reader:
            run_id = _chosen(reader, run)
            row_filter = queries.Filter(run_id, system, validator, parts, variant)
            try:
                analyses = analyse(reader, of_metric, run_id, row_filter, plan)
            except UsageError:
                # If rows do not add up to their count, altered facts may be the cause.
                integrity.require(integrity.fact_problems(reader, [run_id]))
                raise
        events = [item.event() for item in analyses]
        recorded = self._record(events, "bootstrap") if record else None
        return Bootstrapped(run_id, analyses, recorded)

    def detect_drift(
        self,
        run: str,
        *,
        thresholds: str | os.PathLike[str] | None = None,
        record: bool = True,
        on_note: OnNote = ignore,
    ) -> DriftDetected:
        """
        Apply the triggers to the readings of a run, with the thresholds of a file.

        Without a file, those applied last count, else those the run began with, else the defaults.
        Recorded detections that these thresholds do not reproduce are retracted.
        """
        from evalstore.store.query import queries
        from evalstore.suites.drift.analyses import drift_detection
        from evalstore.suites.drift.engine.thresholds import read

        settings = None if thresholds is None else read(Path(thresholds))
        fold_first(self.layout, "applying the triggers", on_note)
        with self._reading() as reader:
            queries.run_status(reader, run)
            if settings is None:
                settings, source = drift_detection.thresholds_of(reader, run)
            else:
                source = str(thresholds)
            detections = drift_detection.detect(reader, run, settings)
        if not detections.systems:
            raise UsageError(
                f"run {run!r} has no readings of alignment of cases with the attributes "
                "persona_id and week, which the triggers need; record both in the attributes of a "
                "case_generated event for each week that was read"
            )
        for name in detections.unknown_values:
            on_note(f"thresholds for {name!r} are not used: this run has no reading of this value")
        is_recorded = detections.is_news and record
        if is_recorded:
            self._record(detections.events, "drift detect")
        return DriftDetected(run, detections, source, is_recorded)

    def tune_drift(
        self,
        run: str | None = None,
        *,
        system: str | None = None,
        report_on: str | None = None,
        held_out: float = 0.5,
        seed: int = 0,
        fpr_limit: float = 0.2,
        per_value: bool = False,
        ema_alpha: float = 1.0,
        grid: Mapping[str, Sequence[float]] | None = None,
        output: str | os.PathLike[str] | None = None,
        record: bool = False,
        on_progress: OnProgress = lambda _done, _total: None,
        on_note: OnNote = ignore,
    ) -> DriftTuned:
        """
        Choose thresholds on some personas of a run, and report on the others, or on another run.

        ``grid`` has the values to try of delta, tau_low, c_min and epsilon. The thresholds are
        written to ``output``, as TOML, if some were chosen. With ``output``, facts are compared
        with the segments also if nothing is recorded.
        """
        from evalstore.store.query import queries
        from evalstore.suites.drift.analyses import drift_tuning
        from evalstore.suites.drift.engine import thresholds
        from evalstore.suites.drift.engine.tuning import Grid

        path = None if output is None else Path(output)
        if path is not None:
            self.require_outside(path)
        values = _grid_values(grid or {})
        plan = drift_tuning.TuningPlan(
            system, report_on, held_out, seed, fpr_limit, per_value, ema_alpha,
            Grid(**values),  # type: ignore[arg-type]
        )  # fmt: skip
        plan.require()
        fold_first(self.layout, "tuning", on_note)
        with self._reading() as reader:
            run_id = _chosen(reader, run)
            queries.run_status(reader, report_on or run_id)
            tuned = drift_tuning.tune(reader, run_id, plan, on_progress)
            if path is not None:
                require_sound(reader, run_id, is_newest=run is None)
        analysis = tuned.recorded
        recorded = self._record([analysis.event()], "drift tune") if record else None
        if tuned.detection is None:
            path = None
        elif path is not None:
            write_text(path, thresholds.written(tuned.detection))
        return DriftTuned(run_id, analysis, recorded, tuned, path)

    def validate_drift(
        self,
        run: str | None = None,
        *,
        system: str | None = None,
        correlation: float = 0.3,
        flagged_limit: float = 0.2,
        record: bool = False,
        on_note: OnNote = ignore,
    ) -> DriftValidated:
        """
        Check that a critic's errors grow with its uncertainty, and conflicting signals raise it.

        The correlation of variance and error has to be above ``correlation``, the share of
        conflicting weeks that are flagged below ``flagged_limit``.
        """
        from evalstore.suites.drift.analyses import drift_validation

        plan = drift_validation.ValidationPlan(system, correlation, flagged_limit)
        plan.require()
        fold_first(self.layout, "validating", on_note)
        with self._reading() as reader:
            run_id = _chosen(reader, run)
            validated = drift_validation.validate(reader, run_id, plan)
        analysis = validated.recorded
        recorded = self._record([analysis.event()], "drift validate") if record else None
        return DriftValidated(run_id, analysis, recorded, validated)

    def drift_robustness(
        self,
        run: str | None = None,
        *,
        system: str | None = None,
        draws: int = 1000,
        concentration: float = 50.0,
        seed: int = 0,
        thresholds: str | os.PathLike[str] | None = None,
        record: bool = False,
        on_progress: OnProgress = lambda _done, _total: None,
        on_note: OnNote = ignore,
    ) -> DriftAnalysis:
        """
        Detect drift on whole profiles, as they are and with weights drawn anew around them.

        ``thresholds`` names a file; without it, those of the run count.
        """
        from evalstore.suites.drift.analyses import drift_robustness
        from evalstore.suites.drift.engine.thresholds import read

        settings = None if thresholds is None else read(Path(thresholds))
        numbers = (system, draws, concentration, seed)
        drift_robustness.RobustnessPlan(*numbers).require()
        fold_first(self.layout, "drawing", on_note)
        with self._reading() as reader:
            run_id = _chosen(reader, run)
            settings = settings or drift_robustness.detection_of(reader, run_id)
            plan = drift_robustness.RobustnessPlan(*numbers, settings)
            analysis = drift_robustness.perturbed(reader, run_id, plan, on_progress)
        recorded = self._record([analysis.event()], "drift robustness") if record else None
        return DriftAnalysis(run_id, analysis, recorded)


def _grid_values(grid: Mapping[str, Sequence[float]]) -> dict[str, tuple[float, ...]]:
    """Return the values by threshold; raise UsageError for an unknown one."""
    from evalstore.base.phrases import unknown_name
    from evalstore.suites.drift.engine.tuning import Grid

    names = [field.name for field in fields(Grid)]
    for name in grid:
        if name not in names:
            raise unknown_name("threshold", name, names, " in the grid")
    return {name: tuple(values) for name, values in grid.items()}


def _chosen(reader: Reader, run: str | None) -> str:
    """Return a run, by default the newest; raise UsageError if it does not exist."""
    from evalstore.store.query import queries

    run_id = run or queries.newest_run(reader)
    queries.run_status(reader, run_id)
    return run_id
