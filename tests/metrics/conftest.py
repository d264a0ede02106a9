"""A database with every view, and answers to put into it."""

import random

import pytest

from tests.empty_database import in_memory
from tests.weighing import weigh

GRAIN = {
    "run_id": "r1",
    "system_id": "maia",
    "validator_id": "factual",
    "is_primary_validator": True,
}

COLUMNS = (
    *GRAIN,
    *(
        "case_id",
        "cluster_id",
        "attempt",
        "domain",
        "label",
        "status",
        "answer",
        "outcome",
        "score",
        "is_right",
    ),
    "value",
    "confidence",
    "confidence_kind",
)

AWKWARD = {
    "every edge": ([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], [1, 0] * 5 + [1]),
    "edges that binary fractions miss": ([0.3, 0.6, 0.7, 0.3, 0.6, 0.7], [1, 0, 1, 0, 0, 1]),
    "ties on 0.7": ([0.7] * 6 + [0.69, 0.71], [1, 1, 0, 0, 1, 0, 1, 0]),
    "all tied": ([0.9] * 12, [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0]),
    "all right": ([0.2, 0.3, 0.95], [1, 1, 1]),
    "all wrong": ([0.2, 0.3, 0.95], [0, 0, 0]),
    "only ones": ([1.0, 1.0, 1.0], [1, 0, 1]),
    "only zeros": ([0.0, 0.0], [1, 0]),
    "certain and mistaken": ([1.0, 0.0, 1.0], [0, 1, 1]),
    "one answer": ([0.6], [1]),
    "eleven": ([(2 * number + 1) / 1000 for number in range(11)], [0] * 5 + [1] * 6),
    "graded": ([0.6, 0.7, 0.3, 0.3], [0.25, 0.75, 0.5, 0]),
}


class Warehouse:
    """An in-memory database with the schemas of a store, filled by hand."""

    def __init__(self) -> None:
        self.connection = in_memory()

    def hold(self, answers: list[dict]) -> None:
        """Replace the scored answers by these; what one leaves out is null, or in GRAIN."""
        self.connection.execute("delete from facts.scored")
        rows = [
            {**GRAIN, "case_id": f"c{number}", **answer} for number, answer in enumerate(answers)
        ]
        self.connection.execute(
            "insert into facts.scored by name select "
            + ", ".join(f"unnest(${column}) as {column}" for column in COLUMNS),
            {column: [row.get(column) for row in rows] for column in COLUMNS},
        )
        weigh(self.connection)

    def rows(self, metric: str, slice_name: str = "all") -> list[dict]:
        """Return the rows of one metric's view."""
        relation = self.connection.execute(
            f"select * from metrics.{metric} where slice_name = $slice_name order by all",
            {"slice_name": slice_name},
        )
        names = [column[0] for column in relation.description]
        return [dict(zip(names, row, strict=True)) for row in relation.fetchall()]

    def row(self, metric: str) -> dict:
        """Return the one row of a metric's view."""
        (row,) = self.rows(metric)
        return row

    def value(self, metric: str) -> float | None:
        """Return the value of the one row of a metric's view."""
        return self.row(metric)[metric]


@pytest.fixture(scope="session")
def warehouse():
    """Return one warehouse for all tests: each puts its own answers into it."""
    return Warehouse()


@pytest.fixture(scope="session")
def claims():
    """Return a maker of judged answers from confidences and what they are worth."""

    def make(confidences, worths) -> list[dict]:
        return [
            {
                "status": "ok",
                "outcome": "right" if worth >= 0.5 else "wrong",
                "is_right": worth >= 0.5,
                "score": None if worth in (0, 1) else worth,
                "confidence": confidence,
            }
            for confidence, worth in zip(confidences, worths, strict=True)
        ]

    return make


@pytest.fixture(params=AWKWARD.values(), ids=AWKWARD)
def awkward(request):
    """Return confidences and what they are worth: one set of those that break scores."""
    return request.param


@pytest.fixture(scope="session")
def crowd():
    """Return a hundred thousand confidences of three decimals, and what they are worth."""
    dice = random.Random(11)
    confidences = [dice.randrange(1001) / 1000 for _ in range(100_000)]
    return confidences, [int(dice.random() < confidence**2) for confidence in confidences]


@pytest.fixture(scope="module")
def hold_facts(warehouse):
    """Return a function that replaces the rows of a table of facts, all in run r1 and of maia."""
    touched = set()

    def hold(table, columns, rows):
        touched.add(table)
        warehouse.connection.execute(f"delete from facts.{table}")
        warehouse.connection.execute(
            f"insert into facts.{table} by name select 'r1' as run_id, 'maia' as system_id, "
            + ", ".join(f"unnest(${column}) as {column}" for column in columns),
            {column: [row[place] for row in rows] for place, column in enumerate(columns)},
        )

    yield hold
    for table in touched:
        warehouse.connection.execute(f"delete from facts.{table}")


@pytest.fixture(scope="module")
def hold_values(hold_facts):
    """Return a function that replaces the weeks of values: persona, week, value, truth, flag."""

    def hold(rows):
        columns = ("persona_id", "week", "value_dim", "is_crisis", "is_flagged", "status")
        hold_facts("drift_values", columns, [(*row, "ok") for row in rows])

    return hold
