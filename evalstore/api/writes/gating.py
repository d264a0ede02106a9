"""Decisions of gates: decide on a run, record the decisions, write and deliver them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.methods import Methods
from evalstore.api.notes import OnNote, ignore, note_rewritten

if TYPE_CHECKING:
    import os

    from evalstore.api.writes.gate_decision import GateDecision
    from evalstore.api.writes.gate_outputs import GateOutputs


class Gating(Methods):
    """The methods of a store that decide on runs."""

    def gate(
        self,
        config: str | os.PathLike[str] | None = None,
        *,
        gates: str | None = None,
        run: str | None = None,
        system: str | None = None,
        baseline: str | None = None,
        record: bool = True,
        allow_incomplete: bool = False,
        allow_undeclared: bool = False,
        allow_other_judge: bool = False,
        require_checked_judge: bool = False,
        while_running: bool = False,
        recheck: bool = False,
        explain: str | None = None,
        outputs: GateOutputs | None = None,
        on_note: OnNote = ignore,
    ) -> GateDecision:
        """
        Check a run against the gates of ``config`` or of evalstore.toml; see ``evalstore gate``.

        ``gates`` names a preset to use instead, ``baseline`` the run to compare with, such as
        last-green; ``run`` defaults to the newest one. The decisions are appended as events unless
        ``record`` is False. With ``explain``, the id of a gate, only its decisions are returned,
        and nothing is recorded; with ``while_running`` a run that is not completed is looked at.
        With ``recheck`` all facts are computed from the segments. ``outputs`` are checked first,
        and report an error that prevents a decision; ``write_outputs`` writes them. ``on_note``
        gets the warnings of the fold.

        Raises UsageError for unknown names or an invalid configuration, UndecidedError if the
        newest run cannot be determined, StoreBusyError if the decisions cannot be recorded, and
        StoreError if the inbox cannot be folded or an output of an error cannot be written.
        """
        from evalstore.api.writes.gate_decision import GateDecision
        from evalstore.api.writes.gate_outputs import GateOutputs
        from evalstore.gates.run_gates import GateQuery, configured, decided, require_gate

        query = GateQuery(
            config_path=None if config is None else Path(config),
            preset_name=gates, system_id=system, run_id=run, baseline=baseline,
            allow_incomplete=allow_incomplete, allow_undeclared=allow_undeclared,
            allow_other_judge=allow_other_judge, require_checked_judge=require_checked_judge,
            while_running=while_running, is_recheck=recheck,
        )  # fmt: skip
        outputs = outputs or GateOutputs()
        path = query.config_path
        destinations = outputs.checked_destinations(
            self.layout, path, is_explaining=explain is not None
        )
        with outputs.written_on_errors(self.layout, destinations, path, run or ""):
            configured_gates, control = configured(query)
            require_gate(configured_gates, explain)
            answer = decided(self.layout, query, configured_gates, control)
        note_rewritten(answer.rewritten_checkpoints, on_note)
        decision = GateDecision(answer.of_gate(explain), query, configured_gates, control)
        decision.destinations = destinations or None
        if record and explain is None:
            self.record_gate(decision)
        return decision

    def record_gate(self, decision: GateDecision) -> None:
        """Append decisions as events; if StoreBusyError is raised, nothing is recorded."""
        from evalstore.gates.run_gates import record_decisions

        record_decisions(self.layout, decision.answer)
        decision.recorded = True

    def write_outputs(self, decision: GateDecision, outputs: GateOutputs) -> bool:
        """
        Deliver decisions to the destinations of ``outputs``, and write its files.

        Returns False if a delivery failed that is required. Raises StoreError if a file cannot be
        written, after the others are.
        """
        return outputs.write_decision(self.layout, decision)
