"""Evaluate the gates of a configuration or a preset on a run, and record the decisions."""

from dataclasses import dataclass, replace
from pathlib import Path

from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.gates import advice, config, decision_events, evaluate, preset
from evalstore.gates.config import DEFAULT_FILE
from evalstore.gates.control import Control, default_method
from evalstore.gates.decide import Answer, Decision, overall
from evalstore.gates.gate import POINT, Gate
from evalstore.harnesses.recording import reading_folded, record
from evalstore.store.layout import Layout
from evalstore.store.log.incoming import OWN_PREFIX
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader


@dataclass(frozen=True, slots=True)
class GateQuery:
    """
    Which gates to evaluate on which run; None selects the default.

    Gates come from ``config_path`` (default evalstore.toml) or from the preset ``preset_name``;
    ``baseline`` overrides theirs. The default run is the newest. ``allow_incomplete``,
    ``allow_undeclared``, ``allow_other_judge``, ``require_checked_judge`` and ``while_running``
    are those of ``evaluate``. A glance compares no facts with the segments: what it decides is to
    be decided again.
    """

    config_path: Path | None = None
    preset_name: str | None = None
    system_id: str | None = None
    run_id: str | None = None
    baseline: str | None = None
    allow_incomplete: bool = False
    allow_undeclared: bool = False
    allow_other_judge: bool = False
    require_checked_judge: bool = False
    while_running: bool = False
    is_recheck: bool = False
    is_glance: bool = False


@dataclass(frozen=True, slots=True)
class GateAnswer:
    """
    The decisions on a run, and the events that would record them.

    ``analyses`` are those of the intervals that were resampled for the decisions.
    ``rewritten_checkpoints`` are the tree sizes of checkpoints that the fold found missing and
    wrote again.
    """

    run_id: str
    decisions: list[Decision]
    events: list[dict[str, object]]
    rewritten_checkpoints: list[int]
    analyses: list[dict[str, object]]

    @property
    def payloads(self) -> list[dict[str, object]]:
        """Return the payloads of the events."""
        return [event["payload"] for event in self.events]  # type: ignore[misc]

    @property
    def answer(self) -> Answer:
        """Return the overall answer of all decisions."""
        return overall(self.decisions)

    def of_gate(self, gate_id: str | None) -> "GateAnswer":
        """Return the decisions of one gate; those of all for None."""
        if gate_id is None:
            return self
        # All gates are decided, since a decision may depend on their number.
        return replace(
            self, decisions=[item for item in self.decisions if item.gate.gate_id == gate_id]
        )


def configured(query: GateQuery) -> tuple[list[Gate], Control]:
    """Return the gates of a query; raise UsageError if it names a file and a preset."""
    if query.config_path is not None and query.preset_name is not None:
        raise UsageError(
            f"found both --config {query.config_path} and --gates {query.preset_name}, expected "
            "one; leave out the other"
        )
    path = query.config_path or Path(DEFAULT_FILE)
    gates = config.read(path) if query.preset_name is None else preset.gates(query.preset_name)
    chosen = gates if query.system_id is None else preset.of_system(gates, query.system_id)
    if query.preset_name is None:
        control = config.read_control(path, chosen)
    else:
        control = Control(default_method(chosen))
    return _against(chosen, query.baseline), control


def require_gate(gates: list[Gate], gate_id: str | None) -> None:
    """Raise UsageError for the id of a gate to explain that none of the gates has."""
    names = [gate.gate_id for gate in gates]
    if gate_id is not None and gate_id not in names:
        raise unknown_name("gate", gate_id, names, " to explain")


def decided(layout: Layout, query: GateQuery, gates: list[Gate], control: Control) -> GateAnswer:
    """
    Fold, and decide the gates of a query on its run; nothing is recorded.

    Raises UsageError for an unknown run or system, UndecidedError if there is no newest run, and
    StoreError if the inbox cannot be folded.
    """
    allowed = {
        "allow_incomplete": query.allow_incomplete,
        "allow_undeclared": query.allow_undeclared,
        "allow_other_judge": query.allow_other_judge,
        "require_checked_judge": query.require_checked_judge,
        "while_running": query.while_running,
    }
    with reading_folded(layout, "the gate") as (reader, rewritten):
        run_id = _run_of(reader, query)
        decisions = evaluate.evaluate(
            reader,
            gates,
            run_id,
            control=control,
            is_newest=query.run_id is None,
            is_recheck=query.is_recheck,
            has_segments=not query.is_glance,
            **allowed,
        )
        digest = config.config_sha256(gates, control, **allowed)
        events = decision_events.events(decisions, reader, run_id, digest)
    analyses = [item.analysis.event() for item in decisions if item.analysis is not None]
    return GateAnswer(run_id, decisions, events, rewritten, analyses)


def record_decisions(layout: Layout, answer: GateAnswer) -> None:
    """
    Append decisions, and the intervals they rest on, as events.

    One fold takes them all. If StoreBusyError is raised, nothing is recorded.
    """
    intervals = [{"source": f"{OWN_PREFIX}bootstrap", **event} for event in answer.analyses]
    record(layout, [*intervals, *answer.events], source="gate", is_checked=True)


def _run_of(reader: Reader, query: GateQuery) -> str:
    """Return the run to decide on; raise UsageError if it lacks the named system."""
    run_id = query.run_id or queries.newest_run(reader)
    queries.require_name(reader, "system", query.system_id, run_id)
    return run_id


def _against(gates: list[Gate], baseline: str | None) -> list[Gate]:
    """Return the gates with another baseline; raise UsageError if no gate has ``max_drop``."""
    if baseline is None:
        return gates
    if all(gate.max_drop is None for gate in gates):
        raise UsageError("no gate has `max_drop`, so no gate is compared with a baseline")
    named = [gate if gate.max_drop is None else replace(gate, baseline=baseline) for gate in gates]
    for gate in named:
        if gate.requirement == POINT:
            advice.require_point_can_decide(gate, f"--baseline {baseline}, gate {gate.gate_id}")
    return named
