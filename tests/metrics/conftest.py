"""A database with every view, and answers to put into it."""

import duckdb
import pytest

from evalstore.store import schema

GRAIN = {
    "run_id": "r1",
    "system_id": "maia",
    "validator_id": "factual",
    "is_primary_validator": True,
}

COLUMNS = (
    *GRAIN,
    *("case_id", "domain", "status", "outcome", "score", "is_right", "confidence"),
)


class Warehouse:
    """An in-memory database with the schemas of a store, filled by hand."""

    def __init__(self) -> None:
        self.connection = duckdb.connect()
        self.connection.execute("attach ':memory:' as evalstore (type duckdb)")
        self.connection.execute("use evalstore")
        schema.create(self.connection)

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
