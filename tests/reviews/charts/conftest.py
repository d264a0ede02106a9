"""A reader that answers the charts' queries with rows made by hand."""

import pytest

from evalstore.reviews.charts.drawing.rows import query


class Answers:
    """Rows by the name of the query; a query without rows finds none."""

    def __init__(self, **rows):
        self.rows_of = {query(name): answer for name, answer in rows.items()}

    @property
    def connection(self):
        return self

    def execute(self, sql):
        """Take the narrowing of the metrics, which changes no answer here."""

    def rows(self, sql, /, **parameters):
        return self.rows_of.get(sql, [])


def bin_row(
    index,
    count,
    confidence,
    correctness,
    system_id="bold",
    *,
    validator_id="factual",
    variant="",
):
    return {
        "system_id": system_id,
        "validator_id": validator_id,
        "is_primary_validator": validator_id == "factual",
        "variant": variant,
        "bin_index": index,
        "bin_low": index / 10,
        "bin_high": (index + 1) / 10,
        "bin_count": count,
        "bin_weight": float(count),
        "mean_confidence": confidence,
        "mean_correctness": correctness,
        "ci_low": max(0.0, correctness - 0.1),
        "ci_high": min(1.0, correctness + 0.1),
    }


def value_row(value, slice_value="all", system_id="bold", **others):
    interval = {"ci_low": None, "ci_high": None}
    if value is not None:
        interval = {"ci_low": value - 0.1, "ci_high": value + 0.1}
    return {
        "system_id": system_id,
        "validator_id": "factual",
        "is_primary_validator": True,
        "variant": "",
        "slice_value": slice_value,
        "value": value,
        **interval,
        "scored_count": 0 if value is None else 40,
        "missing_count": 0,
        "error_count": 0,
        "unscored_count": 0,
        "unit": "share of answers",
        "better": "higher",
        **others,
    }


def run_row(ordinal, value, system_id="bold", **others):
    run = {"run_id": f"run-{ordinal}", "suite": "quiz", "git_sha": f"{ordinal:07d}ffff"}
    return value_row(
        value, system_id=system_id, run_date=f"2026-03-{ordinal:02d}", **{**run, **others}
    )


def point_row(coverage, risk, system_id="bold", *, variant="", count=100):
    return {
        "system_id": system_id,
        "validator_id": "factual",
        "is_primary_validator": True,
        "variant": variant,
        "coverage": coverage,
        "answer_count": count * coverage,
        "selective_risk": risk,
        "ci_low": max(0.0, risk - 0.1),
        "ci_high": min(1.0, risk + 0.1),
    }


def cell_row(prediction, label, count, system_id="bold"):
    return {
        "system_id": system_id,
        "validator_id": "factual",
        "is_primary_validator": True,
        "prediction": prediction,
        "label": label,
        "answer_count": count,
    }


@pytest.fixture
def point_of():
    return point_row


@pytest.fixture
def cell_of():
    return cell_row


@pytest.fixture
def answers():
    return Answers


@pytest.fixture
def bin_of():
    return bin_row


@pytest.fixture
def value_of():
    return value_row


@pytest.fixture
def run_of():
    return run_row
