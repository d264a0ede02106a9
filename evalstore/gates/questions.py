"""Rows of a run that gates decide on, each with the comparison that its gate requires."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalstore.gates.adaptive import EarlierValues
from evalstore.gates.checked_judge import JudgeCheck, judge_check
from evalstore.gates.gate import Adaptive, Gate
from evalstore.gates.lead import SystemLead, lead
from evalstore.gates.measured import Measured, measured_rows, why_no_row, why_no_value
from evalstore.gates.regression import Baselines, Regression, regression
from evalstore.gates.resampled import needs_resampling, resampled, with_interval
from evalstore.metrics.catalog import catalog
from evalstore.statistics.paired import Side
from evalstore.statistics.reading_identity import reading_obstacle
from evalstore.statistics.verdict_identity import JudgeAgreement, JudgedCases, VerdictIdentities
from evalstore.store.query.reader import Reader

if TYPE_CHECKING:
    from evalstore.statistics.bootstrap import Analysis


@dataclass(frozen=True, slots=True)
class GateQuestion:
    """
    One gate, with its threshold, on one row; ``reason`` is set if it cannot be decided.

    ``judged`` lists the judges of the run; ``judges`` is a remark if several judged it.
    ``analysis`` is the bootstrap whose interval ``measured`` has, if it has no other.
    """

    gate: Gate
    measured: Measured | None
    regression: Regression | None = None
    reason: str = ""
    judges: str = ""
    judged: tuple[JudgedCases, ...] = ()
    lead: SystemLead | None = None
    analysis: "Analysis | None" = None


class GateQuestions:
    """Builds the questions of gates on one run."""

    def __init__(
        self,
        reader: Reader,
        run_id: str,
        history: EarlierValues,
        baselines: Baselines,
        *,
        allow_other_judge: bool,
        require_checked_judge: bool = False,
    ) -> None:
        self._reader = reader
        self._run_id = run_id
        self._history = history
        self._baselines = baselines
        self._identities = VerdictIdentities(reader)
        self._allow_other_judge = allow_other_judge
        self._require_checked_judge = require_checked_judge
        self._unlike: dict[Adaptive, str] = {}

    def of(self, gates: Sequence[Gate]) -> list[GateQuestion]:
        """Return a question for each row of each gate, or one with the reason if it has no row."""
        rows_of_each = measured_rows(self._reader, gates, self._run_id)
        questions = [
            question
            for gate, rows in zip(gates, rows_of_each, strict=True)
            for question in self._of_gate(gate, rows)
        ]
        # Resampling selects metrics of its own, so it comes last.
        return self._resampled(questions)

    def _resampled(self, questions: list[GateQuestion]) -> list[GateQuestion]:
        """Return the questions with the intervals they need, where resampling gives one."""
        rows = {
            number: (asked.gate, asked.measured)
            for number, asked in enumerate(questions)
            if asked.measured is not None
            and not asked.reason
            and needs_resampling(asked.gate, asked.measured)
        }
        if not rows:
            return questions
        analyses = resampled(self._reader, [*rows.values()], self._run_id)
        for (number, (_, row)), analysis in zip(rows.items(), analyses, strict=True):
            if analysis is not None:
                questions[number] = replace(
                    questions[number], measured=with_interval(row, analysis), analysis=analysis
                )
        return questions

    def _of_gate(self, gate: Gate, rows: Sequence[Measured]) -> list[GateQuestion]:
        if not rows:
            reason = why_no_row(self._reader, gate, self._run_id)
            return [GateQuestion(gate, None, reason=reason)]
        return [self._question(gate, row) for row in rows]

    def _question(self, gate: Gate, row: Measured) -> GateQuestion:
        judged = self._identities.of(Side(self._run_id, row.system_id), row.validator_id)
        question = self._beside(gate, row)
        checked = self._checked(gate, row)
        return replace(
            question,
            reason=question.reason or checked.refusal,
            judges="; ".join(filter(None, (question.judges, checked.remark))),
            judged=tuple(judged),
        )

    def _checked(self, gate: Gate, row: Measured) -> JudgeCheck:
        if gate.judge is None and not self._require_checked_judge:
            return JudgeCheck()
        return judge_check(self._reader, gate, row, self._run_id)

    def _beside(self, gate: Gate, row: Measured) -> GateQuestion:
        judges = self._judges(gate, row)
        reason = (
            why_no_value(self._reader, gate, row, self._run_id)
            or judges.refusal(allow_other_judge=self._allow_other_judge)
            or self._unlike_readings(gate)
        )
        if reason:
            return GateQuestion(gate, row, reason=reason)
        bounded: Gate | str = gate
        if gate.adaptive is not None:
            bounded = self._history.bounded(gate, gate.adaptive, row)
        if isinstance(bounded, str):
            return GateQuestion(gate, row, reason=bounded)
        question = GateQuestion(bounded, row, judges=judges.remark)
        if gate.max_drop is not None:
            compared = regression(
                self._reader,
                gate,
                row,
                self._run_id,
                self._baselines,
                self._identities,
                allow_other_judge=self._allow_other_judge,
            )
            question = replace(
                question, regression=compared, judges=compared.judges or question.judges
            )
        if gate.must_beat:
            ahead = lead(
                self._reader,
                gate,
                row,
                self._run_id,
                self._identities,
                allow_other_judge=self._allow_other_judge,
            )
            question = replace(question, lead=ahead, judges=question.judges or ahead.judges)
        return question

    def _judges(self, gate: Gate, row: Measured) -> JudgeAgreement:
        """Check whether one judge judged the run and all runs in the gate's window."""
        sides = [Side(self._run_id, row.system_id)]
        if gate.adaptive is not None:
            sides = self._history.sides(gate.adaptive, row)
        return self._identities.agreement(catalog()[gate.metric], sides, row.validator_id)

    def _unlike_readings(self, gate: Gate) -> str:
        """Return why the run cannot be compared with the gate's window; empty if it can."""
        if gate.adaptive is None:
            return ""
        window = self._history.run_ids(gate.adaptive)
        if gate.adaptive not in self._unlike:
            self._unlike[gate.adaptive] = reading_obstacle(self._reader, [self._run_id, *window])
        return self._unlike[gate.adaptive]
