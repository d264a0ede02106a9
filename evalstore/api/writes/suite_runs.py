"""Runs of suites: plan them, ask the systems, judge the responses and append the events."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.writes.notes import OnNote, ignore, note_rewritten
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalstore.running.calibration_check import CalibrationCheck
    from evalstore.running.git import Commit
    from evalstore.running.plan import RunPlan
    from evalstore.running.resume import RecordedRun
    from evalstore.running.run import Progress, RunResult
    from evalstore.store.layout import Layout


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """
    A run that ``run_plan`` carries out: its id, its plan, and the commit that it evaluates.

    ``recorded`` has the answers of a run that is resumed.
    """

    run_id: str
    plan: RunPlan
    commit: Commit
    recorded: RecordedRun | None = None


class SuiteRuns:
    """The methods of a store that run suites."""

    layout: Layout

    def plan(
        self,
        suite: str | None = None,
        *,
        domains: Sequence[str] = (),
        systems: Sequence[str] = (),
        controls: bool = False,
        seed: str | None = None,
        cases: int | None = None,
        attempts: int | None = None,
        settings: Mapping[str, object] | None = None,
        validators: Sequence[str] = (),
        run_id: str | None = None,
        resume: str | None = None,
        config: Path | None = None,
        on_note: OnNote = ignore,
    ) -> PlannedRun:
        """
        Plan a run of a suite, or the rest of the run ``resume``; see ``evalstore run``.

        ``systems`` are those of ``config`` (evalstore.toml) or kinds; ``settings`` are the
        suite's, and those of validators as ``VALIDATOR.KEY``. Nothing is asked or appended, but
        the inbox is folded before a run is resumed; ``on_note`` gets the warnings of the fold.
        Raises UsageError for an unknown name, an invalid setting, or ``resume`` together with
        another argument.
        """
        from evalstore.running import git
        from evalstore.running.configuration import DEFAULT_FILE
        from evalstore.running.plan import restore_plan
        from evalstore.running.resume import recorded_run
        from evalstore.running.run_ids import new_run_id

        commit = git.commit(Path.cwd())
        if resume is None:
            plan = _new_plan(
                commit, suite, domains, systems, controls, seed, cases, attempts, settings or {},
                validators, config or Path(DEFAULT_FILE),
            )  # fmt: skip
            return PlannedRun(run_id or new_run_id(plan.suite), plan, commit)
        chosen = (suite, domains, systems, controls, seed, cases, attempts, settings, validators)
        if any((*chosen, run_id)):
            raise UsageError("--resume goes on with the run as it was started; leave the rest out")
        from evalstore.store.log.fold import fold

        self.layout.require()
        note_rewritten(fold(self.layout).rewritten_checkpoints, on_note)
        recorded = recorded_run(self.layout, resume)
        plan = restore_plan(recorded.started, recorded.cases)
        return PlannedRun(resume, plan, commit, recorded)

    def run_plan(
        self,
        planned: PlannedRun,
        *,
        concurrency: int = 8,
        on_progress: Callable[[Progress], None] = lambda _progress: None,
    ) -> RunResult:
        """
        Ask the systems of a plan, judge their responses, and append all events.

        At most ``concurrency`` questions are asked at a time. Raises UsageError if the run id is
        taken, EvalstoreError if no response is ok. An interrupted run can be resumed.
        """
        from evalstore.running.run import run

        return run(
            self.layout, planned.plan, run_id=planned.run_id, commit=planned.commit,
            concurrency=concurrency, recorded=planned.recorded, on_progress=on_progress,
        )  # fmt: skip

    def calibration_check(self, run: str) -> list[CalibrationCheck]:
        """
        Compare the metrics of a run's simulated systems with the rates that they declare.

        Raises UsageError if the run was not started here or has no simulated system.
        """
        from evalstore.running.calibration_check import check_calibration

        self.layout.require()
        return check_calibration(self.layout, run)


def _new_plan(
    commit: Commit,
    suite: str | None,
    domains: Sequence[str],
    names: Sequence[str],
    has_controls: bool,
    seed: str | None,
    case_count: int | None,
    attempts: int | None,
    settings: Mapping[str, object],
    validators: Sequence[str],
    config: Path,
) -> RunPlan:
    """Return the plan of a new run."""
    from evalstore.plugins import registry
    from evalstore.running import configuration, plan, validator_settings
    from evalstore.running.controls import with_controls

    if suite is None:
        raise UsageError(f"name a suite: {', '.join(sorted(registry.module_names('suites')))}")
    names = tuple(names) or tuple(registry.load("suites", suite).DEFAULT_SYSTEMS)
    if len(set(names)) < len(names):
        raise UsageError("a system is named twice; each answers every case once")
    suite_settings, of_validators = validator_settings.split(settings, config)
    added_validators = validator_settings.with_members(validators, of_validators)
    systems = tuple(configuration.system(name, config) for name in names)
    return plan.make_plan(
        suite,
        seed=seed,
        domains=tuple(domains),
        case_count=case_count,
        systems=with_controls(systems) if has_controls else systems,
        settings=configuration.suite_settings(suite, config) | suite_settings,
        commit=commit,
        added_validators=added_validators,
        validator_settings=of_validators,
        attempts=attempts or 1,
    )
