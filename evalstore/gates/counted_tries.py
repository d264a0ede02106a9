"""Count the tries of decisions, and hold back a pass on one try too many."""

from dataclasses import replace
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.gates.decide import Decision
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured
from evalstore.gates.tries import MAIN_BRANCHES, Tries, tries_text
from evalstore.store.query.reader import Reader


class TryCounts:
    """The tries of gates on a run, by gate and system."""

    def __init__(self, reader: Reader, run_id: str) -> None:
        rows = reader.rows(
            sql_files.read("sql/queries/tries"), run_id=run_id, main_branches=[*MAIN_BRANCHES]
        )
        self._by_gate: dict[tuple[Any, Any], Tries] = {}
        for row in rows:
            gate_id, system_id, *numbers = row.values()
            self._by_gate[gate_id, system_id] = Tries(*numbers)  # type: ignore[arg-type]

    def of(self, gate: Gate, measured: Measured | None) -> Tries:
        """Return which try a decision of a gate on a row is."""
        system_id = measured.system_id if measured else gate.system_id
        # The row of no gate has the tries of one that has not decided on the commit before.
        first = self._by_gate[None, None]
        return self._by_gate.get((gate.gate_id, system_id or ""), first)


def limited(item: Decision, tries: Tries) -> Decision:
    """Return a decision with its tries; undecided if it passes, or may begin, on one too many."""
    words = tries_text(tries.of_commit, tries.of_branch)
    noted = replace(item, tries=tries, reason="; ".join(filter(None, (item.reason, words))))
    max_tries = item.gate.max_tries
    if max_tries is None or not (item.answer == "pass" or item.is_awaiting_baseline):
        return noted
    if tries.of_commit is None:
        obstacle = (
            "the run names no commit, so its tries cannot be counted, which `max_tries` requires; "
            "record `git_sha` in run_started"
        )
    elif tries.of_commit > max_tries:
        obstacle = (
            f"more than the {counted(max_tries, 'try', 'tries')} that `max_tries` allows: change "
            "what was evaluated, or raise `max_tries` before the next run"
        )
    else:
        return noted
    reason = f"{noted.reason}, {obstacle}" if words else f"{noted.reason}; {obstacle}"
    return replace(noted, answer="undecided", reason=reason, is_awaiting_baseline=False)
