"""Execution of a plan: generate cases, query systems, judge responses, append the events."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from evalstore.base import sql_files
from evalstore.base.settings import require_known, system_place
from evalstore.errors import EvalstoreError, StoreError, UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.running import resume
from evalstore.running.appender import Appender
from evalstore.running.beginning import beginning
from evalstore.running.case_order import drawn
from evalstore.running.configuration import SystemConfig
from evalstore.running.events import (
    Event,
    case_event,
    event,
    reading_events,
    refused_events,
    response_event,
    verdict_event,
)
from evalstore.running.git import Commit
from evalstore.running.judge_result import UNJUDGED
from evalstore.running.judging import Validators
from evalstore.running.judging_scopes import Selection
from evalstore.running.plan import RunPlan
from evalstore.running.questions import JudgedResponse, answers, batches, pending_work
from evalstore.running.store_judging import judge_run
from evalstore.running.unanswered import Unanswered
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query import queries
from evalstore.store.query.reader import reading
from evalstore.suites.drift.analyses.drift_detection import detect

STOPPED = "stopped"
REPLAY = "replay"
REPLAY_KEYS = {"run", "system", "store"}

CONCURRENCY_DEFAULT = 8


@dataclass(slots=True)
class Progress:
    """Counts of a run's answers: wanted, known before it resumed, and new by status."""

    run_id: str
    case_count: int
    wanted_count: int
    known_count: int = 0
    statuses: Counter[str] = field(default_factory=Counter)

    @property
    def done_count(self) -> int:
        """The number of answers, including earlier ones."""
        return self.known_count + self.statuses.total()


