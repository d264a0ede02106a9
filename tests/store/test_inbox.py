"""The inbox takes events at any time, keeps them until a fold, and names what it cannot fold."""

import hashlib
import os
import time

import pytest

from evalstore.errors import CorruptStoreError, StoreError
from evalstore.store import connections
from evalstore.store.log import inbox, incoming

DAY_SECONDS = 86_400


def counted(folded):
    return (folded.counts.new, folded.counts.revised, folded.counts.duplicate)


BROKEN = {
    "not JSON": {"payload": '{"case_id": '},
    "no kind": {"kind": None},
    "no run_id": {"run_id": None},
    "no source": {"source": None},
    "no payload": {"payload": None},
    "UUID": {"supersedes": "not-a-uuid"},
}


@pytest.mark.thinned(3)
@pytest.mark.parametrize("problem", BROKEN)
def test_an_event_that_cannot_be_folded_is_named_by_its_file(small, lines, problem):
    """The file is named, what is wrong is said, and everything stays as it was."""
    good = small.accept(lines.case("c8"))
    bad = small.accept(lines.case("c7"), lines.case("c9") | BROKEN[problem])
    before = small.files()
    with pytest.raises(CorruptStoreError, match=problem) as raised:
        small.fold()

    assert bad in str(raised.value)
    assert good not in str(raised.value)
    assert before == small.files()


def unsealed(store, name):
    """Rename an inbox file as one of another writer, whose name holds no digest."""
    path = store.layout.inbox / name
    return path.rename(path.with_name(f"{name[:36]}.parquet"))


