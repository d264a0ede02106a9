"""Checkpoints say how long the log was; the store keeps them, and is held to them."""

import dataclasses
import hashlib
import json
import shutil
from pathlib import Path

import pytest

from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError
from evalstore.store import connections
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.log import checkpoint, segment
from evalstore.store.verify.verify import verify


@pytest.mark.thinned(3)
@pytest.mark.parametrize("sizes", [(8,), (3,), (3, 6, 8)])
def test_missing_checkpoints_are_written_again(small, sizes):
    """A checkpoint that is not there is made again, byte for byte, and never in silence."""
    before = small.files()
    for size in sizes:
        (small.layout.checkpoints / f"{size}.json").unlink()
    [missing] = verify(small.layout).findings
    folded = small.fold()

    assert "checkpoint missing" == missing.what
    assert f"{len(sizes)} of 3 checkpoints" in missing.detail
    assert list(sizes) == folded.rewritten_checkpoints
    assert before == small.files()
    assert [] == small.fold().rewritten_checkpoints


@pytest.mark.sweep
def test_a_checkpoint_longer_than_the_log_stops_the_fold(small, new_small, lines):
    """Segments and database that were put back together are caught by the newer checkpoint."""
    longer = new_small()
    longer.add(lines.case("c9"))
    shutil.copy(longer.layout.checkpoints / "9.json", small.layout.checkpoints)
    with pytest.raises(CorruptStoreError, match=r"9\.json covers 9 events.* end at 8"):
        small.fold()


@pytest.mark.sweep
def test_checkpoints_are_written_last(small, lines, monkeypatch):
    """A checkpoint never speaks of events that are not in segment and database."""
    seen = []
    real = checkpoint.write

    def watched(layout, kept):
        with connections.connect() as connection:
            footer = segment.read_footer(connection, segment.on_disk(layout)[-1])
        seen.append((kept.tree_size, footer.tree_size))
        return real(layout, kept)

    monkeypatch.setattr(checkpoint, "write", watched)
    small.add(lines.case("c9"))

    assert [(9, 9)] == seen


def test_a_checkpoint_is_read_as_it_was_written(small):
    """Size, root and segment digest come back, and every size of the log is listed."""
    kept = checkpoint.read(small.layout.checkpoints / "6.json")
    [root] = small.column("select lower(hex(root)) from log.batches where tree_size = 6")
    first, second = (path.name for path in segment.on_disk(small.layout)[:2])
    digests = {
        name: hashlib.sha256((small.layout.segments / name).read_bytes()).hexdigest()
        for name in (first, second)
    }
    # The chain as the page on architecture spells it out.
    begun = hashlib.sha256(f"-1:{len(first)}:{first}64:{digests[first]}".encode()).hexdigest()
    fields = f"64:{begun}{len(second)}:{second}64:{digests[second]}"
    chained = hashlib.sha256(fields.encode()).hexdigest()

    assert checkpoint.Checkpoint(6, root, {second: digests[second]}, chained) == kept
    assert [3, 6, 8] == checkpoint.sizes(small.layout)


def without_payloads(path):
    """Take the payloads out of a segment; all hashes, and so the root, stay as they are."""
    with connections.connect() as connection:
        footer = segment.read_footer(connection, path).to_json()
        connection.execute(
            "create table t as select * replace (null::varchar as payload) "
            "from read_parquet($file)",
            {"file": str(path)},
        )
        connection.execute(
            "copy t to $file (format parquet, kv_metadata {evalstore: $footer})",
            {"file": str(path), "footer": footer},
        )


