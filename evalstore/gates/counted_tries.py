"""Count the tries of decisions, and hold back a pass on one try too many."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.gates.decide import Decision
from evalstore.gates.tries import MAIN_BRANCHES, Tries, tries_text
from evalstore.store.query.reader import Reader


def with_tries(reader: Reader, decisions: Sequence[Decision], run_id: str) -> list[Decision]:
    """Return the decisions, each with its tries; a pass beyond ``max_tries`` is undecided."""
    rows = reader.rows(
        sql_files.read("sql/queries/tries"), run_id=run_id, main_branches=[*MAIN_BRANCHES]
    )
    by_gate = {(row["gate_id"], row["system_id"]): row for row in rows}
    # The row of no gate has the tries of one that has not decided on the commit before.
    first = by_gate[None, None]
    return [_limited(item, _tries_in(by_gate.get(_key(item), first))) for item in decisions]


def _tries_in(row: Mapping[str, Any]) -> Tries:
    return Tries(row["try_number"], row["branch_try_number"])


def _key(item: Decision) -> tuple[str, str]:
    system_id = item.measured.system_id if item.measured else item.gate.system_id
    return item.gate.gate_id, system_id or ""


def _limited(item: Decision, tries: Tries) -> Decision:
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
