"""
Runs the twin of each view: ``-- given facts.<table>`` rows go in, ``-- expect`` rows come out.

Columns that a twin does not name are null in what it gives and are not compared in what it
expects. Of the slices, those are compared that it names. Rows have no order; numbers agree to
1e-12. What the metric counted and left out, row by row, has to come to the same counts and value.
"""

import math
import re
from functools import cache
from pathlib import Path

import duckdb
import pytest

from evalstore.metrics.catalog import catalog
from tests.counting import disagreements
from tests.empty_database import in_memory
from tests.weighing import weigh

BLOCK = re.compile(
    r"^-- (?P<verb>given|expect) (?P<schema>facts|metrics)\.(?P<relation>\w+)$", re.MULTILINE
)


class TwinError(AssertionError):
    """The view does not give what its twin expects."""


def run_twin(text: str) -> None:
    """Run one twin on the database of all twins, and take back what it gave."""
    blocks = [*BLOCK.finditer(text)]
    ends = [block.start() for block in blocks[1:]] + [len(text)]
    expectations = [block for block in blocks if block["verb"] == "expect"]
    if not expectations:
        raise TwinError("the twin expects nothing; add `-- expect metrics.<metric>` and its rows")
    connection = shared_database()
    connection.execute("begin")
    try:
        for block, end in zip(blocks, ends, strict=True):
            statement = text[block.end() : end].strip().removesuffix(";")
            relation = f"{block['schema']}.{block['relation']}"
            if block["verb"] == "given":
                connection.execute(f"insert into {relation} by name ({statement})")
            else:
                weigh(connection)
                compare(connection, relation, statement)
                require_counted(connection, block["relation"])
    finally:
        connection.execute("rollback")


@cache
def shared_database() -> duckdb.DuckDBPyConnection:
    """Return the one database that every twin of this process runs on."""
    return in_memory()


def compare(connection: duckdb.DuckDBPyConnection, relation: str, statement: str) -> None:
    """Hold the rows of a relation against those a statement gives, on the latter's columns."""
    expected_relation = connection.sql(statement)
    columns = expected_relation.columns
    expected = expected_relation.fetchall()
    names = ", ".join(f'"{column}"' for column in columns)
    actual = connection.execute(f"select {names} from {relation}").fetchall()
    surplus = [row for row in actual if is_named_slice(columns, row, expected)]
    absent = []
    for row in expected:
        match = next((other for other in surplus if is_same(row, other)), None)
        if match is None:
            absent.append(row)
        else:
            surplus.remove(match)
    if absent or surplus:
        raise TwinError(
            f"{relation} ({', '.join(columns)})\n"
            + "".join(f"  expected, not there: {row}\n" for row in absent)
            + "".join(f"  there, not expected: {row}\n" for row in surplus)
        )


def require_counted(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Hold what ``facts.counted`` says of a metric against what the metric says."""
    found = disagreements(connection, catalog()[name])
    if found:
        raise TwinError("facts.counted\n" + "".join(f"  {sentence}\n" for sentence in found))


def is_named_slice(columns: list[str], row: tuple, expected: list[tuple]) -> bool:
    """Say whether a row's slice_name is among those expected, where the twin names that column."""
    if "slice_name" not in columns:
        return True
    place = columns.index("slice_name")
    return row[place] in {other[place] for other in expected}


def is_same(expected: tuple, actual: tuple) -> bool:
    """Say whether two rows agree; null agrees with null only."""
    return all(
        one is other
        if one is None or other is None
        else math.isclose(one, other, rel_tol=0, abs_tol=1e-12)
        if is_number(one) and is_number(other)
        else str(one) == str(other)
        for one, other in zip(expected, actual, strict=True)
    )


def is_number(value: object) -> bool:
    return not isinstance(value, (str, bool)) and hasattr(value, "__float__")


class Twin(pytest.Item):
    """One twin file, run as one test."""

    def runtest(self) -> None:
        run_twin(self.path.read_text(encoding="utf-8"))

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, (TwinError, duckdb.Error)):
            return f"{self.path.name}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, 0, f"the twin of metrics.{self.path.stem}"


class TwinFile(pytest.File):
    def collect(self):
        yield Twin.from_parent(self, name=self.path.stem)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> TwinFile | None:
    """Collect the SQL files that stand beside this one."""
    if file_path.suffix == ".sql" and file_path.parent == Path(__file__).parent:
        return TwinFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture(name="run_twin")
def run_twin_fixture():
    """Return the runner of twins, for the tests of the twins themselves."""
    return run_twin
