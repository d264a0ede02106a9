"""Digests of facts that nobody forged, and alterations of a store that has digests."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import evalstore
from evalstore.errors import CorruptStoreError
from evalstore.store.facts import facts_digest, rebuild
from evalstore.store.layout import Layout
from evalstore.store.log import recorded_facts, segment
from evalstore.store.query.reader import reading
from evalstore.store.verify import attested, recorded
from evalstore.store.verify.verify import verify
from tests.store.integrity.test_doctored_database import REFUSED, doctor, with_another_word
from tests.store.integrity.test_doctored_record import DOCTORINGS
from tests.store.integrity.test_forged_digests import (  # noqa: F401 - fixtures
    LATE,
    decided_store,
    digests_of_small_runs,
    genuine,
)


def attested_runs(layout: Layout) -> list[str]:
    """Return the runs whose facts need not be computed again."""
    with reading(layout) as reader:
        index = recorded.index_of(reader.connection, layout, None)
        runs = ["r1", "r2"]
        return attested.attested_runs(reader.connection, index, runs, shows_texts=True)


def test_what_was_decided_on_stays_attested(copied: Layout) -> None:
    """A decision changes no other facts; a rebuild gives the same; a late event has its fold."""
    assert ["r1", "r2"] == attested_runs(copied)
    rebuild.rebuild(copied)
    assert ["r1", "r2"] == attested_runs(copied)
    evalstore.open(copied.root).append([LATE])
    assert ["r1", "r2"] == attested_runs(copied)
    assert 2 == len(genuine(copied)["runs"]["r2"].keys() & {"scored", "cases"})
    assert verify(copied).holds


def test_a_check_hashes_each_segment_once(copied: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the digests and of the decisions; a file that is changed in between is found."""
    hashed: list[Path] = []
    sha256_of = segment.sha256_of
    monkeypatch.setattr(segment, "sha256_of", lambda path: hashed.append(path) or sha256_of(path))
    with reading(copied) as reader:
        index = recorded.index_of(reader.connection, copied, None)
        runs = ["r1", "r2"]
        assert runs == attested.attested_runs(reader.connection, index, runs, shows_texts=True)
        recorded.load(reader.connection, index, runs)
        assert sorted({*hashed}) == sorted(hashed)
        path = hashed[0]
        content, status = path.read_bytes(), path.stat()
        path.write_bytes(content.replace(b"even", b"odds", 1))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert (path.stat().st_size, path.stat().st_mtime_ns) == (
            status.st_size, status.st_mtime_ns
        )  # fmt: skip
        with pytest.raises(CorruptStoreError, match="differs from the recorded file"):
            recorded.load(reader.connection, index, runs)


def test_a_retraction_has_the_digest_of_its_fold(copied: Layout) -> None:
    """A retraction in another run changes a run without an event of it, and its digests."""
    with reading(copied) as reader:
        [row] = reader.rows(
            "select event_id::varchar as event_id from log.events where run_id = 'r2' and "
            "kind = 'verdict_recorded' limit 1"
        )
    before = genuine(copied)["runs"]["r2"]
    payload = {"event_id": row["event_id"], "reason": "by another run"}
    evalstore.open(copied.root).append([{"kind": "retracted", "run_id": "r7", "payload": payload}])

    assert before["scored"] != genuine(copied)["runs"]["r2"]["scored"]
    assert ["r1", "r2"] == attested_runs(copied)
    assert verify(copied).holds


def test_other_definitions_are_computed_again(
    copied: Layout,
    monkeypatch: pytest.MonkeyPatch,
    gate_says: Callable[[Layout], tuple[int, str]],
) -> None:
    """A digest by the SQL of another version confirms nothing, and breaks no gate."""
    monkeypatch.setattr(facts_digest, "definition", lambda: "0" * 64)

    assert [] == attested_runs(copied)
    assert 0 == gate_says(copied)[0]
    assert verify(copied).holds


def test_a_merged_store_has_digests_of_its_own_folds(copied: Layout, tmp_path: Path) -> None:
    """Another store's digests stay there; the fold that takes its events computes its own."""
    store = evalstore.open(tmp_path / "other", create=True)
    store.ingest(str(copied.root))
    with reading(store.layout) as reader:
        [row] = reader.rows("select count(*) as n from log.events where kind = 'facts_computed'")

    assert 1 == row["n"]
    assert ["r1", "r2"] == attested_runs(store.layout)
    assert verify(store.layout).holds


@pytest.mark.thinned(2)
@pytest.mark.parametrize("changes", [{"runs": None}, {"runs": ["r2"]}])
def test_digests_of_another_form_confirm_nothing(
    copied: Layout, changes: dict[str, object], gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """A fold that wrote them is named, and the facts are computed from the segments."""
    forged = genuine(copied) | changes
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            recorded_facts, "payload",
            lambda first_position, *_, **__: forged | {"first_position": first_position},
        )  # fmt: skip
        evalstore.open(copied.root).append([LATE])

    assert 0 == gate_says(copied)[0]
    [finding] = verify(copied).findings
    assert "has no digests of runs" in str(finding)


@pytest.mark.sweep
@pytest.mark.parametrize("name", REFUSED)
def test_an_altered_database_is_found_with_digests(
    copied: Layout, name: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """All that is done to a database without digests is found in one with them."""
    doctor(copied, REFUSED[name] or with_another_word(copied))

    assert verify(copied).findings
    assert 4 == gate_says(copied)[0]


@pytest.mark.sweep
@pytest.mark.parametrize("name", DOCTORINGS)
def test_an_altered_record_is_found_with_digests(
    copied: Layout, name: str, gate_says: Callable[[Layout], tuple[int, str]]
) -> None:
    """All that is done to segments and checkpoints without digests is found with them."""
    alter, code = DOCTORINGS[name]
    alter(copied)
    findings = verify(copied).findings

    assert findings or name == "one bit of an inbox file"
    assert code == gate_says(copied)[0]
