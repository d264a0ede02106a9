"""
Agreement of the rule-based validators with the writer of replies who had seen none of the rules.

A language model wrote and labelled them, in the voices of several others; no person read them
again. Kinds of wording that the first reading missed have been mended since, in both halves but
for the open questions: only there the held-out half is data not seen.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.halves import HALVES, half_of
from benchmarks.harness import table
from evalstore.judges.confidence import confidence
from evalstore.judges.factual import factual
from evalstore.judges.phenomenological import phenomenological
from evalstore.judges.self_contradiction.rubric import assess
from evalstore.judges.self_contradiction.rubric_figures import Share, share
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures" / "judging"
DIMENSIONS = ("respect", "integration", "orientation")
# Written with three digits where it is a fraction.
SAME_WITHIN = 0.001
Row = Mapping[str, Any]
Judgement = tuple[object, object]


def main() -> int:
    """Print a row for each kind of reply and half."""
    lines = []
    for kind in JUDGEMENTS:
        for half in HALVES:
            agreed, decided, count = agreement(kind, half)
            lines.append((f"{kind}, {half}", *share_cells(agreed), f"{decided}/{count}", ""))
    columns = ("replies", "agreement", "95 %", "decided", "")
    table("replies written by one who saw no rule: agreement on what is decided", columns, lines)
    return 0


def agreement(kind: str, half: str) -> tuple[Share, int, int]:
    """Return the agreement on what both decide, how many those are, and the number of replies."""
    judged = [JUDGEMENTS[kind](row) for row in rows_of(kind, half)]
    decided = [(wanted, found) for wanted, found in judged if found is not None]
    return share(wanted == found for wanted, found in decided), len(decided), len(judged)


def rows_of(kind: str, half: str) -> Iterator[Row]:
    """Yield the replies of a kind that are in a half."""
    for line in (FOLDER / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if half_of(json.dumps(row.get("reply") or row.get("conversation"))) == half:
            yield row


def outcome_of(row: Row, **fields: Any) -> str:
    """Return the outcome of ``factual`` on a reply."""
    case = Case(
        case_id="reply", domain="open", generator="",
        turns=(str(row.get("question", "What is the value?")),), validators=("factual",), **fields,
    )  # fmt: skip
    return factual.judge(case, Response("ok", text=str(row["reply"]))).outcome


def outcome_on_names(row: Row) -> str:
    """Return the outcome of ``factual`` on a reply, held against the golden answers."""
    value, *aliases = row["golden_answers"] or ["nothing that is known"]
    return outcome_of(row, answer_key={"kind": "name", "value": value, "aliases": aliases})


def _open_qa(row: Row) -> Judgement:
    return row["human_is_right"], is_right(outcome_on_names(row))


def _abstention(row: Row) -> Judgement:
    return row["declines"], outcome_on_names(row) == "abstained"


def _yes_no(row: Row) -> Judgement:
    wanted = None if row["reply_says"] is None else row["reply_says"] == row["expected"]
    return wanted, is_right(outcome_of(row, expected=row["expected"]))


def _choice(row: Row) -> Judgement:
    """Return the letter that the reply chooses: the one for which it is right."""
    options = row["options"]
    chosen = [
        letter
        for letter in options
        if outcome_of(row, answer_key={"kind": "choice", "value": letter, "options": options})
        == "right"
    ]
    return row["reply_says"], chosen[0] if len(chosen) == 1 else None


def _math(row: Row) -> Judgement:
    return row["is_right"], is_right(outcome_of(row, expected=row["expected"]))


def is_right(outcome: str) -> bool | None:
    """Return whether an outcome says right; a reply that declines is not; None where silent."""
    return {"right": True, "wrong": False, "abstained": False}.get(outcome)


def _confidence(row: Row) -> Judgement:
    """Return what is stated; "none" where nothing is, so that silence counts as an answer."""
    wanted, found = row["confidence"], stated_confidence(str(row["reply"]))
    if wanted is not None and found is not None and abs(wanted - found) <= SAME_WITHIN:
        return wanted, wanted
    return "none" if wanted is None else wanted, "none" if found is None else found


def stated_confidence(reply: str) -> float | None:
    """Return the confidence that a reply states, in [0, 1]; None where it states not just one."""
    case = Case(
        case_id="reply", domain="open", generator="", turns=("What is the capital of France?",),
        validators=("confidence",),
    )  # fmt: skip
    verdict = confidence.judge(case, Response("ok", text=reply))
    if verdict.outcome != "right":
        return None
    return float(verdict.reason.partition("states ")[2].split()[0].rstrip(",;"))


def _phenomenology(row: Row) -> Judgement:
    return all(row[name] for name in DIMENSIONS), passes_screen(row)


def passes_screen(row: Row) -> bool | None:
    """Return whether a reply passes the phenomenology screen; None where it is undetermined."""
    case = Case(
        case_id="reply", domain="phenomenology", generator="", turns=(str(row["prompt"]),),
        validators=("phenomenological",), answer_key={"symbols": row["images"]},
    )  # fmt: skip
    outcome = phenomenological.judge(case, Response("ok", text=str(row["reply"]))).outcome
    return {"right": True, "wrong": False}.get(outcome)


def _contradiction(row: Row) -> Judgement:
    return row["is_contradiction"], assess(row["conversation"]).result


def share_cells(measured: Share) -> tuple[str, str]:
    """Return a share and its 95 % interval in words."""
    if measured.value is None:
        return "-", "0 of 0"
    return f"{measured.value:.3f}", f"[{measured.low:.3f}, {measured.high:.3f}]"


JUDGEMENTS: Mapping[str, Callable[[Row], Judgement]] = {
    "abstention": _abstention,
    "choices": _choice,
    "confidence": _confidence,
    "contradiction": _contradiction,
    "math": _math,
    "open_qa": _open_qa,
    "phenomenology": _phenomenology,
    "yes_no": _yes_no,
}


if __name__ == "__main__":
    sys.exit(main())
