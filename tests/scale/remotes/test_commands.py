"""`push` and `pull` as they are called, and what they answer where something is wrong."""

import hashlib
import json
import sys

import pytest

from evalstore.cli import call_command
from evalstore.scale.remotes.objects import open_objects
from tests.scale.remotes.places import with_run


@pytest.fixture
def called(capfd, tmp_path, monkeypatch):
    """Return a function that runs a command beside a store; it returns code and output."""
    with_run(tmp_path / "warehouse", "r1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)

    def run(line):
        capfd.readouterr()
        code = call_command(line.split())
        found = capfd.readouterr()
        return code, found.out, found.err

    return run


def test_the_remote_of_the_configuration(called, tmp_path):
    """It is used where none is named."""
    (tmp_path / "evalstore.toml").write_text('[remote]\nurl = "team"\n')
    code, out, _ = called("push --create")

    assert (0, "team: 9 events added; it has 9 events, root") == (code, out.rpartition(" ")[0])
    code, out, _ = called("pull --store replica")
    assert (0, "replica is a replica of team: 9 events, root") == (
        code,
        out.partition(";")[0][:-17],
    )
    assert out.endswith("1 segment here\n")


def test_json(called, tmp_path):
    """Both say what they did as JSON, and the SHA-256 of the newest entry."""
    pushed = json.loads(called("push team --create --json")[1])
    pulled = json.loads(called("pull team --since 2026-01-01 --store part --json")[1])

    assert (9, 1, 0) == (pushed["event_count"], pushed["segment_count"], pushed["lost_race_count"])
    assert (["r1"], 1) == (pulled["facts_run_ids"], pulled["left_out_count"])
    assert pushed["root"] == pulled["root"]
    [entry] = (tmp_path / "team" / "log").iterdir()
    digest = hashlib.sha256(entry.read_bytes()).hexdigest()
    assert digest == pushed["entry_sha256"] == pulled["entry_sha256"]


def test_without_the_extra(called, monkeypatch):
    """A remote of any kind needs it, and the message is how to install it."""
    monkeypatch.setitem(sys.modules, "obstore.store", None)
    for command in ("push team", "pull team"):
        code, _, error = called(command)
        assert 2 == code
        assert "pip install 'evalstore[remote]'" in error


@pytest.mark.thinned(12)
@pytest.mark.parametrize(
    ("line", "configuration", "exit_code", "words"),
    [
        ("push", "", 2, "no remote is named; name one, or put [remote]"),
        ("push", "remote = 1", 2, "`remote` has no url"),
        ("push", '[remote]\nurl = "x"\nname = "y"', 2, "no setting 'name'"),
        ("push", "[remote", 2, "not readable as TOML"),
        ("push s3://me:secret@bucket/x", "", 2, "put them into the environment"),
        ("push gopher://x", "", 2, "is not a valid place for a remote"),
        ("push file:///x", "", 2, "the path of a folder, or a URL"),
        ("push evalstore.toml --create", "", 4, "cannot create the folder"),
        (
            "pull team",
            "",
            2,
            "the folder team does not exist; check the name, or run `evalstore push team",
        ),
        ("pull team --since yesterday", "", 2, "expected a date such as 2026-11-01"),
    ],
)
def test_what_is_wrong(called, tmp_path, line, configuration, exit_code, words):
    """Each is told in a sentence, with its exit code."""
    (tmp_path / "evalstore.toml").write_text(configuration)
    code, out, error = called(line)

    assert (exit_code, "") == (code, out)
    assert words in error
    assert "me:secret" not in error


def test_a_misspelt_remote_is_not_created(called, tmp_path):
    """Neither a folder that does not exist, nor one without a log, unless --create is set."""
    (tmp_path / "empty").mkdir()
    code, out, error = called("push taem")

    assert (2, "") == (code, out)
    assert "check the name, or run `evalstore push taem --create`" in error
    assert not (tmp_path / "taem").exists()
    code, _, error = called("push empty")
    assert (2, []) == (code, list((tmp_path / "empty").iterdir()))
    assert "run `evalstore push empty --create` to begin one there" in error
    assert [0, 0, 0] == [called(f"push empty{flag}")[0] for flag in (" --create", "", " --create")]


@pytest.mark.sweep
def test_a_misspelt_place_in_a_bucket_is_not_created(called, bucket):
    """As of a folder."""
    code, _, error = called(f"push {bucket}")

    assert 2 == code
    assert "has no log; check the name" in error
    assert [0, 0] == [called(f"push {bucket}{flag}")[0] for flag in (" --create", "")]


@pytest.mark.sweep
def test_a_bucket_that_is_not_there(called, bucket):
    """What object storage says comes in one line, with the way out."""
    code, _, error = called(f"push {bucket.replace('bucket', 'nothing')} --create")

    assert 4 == code
    assert "cannot list index/" in error
    assert "check the address, the credentials" in error
    assert 1 == error.count("\n")


def test_a_server_that_is_not_there(s3_environment, monkeypatch):
    """A refused connection is given up after a few tries."""
    monkeypatch.setattr("evalstore.scale.remotes.objects.RETRIES_MAX", 0)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    from evalstore.errors import StoreError

    with pytest.raises(StoreError, match="cannot read log/1: "):
        open_objects("s3://bucket/x").read("log/1")
