"""
Fixed work that all paths are compared with: ``python -m benchmarks.ratios.yardstick LOG``.

It reads a log, aggregates rows in DuckDB and fills a dictionary, and uses nothing of evalstore. A
machine that is slower makes paths and yardstick slower, and their ratios stay.
"""

import sys
import zipfile

import duckdb
import orjson

LOOP_STEPS = 2_000_000
QUERY_ROWS = 3_000_000
QUERY = """
select key % 1000 as part, count(*), avg(value), quantile_cont(value, 0.9)
from (select hash(range) as key, (hash(range) % 10007)::double as value from range($row_count))
group by part order by part
"""


def read_log(path: str) -> None:
    """Unpack and parse each member of a log: the least that a reader has to do."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            orjson.loads(archive.read(name))


def aggregate() -> None:
    """Aggregate rows in DuckDB, on one thread."""
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(QUERY, {"row_count": QUERY_ROWS}).fetchall()


def count() -> None:
    """Fill and read a dictionary in plain Python."""
    counts: dict[int, int] = {}
    for step in range(LOOP_STEPS):
        key = step * 31 % 4093
        counts[key] = counts.get(key, 0) + 1


if __name__ == "__main__":
    read_log(sys.argv[1])
    aggregate()
    count()
