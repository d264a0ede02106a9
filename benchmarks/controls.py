"""
Controls on every suite: what systems that know nothing get right, beside the declared chance.

First the reflexes that once passed, each on the kinds that they were right of; then, suite by
suite, a row for each control, validator, domain and kind. ``--seed`` and ``--cases`` choose the
draw, ``--above`` prints only the rows that are above chance.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence

from evalstore.base.text_table import text_lines
from evalstore.running.controls_check import ControlRow, suite_rows

COUNTS = {"hallucination": 800, "epistemic": 300, "contradiction": 150, "drift": 200}
HEADINGS = ("control", "validator", "domain", "kind", "right", "of", "chance", "p", "adjusted p")
REFLEX_HEADINGS = ("part", "control", "right", "of", "chance")
# Part, control, and the validator and kinds of question that it was right of; () is every kind.
REFLEXES = (
    ("false premise", "deny", "factual", ("false_premise", "premise")),
    ("unanswerable", "always_null", "factual", ("unanswerable", "answerable", "answerability")),
    ("unit conversion", "echo (question)", "factual", ("units",)),
    ("phenomenology", "template_reply", "phenomenological", ()),
)


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--cases", type=int, help="of every suite; else of each its own")
    parser.add_argument("--above", action="store_true", help="only rows above chance")
    given = parser.parse_args()
    by_suite = {
        suite: suite_rows(suite, given.seed, given.cases or count, {})
        for suite, count in COUNTS.items()
    }
    rows = by_suite["hallucination"][1]
    print(f"reflexes on the suite hallucination, seed {given.seed}\n")
    print(*text_lines(REFLEX_HEADINGS, list(reflex_cells(rows))), sep="\n")
    for suite, (cases, found) in by_suite.items():
        above = [row for row in found if row.beats_chance]
        print(
            f"\n{suite}, seed {given.seed}: {len(cases)} cases, {len(found)} rows, "
            f"{len(above)} above chance\n"
        )
        shown = above if given.above else found
        if shown:
            print(*text_lines(HEADINGS, [cells(row) for row in shown]), sep="\n")
    return 0


def reflex_cells(rows: Sequence[ControlRow]) -> Iterator[tuple[object, ...]]:
    """Yield a line for each part of a suite that a reflex once passed, over all domains."""
    for part, control, validator, kinds in REFLEXES:
        found = [
            row
            for row in rows
            if (row.control, row.validator_id) == (control, validator)
            and (not kinds or row.question_kind in kinds)
        ]
        case_count = sum(row.case_count for row in found)
        if case_count:
            chance = sum(row.chance * row.case_count for row in found) / case_count
            right_count = sum(row.right_count for row in found)
            yield part, control, right_count, case_count, f"{chance:.2f}"
        else:
            yield part, control, None, 0, None


def cells(row: ControlRow) -> tuple[object, ...]:
    """Return a row of the table."""
    return (
        row.control, row.validator_id, row.domain, row.question_kind, row.right_count,
        row.case_count, f"{row.chance:.2f}", f"{row.p_value:.2g}", f"{row.adjusted_p:.2g}",
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
