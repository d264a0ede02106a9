"""
Agreement of the rule-based validators with people, on replies of real systems.

The rules were chosen on one half of each file, the other is only reported. Both are printed, with
95 % intervals, beside the plainest judge there is: a right answer occurs in the reply.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.halves import HALVES, half_of
from benchmarks.harness import table
from benchmarks.written_replies import (
    DIMENSIONS,
    is_right,
    outcome_on_names,
    passes_screen,
    share_cells,
    stated_confidence,
)
from evalstore.judges.self_contradiction.rubric import assess
from evalstore.judges.self_contradiction.rubric_figures import share

VARIABLE = "EVALSTORE_REAL_DATA"
FOLDER = "judging"
DATASETS = {"natural_questions": ".93, coverage .75", "trivia_qa": ".95, coverage .85"}
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Judged:
    """A reply with what people say of it and what a validator says, None where it is silent."""

    row: Row
    truth: bool
    found: bool | None


def main() -> int:
    """Print a table for each validator; say so where there is no data."""
    root = os.environ.get(VARIABLE)
    folder = Path(root, FOLDER) if root else Path("nowhere")
    if not folder.is_dir():
        print(f"judging: no folder {FOLDER} where {VARIABLE} points; nothing to do")
        return 0
    factual_on_names(rows_of(folder / "qa_replies_dev.jsonl"))
    abstentions(rows_of(folder / "abstention_dev.jsonl"))
    contradictions(rows_of(folder / "contradiction_forms_dev.jsonl"))
    confidences(rows_of(folder / "confidence_forms_dev.jsonl"))
    screened(rows_of(folder / "phenomenology_dev.jsonl"))
    return 0


def rows_of(path: Path) -> list[Row]:
    """Return the lines of a file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line.strip()]


