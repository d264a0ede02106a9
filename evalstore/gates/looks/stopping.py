"""The end of a run before all is asked, since its gates are decided."""

from dataclasses import replace

from evalstore.base.phrases import counted
from evalstore.errors import StoreError, UsageError
from evalstore.gates.control import Control
from evalstore.gates.gate import Gate
from evalstore.gates.looks.looking import why_no_look
from evalstore.gates.run_gates import GateAnswer, GateQuery, decided
from evalstore.store.layout import Layout

DECIDED = ("pass", "fail")


def require_looks(gates: list[Gate], path: str) -> None:
    """Raise UsageError if no look can decide any gate that may block, so that none would stop."""
    reasons = {gate.gate_id: why_no_look(gate) for gate in gates if not gate.is_informational}
    if all(reasons.values()):
        named = "; ".join(f"{gate_id}: {reason}" for gate_id, reason in reasons.items())
        raise UsageError(
            f"no gate of {path} can stop a run early ({named}); leave --stop-when-decided out, or "
            'write `require = "shown"`'
        )


def why_stop(layout: Layout, query: GateQuery, gates: list[Gate], control: Control) -> str | None:
    """
    Return why a run may stop: a gate fails or all pass; None if more answers are needed.

    Informational gates are not waited for. None too if the store is busy, since the next look is
    as good. A look compares facts with the segments, which is most of its work, only where it
    would stop the run.
    """
    try:
        glance = decided(layout, replace(query, is_glance=True), gates, control)
        if glance.answer not in DECIDED:
            return None
        answer = decided(layout, query, gates, control)
    except StoreError:
        return None
    return _reason(answer) if answer.answer in DECIDED else None


def _reason(answer: GateAnswer) -> str:
    deciding = [
        item
        for item in answer.decisions
        if item.answer == answer.answer and not item.gate.is_informational
    ]
    names = ", ".join(dict.fromkeys(item.gate.gate_id for item in deciding))
    how = "fails" if answer.answer == "fail" else "passes"
    if answer.answer == "pass" and len(deciding) > 1:
        return f"all {counted(len(deciding), 'gate')} are decided: pass"
    return f"{names} {how if len(deciding) == 1 else how.removesuffix('s')}: {deciding[0].reason}"
