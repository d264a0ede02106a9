"""The hashes of an event are frozen, and SQL computes what Python does."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evalstore.store import connections, hashes
from evalstore.store.log import incoming

EPOCH = datetime(1970, 1, 1, tzinfo=UTC).replace(tzinfo=None)
SUPERSEDED = UUID("0190d3a1-7b3c-8def-9abc-0123456789ab")
RECORDED_AT_US = 1764000000000000
SOURCE = "é#sha256=\x00"
EMPTY_OBJECT_HASH = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"

# Frozen: a change here makes every store that exists unverifiable.
PAYLOAD_HASHES = [
    ("{}", None, EMPTY_OBJECT_HASH),
    # 16 zero bytes of salt are not the same as no salt.
    ("{}", bytes(16), "333b13ff02f57ae18049b82ca66f37592c5a3d8fd54e44e23ae5c7085c24fd2a"),
    ('{"text": "é"}', None, "e26c819b72ea337c8ae809e5ce25098da4eb6b7a86892aad8044ddc05bb8242c"),
    # An escaped NUL and a raw one are different bytes.
    (
        '{"text": "\\u0000"}',
        None,
        "55744f7aac3a1c4123c99e34f1c8efbd05ff7730cefe6c45b5ee39087c71bc8d",
    ),
    ('{"text": "a\0b"}', None, "e1557e9c9386059e9f100c00f99d10df6427790128527d14050aa30890eff3b2"),
    # A BLOB cast would read \x41 as the letter A; the salt is no UTF-8.
    (
        '{"text": "\\x41"}',
        b"\xff\x00",
        "5b25c653e59bcd3e02494519a854dc5b654c748d4229b3cc45c9b2bd7c4c6ecb",
    ),
]
# kind, run_id, subject, schema_version, supersedes, then id, revision, occurred_at_us, leaf.
EVENT_HASHES = [
    # Nothing is known but the kind: subject empty, no supersedes, no time.
    (
        ("run_started", "r1", "", 1, None),
        "2f9cab50-bbf3-82a9-b092-ce9a33edaab8",
        (1, None, "77546b0cec53c9319484d52c7b19991ab3c53e7f7cb4120b4fe52c4327f40078"),
    ),
    # Non-ASCII and NUL in a run's name; a time before 1970.
    (
        ("case_generated", "läufe/\0", "c%201", 1, SUPERSEDED),
        "3855ed6b-d7ce-84aa-b22e-dde4df6204cc",
        (2, -1, "2017872980136eab6241dfca3006aed8cc68c1559eeab79c8f6179eeee7bca4c"),
    ),
    # The run is the four characters \x41, not the letter A; the largest schema version.
    (
        ("case_generated", "\\x41", "A", 32767, None),
        "842664ea-0409-804f-a783-2c364b0d3f55",
        (
            2,
            1764000000123456,
            "6c5269d3aaea43bcffdf7508716fe0838c124782d15c0678fb83b0f4a40c29e2",
        ),
    ),
]

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
TIMES = st.none() | st.integers(-(10**15), 10**16)


@pytest.fixture(scope="module")
def connection():
    with connections.connect() as connection:
        incoming.define_macros(connection)
        yield connection


def in_sql(connection, expression, **values):
    [(found,)] = connection.execute(f"select {expression}", values).fetchall()
    return found


def payload_hash_in_sql(connection, payload, salt):
    return in_sql(connection, "payload_hash($salt::blob, $payload)", salt=salt, payload=payload)


def at(microseconds):
    return None if microseconds is None else EPOCH + timedelta(microseconds=microseconds)


def event_in_sql(connection, named, source, payload_hash, revision, occurred_at_us):
    kind, run_id, subject, schema_version, supersedes = named
    return connection.execute(
        """
        with named as (
            select event_id(
                $kind, $run_id, $subject, $schema_version::smallint, $supersedes::uuid, $hash
            ) as event_id
        )
        select event_id, leaf_hash(
            event_id, $kind, $run_id, $subject, $revision::integer, $supersedes::uuid,
            $schema_version::smallint, $occurred_at::timestamp, $recorded_at::timestamp,
            $source, $hash
        )
        from named
        """,
        {"kind": kind, "run_id": run_id, "subject": subject, "supersedes": supersedes,
         "schema_version": schema_version, "hash": payload_hash, "revision": revision,
         "occurred_at": at(occurred_at_us), "recorded_at": at(RECORDED_AT_US),
         "source": source},
    ).fetchall()[0]  # fmt: skip


def event_in_python(named, source, payload_hash, revision, occurred_at_us):
    kind, run_id, subject, schema_version, supersedes = named
    fields = {
        "kind": kind,
        "run_id": run_id,
        "subject": subject,
        "schema_version": schema_version,
        "supersedes": supersedes,
        "payload_hash": bytes.fromhex(payload_hash),
    }
    event_id = hashes.event_id(**fields)
    leaf = hashes.leaf_hash(
        event_id=event_id,
        revision=revision,
        occurred_at_us=occurred_at_us,
        recorded_at_us=RECORDED_AT_US,
        source=source,
        **fields,
    )
    return event_id, leaf.hex()


@pytest.mark.parametrize(("payload", "salt", "expected"), PAYLOAD_HASHES)
def test_payload_hashes_are_frozen(connection, payload, salt, expected):
    """A payload has the hash it always had, in Python and in SQL."""
    in_python = hashes.payload_hash(payload, salt).hex()

    assert (expected, expected) == (in_python, payload_hash_in_sql(connection, payload, salt))


@pytest.mark.parametrize(("named", "event_id", "sealed"), EVENT_HASHES)
def test_event_hashes_are_frozen(connection, named, event_id, sealed):
    """An event has the id and the leaf it always had, in Python and in SQL."""
    revision, occurred_at_us, leaf = sealed
    given = (named, SOURCE, EMPTY_OBJECT_HASH, revision, occurred_at_us)
    expected = (UUID(event_id), leaf)

    assert expected == event_in_python(*given)
    assert expected == event_in_sql(connection, *given)


@settings(max_examples=200, deadline=None)
@given(payload=TEXTS, salt=st.none() | st.binary(max_size=20))
@example(payload="\\x41", salt=None)
@example(payload="\0", salt=b"")
def test_payload_hash_in_sql_is_that_of_python(connection, payload, salt):
    """Both spellings of the payload hash agree on any text and any salt."""
    expected = hashes.payload_hash(payload, salt).hex()

    assert expected == payload_hash_in_sql(connection, payload, salt)


@pytest.mark.sweep
@settings(max_examples=200, deadline=None)
@given(
    named=st.tuples(TEXTS, TEXTS, TEXTS, st.integers(0, 32767), st.none() | st.uuids()),
    source=TEXTS,
    payload=TEXTS,
    revision=st.integers(1, 2**31 - 1),
    occurred_at_us=TIMES,
)
def test_event_hashes_in_sql_are_those_of_python(
    connection, named, source, payload, revision, occurred_at_us
):
    """Both spellings of id and leaf agree on any fields, absent ones among them."""
    given = (named, source, hashes.payload_hash(payload).hex(), revision, occurred_at_us)

    assert event_in_python(*given) == event_in_sql(connection, *given)


def test_fields_cannot_be_shifted():
    """What moves from the end of one field to the start of the next gives another id."""
    fields = {"schema_version": 1, "supersedes": None, "payload_hash": bytes(32)}
    ids = {
        hashes.event_id(kind="ab", run_id="c", subject="", **fields),
        hashes.event_id(kind="a", run_id="bc", subject="", **fields),
        hashes.event_id(kind="a", run_id="b", subject="c", **fields),
    }

    assert 3 == len(ids)


def test_event_ids_are_version_8():
    """Every event id is a UUID of version 8 in the RFC's variant."""
    found = hashes.uuid_version_8(b"\xff" * 16)

    assert (8, "specified in RFC 4122") == (found.version, found.variant)


def test_the_record_hash_is_frozen():
    """Of the first segment, and of one behind it."""
    first = hashes.record_hash(None, "000000000000-000000000002.parquet", EMPTY_OBJECT_HASH)

    assert "76187de17932dfdb5af6169d8030de54ee4811016fee2e869b154a6e387fe23f" == first
    assert "4ae7fd3081e0db546c19bbf3e5f2fb39c5775fc313becb2142f9171faacbdb70" == (
        hashes.record_hash(first, "000000000003-000000000003.parquet", EMPTY_OBJECT_HASH)
    )
