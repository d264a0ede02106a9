"""Events that are not here are never called verified, and facts of a pack are called that."""

import dataclasses
import json
import shutil

import pytest

from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError
from evalstore.scale.remotes import replica
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.store.connections import connect
from evalstore.store.facts import rebuild
from evalstore.store.layout import Layout
from evalstore.store.log import log_entry, segment
from evalstore.store.replica import partial
from evalstore.store.verify.verify import verify
from tests.scale.remotes.places import LONG_AGO, asked, with_part, with_run

HONEST, LYING = {"a": "right", "b": "wrong"}, {"a": "right", "b": "right"}


@pytest.fixture
def layout(tmp_path):
    """Return a replica with the facts of r1 and no event."""
    return with_part(tmp_path / "work")


def verified(capfd, layout, *options):
    capfd.readouterr()
    code = call_command(["verify", "--store", str(layout.root), *map(str, options)])
    return code, capfd.readouterr().out


def test_what_a_replica_leaves_out_is_unverified(layout, tmp_path, capfd):
    """Verify of a partial replica exits 3 with the count, 0 with --allow-unverified."""
    kept = next((tmp_path / "work" / "team" / "one" / "checkpoints").glob("*.json"))

    code, out = verified(capfd, layout)
    assert 3 == code
    assert "9 events unverified, in 1 segment that this partial replica leaves out" in out
    assert "0 of 9 events in 0 segments verified" in out
    assert 3 == verified(capfd, layout, "--against", kept)[0]
    assert 0 == verified(capfd, layout, "--allow-unverified", "--against", kept)[0]
    code, out = verified(capfd, layout, "--json")
    assert (3, 9, True) == (code, json.loads(out)["unverified_count"], json.loads(out)["holds"])
    assert [] == [path.name for path in layout.checkpoints.glob("*.json")]
    assert 0 == call_command(["doctor", "--store", str(layout.root)])
    assert (
        "9 events in 0 segments here, 1 left out; the number of events is as the remote states it"
    ) in capfd.readouterr().out
    # A finding weighs more than what is not known.
    (layout.remote / "facts").rename(layout.remote / "gone")
    assert 1 == verified(capfd, layout, "--allow-unverified")[0]


@pytest.fixture
def forged(tmp_path, folder):
    """Return a whole store that was made a replica by hand, with facts that another one gave."""
    layout = with_run(tmp_path / "honest", "r1", HONEST)
    push(with_run(tmp_path / "lying", "r1", LYING), folder)
    lie = Layout(tmp_path / "lie")
    pull(lie, folder, RemotePart(since=LONG_AGO))
    [pack] = partial.read_entries(lie)[0].facts
    [path] = segment.on_disk(layout)
    with connect() as connection:
        batch = segment.read_footer(connection, path)
    size, digest = path.stat().st_size, segment.sha256_of(path).hex()
    entry = log_entry.following(None, batch, digest, size, facts=[pack])
    replica.write_description(layout, replica.describe("team", [entry], [], {"r1": pack}))
    shutil.copytree(lie.remote / "facts", layout.remote / "facts")
    path.unlink()
    return layout


@pytest.mark.sweep
def test_a_forged_replica_is_not_verified(forged, tmp_path, capfd):
    """A store that was replaced by a replica nobody pulled never exits 0, whatever is removed."""
    kept = tmp_path / "kept.json"
    [own] = forged.checkpoints.glob("*.json")
    shutil.copy(own, kept)
    rebuild.rebuild(forged)

    for options in ((), ("--against", kept), ("--allow-unverified", "--against", kept)):
        code, out = verified(capfd, forged, *options)
        assert 1 == code
        assert "the segments of the checkpoints 9.json are missing" in out
    own.unlink()
    assert 3 == verified(capfd, forged)[0]
    assert 3 == verified(capfd, forged, "--against", kept)[0]
    forged.database.unlink()
    assert 1 == verified(capfd, forged)[0]


@pytest.mark.sweep
def test_the_next_fold_binds_the_packs(layout):
    """It records the remote's entry once, so packs that are exchanged later are a finding."""
    with_run(layout.root, "r2")
    with_run(layout.root, "r3")
    [entry] = partial.read_entries(layout)

    assert [(entry.sha256, "9")] == asked(
        layout,
        "select subject, payload->>'tree_size' from log.events "
        "where kind = 'ingest_recorded' and payload->>'format' = 'remote_log'",
    )
    assert [] == verify(layout).findings
    other = log_entry.following(
        None, entry.batch, entry.segment_sha256, entry.segment_bytes, facts=[]
    )
    replica.write_description(layout, replica.describe("team", [other], [], {}))
    assert "packs altered" in [one.what for one in verify(layout).findings]


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("event_count", 0, "its footer states 0 events"), ("runs", [None], "its runs is")],
)
def test_an_entry_of_nothing_is_none(layout, field, value, said):
    """No segment without events, nor a list of no runs, passes for one that was left out."""
    [entry] = partial.read_entries(layout)
    other = dataclasses.replace(entry, batch=dataclasses.replace(entry.batch, **{field: value}))

    with pytest.raises(CorruptStoreError, match=said):
        log_entry.parsed(other.to_bytes(), "log/0.json")


def test_a_decision_by_facts_alone_is_called_that(layout, tmp_path, capfd, monkeypatch):
    """In its reason, its event and every output, also where only the baseline has no events."""
    with_run(layout.root, "r2")
    config = tmp_path / "gates.toml"
    config.write_text('[[gate]]\nmetric = "accuracy"\nmax_drop = 0.1\nmin_count = 1\n')
    names = ("j.xml", "c.md", "b.json", "s.md", "o.txt", "r.md")
    junit, comment, badge, summary, outputs, report = (tmp_path / name for name in names)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    monkeypatch.setenv("GITHUB_OUTPUT", str(outputs))
    store = ["--store", str(layout.root)]
    gate = ["gate", "--config", str(config), *store, "--baseline", "run:r1"]
    written = ["--junit", junit, "--comment", comment, "--badge", badge, "--github"]

    assert 0 == call_command([*gate, "--run", "r2", *map(str, written)])
    table = capfd.readouterr().out
    assert "by facts alone" in table.rpartition("\n✓")[0]
    assert table.endswith("✓ pass, by facts alone\n")
    assert 0 == call_command([*gate, "--run", "r2", "--no-record", "--json"])
    [payload] = json.loads(capfd.readouterr().out)["gates"]
    assert ["r1"] == payload["by_facts_run_ids"]
    assert payload["reason"].endswith(
        "by facts alone, since the events of these runs are not stored here: r1"
    )
    assert 0 == call_command(["report", "--run", "r2", "-o", str(report), *store])
    for path in (junit, comment, badge, summary, report):
        assert "by facts alone" in path.read_text(), path.name
    assert "by_facts_count<<" in outputs.read_text()
    recorded = asked(
        layout, "select payload->>'reason' from log.events where kind = 'gate_evaluated'"
    )
    assert [True] == ["by facts alone" in reason for (reason,) in recorded]

    config.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.1\nmin_count = 1\n')
    capfd.readouterr()
    assert 0 == call_command([*gate[:-2], "--run", "r2", "--no-record"])
    assert "by facts" not in capfd.readouterr().out
