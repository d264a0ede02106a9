"""Runs of suites: plan them, ask the systems, judge the responses and append the events."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.methods import Methods
from evalstore.api.notes import OnNote, ignore, note_rewritten
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike

    from evalstore.running.calibration_check import CalibrationCheck
    from evalstore.running.plan import PlannedRun
    from evalstore.running.run import Progress, RunResult


class SuiteRuns(Methods):
    """The methods of a store that run suites."""

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
        config: str | PathLike[str] | None = None,
        drawn_order: bool = False,
        stop_when_decided: bool = False,
    ) -> PlannedRun:
        """
        Plan a run of a suite; see ``evalstore run``. Nothing is asked and nothing written.

        ``systems`` are those of ``config`` (default: evalstore.toml) or kinds, ``settings`` the
        suite's, and those of validators as ``VALIDATOR.KEY``. With ``drawn_order`` the seed draws
        the order of the cases; with ``stop_when_decided``, too, the run stops once the gates of
        ``config`` are decided. Raises UsageError for an unknown
        name or an invalid setting.
        """
        from evalstore.plugins import registry
        from evalstore.running import configuration, git, plan, validator_settings
        from evalstore.running.controls import with_controls
        from evalstore.running.run_ids import new_run_id

        if suite is None:
            raise UsageError(
                "no suite is named; available: "
                f"{', '.join(sorted(registry.module_names('suites')))}"
            )
        config = Path(config or configuration.DEFAULT_FILE)
        names = tuple(systems) or tuple(registry.load("suites", suite).DEFAULT_SYSTEMS)
        if len(set(names)) < len(names):
            raise UsageError("a system is named twice, expected once; remove the duplicate")
        suite_settings, of_validators = validator_settings.split(settings or {}, config)
        added_validators = validator_settings.with_members(validators, of_validators)
        configured = tuple(configuration.system(name, config) for name in names)
        commit = git.commit(Path.cwd())
        made = plan.make_plan(
            suite,
            seed=seed,
            domains=tuple(domains),
            case_count=cases,
            systems=with_controls(configured) if controls else configured,
            settings=configuration.suite_settings(suite, config) | suite_settings,
            commit=commit,
            added_validators=added_validators,
            validator_settings=of_validators,
            attempts=1 if attempts is None else attempts,
            is_drawn=drawn_order or stop_when_decided,
            stopping_gates=str(config) if stop_when_decided else None,
        )
        return plan.PlannedRun(run_id or new_run_id(suite), made, commit)

    def plan_rest(self, run: str, *, on_note: OnNote = ignore) -> PlannedRun:
        """
        Plan what a run that was interrupted still lacks, as it was started.

        The inbox is folded first; ``on_note`` gets the warnings of the fold. Raises UsageError for
        an unknown run or one that ``evalstore run`` did not start.
        """
        from evalstore.running import git
        from evalstore.running.plan import PlannedRun, restore_plan
        from evalstore.running.resume import recorded_run
        from evalstore.store.log.fold import fold

        self.layout.require()
        note_rewritten(fold(self.layout).rewritten_checkpoints, on_note)
        recorded = recorded_run(self.layout, run)
        plan = restore_plan(recorded.started, recorded.cases)
        return PlannedRun(run, plan, git.commit(Path.cwd()), recorded)

    def run_plan(
        self,
        planned: PlannedRun,
        *,
        concurrency: int = 8,
        on_progress: Callable[[Progress], None] = lambda _progress: None,
        on_note: OnNote = ignore,
    ) -> RunResult:
        """
        Ask the systems of a plan, judge their responses, and append all events.

        At most ``concurrency`` questions are asked at a time. ``on_note`` gets the warnings of the
        fold. Raises UsageError if the run id is taken, EvalstoreError if no response is ok. An
        interrupted run can be resumed.
        """
        from evalstore.gates.looks.stopping import require_looks, why_stop
        from evalstore.gates.run_gates import GateQuery, configured
        from evalstore.running.run import run

        look = None
        if planned.plan.stopping_gates is not None:
            query = GateQuery(
                Path(planned.plan.stopping_gates), run_id=planned.run_id, while_running=True
            )
            gates, control = configured(query)
            require_looks(gates, planned.plan.stopping_gates)
            look = partial(why_stop, self.layout, query, gates, control)
        result = run(
            self.layout, planned.plan, run_id=planned.run_id, commit=planned.commit,
            concurrency=concurrency, recorded=planned.recorded, on_progress=on_progress,
            look=look,
        )  # fmt: skip
        note_rewritten(result.rewritten_checkpoints, on_note)
        return result

    def calibration_check(self, run: str) -> list[CalibrationCheck]:
        """
        Compare the metrics of a run's simulated systems with the rates that they declare.

        Raises UsageError if the run was not started here or has no simulated system.
        """
        from evalstore.running.calibration_check import check_calibration

        self.layout.require()
        return check_calibration(self.layout, run)
