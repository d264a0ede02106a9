"""Files that are known again without reading them: same bytes, read by the same reader."""

import pytest

from evalstore.errors import StoreBusyError
from evalstore.harnesses import ingest, known, pending_file
from evalstore.store import connections

EVENT = (
    '{"kind":"response_recorded","run_id":"r1",'
    '"payload":{"case_id":"%s","system_id":"s","status":"ok"}}'
)


@pytest.fixture(name="version")
def version_fixture(monkeypatch):
    """Return a function that makes the reader one of another version."""

    def become(name):
        for module in (known, pending_file):
            monkeypatch.setattr(module, "reader_fingerprint", lambda *_: name)

    return become


def is_known(ingested):
    return [file.is_known for file in ingested.files]


@pytest.mark.sweep
def test_another_version_reads_a_known_file_again(a_store, take, written, version):
    """Who reads otherwise may find more: only what this version read is known to it."""
    one, other = written("one.ndjson", EVENT % "c1"), written("other.ndjson", EVENT % "c2")
    version("1.0")
    take(one)
    same = take(one)
    version("2.0")
    newer = take(one)

    assert ([True], [False]) == (is_known(same), is_known(newer))

    # One batch may hold files of both versions, and each is known to its own.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "_locked", _busy)
        take(other)
        version("1.0")
        take(written("third.ndjson", EVENT % "c3"))
    a_store.fold()

    assert [False] == is_known(take(other))
    version("2.0")
    assert [True] == is_known(take(other))


def _busy(*_arguments, **_options):
    raise StoreBusyError("another process folds")


def test_known_files_are_not_folded_again(a_store, take, written, monkeypatch):
    """Where nothing is new and nothing waits, the log is as large as a fold would leave it."""
    one = written("one.ndjson", EVENT % "c1")
    first = take(one)
    with monkeypatch.context() as patch:
        patch.setattr(ingest, "fold_published", _busy)
        again = take(one)

    assert [True] == is_known(again)
    assert (first.is_folded, first.tree_size, first.root) == (
        again.is_folded, again.tree_size, again.root,
    )  # fmt: skip


def test_what_waits_is_folded_with_known_files(a_store, take, written):
    """Events that another process accepted are folded though all files are known."""
    one = written("one.ndjson", EVENT % "c1")
    before = take(one).tree_size
    a_store.append(
        [{"kind": "run_finished", "run_id": "r1", "payload": {"status": "completed"}}], fold=False
    )
    after = take(one)

    assert [True] == is_known(after)
    assert before < after.tree_size


def test_what_a_newer_version_read_alike_is_known_to_it(a_store, take, written, version):
    """No batch names the newer version, so a note does, for this log and version only."""
    one = written("one.ndjson", EVENT % "c1")
    version("1.0")
    first = take(one)
    version("2.0")
    again, known_again = take(one), take(one)
    text = a_store.layout.reread_files.read_text()
    a_store.layout.reread_files.write_text(text.replace(first.root, "0" * 64))
    of_another_log = take(one)
    a_store.layout.reread_files.write_text("{}")
    damaged, noted_anew = take(one), take(one)
    version("3.0")
    newest = take(one)

    assert [[False], [True]] == [is_known(again), is_known(known_again)]
    assert [[False], [False], [True]] == [
        is_known(of_another_log), is_known(damaged), is_known(noted_anew),
    ]  # fmt: skip
    assert [False] == is_known(newest)
    assert {first.root} == {taken.root for taken in (again, known_again, noted_anew, newest)}


@pytest.mark.sweep
def test_what_was_skipped_is_told_by_every_version(take, written, version):
    """A file with a refused line is read again each time, so that the line is named again."""
    one = written("one.ndjson", (EVENT % "c1") + '\n{"kind": "nothing"}\n')
    version("1.0")
    take(one)
    version("2.0")
    results = [take(one).files[0] for _ in range(2)]

    assert [(False, 1)] * 2 == [(file.is_known, file.skipped.total()) for file in results]
