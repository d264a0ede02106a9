"""
Compare the definitions in a database with those of this installation.

A database can be changed by any client. Its views, macros, types and triggers determine the
meaning of a number, so they are compared before a number is used. ``definitions.json`` contains a
hash of each definition in a fresh store; if one differs, a fresh store is made in memory for
comparison, since another version of DuckDB may spell a definition differently.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
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
# An added object of these kinds may shadow a function or a type that a number is computed with.
KINDS_BY_NAME = ("macro", "type", "trigger")
# A changed object of these kinds, if this installation makes it, changes the meaning of a number.
KINDS_IN_USE = ("macro", "type", "trigger", "view", "table")
# A schema with such a name makes other names ambiguous.
NAMES_IN_USE = ("evalstore", "memory", "system", "temp")

# Kind and name of an object, and its definition.
Objects = dict[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Difference:
    """An object that differs from this installation's; the definition is None if it is missing."""

    kind: str
    name: str
    expected: str | None
    found: str | None

    @property
    def can_change_a_number(self) -> bool:
        """Return True if it could change the value of a metric."""
        kinds = KINDS_BY_NAME if self.expected is None else KINDS_IN_USE
        return self.kind in kinds or (self.kind == "schema" and self.name in NAMES_IN_USE)

    @property
    def what(self) -> str:
        """Return the kind of object and of difference, in two words."""
        if self.found is None:
            return f"{self.kind} missing"
        return f"{self.kind} unknown" if self.expected is None else f"{self.kind} changed"

    @property
    def detail(self) -> str:
        """Return a text about the difference."""
        if self.found is None:
            return f"{self.name} is not in the database"
        if self.expected is None:
            return f"{self.name} was added: {' '.join(self.found.split())[:200]}"
        return f"{self.name} is not defined as in this version of evalstore"


def objects(connection: duckdb.DuckDBPyConnection) -> Objects:
    """Return all user-defined objects of the attached database."""
    definitions: Objects = {}
    for kind, name, definition in _query_isolated(connection, "sql/verify/objects"):
        # A macro may have several definitions, one for each number of its parameters.
        definitions[kind, name] = "\n".join(
            filter(None, (definitions.get((kind, name)), definition))
        )
    return definitions


def _query_isolated(connection: duckdb.DuckDBPyConnection, name: str) -> list[tuple[str, ...]]:
    """Return the rows of a query about the database, run so that its macros are not used."""
    make_current(connection, MEMORY)
    try:
        return connection.execute(sql_files.read(name), {"database": DATABASE}).fetchall()
    finally:
        make_current(connection, DATABASE)


def differences(present: Objects) -> list[Difference]:
    """Return the differences of a database's objects from this installation's, sorted."""
    version, recorded = _known()
    if version == duckdb.__version__ and recorded == hashes(present):
        return []
    expected = of_fresh_store()
    return [
        Difference(*key, expected.get(key), present.get(key))
        for key in sorted(expected.keys() | present.keys())
        if expected.get(key) != present.get(key)
    ]


def require_no_added_objects(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Raise CorruptStoreError if a macro, type or trigger was added that a fold would use.

    DuckDB prefers a macro of the database to its own function of that name, so that its results
    would be recorded.
    """
    added = added_objects(named_objects(connection))
    if added:
        raise CorruptStoreError(
            "the database defines objects that are not part of evalstore and could change what is "
            f"recorded: {', '.join(sorted(added)[:3])}; run `evalstore rebuild` to create the "
            "database again from the segments"
        )


def named_objects(connection: duckdb.DuckDBPyConnection) -> set[tuple[str, ...]]:
    """Return kind and name of all user-defined macros, types and triggers."""
    return set(_query_isolated(connection, "sql/verify/added_objects"))


def added_objects(present: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the macros, types and triggers among objects that this installation does not make."""
    return [f"{kind} {name}" for kind, name in {*present} - _made() if kind in KINDS_BY_NAME]


def hashes(definitions: Objects) -> dict[str, str]:
    """Return a hash of each definition, in hex, by kind and name."""
    return {
        f"{kind} {name}": hashlib.sha256(definition.encode()).hexdigest()[:HASH_LENGTH]
        for (kind, name), definition in definitions.items()
    }


def to_json(definitions: Objects) -> str:
    """Return the text of ``definitions.json``: one line for each object."""
    content = {"duckdb": duckdb.__version__, "objects": dict(sorted(hashes(definitions).items()))}
    return json.dumps(content, indent=1) + "\n"


def of_fresh_store() -> Objects:
    """Return the objects of a fresh store, made in a separate connection."""
    with connect() as connection:
        connection.execute("attach ':memory:' as evalstore")
        make_current(connection, DATABASE)
        schema.create(connection)
        return objects(connection)


@cache
def _made() -> frozenset[tuple[str, ...]]:
    """Return kind and name of each macro and trigger that this installation makes."""
    files = sql_files.names("sql/macros") + sql_files.names("sql/facts/macros")
    macros = {("macro", f"macros.{Path(name).stem}") for name in files}
    return frozenset(macros | {("trigger", name) for name in schema.TRIGGER_NAMES})


@cache
def _known() -> tuple[str, dict[str, str]]:
    """Return the version of DuckDB that made ``definitions.json``, and the hashes in it."""
    content = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return content["duckdb"], content["objects"]


def summary(items: Sequence[Difference]) -> str:
    """Return a text with the first differences and the number of the others."""
    shown = "; ".join(f"{item.what}: {item.detail}" for item in items[:DIFFERENCES_SHOWN_MAX])
    more = len(items) - DIFFERENCES_SHOWN_MAX
    return f"{shown} and {more} more" if more > 0 else shown


if __name__ == "__main__":
    sys.stdout.write(to_json(of_fresh_store()))