@pytest.mark.sweep
def test_one_flipped_bit_stops_the_fold(small, lines):
    """Whichever bit of an inbox file is another, the file is named and nothing is folded."""
    small.accept(lines.case("c8"))
    name = small.accept(lines.case("c9", expected="4"), lines.response("c9", confidence=0.25))
    path = small.layout.inbox / name
    content = path.read_bytes()
    before = small.files()
    for place in range(0, len(content), len(content) // 24):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        with pytest.raises(CorruptStoreError, match=f"{name} cannot be folded: it has SHA-256"):
            small.fold()
    path.write_bytes(content)

    assert hashlib.sha256(content).hexdigest() == name[37:101]
    assert before == small.files()
    assert (3, 0, 0) == counted(small.fold())


@pytest.mark.sweep
@pytest.mark.parametrize("is_sealed", [True, False])
@pytest.mark.parametrize("damage", ["empty", "cut", "text", "data"])
def test_a_damaged_inbox_file_is_named(small, lines, damage, is_sealed):
    """The damaged file alone is named, whoever wrote it; moved away, the rest folds."""
    small.accept(lines.case("c8"))
    path = small.layout.inbox / small.accept(*(lines.case(f"c{n}") for n in range(10, 60)))
    path = path if is_sealed else unsealed(small, path.name)
    content = path.read_bytes()
    damaged = {
        "empty": b"",
        "cut": content[: len(content) // 2],
        "text": b'{"kind": "case_generated"}\n',
        "data": content[:4] + b"\xff" * 400 + content[404:],
    }[damage]
    path.write_bytes(damaged)
    before = small.files()
    with pytest.raises(CorruptStoreError, match=path.name):
        small.fold()
    untouched = small.files()
    path.unlink()

    assert before == untouched
    assert (1, 0, 0) == counted(small.fold())


def test_a_parquet_file_of_another_kind_is_refused_by_its_columns(small):
    """A file with other columns was put there by hand; it says which columns it has."""
    path = small.layout.inbox / "0.parquet"
    with small.stranger() as connection:
        connection.execute(f"copy (select 1 as answer) to '{path}' (format parquet)")
    with pytest.raises(CorruptStoreError, match=r"its columns are .*answer"):
        small.fold()

    assert path.exists()


def test_names_are_ordered_in_time():
    """A thousand names made in a row sort as they were made."""
    made = [inbox.uuid_version_7() for _ in range(1000)]

    assert sorted(made) == made
    assert {7} == {name.version for name in made}
    assert abs((made[0].int >> 80) / 1000 - time.time()) < DAY_SECONDS


def test_nothing_shows_before_it_is_published(warehouse, lines):
    """A file that is being written is not there for anybody, and discarding leaves nothing."""
    with connections.connect() as connection:
        connection.execute(
            "create table outgoing as select 1 as place, 'run_started' as kind, 'r1' as run_id, "
            "'' as subject, null as supersedes, 1 as schema_version, null as occurred_at, "
            "null as recorded_at, 'test' as source, '{}' as payload, null as payload_salt, "
            "null as payload_hash"
        )
        writer = inbox.InboxWriter(warehouse.layout)
        writer.write(connection, {})
        before = inbox.names(warehouse.layout)
        writer.discard()

    assert [] == before
    assert [] == list(warehouse.layout.inbox.iterdir())


@pytest.mark.sweep
def test_waiting_events_are_counted(warehouse, lines):
    """Before a fold the inbox says how many events wait; after it, none do."""
    warehouse.accept(lines.case("c1"), lines.case("c2"))
    warehouse.accept(lines.case("c3"))
    with connections.connect() as connection:
        before = inbox.waiting_count(connection, warehouse.layout)
        warehouse.fold()
        after = inbox.waiting_count(connection, warehouse.layout)

    assert (3, 0) == (before, after)


def test_only_old_temporary_files_are_removed(warehouse):
    """A live writer may own a file younger than a day."""
    young, old = (warehouse.layout.inbox / name for name in ("a.parquet.tmp", "b.parquet.tmp"))
    for path, age_seconds in ((young, DAY_SECONDS - 60), (old, DAY_SECONDS + 60)):
        path.touch()
        moment = time.time() - age_seconds
        os.utime(path, (moment, moment))
    warehouse.fold()

    assert [young] == list(warehouse.layout.inbox.iterdir())


def test_an_inbox_that_cannot_be_written_says_so(warehouse, lines):
    """Where the inbox cannot be written, nothing was accepted."""
    warehouse.layout.inbox.rmdir()
    warehouse.layout.inbox.write_text("no folder")
    with pytest.raises(StoreError, match="nothing was appended"):
        warehouse.accept(lines.case())


@pytest.mark.parametrize("column", ["source", "kind", "payload"])
def test_the_damaged_file_is_named(small, lines, column):
    """Of two files in the inbox the one that cannot be read is to be moved, not the other."""
    small.accept(lines.case("c8"))
    damaged = unsealed(small, small.accept(lines.case("c9")))
    with connections.connect() as connection:
        [(start, length)] = connection.execute(
            "select coalesce(dictionary_page_offset, data_page_offset), total_compressed_size "
            "from parquet_metadata($file) where path_in_schema = $column",
            {"file": str(damaged), "column": column},
        ).fetchall()
    content = bytearray(damaged.read_bytes())
    content[start : start + length] = b"\xff" * length
    damaged.write_bytes(content)

    with pytest.raises(CorruptStoreError, match=f"{damaged.name} cannot be folded"):
        small.fold()


@pytest.mark.sweep
def test_many_sources_are_kept_as_few_are(new_warehouse, lines, monkeypatch):
    """Whether names of sources are told once or with each event, the log is the same."""
    events = [lines.case(f"c{number}") | {"source": f"s{number % 3}"} for number in range(9)]
    logs = []
    for sources_max in (0, 10):
        monkeypatch.setattr(incoming, "SOURCES_MAX", sources_max)
        warehouse = new_warehouse()
        warehouse.add(*events)
        logs.append(warehouse.query("select position, event_id, source from log.events"))

    assert logs[0] == logs[1]
    assert {"s0", "s1", "s2"} == {row["source"] for row in logs[0]}


@pytest.mark.parametrize(
    "footer",
    [
        "not JSON",
        "[1, 2]",
        '{"sources": 3}',
        '{"sources": [{"source": "a"}]}',
        '{"sources": [{"source": "a", "event_count": 2}]}',
    ],
)
def test_a_strange_footer_is_named(small, footer):
    """A footer of another make is refused with the file's name."""
    path = small.layout.inbox / "0.parquet"
    columns = ", ".join(f"null::{kind} as {name}" for name, kind in inbox.COLUMNS.items())
    with connections.connect() as connection:
        connection.execute(
            f"copy (select {columns}) to '{path}' "
            f"(format parquet, kv_metadata {{evalstore_inbox: '{footer}'}})"
        )
    with pytest.raises(CorruptStoreError, match=r"0\.parquet cannot be folded: its footer"):
        small.fold()


@pytest.mark.sweep
def test_another_program_may_leave_the_footer_out(small, lines):
    """Any program that writes the columns may put a file into the inbox."""
    path = unsealed(small, small.accept(lines.case("c9")))
    with connections.connect() as connection:
        connection.execute(f"create table t as from '{path}'")
        connection.execute(f"copy t to '{path}' (format parquet)")

    assert (1, 0, 0) == counted(small.fold())
