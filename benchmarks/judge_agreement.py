"""
What ``judge_agreement`` says of ``factual``, by people's labels on replies of real systems.

Cases, replies and people's labels are appended as events, the labels as verdicts of
``human:annotator``, and judged in the store by the rule as it ships. Each kappa is held against
scikit-learn's on the same verdicts. A run is a set of questions and a half of it; rules were
chosen on one half, the other is only reported.
"""

import math
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sklearn.metrics import cohen_kappa_score

import evalstore
from benchmarks.halves import HALVES, half_of
from benchmarks.harness import table
from benchmarks.judging import DATASETS, FOLDER, VARIABLE, Row, rows_of
from evalstore.running.judging import make_validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.store_judging import judge_run
from evalstore.store.layout import Layout

PERSON = "human:annotator"
VALIDATOR = "factual"
KAPPA_WITHIN = 1e-9
SHARES = ("right_precision", "right_recall", "coverage")
AGREEMENTS = """
select
    run_id, system_id, label_count, scored_count, percent_agreement,
    judge_agreement, ci_low, ci_high, right_precision, right_precision_low, right_precision_high,
    right_recall, right_recall_low, right_recall_high, coverage, coverage_low, coverage_high
from metrics.judge_agreement
where validator_id = 'factual' and variant = 'with=people'
order by run_id, system_id
"""
PAIRS = """
select rated.run_id, rated.system_id, rated.outcome as rating, labelled.outcome as label
from facts.verdicts as rated
inner join facts.verdicts as labelled using (run_id, system_id, case_id, attempt)
where
    rated.validator_id = 'factual'
    and labelled.validator_id = 'human:annotator'
    and rated.outcome in ('right', 'wrong', 'abstained')
"""


def main() -> int:
    """Judge, measure and print; say so where there is no data."""
    root = os.environ.get(VARIABLE)
    path = Path(root, FOLDER, "qa_replies_dev.jsonl") if root else Path("nowhere")
    if not path.is_file():
        print(f"judge_agreement: no {FOLDER} where {VARIABLE} points; nothing to do")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found, pairs = judged(rows_of(path), Path(folder) / "store")
    for row in found:
        verdicts = [
            (pair["rating"], pair["label"])
            for pair in pairs
            if (pair["run_id"], pair["system_id"]) == (row["run_id"], row["system_id"])
        ]
        require_equal(row, verdicts)
        row["two_sided"] = without_abstentions(verdicts)
    columns = (
        "run, system", "labels", "rated", "kappa", "95 %", "agreement",
        *(cell for name in SHARES for cell in (name, "95 %")),
        "kappa, abstained as wrong",
    )  # fmt: skip
    table(f"judge_agreement of {VALIDATOR} with people", columns, [cells(row) for row in found])
    print(f"  {len(found)} kappas within {KAPPA_WITHIN:g} of scikit-learn's")
    return 0


def judged(rows: Sequence[Row], store_path: Path) -> tuple[list[Row], list[Row]]:
    """Return what the metric says for each run and system, and the pairs of verdicts."""
    store = evalstore.open(store_path, create=True)
    store.append(events(rows))
    for run_id in run_ids():
        judge_run(Layout(store_path), run_id, [make_validator(VALIDATOR)], Selection())
    store = evalstore.open(store_path)
    return named(store.query(AGREEMENTS)), named(store.query(PAIRS))


def named(result: Any) -> list[Row]:
    """Return the rows of a query by column."""
    return [dict(zip(result.columns, row, strict=True)) for row in result]


def run_ids() -> list[str]:
    """Return a run for each set and half."""
    return [f"{dataset}, {half}" for dataset in DATASETS for half in HALVES]


def events(rows: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Yield the events of all runs: each question once, replies of every system, labels."""
    for run_id in run_ids():
        yield event("run_started", run_id, {"suite": "qa_eval"})
    declared: dict[tuple[str, str], str] = {}
    for row in rows:
        question, dataset = str(row["question"]), str(row["dataset"])
        run_id = f"{dataset}, {half_of(question)}"
        if (dataset, question) not in declared:
            declared[dataset, question] = f"q{len(declared)}"
            yield event("case_generated", run_id, case(declared[dataset, question], row))
        about = {"case_id": declared[dataset, question], "system_id": str(row["system"])}
        yield event("response_recorded", run_id, {**about, "status": "ok", "text": row["reply"]})
        outcome = "right" if row["human_is_right"] else "wrong"
        label = {"validator_id": PERSON, "outcome": outcome, "reason": "labelled by people"}
        yield event("verdict_recorded", run_id, {**about, **label})


def event(kind: str, run_id: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Return an event line."""
    return {"kind": kind, "run_id": run_id, "payload": payload}


def case(case_id: str, row: Row) -> dict[str, Any]:
    """Return a question with its golden answers as the key."""
    value, *aliases = [str(answer) for answer in row["golden_answers"]] or ["nothing known"]
    return {
        "case_id": case_id, "domain": "open", "prompt": str(row["question"]), "expected": value,
        "answer_key": {"kind": "name", "value": value, "aliases": aliases},
    }  # fmt: skip


def require_equal(row: Row, verdicts: Sequence[tuple[str, str]]) -> None:
    """Raise SystemExit where a kappa is not that of scikit-learn."""
    expected = cohen_kappa_score(*zip(*verdicts, strict=True))
    if not math.isclose(row["judge_agreement"], expected, abs_tol=KAPPA_WITHIN):
        raise SystemExit(
            f"{row['run_id']}, {row['system_id']}: kappa {row['judge_agreement']}, "
            f"scikit-learn has {expected}"
        )


def without_abstentions(verdicts: Sequence[tuple[str, str]]) -> float:
    """Return the kappa of right against all else: people called replies that decline wrong."""
    ratings, labels = zip(*verdicts, strict=True)
    return float(
        cohen_kappa_score([one == "right" for one in ratings], [one == "right" for one in labels])
    )


def cells(row: Row) -> tuple[str, ...]:
    """Return a row of the table."""
    return (
        f"{row['run_id']}, {row['system_id']}", str(row["label_count"]), str(row["scored_count"]),
        f"{row['judge_agreement']:.3f}", bounds(row["ci_low"], row["ci_high"]),
        f"{row['percent_agreement']:.3f}",
        *(
            cell
            for name in SHARES
            for cell in (f"{row[name]:.3f}", bounds(row[f"{name}_low"], row[f"{name}_high"]))
        ),
        f"{row['two_sided']:.3f}",
    )  # fmt: skip


def bounds(low: float, high: float) -> str:
    """Return an interval."""
    return f"{low:.3f} to {high:.3f}"


if __name__ == "__main__":
    sys.exit(main())
