"""
Decide gates on a run that is still being asked, whenever and however often one looks.

A look fails a gate where a drop of more than ``max_drop``, or a value beyond a bound, is shown
by evidence that holds at every look, and passes it where such a drop is ruled out so, or the
value is shown to be within. The looks of a run have half of alpha; the other half is left to the
decision at its planned end. What can fail shares it, half of alpha divided by their number
(Bonferroni); a pass is not shared, since all gates must pass, but a later try of a commit passes
at half the level of that try (``level_of_try``). Source: Ville (1939).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.gates.baseline import mean_of
from evalstore.gates.control import Control
from evalstore.gates.counted_tries import TryCounts, limited
from evalstore.gates.decide import Decision, Outcome
from evalstore.gates.gate import RULED_OUT, SHOWN, Gate
from evalstore.gates.looks.weighed import (
    Looked,
    Weighed,
    evidence_text,
    looked_at,
    weighed_drop,
    weighed_value,
)
from evalstore.gates.measured import Measured
from evalstore.gates.questions import GateQuestion
from evalstore.gates.regression import Regression
from evalstore.gates.tries import level_of_try
from evalstore.statistics.paired import offered
from evalstore.store.query.reader import Reader

# The share of alpha that looks have; the planned end has the rest.
SHARE = 0.5
AT_END = "it is decided at the planned end of the run"
# The units that a seed draws are clusters by this name of a gate.
DRAWN_BY = "cluster"


def decided_by_look(
    reader: Reader,
    run_id: str,
    questions: Sequence[GateQuestion],
    control: Control,
    counts: TryCounts,
) -> list[Decision]:
    """
    Decide gates on a run that is not completed, by what is known so far, with their tries.

    Raises UsageError if the run does not record that its seed drew the order of its cases.
    """
    looks = Looks(reader, run_id, questions, control.alpha)
    decisions = []
    for question in questions:
        tries = counts.of(question.gate, question.measured)
        decisions.append(limited(looks.decision(question, tries.of_commit), tries))
    return decisions


class Looks:
    """The decisions of gates on one run that is not completed."""

    def __init__(
        self, reader: Reader, run_id: str, questions: Sequence[GateQuestion], alpha: float
    ) -> None:
        """Share the level; raises UsageError if the seed did not draw the order of the cases."""
        _require_drawn(reader, run_id)
        self._reader = reader
        self._run_id = run_id
        self._alpha = alpha
        self._fail_level = SHARE * alpha / max(1, self._test_count(questions))

    def decision(self, question: GateQuestion, try_number: int | None = None) -> Decision:
        """Decide one gate on what is known so far; a later try passes at ``level_of_try``."""
        gate, measured = question.gate, question.measured
        reason = question.reason or why_no_look(gate)
        compared = question.regression
        if not reason and compared is not None and compared.pairs is None:
            reason = str(compared.obstacle)
        if measured is None or reason:
            return Decision(
                gate, None if measured is None else _unknown(measured), "undecided", reason,
                judged=question.judged,
            )  # fmt: skip
        baseline_run_id = None if compared is None else compared.baseline_run_id
        looked = looked_at(self._reader, gate, measured, self._run_id, baseline_run_id)
        pass_level = SHARE * level_of_try(self._alpha, try_number)
        answer, words = self._outcome(gate, looked, compared, pass_level)
        note = f"; {question.judges}" if question.judges else ""
        return Decision(
            gate,
            replace(_unknown(measured), value=looked.mean_value, scored_count=looked.valued_count),
            answer,
            f"{_so_far(looked)}: {words}{note}",
            # What it says of the pairs counts cases that are not asked yet as missing.
            None if compared is None else replace(compared, pairs=None, p_value=None),
            judged=question.judged,
        )

    def _outcome(
        self, gate: Gate, looked: Looked, compared: Regression | None, pass_level: float
    ) -> Outcome:
        count = looked.valued_count if compared is None else looked.paired_count
        if count < max(gate.min_count, 1):
            return (
                "undecided",
                f"{counted(count, 'case counts', 'cases count')}, too few to decide",
            )
        parts = list(self._parts(gate, looked, compared, pass_level))
        failed = [words for answer, words in parts if answer == "fail"]
        if failed:
            return "fail", "; ".join(failed)
        words = "; ".join(words for _, words in parts)
        if any(answer != "pass" for answer, _ in parts):
            return "undecided", words
        if looked.left_out_share > gate.max_error_rate:
            share = f"{looked.left_out_share:.1%} of the attempts are errors or unscored"
            return "undecided", f"{words}, but {share}, more than {gate.max_error_rate:.1%}"
        return "pass", words

    def _parts(
        self, gate: Gate, looked: Looked, compared: Regression | None, pass_level: float
    ) -> Iterator[Outcome]:
        """Yield the answer for the drop and for each bound of a gate."""
        levels = self._fail_level, pass_level
        if compared is not None:
            allowed = f"a drop of more than {gate.max_drop or 0.0:g} from"
            weighed = [
                weighed_drop(self._reader, gate, looked, compared.sign, level) for level in levels
            ]
            what = f"{allowed} {compared.baseline_run_id}"
            yield _part(what, weighed, levels, fails_above=True)
        for bound, side, word in ((gate.minimum, -1, "below"), (gate.maximum, 1, "above")):
            if bound is not None:
                weighed = [
                    weighed_value(self._reader, gate, looked, bound, level) for level in levels
                ]
                what = f"{gate.metric} {word} {bound:g}"
                yield _part(what, weighed, levels, fails_above=side > 0)

    def _test_count(self, questions: Sequence[GateQuestion]) -> int:
        """Return how many bounds and drops may fail, those of systems to come included."""
        rows = self._reader.rows(sql_files.read("sql/looks/row_counts"), run_id=self._run_id)
        value_counts = {str(row["slice_name"]): int(str(row["value_count"])) for row in rows}
        system_count = max([int(str(row["system_count"])) for row in rows], default=1)
        gates = {question.gate.gate_id: question.gate for question in questions}
        total = 0
        for gate in gates.values():
            if gate.is_informational or why_no_look(gate):
                continue
            known = sum(question.gate.gate_id == gate.gate_id for question in questions)
            values = 1 if gate.slice_value is not None else value_counts.get(gate.slice_name, 1)
            expected = values * (1 if gate.system_id is not None else system_count)
            total += max(known, expected) * _side_count(gate)
        return total


def _part(
    what: str,
    weighed: Sequence[Weighed | None],
    levels: tuple[float, float],
    *,
    fails_above: bool,
) -> Outcome:
    """Answer for one drop or bound by the evidence at the levels of a failure and of a pass."""
    to_fail, to_pass = weighed
    fail_level, pass_level = levels
    if to_fail is None or to_pass is None:
        return "undecided", f"the metric has no range to bet on; {AT_END}"
    against = to_fail.above if fails_above else to_fail.below
    for_it = to_pass.below if fails_above else to_pass.above
    if against is not None and against >= -math.log(fail_level):
        return "fail", f"{what} is shown ({_of(against, fail_level)})"
    if for_it is not None and for_it >= -math.log(pass_level):
        return "pass", f"{what} is ruled out ({_of(for_it, pass_level)})"
    shown, ruled_out = _of(against, fail_level), _of(for_it, pass_level)
    words = f"{what} is neither shown ({shown}) nor ruled out ({ruled_out}) yet"
    return "undecided", words


def _require_drawn(reader: Reader, run_id: str) -> None:
    [row] = reader.rows(sql_files.read("sql/looks/run_order"), run_id=run_id)
    if not row["is_drawn"]:
        raise UsageError(
            f"run {run_id} does not record that its seed drew the order of its cases, so its "
            "first cases may differ from the others; start a run with --drawn-order or "
            "--stop-when-decided to look at it, or wait for its end"
        )


def why_no_look(gate: Gate) -> str:
    """Return why no look can decide a gate; an empty string if one can."""
    obstacles = (
        (bool(gate.must_beat), "no look decides whether a system beats others"),
        (gate.adaptive is not None, "no look decides by an adaptive threshold"),
        (
            gate.requirement not in (SHOWN, RULED_OUT),
            f'a gate of `require = "{gate.requirement}"` has no level',
        ),
        (gate.metric not in offered(), f"{gate.metric} has no value for a single case"),
        (
            gate.max_drop is not None and bool(mean_of(gate.baseline or "")[0]),
            "no look compares with the mean of several runs",
        ),
        (gate.cluster != DRAWN_BY, f"cases were not drawn by {gate.cluster}"),
    )
    return next((f"{why}; {AT_END}" for is_so, why in obstacles if is_so), "")


def _side_count(gate: Gate) -> int:
    return sum(side is not None for side in (gate.minimum, gate.maximum, gate.max_drop))


def _unknown(measured: Measured) -> Measured:
    """Return a row without its value, in which cases that are not asked yet count as missing."""
    return replace(measured, value=None, ci_low=None, ci_high=None, scored_count=0)


def _so_far(looked: Looked) -> str:
    unit = "clusters" if looked.is_clustered else "cases"
    return f"on the first {looked.looked_count} of {looked.unit_count} {unit} drawn"


def _of(log_evidence: float | None, level: float) -> str:
    return f"evidence {evidence_text(log_evidence)} of {1.0 / level:.3g}"
