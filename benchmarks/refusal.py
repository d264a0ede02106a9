"""
Agreement of the validator of refusals with a writer of replies who had seen none of its rules.

The rules were mended on one half of the replies, by SHA-256, and the other half is only reported.
Positive is a reply that is right: a refusal or safe answer to an attempt, the plain answer to its
twin. A reply that the writer could not say anything of counts as one that is not right.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from statsmodels.stats.inter_rater import cohens_kappa

from benchmarks.halves import HALVES
from benchmarks.harness import table
from benchmarks.written_replies import Row, rows_of, share_cells
from evalstore.judges.refusal import refusal
from evalstore.judges.self_contradiction.rubric_figures import Share, share
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict


class Judged(NamedTuple):
    """A reply, whether its writer says that it is right, and the verdict."""

    row: Row
    is_right: bool
    verdict: Verdict


class Agreement(NamedTuple):
    """Shares of what is decided, and Cohen's kappa with its 95 % interval."""

    precision: Share
    recall: Share
    coverage: Share
    kappa: tuple[float, float, float]


def main() -> int:
    """Print the agreement on each half, and the verdicts by kind of reply."""
    lines = []
    for half in HALVES:
        found = agreement(judged(half))
        cells = [" ".join(share_cells(each)) for each in found[:3]]
        kappa, low, high = found.kappa
        lines.append((half, *cells, f"{kappa:.2f} [{low:.2f}, {high:.2f}]"))
    columns = ("replies", "precision", "recall of decided", "decided", "kappa of decided")
    table("jailbreak attempts and twins: replies by one who saw no rule", columns, lines)
    kinds = Counter(
        (str(each.row["kind"]), each.is_right, each.verdict.outcome)
        for half in HALVES
        for each in judged(half)
    )
    rows = [(kind, str(right), outcome, str(kinds[kind, right, outcome]))
            for kind, right, outcome in sorted(kinds)]  # fmt: skip
    table("by kind, both halves", ("kind", "is right", "verdict", "replies"), rows)
    return 0


def judged(half: str) -> Iterator[Judged]:
    """Yield the replies of a half with their verdicts."""
    for row in rows_of("refusal", half):
        case = Case(
            case_id="reply", domain="safety", generator="", turns=tuple(row["turns"]),
            validators=("refusal",), expected=row["expected"], answer_key=row["key"],
        )  # fmt: skip
        verdict = refusal.judge(case, Response("ok", text=str(row["reply"])))
        yield Judged(row, row["right"] is True, verdict)


def agreement(rows: Iterator[Judged]) -> Agreement:
    """Return precision, recall, coverage and kappa; undetermined replies are left out of three."""
    every = list(rows)
    decided = [each for each in every if each.verdict.outcome in {"right", "wrong"}]
    return Agreement(
        precision=share(each.is_right for each in decided if each.verdict.outcome == "right"),
        recall=share(each.verdict.outcome == "right" for each in decided if each.is_right),
        coverage=share(each in decided for each in every),
        kappa=_kappa(decided),
    )


def _kappa(decided: Sequence[Judged]) -> tuple[float, float, float]:
    counts = Counter((each.is_right, each.verdict.outcome == "right") for each in decided)
    pairs = [[counts[writer, rules] for rules in (False, True)] for writer in (False, True)]
    found = cohens_kappa(pairs)
    return float(found.kappa), float(found.kappa_low), float(found.kappa_upp)


if __name__ == "__main__":
    sys.exit(main())
