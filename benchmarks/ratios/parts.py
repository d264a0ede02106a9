"""Parts of commands that are measured by themselves: a reader of a format, a query of ``ece``."""

import sys
from pathlib import Path

import duckdb

# More queries than one, as one takes less than the start of the process.
QUERY_COUNT = 10
QUERY = "from metrics.ece where slice_name = 'all'"


def main() -> None:
    """Do what the first argument names, with the file that the second names."""
    name, path = sys.argv[1:3]
    if name == "ece":
        query(path)
    else:
        read(name, Path(path))


def read(format_name: str, path: Path) -> None:
    """Read all records of a file, and its companions."""
    from evalstore.harnesses import detect
    from evalstore.harnesses.records import SourceFile

    reader = detect.format_module(format_name)
    if reader is None:
        raise SystemExit(f"no format {format_name!r}")
    companions = getattr(reader, "companions", lambda _: ())(path)
    for _ in reader.read(SourceFile(path, path.name, "0" * 64, companions=tuple(companions))):
        pass


def query(path: str) -> None:
    """Query ``ece`` of a database of facts."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as evalstore (read_only)")
        connection.execute("use evalstore")
        for _ in range(QUERY_COUNT):
            connection.execute(QUERY).fetchall()
