"""The corrected accuracy is that of ppi-python, and moves as labels say."""

import json
import math
from pathlib import Path

import pytest

FIXTURE = Path(__file__).parents[1] / "fixtures/ppi/references.jsonl"
REFERENCES = [json.loads(line) for line in FIXTURE.read_text(encoding="utf-8").splitlines()]


def answers(judged, labels):
    """Return verdicts of a judge on all cases, and of a person on the first of them."""
    return [
        {
            "case_id": f"c{number}",
            "validator_id": validator,
            "status": "ok",
            "outcome": "right" if worth >= 0.5 else "wrong",
            "is_right": worth >= 0.5,
            "score": worth,
        }
        for validator, worths in (("model", judged), ("human:jo", labels))
        for number, worth in enumerate(worths)
    ]


def corrected(warehouse, judged, labels):
    warehouse.hold(answers(judged, labels))
    return warehouse.row("accuracy_corrected")


@pytest.mark.thinned(4)
@pytest.mark.parametrize("reference", REFERENCES)
def test_it_is_that_of_ppi_python(warehouse, reference):
    """Value and interval, cut off at 0 and 1."""
    expected = [min(1.0, max(0.0, reference[name])) for name in ("value", "low", "high")]

    row = corrected(warehouse, reference["judged"] + reference["rest"], reference["labels"])

    actual = [row["accuracy_corrected"], row["ci_low"], row["ci_high"]]
    assert expected == pytest.approx(actual, abs=1e-9, rel=0)
    assert len(reference["labels"]) == row["label_count"]


def test_labels_on_every_case_leave_nothing_to_the_judge(warehouse):
    """Where everything is labelled, the mean of the labels counts, whatever the judge says."""
    row = corrected(warehouse, [1, 1, 1, 0, 1, 1], [1, 0, 1, 0, 0, 0])

    assert (1 / 3, 0, 6) == pytest.approx(
        (row["accuracy_corrected"], row["judge_weight"], row["label_count"])
    )


@pytest.mark.sweep
def test_the_labels_asked_for_halve_the_interval(warehouse):
    """With as many more of the same kind, the interval is half as wide, to a twentieth."""
    pattern = [(1, 1)] * 5 + [(1, 0)] * 2 + [(0, 0)] * 2 + [(0, 1)]
    judged = [verdict for verdict, _ in pattern] * 200
    labels = [label for _, label in pattern]
    before = corrected(warehouse, judged, labels * 4)
    more = before["additional_label_count"]
    after = corrected(warehouse, judged, labels * round((40 + more) / 10))

    ratio = (after["ci_high"] - after["ci_low"]) / (before["ci_high"] - before["ci_low"])
    assert math.isclose(0.5, ratio, rel_tol=0.05)


def test_too_few_cases_for_half_the_interval_is_not_known(warehouse):
    """No number of labels is promised that the run does not have cases for."""
    row = corrected(warehouse, [1, 0] * 12, [1, 0, 0, 1] * 5)

    assert row["additional_label_count"] is None