@pytest.mark.thinned(4)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_checkpoint_kept_elsewhere_stands_for_the_bytes_of_all_segments(small, tmp_path, place):
    """Same root, own checkpoints and database made again: only the copy still tells."""
    path = segment.on_disk(small.layout)[place]
    kept = Path(shutil.copy(small.layout.checkpoints / "8.json", tmp_path))
    older = Path(shutil.copy(small.layout.checkpoints / "3.json", tmp_path))
    without_payloads(path)
    told = [item for item in verify(small.layout, kept).findings if "segments differ" in item.what]
    for file in small.layout.checkpoints.iterdir():
        file.unlink()
    rebuild(small.layout)
    small.fold()
    [found] = [
        item for item in verify(small.layout, kept).findings if "segments differ" in item.what
    ]

    assert [(int(path.name[:12]), path.name)] == [
        (item.position, item.detail.partition(" ")[0]) for item in told
    ]
    assert "segments differ from a checkpoint" == found.what
    assert ("no checkpoint here shows it" in found.detail) == (place < 2)
    assert (place == 0) == any(
        "segments differ" in item.what for item in verify(small.layout, older).findings
    )


@pytest.mark.sweep
def test_a_kept_checkpoint_from_before_the_chain_is_read_as_ever(small, tmp_path):
    """It tells the root and its own segment, and nothing is found missing in it."""
    kept = tmp_path / "8.json"
    step_back(small.layout.checkpoints / "8.json", kept)

    assert "record_sha256" not in json.loads(kept.read_text(encoding="utf-8"))
    assert [] == verify(small.layout, kept).findings


def step_back(path, output):
    """Write a checkpoint as versions without ``record_sha256`` did."""
    old = dataclasses.replace(checkpoint.read(path), record_sha256=None)
    output.write_text(old.to_json(), encoding="utf-8")


def test_an_own_checkpoint_that_steps_back_in_form_is_found(small):
    """One without ``record_sha256`` covers no bytes; no version wrote it behind such segments."""
    paths = [small.layout.checkpoints / f"{size}.json" for size in (3, 6, 8)]
    step_back(paths[1], paths[1])
    found = verify(small.layout).findings

    assert [("checkpoint", 6)] == [(one.what, one.position) for one in found]
    assert "6.json has no record_sha256" in found[0].detail
    for path in (paths[0], paths[2]):
        step_back(path, path)
    assert [3, 6, 8] == [one.position for one in verify(small.layout).findings]
    text = paths[0].read_text().replace("]", "").rstrip()
    paths[0].write_text(text[:-1].rstrip() + ', "record_sha256": null}')
    assert "its record_sha256 is null" in verify(small.layout).findings[0].detail


@pytest.mark.sweep
def test_own_checkpoints_are_held_to_the_chain(small):
    """One that was written of other segments is found, though its own segment is the same."""
    path = small.layout.checkpoints / "6.json"
    other = dataclasses.replace(checkpoint.read(path), record_sha256="0" * 64)
    path.write_text(other.to_json(), encoding="utf-8")

    assert [("checkpoint", 6)] == [
        (found.what, found.position) for found in verify(small.layout).findings
    ]


@pytest.mark.thinned(6)
@pytest.mark.parametrize("command", ["fold", "ingest", "gate"])
@pytest.mark.parametrize("is_json", [True, False])
def test_commands_say_which_checkpoints_had_gone(small, tmp_path, capsys, command, is_json):
    """On stderr or in the JSON, also where the database had gone with them."""
    (small.layout.checkpoints / "3.json").unlink()
    if command == "ingest":
        small.layout.database.unlink()
    lines = tmp_path / "events.ndjson"
    lines.write_text(
        '{"kind": "run_finished", "run_id": "r1", "payload": {"status": "completed"}}\n',
        encoding="utf-8",
    )
    gates = tmp_path / "gates.toml"
    gates.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.5\n', encoding="utf-8")
    more = {"fold": [], "ingest": [str(lines)], "gate": ["--config", str(gates)]}[command]
    call_command(
        [command, *more, "--store", str(small.layout.root), *(["--json"] if is_json else [])]
    )
    said = capsys.readouterr()

    if is_json:
        assert [3] == json.loads(said.out)["rewritten_checkpoints"]
    else:
        assert "1 checkpoint was missing and was written again" in said.err
