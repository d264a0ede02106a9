"""A store in a fresh folder, and short ways to say which events it takes and what it holds."""

import hashlib
import json
import shutil
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID

import duckdb
import pytest

from evalstore.events.subjects import subject
from evalstore.store import connections
from evalstore.store.facts import schema
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.log.fold import fold

OUTGOING = {
    "kind": "varchar",
    "run_id": "varchar",
    "subject": "varchar",
    "supersedes": "varchar",
    "schema_version": "smallint",
    "occurred_at": "timestamp",
    "recorded_at": "timestamp",
    "source": "varchar",
    "payload": "varchar",
    "payload_salt": "blob",
    "payload_hash": "blob",
}
LINE = {
    "supersedes": None,
    "schema_version": 1,
    "occurred_at": None,
    "recorded_at": None,
    "source": "test",
    "payload_salt": None,
    "payload_hash": None,
}


def line(kind, payload, run_id="r1", **fields):
    """Return one accepted event, its subject derived from its payload."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    named = fields.pop("subject", None)
    return (
        LINE
        | {
            "kind": kind,
            "run_id": run_id,
            "subject": subject(kind, json.loads(text)) if named is None else named,
            "payload": text,
        }
        | fields
    )


def run_started(run_id="r1", **payload):
    return line("run_started", {"suite": "s"} | payload, run_id)


def case(case_id="c1", run_id="r1", **payload):
    return line("case_generated", {"case_id": case_id, "domain": "math"} | payload, run_id)


def response(case_id="c1", system_id="a", run_id="r1", **payload):
    known = {"case_id": case_id, "system_id": system_id, "status": "ok"}
    return line("response_recorded", known | payload, run_id)


def verdict(outcome="right", case_id="c1", system_id="a", run_id="r1", **payload):
    known = {"case_id": case_id, "system_id": system_id, "validator_id": "factual",
             "outcome": outcome, "reason": "as judged"}  # fmt: skip
    return line("verdict_recorded", known | payload, run_id)


def retracted(event_id, run_id="r1", reason="mistaken"):
    return line("retracted", {"event_id": str(event_id), "reason": reason}, run_id)


def naive_root(leaves):
    """Return the Merkle tree hash as RFC 6962 section 2.1 words it."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return hashlib.sha256(
        b"\x01" + naive_root(leaves[:split]) + naive_root(leaves[split:])
    ).digest()


def outdate(layout):
    """Make a store's database one of another version, which had a view in the place of a table."""
    with duckdb.connect(str(layout.database)) as connection:
        connection.execute("drop table facts.judges")
        connection.execute("create view facts.judges as from facts.computed_judges")
        connection.execute(
            "update log.fingerprint set tables_sha256 = 'of another', views_sha256 = 'of another'"
        )


class Warehouse:
    """A store under test."""

    def __init__(self, root):
        self.layout = Layout(Path(root))
        self.layout.create()

    def accept(self, *lines):
        """Put these events into the inbox as one file; return its name."""
        with connections.without_database() as connection:
            columns = {name: [event[name] for event in lines] for name in OUTGOING}
            connection.execute(
                "create temp table outgoing as select "
                + ", ".join(f"unnest(${name}::{kind}[]) as {name}"
                            for name, kind in OUTGOING.items())
                + ", generate_subscripts($kind::varchar[], 1) as place",
                columns,
            )  # fmt: skip
            writer = inbox.InboxWriter(self.layout)
            writer.write(connection, {"source": "test"})
            return writer.publish()[0]

    def fold(self):
        return fold(self.layout)

    def add(self, *lines):
        """Accept these events and fold them."""
        self.accept(*lines)
        return self.fold()

    def query(self, sql, **parameters):
        """Return the rows of one statement, each as a dict."""
        with connections.attached_for_reading(self.layout) as connection:
            result = connection.execute(sql, parameters)
            names = [column[0] for column in result.description]
            return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

    def column(self, sql, **parameters):
        """Return the first column of one statement."""
        return [next(iter(row.values())) for row in self.query(sql, **parameters)]

    def event_id(self, kind, *, revision=1, **fields):
        """Return the id of the one event of that kind, revision and these columns."""
        conditions = "".join(f" and {name} = ${name}" for name in fields)
        [found] = self.column(
            f"select event_id from log.events where kind = $kind and revision = $revision"
            f"{conditions}",
            kind=kind, revision=revision, **fields,
        )  # fmt: skip
        return found

    def scored(self, *columns, **fields):
        """Return these columns of facts.scored, ordered by its grain."""
        conditions = "".join(f" and {name} = ${name}" for name in fields)
        rows = self.query(
            f"from facts.scored where true{conditions} "
            "order by run_id, system_id, case_id, validator_id, attempt",
            **fields,
        )
        return [tuple(row[name] for name in columns) for row in rows]

    def derived(self):
        """Return every table that is computed from events, its rows in one order."""
        names = [*(f"facts.{name}" for name in schema.FACTS), "log.withdrawn_events"]
        with connections.attached_for_reading(self.layout) as connection:
            return {
                name: sorted(connection.execute(f"from {name}").fetchall(), key=repr)
                for name in names
            }

    def files(self):
        """Return the bytes of every file of the store by its name, but for LOCK."""
        return {
            path.relative_to(self.layout.root).as_posix(): path.read_bytes()
            for path in sorted(self.layout.root.rglob("*"))
            if path.is_file() and path != self.layout.lock
        }

    def outdate(self):
        """Make the database one of another version, which had a view in the place of a table."""
        outdate(self.layout)

    def stranger(self):
        """Open the database as any DuckDB client would, past every door."""
        return duckdb.connect(str(self.layout.database))


class Copies:
    """Fresh copies of a store: making one anew takes longer than most tests."""

    def __init__(self, original):
        self.original = original
        self.numbers = count()

    def __call__(self):
        root = self.original.layout.root
        copy = root.with_name(f"{root.name}-{next(self.numbers)}")
        return Warehouse(shutil.copytree(root, copy))


@pytest.fixture(scope="session")
def new_warehouse(tmp_path_factory):
    """Return a function that makes an empty store each time."""
    empty = Warehouse(tmp_path_factory.mktemp("stores") / "empty")
    empty.fold()
    return Copies(empty)


@pytest.fixture(scope="session")
def new_small(new_warehouse):
    """Return a function that makes ``small`` each time."""
    small = new_warehouse()
    small.add(run_started(systems=["a"]), case("c1"), case("c2"))
    small.add(response("c1", confidence=0.9), verdict("right", "c1"), response("c2"))
    small.add(response("c1", confidence=0.8), verdict("wrong", "c2"))
    return Copies(small)


@pytest.fixture
def warehouse(new_warehouse):
    return new_warehouse()


@pytest.fixture(scope="session")
def lines():
    """Return the short ways to write events."""
    return SimpleNamespace(
        line=line,
        run_started=run_started,
        case=case,
        response=response,
        verdict=verdict,
        retracted=retracted,
    )


@pytest.fixture(scope="session")
def reference():
    """Return what the store is compared with, computed without it."""
    return SimpleNamespace(root=naive_root, uuid=UUID)


@pytest.fixture
def small(new_small):
    """A store of three segments: a run, its answers, and a revision of one of them."""
    return new_small()
