"""
Compare the definitions in a database with those of this installation.

A database can be changed by any client. Its views, macros, types and triggers decide what a
number means, so they are compared before a number is relied on. ``definitions.json`` has a hash
of each as a fresh store has it; where one differs, a fresh store is made in memory to compare
with, since another version of DuckDB may spell a definition differently.
"""

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.connections import DATABASE, MEMORY, connect, make_current
from evalstore.store.facts import schema

HASH_LENGTH = 16
DIFFERENCES_SHOWN_MAX = 3
# An added one may shadow a function or a type that a number is computed with.
KINDS_BY_NAME = ("macro", "type", "trigger")
# One that this installation makes and that differs changes what a number means.
KINDS_IN_USE = ("macro", "type", "trigger", "view", "table")
# A schema of such a name makes others ambiguous.
NAMES_IN_USE = ("evalstore", "memory", "system", "temp")

# Kind and name of an object, and its definition.
Objects = dict[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Difference:
    """An object that is not as this installation makes it; a definition is None where absent."""

    kind: str
    name: str
    expected: str | None
    found: str | None

    @property
    def can_change_a_number(self) -> bool:
        """Whether a metric could give another value because of it."""
        kinds = KINDS_BY_NAME if self.expected is None else KINDS_IN_USE
        return self.kind in kinds or (self.kind == "schema" and self.name in NAMES_IN_USE)

    @property
    def what(self) -> str:
        """Say in two words what it is."""
        if self.found is None:
            return f"{self.kind} missing"
        return f"{self.kind} unknown" if self.expected is None else f"{self.kind} changed"

    @property
    def detail(self) -> str:
        """Say what was found instead of what."""
        if self.found is None:
            return f"{self.name} is not in the database"
        if self.expected is None:
            return f"{self.name} was added: {' '.join(self.found.split())[:200]}"
        return f"{self.name} is not as this evalstore makes it"


def objects(connection: duckdb.DuckDBPyConnection) -> Objects:
    """Return all user-defined objects of the attached database."""
    found: Objects = {}
    for kind, name, definition in _query_isolated(connection, "sql/verify/objects"):
        # A macro may have several definitions, one for each number of its parameters.
        found[kind, name] = "\n".join(filter(None, (found.get((kind, name)), definition)))
    return found


def _query_isolated(connection: duckdb.DuckDBPyConnection, name: str) -> list[tuple[str, ...]]:
    """Ask about the database where no macro of its own stands for a function of the question."""
    make_current(connection, MEMORY)
    try:
        return connection.execute(sql_files.read(name), {"database": DATABASE}).fetchall()
    finally:
        make_current(connection, DATABASE)


def differences(connection: duckdb.DuckDBPyConnection) -> list[Difference]:
    """Compare the attached database with this installation, by kind and name."""
    found = objects(connection)
    version, known = _known()
    if version == duckdb.__version__ and known == hashes(found):
        return []
    expected = of_fresh_store()
    return [
        Difference(*key, expected.get(key), found.get(key))
        for key in sorted(expected.keys() | found.keys())
        if expected.get(key) != found.get(key)
    ]


def require_no_added_objects(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Raise CorruptStoreError where a macro, type or trigger was added that a fold would use.

    DuckDB takes a macro of the database in place of its own function of that name: what it
    computes would go into the record.
    """
    found = set(_query_isolated(connection, "sql/verify/added_objects"))
    added = [f"{kind} {name}" for kind, name in found - _made()]
    if added:
        raise CorruptStoreError(
            f"the database defines {', '.join(sorted(added)[:3])}, which this evalstore does not "
            "make and which could change what is recorded; `evalstore rebuild` makes the database "
            "again from the segments"
        )


def hashes(found: Objects) -> dict[str, str]:
    """Return a hash of each definition, in hex, by kind and name."""
    return {
        f"{kind} {name}": hashlib.sha256(definition.encode()).hexdigest()[:HASH_LENGTH]
        for (kind, name), definition in found.items()
    }


def to_json(found: Objects) -> str:
    """Return the text of ``definitions.json``: one line for each object."""
    known = {"duckdb": duckdb.__version__, "objects": dict(sorted(hashes(found).items()))}
    return json.dumps(known, indent=1) + "\n"


def of_fresh_store() -> Objects:
    """Return what a fresh store defines, made by a connection of its own."""
    with connect() as connection:
        connection.execute("attach ':memory:' as evalstore")
        make_current(connection, DATABASE)
        schema.create(connection)
        return objects(connection)


@cache
def _made() -> frozenset[tuple[str, ...]]:
    """Return kind and name of the macros and triggers that this installation makes."""
    files = sql_files.names("sql/macros") + sql_files.names("sql/facts/macros")
    macros = {("macro", f"macros.{Path(name).stem}") for name in files}
    return frozenset(macros | {("trigger", name) for name in schema.TRIGGER_NAMES})


@cache
def _known() -> tuple[str, dict[str, str]]:
    """Return the version of DuckDB that ``definitions.json`` was made with, and the hashes."""
    known = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return known["duckdb"], known["objects"]


def summary(found: Sequence[Difference]) -> str:
    """Describe the first differences, and count the others."""
    shown = "; ".join(f"{item.what}: {item.detail}" for item in found[:DIFFERENCES_SHOWN_MAX])
    more = len(found) - DIFFERENCES_SHOWN_MAX
    return f"{shown} and {more} more" if more > 0 else shown


if __name__ == "__main__":
    sys.stdout.write(to_json(of_fresh_store()))