def in_halves(rows: Sequence[Row], key: Callable[[Row], str]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the name of each half and its rows."""
    for half in HALVES:
        yield half, [row for row in rows if half_of(key(row)) == half]


def factual_on_names(rows: Sequence[Row]) -> None:
    """Print how ``factual`` agrees with people on names, and in which order it puts systems."""
    lines, orders = [], []
    for half, part in in_halves(rows, lambda row: str(row["question"])):
        for dataset, wanted in DATASETS.items():
            judged = [_factual(row) for row in part if row["dataset"] == dataset]
            lines.append((f"{dataset}, {half}", *_agreement_cells(judged), wanted))
            plain = [Judged(each.row, each.truth, _occurs(each.row)) for each in judged]
            lines.append(("  a right answer occurs in it", *_agreement_cells(plain), ""))
            orders.append((f"{dataset}, {half}", _order(judged), _order_of_people(judged), ""))
    columns = ("factual", "agreement", "95 %", "coverage", "kappa", "false right", "false wrong")
    table("factual on names: agreement on what is decided", (*columns, "wanted"), lines)
    table("systems by accuracy, best first", ("data", "factual", "people", ""), orders)


def _factual(row: Row) -> Judged:
    # A reply that declines gives no right answer: people call it wrong.
    return Judged(row, bool(row["human_is_right"]), is_right(outcome_on_names(row)))


def _occurs(row: Row) -> bool:
    reply = str(row["reply"]).casefold()
    return any(str(answer).casefold() in reply for answer in row["golden_answers"])


def _agreement_cells(judged: Sequence[Judged]) -> tuple[str, ...]:
    decided = [each for each in judged if each.found is not None]
    agreement = share(each.truth == each.found for each in decided)
    kappa = cohens_kappa([(each.truth, bool(each.found)) for each in decided])
    return (
        *share_cells(agreement),
        f"{len(decided)}/{len(judged)} = {len(decided) / max(1, len(judged)):.3f}",
        "-" if kappa is None else f"{kappa:.3f}",
        str(sum(bool(each.found) and not each.truth for each in decided)),
        str(sum(each.truth and not each.found for each in decided)),
    )


def cohens_kappa(pairs: Sequence[tuple[bool, bool]]) -> float | None:
    """
    Return Cohen's kappa of two raters, None where chance alone would agree.

    >>> cohens_kappa([(True, True), (False, False), (True, False), (False, False)])
    0.5
    """
    if not pairs:
        return None
    counts = Counter(pairs)
    total = len(pairs)
    observed = (counts[True, True] + counts[False, False]) / total
    left = sum(one for one, _ in pairs) / total
    right = sum(other for _, other in pairs) / total
    expected = left * right + (1 - left) * (1 - right)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _order(judged: Sequence[Judged]) -> str:
    return _ranked([each for each in judged if each.found is not None], lambda each: each.found)


def _order_of_people(judged: Sequence[Judged]) -> str:
    return _ranked(judged, lambda each: each.truth)


def _ranked(judged: Sequence[Judged], of: Callable[[Judged], bool | None]) -> str:
    systems = sorted({str(each.row["system"]) for each in judged})
    shares = {
        system: share(bool(of(each)) for each in judged if each.row["system"] == system).value
        for system in systems
    }
    best_first = sorted(systems, key=lambda system: -(shares[system] or 0.0))
    return ", ".join(f"{system} {shares[system]:.3f}" for system in best_first)


def abstentions(rows: Sequence[Row]) -> None:
    """Print how ``factual`` agrees with a person on whether a reply declines to answer."""
    lines = []
    for half, part in in_halves(rows, lambda row: str(row["question"])):
        pairs = [
            Judged(row, bool(row["declines"]), outcome_on_names(row) == "abstained")
            for row in part
        ]
        lines.append((half, *_agreement_cells(pairs), "kappa .85"))
    columns = ("declines", "agreement", "95 %", "coverage", "kappa", "too much", "missed")
    table("abstention: does the reply decline", (*columns, "wanted"), lines)


def contradictions(rows: Sequence[Row]) -> None:
    """Print precision and recall of the rubric in each form of the same conversations."""
    lines = []
    for half, part in in_halves(rows, lambda row: str(row["id"])[:36]):
        for form in sorted({str(row["form"]) for row in part}):
            of_form = [row for row in part if row["form"] == form]
            pairs = [
                (bool(row["is_reversal"]), assess(row["conversation"]).result) for row in of_form
            ]
            precision = share(truth for truth, found in pairs if found)
            recall = share(found is True for truth, found in pairs if truth)
            known = share(found is True for truth, found in pairs if truth and found is not None)
            decided = share(found is not None for _, found in pairs)
            lines.append(
                (f"{form}, {half}", *share_cells(precision), *share_cells(recall),
                 *share_cells(known), share_cells(decided)[0], "P .92, R .90")
            )  # fmt: skip
    columns = ("form", "precision", "95 %", "recall", "95 %", "of decided", "95 %", "coverage")
    table("contradiction, as models write it", (*columns, "wanted"), lines)


def confidences(rows: Sequence[Row]) -> None:
    """Print how many ways to state a confidence are read as their writer means them."""
    lines = []
    for half, part in in_halves(rows, lambda row: str(row["reply"])):
        read = share(stated_confidence(str(row["reply"])) == row["confidence"] for row in part)
        lines.append((half, str(read.count), str(read.of), *share_cells(read), "56 of 59"))
    table("confidence in text", ("half", "read", "of", "share", "95 %", "wanted"), lines)


def screened(rows: Sequence[Row]) -> None:
    """Print how the phenomenology screen agrees with the writer of the replies."""
    lines = []
    for half, part in in_halves(rows, lambda row: str(row["reply"])):
        judged = [
            Judged(row, all(row[name] for name in DIMENSIONS), passes_screen(row)) for row in part
        ]
        mocking = sum(bool(each.found) for each in judged if not each.row["respect"])
        lines.append((half, *_agreement_cells(judged), f"kappa .5; {mocking} disrespectful pass"))
    columns = ("passes", "agreement", "95 %", "coverage", "kappa", "false pass", "false fail")
    table("phenomenology: all three dimensions", (*columns, "wanted"), lines)


if __name__ == "__main__":
    sys.exit(main())
