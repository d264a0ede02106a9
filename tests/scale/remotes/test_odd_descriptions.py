"""A description of a partial replica that pulls do not write is refused by every command."""

import hashlib
import json
import os

import pytest

from evalstore.cli import call_command
from tests.scale.remotes.places import with_part

BYTES_MANY = 50_000_000
NAME = "remote/partial.json"
PACK = "a" * 64
GATE = '[[gate]]\nmetric = "accuracy"\nmin = 0.1\nmin_count = 1\n'
EVENT = '{"kind": "run_started", "run_id": "r9", "payload": {"suite": "s"}}\n'


def changed(**fields):
    return lambda good: json.dumps({**good, **fields})


def without(name):
    return lambda good: json.dumps({key: good[key] for key in good if key != name})


# What is written in the place of the description, and what a message says of it.
TEXTS = {
    "empty": (lambda _: "", "Expecting value"),
    "no JSON": (lambda _: "{", "Expecting property name"),
    "no UTF-8": (lambda _: b"\xff", "can't decode byte 0xff"),
    "deeply nested": (lambda _: '{"held":' * 200_000, "maximum recursion depth"),
    "no object": (lambda _: "[]", "its evalstore_partial is None, expected 1"),
    "50 MB of nothing": (lambda _: "x" * BYTES_MANY, "Expecting value"),
    "50 MB of one number": (lambda _: "1" * BYTES_MANY, "Exceeds the limit"),
    "no version": (without("evalstore_partial"), "its evalstore_partial is None"),
    "a negative version": (changed(evalstore_partial=-1), "its evalstore_partial is -1"),
    "a version that is true": (changed(evalstore_partial=True), "evalstore_partial is True"),
    "a version with a point": (changed(evalstore_partial=1.0), "evalstore_partial is 1.0"),
    "a huge version": (changed(evalstore_partial=10**400), "has format 100"),
    "no url": (without("url"), "its field 'url' is missing, expected url, held"),
    "no held": (without("held"), "its field 'held' is missing"),
    "no packs": (without("packs"), "its field 'packs' is missing"),
    "no is_for_push": (without("is_for_push"), "its field 'is_for_push' is missing"),
    "one more": (changed(more=1), "its field 'more' is unknown, expected url, held"),
    "a url of a number": (changed(url=-1), "its url is '-1', expected str"),
    "a url of 50 MB": (
        changed(url="x" * BYTES_MANY),
        "50000000 characters, expected at most 4096",
    ),
    "held that is null": (changed(held=None), "its held is 'None', expected list[str]"),
    "held that is a text": (changed(held="x"), "its held is 'x', expected list[str]"),
    "held of huge numbers": (changed(held=[10**400]), "expected list[str]"),
    "held in a folder": (
        changed(held=["../x.parquet"]),
        "`held` lists '../x.parquet', expected",
    ),
    "held from a root": (changed(held=["/x.parquet"]), "`held` lists '/x.parquet', expected"),
    "held with a null": (changed(held=["\0"]), r"`held` lists '\x00', expected"),
    "held twice": (
        changed(held=["000000000000-000000000008.parquet"] * 2),
        "`held` lists '000000000000-000000000008.parquet' 2 times, expected once",
    ),
    "packs that are a list": (changed(packs=[]), "its packs is '[]', expected dict[str, list"),
    "packs of no runs": (changed(packs={PACK: None}), "expected dict[str, list[str]]"),
    "packs in a folder": (changed(packs={f"../{PACK}": ["r1"]}), "expected SHA-256 of packs"),
    "a run twice": (changed(packs={PACK: ["r1", "r1"]}), "`packs` lists 'r1' 2 times"),
    "a field twice": (lambda good: f'{{"url": "x", {json.dumps(good)[1:]}', "occurs 2 times"),
    "is_for_push of a number": (changed(is_for_push=0), "its is_for_push is '0', expected bool"),
}
# What takes the place of the description.
KINDS = {
    "a folder": (lambda path: path.mkdir(), "Is a directory"),
    "a named pipe": (os.mkfifo, "it is a named pipe, expected a regular file"),
    "a link to a device": (lambda path: path.symlink_to("/dev/zero"), "it is a device"),
    "a link whose target does not exist": (
        lambda path: path.symlink_to("gone"),
        "it is a link whose target does not exist",
    ),
    "a link to itself": (lambda path: path.symlink_to(path), "symbolic links"),
}
# No database has these, so that only commands that read the log of the remote see them.
NAMES = {
    "another segment": (
        changed(held=["000000000009-000000000011.parquet"]),
        "`held` lists 000000000009-000000000011.parquet, expected segments that log.ndjson",
    ),
    "another pack": (changed(packs={PACK: ["r1"]}), f"`packs` lists {PACK}, expected packs"),
    "another run": (
        lambda good: json.dumps({**good, "packs": {pack: ["r7"] for pack in good["packs"]}}),
        "`packs` lists the run 'r7'",
    ),
}
READING_THE_LOG = ("gate --no-record", "verify", "pull team/remote", "push team/remote")
COMMANDS = ("show accuracy", "ingest events.ndjson", *READING_THE_LOG)


