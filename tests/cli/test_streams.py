"""Neither an encoding nor a reader that has gone changes what a command does or decides."""

import io
import json
import os
import shlex
import shutil
import subprocess
import sys

import pytest

from evalstore.cli import _streams, call_command
from tests.cli.conftest import lines, write
from tests.kept_stores import copy

ENCODINGS = ("cp1252", "latin-1", "cp437", "ascii")
# Characters that one, several or all of the encodings lack, and one beyond the basic plane.
FOREIGN = "✓ größer 東京 😀"
COMMANDS = (
    "tables", "tables facts.runs", "metrics", "metrics accuracy", "show accuracy", "runs",
    "query 'from facts.answers'", "query 'from facts.answers' --format csv",
    "query 'from facts.answers' --format json", "failures", "failures --by tag", "compare r1 r2",
    "compare r1 r2 --json", "trends accuracy", "bootstrap accuracy", "gate", "gate --json",
    "gate --explain accuracy", "gate --github", "gate --dry-run --notify", "doctor", "verify",
    "fold", "list suites", "list gates", "schema retracted", "rebuild", "report -o x.html",
    "chart accuracy -o x.svg", "export r2 --format experiment", "sql accuracy --dialect postgres",
    "ingest events.ndjson", "run questions --set file=q.csv --dry-run", "judge r2 --dry-run",
    "no-such-command", "show größe", "query 'from ✓'",
)  # fmt: skip


@pytest.fixture
def foreign_store(folder, made_store, gates):
    """A store with a second run whose texts hold characters that old encodings lack."""

    def make(kept):
        shutil.copytree(made_store, kept)
        path = write(kept / "second.ndjson", lines(run_id="r2", answers=("4", FOREIGN)))
        assert call_command(["ingest", str(path), "--store", str(kept / "warehouse")]) == 0

    copy("foreign", make, folder)
    (folder / "q.csv").write_text(f"question,answer\n{FOREIGN}?,{FOREIGN}\n", encoding="utf-8")
    gates('metric = "accuracy"\nmin = 0.1')
    return folder / "warehouse"


@pytest.mark.thinned(12)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_prints_in_an_old_encoding(foreign_store, monkeypatch, command):
    """It exits as in UTF-8, and prints."""
    arguments = shlex.split(command)
    codes = []
    for name in ("utf-8", "cp1252"):
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=name) for _ in range(2)]
        monkeypatch.setattr(sys, "stdout", streams[0])
        monkeypatch.setattr(sys, "stderr", streams[1])
        _streams.prepare()
        codes.append(call_command(arguments))
        for stream in streams:
            stream.flush()
        assert any(stream.buffer.getvalue() for stream in streams)

    assert codes[0] == codes[1]


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_json_is_json_in_every_encoding(foreign_store, monkeypatch, encoding):
    """What the encoding lacks is escaped as JSON escapes it."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    _streams.prepare()
    sql = "select text from facts.answers where run_id = 'r2' and case_id = 'c2'"
    call_command(["query", sql, "--format", "json"])
    stream.flush()

    assert [{"text": FOREIGN}] == json.loads(stream.buffer.getvalue().decode(encoding))


def called(folder, command, **environment):
    """Call a shell command in a process of its own; `evalstore` names ours."""
    bash = shutil.which("bash")
    return subprocess.run(
        [bash, "-c", command.replace("evalstore", f"{sys.executable} -m evalstore", 1)],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def decision_count(evalstore):
    """Return how many decisions the log has."""
    sql = "select count(*) as count from log.events where kind = 'gate_evaluated'"
    return json.loads(evalstore("query", sql, "--format", "json").out)[0]["count"]


C_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    "environment",
    [*({"PYTHONIOENCODING": name} for name in ENCODINGS), {"LC_ALL": "C"}, C_LOCALE],
    ids=lambda environment: "-".join(environment.values()),
)
def test_a_passing_gate_exits_with_zero(foreign_store, folder, evalstore, environment):
    """Its check mark is escaped: a question mark would be the sign of an undecided gate."""
    done = called(folder, "evalstore gate", **environment)

    assert (0, b"") == (done.returncode, done.stderr)
    assert "✓ pass".encode() in done.stdout or b"\\u2713 pass" in done.stdout
    assert decision_count(evalstore) == 1


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    "closed",
    ["| true; exit ${PIPESTATUS[0]}", "2>&1 | true; exit ${PIPESTATUS[0]}", ">&-", "2>&-"],
)
def test_a_gate_whose_reader_has_gone(foreign_store, folder, evalstore, gates, closed):
    """It exits with its decision, which is in the log and in the files that it writes."""
    gates('metric = "accuracy"\nmin = 0.9')
    done = called(folder, f"evalstore gate --junit gate.xml {closed}")

    assert (1, b"") == (done.returncode, done.stderr)
    assert (folder / "gate.xml").exists()
    assert decision_count(evalstore) == 1
