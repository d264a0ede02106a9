"""The corrected difference of two systems is that of ppi-python, and holds the truth."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from evalstore.base import sql_files
from evalstore.statistics.corrected_difference import LABEL_COUNT_MIN

FIXTURE = Path(__file__).parents[1] / "fixtures/ppi/paired.jsonl"
REFERENCES = [json.loads(line) for line in FIXTURE.read_text(encoding="utf-8").splitlines()]
NORMAL = stats.norm.ppf(0.975)
# Simulated stores, their cases, and the chances with which the judge calls a wrong reply right.
STORE_COUNT, CASE_COUNT, LENIENCY = 100, 300, (0.1, 0.6)


def answers(judged, labels, clusters=None, run_id="r1"):
    """Return verdicts of a judge on pairs of replies, and of a person on the first of them."""
    return [
        {
            "run_id": run_id,
            "system_id": system_id,
            "case_id": f"c{number}",
            "validator_id": validator,
            "status": "ok",
            "outcome": "right" if worth >= 0.5 else "wrong",
            "is_right": bool(worth >= 0.5),
            "score": float(worth),
            "cluster_id": clusters[number] if clusters else None,
        }
        for validator, pairs in (("model", judged), ("human:jo", labels))
        for number, pair in enumerate(pairs)
        for system_id, worth in zip("ab", pair, strict=True)
    ]


def corrected(warehouse, run_id="r1", cluster="cluster"):
    """Return the only row of the corrected difference of system b less system a."""
    result = warehouse.connection.execute(
        sql_files.read("sql/paired/corrected_differences"),
        {
            "left_run_id": run_id, "left_system_id": "a", "right_run_id": run_id,
            "right_system_id": "b", "validator_id": "model", "slice_name": "all",
            "slice_value": None, "cluster": cluster, "label_count_min": LABEL_COUNT_MIN,
        },
    )  # fmt: skip
    [row] = result.fetchall()
    return dict(zip([column[0] for column in result.description], row, strict=True))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("reference", REFERENCES)
def test_it_is_that_of_ppi_python(warehouse, reference):
    """Value and error are; the interval is Student's t where the reference has the normal."""
    warehouse.hold(answers(reference["judged"], reference["labels"]))
    error = (reference["high"] - reference["low"]) / 2 / NORMAL

    row = corrected(warehouse)

    assert [reference["value"], error] == pytest.approx(
        [row["difference"], row["standard_error"]], abs=1e-9, rel=0
    )
    count = len(reference["labels"])
    reach = stats.t.ppf(0.975, count - 2) * error
    assert [reference["value"] - reach, reference["value"] + reach] == pytest.approx(
        [row["ci_low"], row["ci_high"]], abs=1e-8
    )
    assert (count, count, None) == (row["label_count"], row["unit_count"], row["reason"])


def test_clusters_against_a_formula_by_hand(warehouse):
    """With clusters, what each case adds to the value is summed by cluster, then squared."""
    reference = REFERENCES[1]
    judged = np.array([right - left for left, right in reference["judged"]])
    labels = np.array([right - left for left, right in reference["labels"]])
    case_count, label_count = len(judged), len(labels)
    keys = np.arange(case_count) % (case_count // 2)
    warehouse.hold(answers(reference["judged"], reference["labels"]))
    warehouse.connection.execute(
        "insert into facts.cases by name select 'r1' as run_id, 'c' || place as case_id, "
        "'k' || key as cluster_id from (select unnest($1) as place, unnest($2) as key)",
        [list(range(case_count)), keys.tolist()],
    )
    try:
        row = corrected(warehouse)
    finally:
        warehouse.connection.execute("delete from facts.cases")

    weight = row["judge_weight"] * case_count / (case_count - label_count)
    first = judged[:label_count]
    influences = weight * (judged - judged.mean()) / case_count
    influences[:label_count] += (
        labels - labels.mean() - weight * (first - first.mean())
    ) / label_count
    sums = np.bincount(keys, influences)
    units = len(set(keys[:label_count]))
    error = np.sqrt((sums**2).sum() * (units - 1) / (units - 2))
    assert (True, units) == (row["is_clustered"], row["unit_count"])
    assert [reference["value"], error] == pytest.approx([row["difference"], row["standard_error"]])
    assert reference["value"] + stats.t.ppf(0.975, units - 2) * error == pytest.approx(
        row["ci_high"]
    )


def test_too_few_labels_are_not_a_number(warehouse):
    """One label short of enough there is a reason with both numbers, and what the judge says."""
    reference = REFERENCES[0]
    warehouse.hold(answers(reference["judged"], reference["labels"][: LABEL_COUNT_MIN - 1]))

    row = corrected(warehouse)

    assert "29 cases are labelled for both systems, and the interval needs 30" == row["reason"]
    assert {None} == {
        row[name] for name in ("difference", "standard_error", "ci_low", "ci_high", "judge_weight")
    }
    assert row["judged_difference"] == pytest.approx(
        np.mean([right - left for left, right in reference["judged"]])
    )


def test_labels_of_one_system_correct_nothing(warehouse):
    """Labels of the replies of one system alone are of no pair."""
    reference = REFERENCES[0]
    held = answers(reference["judged"], reference["labels"])
    warehouse.hold(
        [row for row in held if (row["validator_id"], row["system_id"]) != ("human:jo", "a")]
    )

    row = corrected(warehouse)

    assert (0, None) == (row["label_count"], row["difference"])
    assert row["reason"].startswith("0 cases are labelled for both systems")


def test_nothing_varies(warehouse):
    """Where both systems are always right the error is not known, nor is the difference."""
    warehouse.hold(answers([(1, 1)] * 80, [(1, 1)] * 40))

    row = corrected(warehouse)

    assert (None, None) == (row["difference"], row["ci_low"])
    assert row["reason"] == "no difference varies, so that nothing tells the error"


@pytest.mark.sweep
@pytest.mark.parametrize("label_count", [LABEL_COUNT_MIN, 100])
def test_its_interval_holds_the_truth(warehouse, label_count):
    """A judge favours system b: its own intervals miss the truth, the corrected ones hold it."""
    rng = np.random.default_rng(label_count)
    truth = -0.05
    held_count = judge_count = 0
    for _ in range(STORE_COUNT):
        place = rng.random((CASE_COUNT, 2))
        labels = place < (0.7, 0.7 + truth)
        judged = labels | (rng.random((CASE_COUNT, 2)) < LENIENCY)
        warehouse.hold(answers(judged * 1.0, labels[:label_count] * 1.0))
        row = corrected(warehouse)
        held_count += row["ci_low"] <= truth <= row["ci_high"]
        differences = judged[:, 1] * 1.0 - judged[:, 0]
        judge_count += abs(differences.mean() - truth) <= NORMAL * stats.sem(differences)

    # Of 100 intervals of 93 %, fewer than 85 hold the truth about once in 1,000 times.
    assert held_count >= 85
    assert judge_count <= STORE_COUNT // 4
