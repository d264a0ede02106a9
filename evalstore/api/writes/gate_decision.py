"""The decisions of gates on a run, as attributes and a table."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.base.html_table import html_list
from evalstore.base.text_table import escaped, text_lines
from evalstore.gates.config import DEFAULT_FILE
from evalstore.gates.control import Control
from evalstore.gates.decide import EXIT_CODES, Decision
from evalstore.gates.gate import Gate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalstore.gates.places import GatePlaces
    from evalstore.gates.power.gate_power import RunPower
    from evalstore.gates.run_gates import GateAnswer, GateQuery
    from evalstore.reviews.delivery.settings import Destination
    from evalstore.store.query.result import Result

# Columns of the decisions, by name, with DuckDB's types.
DECISIONS = {
    "gate_id": "VARCHAR", "decision": "VARCHAR", "is_informational": "BOOLEAN",
    "metric": "VARCHAR", "system_id": "VARCHAR", "validator_id": "VARCHAR",
    "slice_name": "VARCHAR", "slice_value": "VARCHAR", "variant": "VARCHAR", "value": "DOUBLE",
    "ci_low": "DOUBLE", "ci_high": "DOUBLE", "scored_count": "BIGINT", "threshold": "VARCHAR",
    "baseline_run_id": "VARCHAR", "p_value": "DOUBLE", "reason": "VARCHAR",
}  # fmt: skip
SHOWN = ("decision", "gate_id", "system_id", "value", "threshold", "scored_count", "reason")


class GateDecision:
    """
    The decisions of gates on a run, and their overall result.

    ``decision`` is pass, fail, undecided or broken; ``exit_code`` is that of the command;
    ``recorded`` is True if the decisions were appended to the log; ``decisions`` has a row for
    each gate and row of its metric, with the reason; ``items`` are the same as objects.
    """

    def __init__(
        self, answer: "GateAnswer", query: "GateQuery", gates: list[Gate], control: Control
    ) -> None:
        self.answer = answer
        self.run_id: str = answer.run_id
        self.decision: str = answer.answer
        self.exit_code: int = EXIT_CODES[answer.answer]
        self.items: list[Decision] = answer.decisions
        self.recorded: bool = False
        self.config_path = query.config_path
        # The destinations that were read before the decision; None if there was none to notify.
        self.destinations: Sequence[Destination] | None = None
        # The file that configures the gates; None for a preset.
        self.path = None if query.preset_name else query.config_path or Path(DEFAULT_FILE)
        self._query, self._gates, self._control = query, gates, control

    @cached_property
    def decisions(self) -> "Result":
        """The decisions as rows."""
        from evalstore.store.query.result import of_rows

        return of_rows(DECISIONS, [_line(item) for item in self.items])

    @property
    def passed(self) -> bool:
        """True if every gate passes, except informational ones."""
        return self.exit_code == 0

    def power(self) -> "RunPower":
        """Return what the gates could decide on cases like those of the run, by their number."""
        from evalstore.gates.power.gate_power import RunPower, powers_of, together

        powers = powers_of(self.items, self._control)
        return RunPower(self.run_id, tuple(powers), together(powers))

    def explanation(self) -> str:
        """Return sentences that explain each decision with its numbers."""
        from evalstore.gates.explain import explained

        return "\n\n".join(explained(item, self._control) for item in self.items)

    def places(self) -> "GatePlaces":
        """Return the file and lines at which the gates are configured."""
        from evalstore.gates.places import places

        return places(self.path, [gate.gate_id for gate in self._gates])

    def scope(self) -> str:
        """Return a text that distinguishes decisions of gates with equal ids; may be empty."""
        from evalstore.gates.places import scope_of

        return scope_of(self.path, self._query.system_id)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``gate --json`` prints."""
        return {
            "run_id": self.run_id,
            "decision": self.decision,
            "recorded": self.recorded,
            "rewritten_checkpoints": self.answer.rewritten_checkpoints,
            "gates": self.answer.payloads,
        }

    def _heading(self) -> str:
        recorded = "recorded" if self.recorded else "not recorded"
        return f"run {self.run_id}: {self.decision} ({recorded})"

    def __repr__(self) -> str:
        """Return the run, its overall result, and the decisions as a text table."""
        rows = [[row[name] for name in SHOWN] for row in self.decisions.to_dicts()]
        return "\n".join([escaped(self._heading()), *text_lines(SHOWN, rows)])

    def _repr_html_(self) -> str:
        """Return the same as HTML, escaped, for a notebook."""
        from evalstore.store.query.result import of_rows

        rows = [[row[name] for name in SHOWN] for row in self.decisions.to_dicts()]
        shown = of_rows({name: DECISIONS[name] for name in SHOWN}, rows)
        return html_list([self._heading()]) + shown._repr_html_()


def _line(item: Decision) -> tuple[object, ...]:
    gate, measured, regression = item.gate, item.measured, item.regression
    return (
        gate.gate_id,
        item.answer,
        gate.is_informational,
        gate.metric,
        measured.system_id if measured else gate.system_id,
        measured.validator_id if measured else gate.validator_id,
        measured.slice_name if measured else gate.slice_name,
        measured.slice_value if measured else gate.slice_value,
        measured.variant if measured else gate.variant,
        measured.value if measured else None,
        measured.ci_low if measured else None,
        measured.ci_high if measured else None,
        measured.scored_count if measured else None,
        gate.threshold,
        regression.baseline_run_id if regression else None,
        item.p_value,
        item.reason,
    )
