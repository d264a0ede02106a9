"""Files that are known again without reading them: same bytes, read by the same reader."""

import pytest

from evalstore.errors import StoreBusyError
from evalstore.harnesses import known, pending_file
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
