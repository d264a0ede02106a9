"""Evaluate gates on a run."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evalstore.gates.adaptive import EarlierValues
from evalstore.gates.baseline import COMPLETED, shortfall_of
from evalstore.gates.bounds import bound_p_value, met_p_value
from evalstore.gates.control import Control, PValues
from evalstore.gates.counted_tries import TryCounts, limited
from evalstore.gates.decide import BY_FACTS_ALONE, Decision, Outcome, decide
from evalstore.gates.gate import POINT, SHOWN, Gate
from evalstore.gates.integrity_problems import integrity_problems
from evalstore.gates.looks.looking import decided_by_look
from evalstore.gates.measured import Measured, failing_canaries
from evalstore.gates.power.gate_power import with_false_blocks
from evalstore.gates.questions import GateQuestion, GateQuestions
from evalstore.gates.regression import Baselines
from evalstore.gates.resampled import remark_on
from evalstore.gates.shrunken import remark_on_slices
from evalstore.gates.tries import Tries
from evalstore.statistics.adjusting import NONE, adjusted
from evalstore.store.facts import undeclared
from evalstore.store.query.queries import Filter, Slice, run_status
from evalstore.store.query.reader import Reader
from evalstore.store.query.undetermined import undetermined_reasons
from evalstore.store.replica import partial
from evalstore.store.verify import integrity

RUNS_SHOWN_MAX = 3
# The status of a run that ended early since its gates were decided.
STOPPED = "stopped"
STOPPED_NOTE = "; it was stopped early, and --while-running decides as its last look did"


def evaluate(
    reader: Reader,
    gates: list[Gate],
    run_id: str,
    *,
    control: Control = Control(),  # noqa: B008 - a frozen value
    allow_incomplete: bool = False,
    allow_undeclared: bool = False,
    allow_other_judge: bool = False,
    require_checked_judge: bool = False,
    while_running: bool = False,
    is_newest: bool = False,
    has_segments: bool = True,
    is_recheck: bool = False,
) -> list[Decision]:
    """
    Decide every gate on every row it reads; a gate without a row is undecided.

    All gates are broken if definitions in the database are not those of this installation, if
    facts of a run that a gate reads differ from the segments, or if answers name cases that the
    run does not declare, unless ``allow_undeclared``. All are undecided if the run has no
    run_started event, unless ``allow_incomplete``. A gate that would mix verdicts of different
    judges is undecided, unless ``allow_other_judge``; with ``require_checked_judge``, so is one on
    verdicts that people never checked. ``is_newest``: the choice of the run is verified too.
    ``is_recheck``: digests of facts are not relied on. Without ``has_segments``, as in a lake,
    only a lost payload breaks a gate. ``while_running``: a run not completed is looked at.
    """
    gates = [replace(gate, max_tries=gate.max_tries or control.max_tries) for gate in gates]
    history, baselines = EarlierValues(reader, run_id), Baselines(reader, run_id)
    problems = integrity_problems(
        reader, gates, run_id, history, baselines,
        is_newest=is_newest, has_segments=has_segments, is_recheck=is_recheck,
    )  # fmt: skip
    if problems:
        reason = f"{'; '.join(problems)}; {integrity.WAY_OUT}"
        return [Decision(gate, None, "broken", reason) for gate in gates]
    status = run_status(reader, run_id)
    asked = GateQuestions(
        reader, run_id, history, baselines,
        allow_other_judge=allow_other_judge, require_checked_judge=require_checked_judge,
    )  # fmt: skip
    questions = _at_level(asked.of(gates), control)
    if in_the_way := _precondition(
        reader, run_id, allow_incomplete=allow_incomplete, allow_undeclared=allow_undeclared
    ):
        return [Decision(question.gate, question.measured, *in_the_way) for question in questions]
    counts = TryCounts(reader, run_id)
    if while_running and status != COMPLETED:
        return decided_by_look(reader, run_id, questions, control, counts)
    note = _note(reader, run_id, status)
    decisions = []
    for question, of_question in zip(questions, _adjusted(questions, control.method), strict=True):
        tries = counts.of(question.gate, question.measured)
        item = _decided(
            reader, question, of_question, run_id, control.alpha, tries, questions,
            is_completed=allow_incomplete or status == COMPLETED,
        )  # fmt: skip
        decisions.append(limited(replace(item, reason=item.reason + note), tries))
    found = with_false_blocks(decisions, control)
    return with_evidence(reader, found, run_id, history) if has_segments else found


def _at_level(questions: Sequence[GateQuestion], control: Control) -> list[GateQuestion]:
    """Return the questions; their drops and leads have the level of each beside the others."""
    each = control.level_of_each(question.gate for question in questions)
    found = []
    for question in questions:
        level = control.alpha if question.gate.is_informational else each
        drop, lead = question.regression, question.lead
        found.append(
            replace(
                question,
                regression=None if drop is None else replace(drop, least_alpha=level),
                lead=None if lead is None else replace(lead, least_alpha=level),
            )
        )
    return found


def _note(reader: Reader, run_id: str, status: str) -> str:
    """Return what every reason adds: the cases that the run lacks, and that it was stopped."""
    shortfall = shortfall_of(reader, run_id)
    note = f"; the run: {shortfall}" if shortfall else ""
    return note + (STOPPED_NOTE if status == STOPPED else "")


def _adjusted(questions: Sequence[GateQuestion], method: str) -> list[PValues]:
    """
    Return the p-values of each question's drop, lead and bound, adjusted for all of them together.

    P-values of informational gates and of drops that are not tested stay unadjusted: those of a
    point, and of fewer cases than the gate needs, which cannot block. Bounds have none if nothing
    is adjusted: their interval decides.
    """
    drops, leads, bounds = [], [], []
    for question in questions:
        drop, lead = question.regression, question.lead
        is_blocking = not question.gate.is_informational
        is_tested = is_blocking and question.gate.requirement != POINT
        if drop is not None and drop.pairs is not None:
            is_tested &= drop.pairs.paired_count >= question.gate.min_count
        drops.append(drop.p_value if drop is not None and is_tested else None)
        leads.append(lead.p_value if lead is not None and is_blocking else None)
        has_bound = is_blocking and method != NONE and question.gate.requirement == SHOWN
        bounds.append(_of_bound(question) if has_bound else None)
    p_values = adjusted([*drops, *leads, *bounds], method)
    count = len(questions)
    return [
        PValues(
            question.regression.p_value if drop is None and question.regression else drop,
            question.lead.p_value if lead is None and question.lead else lead,
            bound,
        )
        for question, drop, lead, bound in zip(
            questions, p_values[:count], p_values[count : 2 * count], p_values[2 * count :],
            strict=True,
        )
    ]  # fmt: skip


def _of_bound(question: GateQuestion) -> float | None:
    gate, measured = question.gate, question.measured
    has_bound = (gate.minimum, gate.maximum) != (None, None)
    if measured is None or question.reason or not has_bound:
        return None
    if measured.scored_count < gate.min_count:
        return None
    return bound_p_value(gate, measured, question.analysis)


def _beside_other_slices(question: GateQuestion, questions: Sequence[GateQuestion]) -> str:
    """Return the shrunken value of a row of a gate over every value of a slice, in words."""
    gate, measured = question.gate, question.measured
    rows = [
        other.measured
        for other in questions
        if other.gate.gate_id == gate.gate_id and other.measured is not None
    ]
    has_bound = (gate.minimum, gate.maximum) != (None, None)
    if measured is None or gate.slice_value is not None or not has_bound:
        return ""
    return remark_on_slices(measured, gate.metric, rows)


def _decided(
    reader: Reader,
    question: GateQuestion,
    p_values: PValues,
    run_id: str,
    alpha: float,
    tries: Tries,
    questions: Sequence[GateQuestion],
    *,
    is_completed: bool,
) -> Decision:
    gate, measured = question.gate, question.measured
    if measured is None or question.reason:
        return Decision(gate, measured, "undecided", question.reason, judged=question.judged)
    decision = decide(
        gate,
        measured,
        is_completed=is_completed,
        regression=question.regression,
        p_value=p_values.drop,
        lead=question.lead,
        lead_p_value=p_values.lead,
        bound_p_value=p_values.bound,
        met_p_value=met_p_value(gate, measured, question.analysis),
        alpha=alpha,
        try_number=tries.of_commit,
    )
    if gate.is_canary and decision.answer == "fail":
        names = failing_canaries(reader, measured, run_id)
        decision = Decision(gate, measured, "fail", f"canaries must never fail: {names}")
    if decision.answer == "broken" and measured.unscored_count:
        decision = _with_undetermined(reader, decision, measured, run_id)
    remark = remark_on(question.analysis) if question.analysis else ""
    beside = _beside_other_slices(question, questions)
    reason = "; ".join(filter(None, (decision.reason, remark, beside, question.judges)))
    return replace(decision, reason=reason, judged=question.judged, analysis=question.analysis)


def _with_undetermined(
    reader: Reader, decision: Decision, measured: Measured, run_id: str
) -> Decision:
    """Add to the reason of a decision why verdicts of its row are undetermined, if any are."""
    part = Slice(measured.slice_name, measured.slice_value)
    row_filter = Filter(run_id, measured.system_id, measured.validator_id or None, (part,))
    words = undetermined_reasons(reader, row_filter).values()
    return replace(decision, reason="; ".join([decision.reason, *words]))


def _precondition(
    reader: Reader, run_id: str, *, allow_incomplete: bool, allow_undeclared: bool
) -> Outcome | None:
    """
    Return the answer of every gate if the run cannot be decided at all, else None.

    An answer with a misspelt case id counts, and the intended case counts as missing, so no
    number of such a run is reliable. Without run_started, the expected systems and attempts are
    unknown, so missing ones are not counted.

    Raises UsageError if the run does not exist.
    """
    run_status(reader, run_id)
    problems = [] if allow_undeclared else undeclared.of_runs(reader.connection, [run_id])
    if problems:
        return "broken", f"{problems[0]}; decide anyway with --allow-undeclared"
    rows = reader.rows(
        "select suite from facts.runs where run_id = $run_id and suite is null", run_id=run_id
    )
    if rows and not allow_incomplete:
        reason = (
            f"run {run_id} has no run_started event, so the expected systems and attempts are "
            "unknown; ingest one (kind run_started, its payload names a suite and systems), or "
            "decide anyway with --allow-incomplete"
        )
        return "undecided", reason
    return None


def with_evidence(
    reader: Reader, decisions: Sequence[Decision], run_id: str, history: EarlierValues
) -> list[Decision]:
    """Return the decisions; a reason notes runs of which only facts, not events, were read."""
    replica = partial.of(reader.layout)
    if replica is None:
        return list(decisions)
    return [
        _with_runs(item, [read for read in _runs(item, run_id, history) if read in by_facts])
        for by_facts in [replica.runs_by_facts]
        for item in decisions
    ]


def _with_runs(item: Decision, run_ids: list[str]) -> Decision:
    if not run_ids:
        return item
    shown = ", ".join(run_ids[:RUNS_SHOWN_MAX])
    more = len(run_ids) - RUNS_SHOWN_MAX
    others = f" and {more} more" if more > 0 else ""
    reason = (
        f"{item.reason}; {BY_FACTS_ALONE}, since the events of these runs are not stored here: "
        f"{shown}{others}"
    )
    return replace(item, reason=reason, by_facts=tuple(run_ids))


def _runs(item: Decision, run_id: str, history: EarlierValues) -> Iterator[str]:
    """Yield the runs that a decision reads: its own, its baseline, its window of history."""
    read = [run_id]
    if item.regression is not None and item.regression.baseline_run_id is not None:
        read += [item.regression.baseline_run_id, *item.regression.other_run_ids]
    if item.gate.adaptive is not None:
        read += history.run_ids(item.gate.adaptive)
    yield from dict.fromkeys(read)
