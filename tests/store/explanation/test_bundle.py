"""A bundle holds where evalstore cannot be imported, and no changed one does."""

import hashlib
import json
import shutil
import subprocess
import zipfile

import pytest
from click.testing import CliRunner

import evalstore
from evalstore.cli import cli
from evalstore.errors import UsageError
from evalstore.metrics.catalog import catalog
from evalstore.store.explanation.bundles import bundling
from evalstore.store.explanation.bundles.texts import TEXT_LEFT_OUT, outgoing
from tests.store.explanation.bundle_checks import bundled, checked, mutated, unpacked, verdicts

MUTATIONS_IN_SUITE = 12
# The first of each family, and two whose rows are of another kind.
OF_FAMILIES = {metric.family: metric.name for metric in reversed(catalog().values())}.values()
NAMES = (*OF_FAMILIES, "accuracy", "pass_at_k")


@pytest.fixture(scope="module")
def pristine(explained_store, tmp_path_factory):
    """Return the folder of an accuracy's bundle."""
    folder = tmp_path_factory.mktemp("pristine")
    explained_store.explain("accuracy", run="r1", bundle=folder / "accuracy.zip")
    return unpacked(folder / "accuracy.zip", folder / "bundle")


@pytest.mark.sweep
def test_each_family_is_checked_without_evalstore(explained_store, tmp_path):
    """By check.py in a process that has duckdb alone, and by sha256sum."""
    folders = []
    for name in dict.fromkeys(NAMES):
        path = tmp_path / f"{name}.zip"
        explained_store.explain(name, run="r1", bundle=path)
        folders.append(unpacked(path, tmp_path / name))
    lines = checked(folders, tmp_path / "modules")

    assert verdicts(lines) == ["HOLDS"] * len(folders), lines
    assert any("'accuracy': 0.5333333333333333" in line for line in lines)
    for folder in folders:
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=folder, check=True)


def test_two_bundles_of_one_state_are_equal(explained_store, tmp_path):
    """Members have an order and a fixed time, events and rows an order."""
    for name in ("a.zip", "b.zip"):
        explained_store.explain("ece", run="r1", bundle=tmp_path / name)

    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert {member.date_time[0] for member in archive.infolist()} == {1980}
        assert len(archive.read("check.py").splitlines()) <= 100


def test_a_changed_bundle_is_refused(pristine, tmp_path):
    """benchmarks/bundles.py has 500 of these mutations."""
    told = hashlib.sha256((pristine / "SHA256SUMS").read_bytes()).hexdigest()
    by_told = {False: [], True: []}
    for number in range(MUTATIONS_IN_SUITE):
        folder = tmp_path / str(number)
        name, is_told = mutated(pristine, folder, number)
        shutil.copyfile(pristine / "check.py", folder / "check.py")
        by_told[is_told].append((folder, name))
    for is_told, changed in by_told.items():
        folders = [folder for folder, _ in changed]
        lines = checked(folders, tmp_path / "modules", told if is_told else "")
        found = dict(zip((name for _, name in changed), verdicts(lines), strict=True))
        assert not [name for name, verdict in found.items() if verdict == "HOLDS"], found


def events_of(folder):
    return [json.loads(line) for line in (folder / "events.jsonl").read_bytes().splitlines()]


def test_texts_are_left_out_with_their_hashes(explained_store, tmp_path):
    """Without salt no hash stays by which a short text could be guessed, in any other event."""
    explained_store.explain("accuracy", run="r1", bundle=tmp_path / "a.zip", without_texts=True)
    folder = unpacked(tmp_path / "a.zip", tmp_path / "bundle")
    events = events_of(folder)
    left_out = [event for event in events if TEXT_LEFT_OUT in event["payload"]]
    [retraction] = [event for event in events if event["kind"] == "retracted"]
    known = {str(row[0]): row[1] for row in explained_store.query(
        "select event_id, position from log.events").rows()}  # fmt: skip
    lines = checked([folder], tmp_path / "modules")

    assert {event["kind"] for event in left_out} == {
        "case_generated", "response_recorded", "verdict_recorded", "retracted",
    }  # fmt: skip
    for event in left_out:
        assert event["payload_hash"] is event["leaf_hash"] is None
        assert event["withheld"] == "hashes"
        assert event["event_id"] not in known
    assert not {*known} & {json.loads(retraction["payload"])["event_id"]}
    assert verdicts(lines) == ["HOLDS"]
    positions = " ".join(str(event["position"]) for event in events if event["withheld"])
    assert any(line.endswith(f"cannot be checked: {positions}") for line in lines)


def test_a_salted_text_keeps_its_hash(tmp_path):
    """The hash of a payload with an unknown salt does not tell what was in it."""
    lines = [
        {"kind": "run_started", "run_id": "r1", "payload": {"suite": "s", "systems": ["m"]}},
        {"kind": "case_generated", "run_id": "r1", "payload": {"case_id": "c", "prompt": "Q?"}},
        {"kind": "response_recorded", "run_id": "r1", "payload": {
            "case_id": "c", "system_id": "m", "status": "ok", "text": "Paris"}},
        {"kind": "verdict_recorded", "run_id": "r1", "payload": {
            "case_id": "c", "system_id": "m", "validator_id": "v", "outcome": "right"}},
    ]  # fmt: skip
    file = tmp_path / "events.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    store = evalstore.open(tmp_path / "store", create=True)
    store.ingest(file, salted=True)
    store.explain("accuracy", run="r1", bundle=tmp_path / "a.zip", without_texts=True)
    folder = unpacked(tmp_path / "a.zip", tmp_path / "bundle")
    [response] = [event for event in events_of(folder) if event["kind"] == "response_recorded"]

    assert "Paris" not in (folder / "events.jsonl").read_text()
    assert (response["withheld"], response["payload_salt"]) == ("payload", None)
    assert len(response["payload_hash"]) == 64
    assert verdicts(checked([folder], tmp_path / "modules")) == ["HOLDS"]


def test_secrets_are_redacted(tmp_path):
    """A rule that came after the event was recorded holds for what goes out."""
    event = bundled('{"text":"key AKIAIOSFODNN7EXAMPLE here"}')
    [sent] = outgoing([event], without_texts=False)

    assert sent.payload == '{"text":"key [redacted:aws_access_key] here"}'
    assert (sent.payload_hash, sent.leaf_hash, sent.withheld) == (None, None, "hashes")


def test_what_cannot_be_bundled(explained_store, tmp_path, monkeypatch):
    """A file that exists, a folder that does not, a metric of texts, an option without bundle."""
    (tmp_path / "a.zip").write_text("mine")
    for path, words in (
        (tmp_path / "a.zip", "already exists"),
        (tmp_path / "none" / "a.zip", "does not exist"),
        (explained_store.folder / "a.zip", "inside the store"),
    ):
        with pytest.raises(UsageError, match=words):
            explained_store.explain("accuracy", run="r1", bundle=path)
    with monkeypatch.context() as patched:
        patched.setattr(bundling, "EVENTS_MAX", 5)
        with pytest.raises(UsageError, match=r"run r1 has \d+ events, .* at most 5; leave out"):
            explained_store.explain("accuracy", run="r1", bundle=tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()
    ended = CliRunner().invoke(cli, ["explain", "accuracy", "--without-texts"])
    assert isinstance(ended.exception, UsageError | SystemExit)
    assert "add --bundle" in f"{ended.exception}{ended.output}"
    assert (tmp_path / "a.zip").read_text() == "mine"