@pytest.fixture
def job(tmp_path, monkeypatch):
    """Return a replica with the facts of a run, in the current folder with what commands need."""
    layout = with_part(tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    (tmp_path / "work" / "evalstore.toml").write_text(GATE)
    (tmp_path / "work" / "events.ndjson").write_text(EVENT)
    return layout


def contents(layout):
    return {
        path: hashlib.sha256(path.read_bytes()).digest()
        if path.is_file()
        else path.lstat().st_mode
        for path in layout.root.rglob("*")
        if path != layout.lock and "zero" not in os.path.realpath(path)
    }


def refusals(capfd, layout, commands):
    """Return the message of each command, having required its code and that nothing changed."""
    before = contents(layout)
    for command in commands:
        capfd.readouterr()
        code = call_command([*command.split(), "--store", "job"])
        printed = capfd.readouterr()
        assert (4, "") == (code, printed.out), command
        assert before == contents(layout), command
        yield printed.err


def require_refused(capfd, layout, words, commands=COMMANDS):
    for said in refusals(capfd, layout, commands):
        assert NAME in said
        assert words in said
        assert "another folder" in said or "pip install --upgrade" in said
        assert len(said) < 600
    # A check of doctor that fails is no error of doctor.
    assert 1 == call_command(["doctor", "--store", "job"])
    assert words in capfd.readouterr().out


@pytest.mark.thinned(16)
@pytest.mark.parametrize("name", TEXTS)
def test_odd_texts_are_refused(job, name, capfd):
    """Each names the file, the field, what was found and the way out, and changes nothing."""
    write, words = TEXTS[name]
    path = job.root / NAME
    text = write(json.loads(path.read_text()))
    path.write_bytes(text if isinstance(text, bytes) else text.encode())

    require_refused(capfd, job, words)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", KINDS)
def test_other_kinds_of_files_are_refused(job, name, capfd):
    """None is waited for, read without end, or taken for a missing description."""
    make, words = KINDS[name]
    (job.root / NAME).unlink()
    make(job.root / NAME)

    require_refused(capfd, job, words)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", NAMES)
def test_names_that_the_log_lacks_are_refused(job, name, capfd):
    """Whoever reads the remote's log misses them there; events of an ingest stay in the inbox."""
    write, words = NAMES[name]
    path = job.root / NAME
    path.write_text(write(json.loads(path.read_text())))

    require_refused(capfd, job, words, READING_THE_LOG)
    assert 4 == call_command(["ingest", "events.ndjson", "--store", "job"])
    assert words in (said := capfd.readouterr().err)
    assert "the events are accepted and stay in the inbox" in said
    assert 1 == len(list(job.inbox.iterdir()))


def test_a_log_that_is_no_file_is_refused(job, capfd):
    """Also the entries of the remote's log are read from a regular file alone."""
    (job.remote / "log.ndjson").unlink()
    os.mkfifo(job.remote / "log.ndjson")

    for said in refusals(capfd, job, READING_THE_LOG):
        assert "remote/log.ndjson cannot be read: it is a named pipe" in said


def test_the_way_out_leads_out(job, capfd):
    """A pull into another folder makes the replica again."""
    (job.root / NAME).write_text("")

    assert 0 == call_command(["pull", "team/remote", "--since", "2020-01-01", "--store", "new"])
    assert 0 == call_command(["verify", "--store", "new", "--allow-unverified"])
    assert "0 of 9 events in 0 segments verified" in capfd.readouterr().out