@dataclass(frozen=True, slots=True)
class RunResult:
    """The summary of a finished run."""

    run_id: str
    run_status: str
    case_count: int
    statuses: dict[str, int]
    outcomes: dict[str, int]
    appended_count: int
    is_folded: bool
    remarks: tuple[str, ...] = ()
    # Sizes of the checkpoints that were missing at the start of the run.
    rewritten_checkpoints: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``run --json`` prints."""
        return {
            "run_id": self.run_id,
            "status": self.run_status,
            "cases": self.case_count,
            "responses": self.statuses,
            "outcomes": self.outcomes,
            "events": self.appended_count,
            "folded": self.is_folded,
            "remarks": self.remarks,
            "rewritten_checkpoints": self.rewritten_checkpoints,
        }


def run(
    layout: Layout,
    plan: RunPlan,
    *,
    run_id: str,
    commit: Commit,
    concurrency: int = CONCURRENCY_DEFAULT,
    recorded: resume.RecordedRun | None = None,
    on_progress: Callable[[Progress], None] = lambda _progress: None,
    look: Callable[[], str | None] | None = None,
) -> RunResult:
    """
    Run a plan into a store; ``recorded`` contains the answers of an interrupted run to resume.

    ``look`` is called after each batch of answers, which are folded then; if it returns a reason,
    the run ends as stopped.

    A KeyboardInterrupt closes the run as cancelled and propagates. Raises UsageError if the run id
    is taken, EvalstoreError if no response is ok.
    """
    layout.require()
    with ExitStack() as stack:
        systems = []
        for configured in plan.systems:
            settings = plan.system_settings(configured)
            system = build_system(layout, replace(configured, settings=settings), plan.seed)
            stack.callback(system.close)
            systems.append(system)
        cases = plan.cases()
        for system in systems:
            # Some controls derive their answers from the frequencies of right answers over all
            # cases.
            if (prepare := getattr(system, "prepare", None)) is not None:
                prepare(cases)
        judges = Validators(cases, plan.configured_validators())
        running = _Running(layout, plan, run_id, cases, judges, systems, recorded)
        if recorded is None:
            running.start(commit)
        return running.finish(concurrency, on_progress, look)


class _Running:
    """The state of a run in progress."""

    def __init__(
        self,
        layout: Layout,
        plan: RunPlan,
        run_id: str,
        cases: list[Case],
        judges: Validators,
        systems: list[Any],
        recorded: resume.RecordedRun | None,
    ) -> None:
        self.layout = layout
        self.plan = plan
        self.run_id = run_id
        self.cases = cases
        self.judges = judges
        self.systems = systems
        self.remarks = tuple(plan.remarks())
        self.rewritten_checkpoints: tuple[int, ...] = ()
        self.known: Mapping[tuple[str, str, int], str] = recorded.answered if recorded else {}
        self.ok_before_count = recorded.ok_count if recorded else 0
        self.outcomes: Counter[str] = Counter()
        self.unanswered = Unanswered()
        # Verdicts on recorded answers of a resumed run, which another appender writes.
        self.judged_count = 0
        self.appender = Appender(
            layout, f"suite:{plan.suite}@{plan.suite_version}", on_refused=refused_events
        )

    def start(self, commit: Commit) -> None:
        """Append the start and every case, so that unanswered cases count as missing."""
        started = event("run_started", self.run_id, self._started(commit))
        cases = [case_event(self.run_id, case) for case in self.cases]
        with beginning(self.layout) as folded:
            self.rewritten_checkpoints = tuple(folded.rewritten_checkpoints)
            if resume.is_known(self.layout, self.run_id):
                raise UsageError(
                    f"run {self.run_id!r} already exists; pass --resume {self.run_id} to resume "
                    "it, or another --run-id to start a new run"
                )
            # Appended together, since a resumed run assumes that all cases were recorded.
            self.appender.add([started, *cases])
            self.appender.flush()

    def _started(self, commit: Commit) -> dict[str, object]:
        """Return the payload of ``run_started``."""
        plan = self.plan
        generators = sorted({case.generator for case in self.cases})
        generator_names = registry.module_names("generators")
        config = plan.config() | {
            "configurations": {
                system.system_id: dict(system.configuration) for system in self.systems
            },
            "generators": {
                name: str(getattr(registry.load("generators", name), "VERSION", ""))
                for name in generators
                if name in generator_names
            },
            **self.judges.config(),
        }
        if self.remarks:
            config["remarks"] = list(self.remarks)
        payload = {
            "suite": plan.suite,
            "suite_version": plan.suite_version,
            "seed": plan.seed,
            "attempts": plan.attempts if plan.attempts > 1 else None,
            "git_sha": commit.git_sha,
            "git_branch": commit.git_branch,
            "committed_at": commit.committed_at,
            "systems": [system.system_id for system in self.systems],
            "controls": [
                system.system_id for system in self.systems if getattr(system, "is_control", False)
            ]
            or None,
            "raters": self.judges.raters,
            "config": config,
        }
        return {name: value for name, value in payload.items() if value is not None}

    def finish(
        self,
        concurrency: int,
        on_progress: Callable[[Progress], None],
        look: Callable[[], str | None] | None = None,
    ) -> RunResult:
        """Ask the missing questions and close the run; stop early if ``look`` gives a reason."""
        attempts = range(1, self.plan.attempts + 1)
        wanted = {
            (system.system_id, case.case_id, attempt)
            for system, case, attempt in product(self.systems, self.cases, attempts)
        }
        progress = Progress(
            self.run_id, len(self.cases), len(wanted), len(wanted & self.known.keys())
        )
        on_progress(progress)
        cases = drawn(self.cases, self.plan.seed) if self.plan.is_drawn else self.cases
        works = pending_work(self.systems, cases, self.known, self.plan.attempts)
        why_stopped: str | None = None
        try:
            if self.known:
                self._judge_recorded()
            for batch in batches(works, None if look is None else len(wanted), concurrency):
                why_stopped = self._seen(look) if progress.done_count else None
                if why_stopped is not None:
                    break
                for answered in answers(batch, self.judges, concurrency, self.appender.tick):
                    self.appender.add(self._events(answered))
                    progress.statuses[answered.response.status] += 1
                    self.unanswered.add(answered.system_id, answered.response)
                    on_progress(progress)
        except KeyboardInterrupt:
            self._close("cancelled", progress, "interrupted")
            raise KeyboardInterrupt(
                f"run `evalstore run --resume {self.run_id}` to resume it"
            ) from None
        except EvalstoreError as error:
            self._close("failed", progress, str(error))
            raise
        ok_count = progress.statuses["ok"] + self.ok_before_count
        if not ok_count:
            reason = f"not one of {progress.done_count} responses is ok"
            self._close("failed", progress, reason)
            lines = "".join(f"\n  {line}" for line in self.unanswered.lines())
            raise EvalstoreError(
                f"{reason}; run `evalstore failures --run {self.run_id} --by reason` to list the "
                f"reasons:{lines}"
            )
        if why_stopped is not None:
            return self._close(STOPPED, progress, f"stopped early: {why_stopped}")
        self._detect()
        return self._close("completed", progress, None)

    def _seen(self, look: Callable[[], str | None] | None) -> str | None:
        """Make what was answered readable, and return why the run may stop, if it may."""
        if look is None:
            return None
        self.appender.flush()
        return look()

    def _judge_recorded(self) -> None:
        """Judge recorded answers without a verdict of their validators, or with an error."""
        selection = Selection(outcomes=(UNJUDGED, "error"), is_declared=True)
        result = judge_run(self.layout, self.run_id, [*self.judges.by_name.values()], selection)
        for judged in result.judged:
            self.outcomes.update(judged.outcomes)
            self.judged_count += judged.appended_count

    def _detect(self) -> None:
        """
        Append the detections of the suite's triggers and the event of the analysis, if it has any.

        The readings are folded first, since the triggers are SQL over facts. Raises StoreError if
        they cannot be folded.
        """
        detection = self.plan.detection()
        if detection is None:
            return
        self.appender.flush()
        folded = fold(self.layout)
        if not folded.is_folded:
            raise StoreError(
                f"the readings could not be folded ({folded.holder}), so no trigger was applied; "
                f"run `evalstore run --resume {self.run_id}` to apply the triggers"
            )
        with reading(self.layout) as reader:
            events = detect(reader, self.run_id, detection).events
        for detected in events:
            self.appender.add([detected])

    def _events(self, answered: JudgedResponse) -> list[Event]:
        about = (self.run_id, answered.system_id, answered.case)
        attempt, response = answered.attempt, answered.response
        events = [
            response_event(*about, response, attempt=attempt),
            *reading_events(*about, response, attempt=attempt),
        ]
        for validator, verdict in answered.verdicts:
            self.outcomes[verdict.outcome] += 1
            events.append(verdict_event(*about, validator, verdict, attempt=attempt))
        return events

    def _close(self, run_status: str, progress: Progress, error: str | None) -> RunResult:
        payload: dict[str, object] = {
            "status": run_status,
            "counts": {"cases": progress.case_count, "responses": progress.done_count},
        }
        if error is not None:
            payload["error"] = error
        self.appender.add([event("run_finished", self.run_id, payload)])
        self.appender.flush()
        folded = fold(self.layout)
        return RunResult(
            run_id=self.run_id,
            run_status=run_status,
            case_count=progress.case_count,
            statuses=dict(progress.statuses),
            outcomes=dict(self.outcomes),
            appended_count=self.appender.appended_count + self.judged_count,
            is_folded=folded.is_folded,
            remarks=(
                *self.remarks,
                *self.unanswered.lines(),
                *([error] if run_status == STOPPED and error else []),
            ),
            rewritten_checkpoints=self.rewritten_checkpoints,
        )


def build_system(layout: Layout, configured: SystemConfig, seed: str) -> Any:
    """
    Return a system that is ready to answer.

    Raises UsageError for settings that its kind does not accept.
    """
    module: Any = registry.load("systems", configured.kind)
    settings = configured.settings
    if configured.kind == REPLAY and "run" in settings and "file" not in settings:
        return _replayed(layout, configured, module)
    return module.build(configured.system_id, settings, seed)


def _replayed(layout: Layout, configured: SystemConfig, module: Any) -> Any:
    settings = configured.settings
    place = system_place(configured.system_id, "replay")
    require_known(settings, REPLAY_KEYS, f"{place}, with `run`")
    source = Layout(Path(str(settings["store"]))) if "store" in settings else layout
    run_id, system_id = str(settings["run"]), settings.get("system")
    source.require()
    with reading(source) as reader:
        queries.run_status(reader, run_id)
        rows = reader.rows(
            sql_files.read("sql/queries/responses_of"), run_id=run_id, system_id=system_id
        )
    names = sorted({str(row["system_id"]) for row in rows})
    if len(names) != 1:
        there = f"available: {', '.join(names)}" if names else "it has no responses"
        raise UsageError(
            f"system {configured.system_id!r} (replay): set `system` to one that answered in run "
            f"{run_id!r}; {there}"
        )
    payloads = [json.loads(str(row["payload"])) for row in rows]
    return module.build_from_payloads(configured.system_id, payloads, dict(settings))
