"""A decision's bundle holds where evalstore cannot be imported, and no changed one does."""

import hashlib
import json
import random
import shutil
import subprocess

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from tests.gates.gated import Gated, run_of
from tests.gates.test_redeciding import IDS, KINDS, history
from tests.store.explanation.bundle_checks import (
    checked,
    event_removed,
    number_changed,
    summed,
    unpacked,
    verdicts,
)

DROPS = {"shown-drop"}
NO_BUNDLE = {"calibrated": "its gate sets parameters of the metric"}
MEAN = "ruled-out-drop"


@pytest.fixture
def decided(gated: Gated):
    """Return a store in which gates of each kind decided, and more was added later."""
    gated.add(history())
    gated(KINDS, "--run", "new")
    gated.add(run_of("later", ["wrong"] * 24, day=9))
    return gated


def bundled(gated: Gated, gate_id, folder, **options):
    """Return the unpacked bundle of a gate's decisions."""
    path = folder / f"{gate_id}.zip"
    written = gated.store.explain_gate(
        gate_id, run="new", config=gated.file, bundle=path, **options
    ).bundle
    unpacked(path, folder / gate_id)
    sums = (folder / gate_id / "SHA256SUMS").read_bytes()
    assert written.sums_sha256 == hashlib.sha256(sums).hexdigest()
    return folder / gate_id


def stated(folder):
    return json.loads((folder / "bundle.json").read_text("utf-8"))


def recomputed(folder):
    return {name for names in stated(folder)["recomputed"].values() for name in names}


@pytest.mark.sweep
def test_each_kind_is_checked_without_evalstore(decided: Gated, tmp_path):
    """By check.py in a process that has duckdb alone, and by sha256sum."""
    folders = {name: bundled(decided, name, tmp_path) for name in IDS if name not in NO_BUNDLE}
    lines = checked(folders.values(), tmp_path / "modules")

    assert verdicts(lines) == ["HOLDS"] * len(folders), lines
    for name, folder in folders.items():
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=folder, check=True)
        assert {"value", "n"} <= recomputed(folder)
        assert ("drop value" in recomputed(folder)) == (name in DROPS)
    # The mean of several runs is none of the numbers, though it is that of r3 here.
    assert [*stated(folders[MEAN])["numbers"]] == ["new"]
    words = stated(folders[MEAN])["not_recomputed"]
    assert any("mean of several runs" in each for each in words)
    assert all(each in (folders[MEAN] / "README.txt").read_text("utf-8") for each in words)
    assert f"not computed again: {'; '.join(words)}" in lines
    assert not (folders[MEAN] / "drop.sql").exists()
    for name, reason in NO_BUNDLE.items():
        with pytest.raises(UsageError, match=reason):
            bundled(decided, name, tmp_path)


def payload_changed(folder, draw):
    """Change what was decided on, with the payload's hash; the id tells."""
    path = folder / "events.jsonl"
    [event] = (json.loads(line) for line in path.read_bytes().splitlines())
    event["payload"] = event["payload"].replace("0.625", "0.725")
    event["payload_hash"] = hashlib.sha256(event["payload"].encode()).hexdigest()
    path.write_text(json.dumps(event) + "\n")


def replaced(name, old, new):
    def change(folder, draw):
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), "utf-8")

    return change


def sides_swapped(folder, draw):
    given = stated(folder)
    given["numbers"] = dict(zip(given["numbers"], [*given["numbers"].values()][::-1], strict=True))
    (folder / "bundle.json").write_text(json.dumps(given), "utf-8")


def of_number(change):
    """Change a number's bundle as one who also writes its SHA256SUMS again."""

    def changed(folder, draw):
        change(folder / "numbers" / "1", draw)
        summed(folder / "numbers" / "1")

    return changed


# What is told although SHA256SUMS was written again.
CHANGES = {
    "what was decided on": payload_changed,
    "the configuration": replaced("bundle.json", '"max_drop": 0.1', '"max_drop": 0.3'),
    "the run and its baseline": sides_swapped,
    "another drop": replaced("drop.sql", "* avg(", "* max("),
    "no drop": lambda folder, draw: (folder / "drop.sql").unlink(),
    "a number": of_number(number_changed),
    "an event of a number": of_number(event_removed),
    "the log of a number": of_number(replaced("bundle.json", '"root": "', '"root": "0')),
}
# What only the SHA-256 of the true SHA256SUMS tells.
OF_WORDS = replaced("README.txt", "This archive has", "This archive has not")


def summed_again(folder):
    """Write SHA256SUMS again, of the folders of numbers too."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in files
        if path != folder / "SHA256SUMS"
    ]
    (folder / "SHA256SUMS").write_text("".join(lines))


def test_a_changed_bundle_is_refused(decided: Gated, tmp_path):
    """The bundle of a drop, unchanged and changed; with SHA256SUMS as it was, or made again."""
    pristine = bundled(decided, "shown-drop", tmp_path)
    told = hashlib.sha256((pristine / "SHA256SUMS").read_bytes()).hexdigest()
    draw = random.Random(52)
    folders = {}
    for name, change in {"words": OF_WORDS, **CHANGES}.items():
        for is_again in (False, True):
            folder = tmp_path / f"{name}{', summed again' * is_again}"
            shutil.copytree(pristine, folder)
            change(folder, draw)
            if is_again:
                summed_again(folder)
            folders[folder.name] = folder
    lines = checked([pristine, *folders.values()], tmp_path / "modules")
    first, *others = verdicts(lines)

    assert first == "HOLDS", lines
    assert "  value: decided on 0.625, computed again 0.625" in lines
    assert "  n: decided on 24, computed again 24" in lines
    assert any(line.startswith("  drop value: decided on 0.1666") for line in lines)
    assert [*stated(pristine)["numbers"]] == ["new", "r3"]
    assert len((pristine / "check.py").read_bytes().splitlines()) <= 100
    assert "{" not in (pristine / "README.txt").read_text("utf-8")
    found = dict(zip(folders, others, strict=True))
    assert [name for name in found if found[name] == "HOLDS"] == ["words, summed again"], found
    assert verdicts(
        checked([folders["words, summed again"]], tmp_path / "modules", told)
    )[0].startswith("FOUND")  # fmt: skip


def test_texts_are_left_out(decided: Gated, tmp_path):
    """The bound's bundle, by the command, which tells the SHA-256 of its SHA256SUMS."""
    path = tmp_path / "a.zip"
    command = ["explain", "--gate", "bound", "--run", "new", "--config", str(decided.file),
               "--store", str(decided.store.layout.root), "--bundle", str(path)]  # fmt: skip
    decided.capsys.readouterr()
    assert 0 == call_command([*command, "--without-texts"])
    printed = decided.capsys.readouterr().out
    folder = unpacked(path, tmp_path / "bundle")
    [event] = (json.loads(line) for line in (folder / "events.jsonl").read_bytes().splitlines())

    assert hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest() in printed
    assert (event["withheld"], event["payload_hash"]) == ("hashes", None)
    assert "told" not in (folder / "numbers" / "1" / "events.jsonl").read_text("utf-8")
    assert verdicts(checked([folder], tmp_path / "modules")) == ["HOLDS"]
    assert 2 == call_command(command)
    assert "already exists" in decided.capsys.readouterr().err
