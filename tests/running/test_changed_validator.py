"""A validator whose code was changed and whose VERSION was not is noticed."""

import json
import os
import subprocess
import sys

import pytest

RULE = '''\
"""Length: whether a reply is long enough."""

from evalstore.plugins.verdict import Verdict

VERSION = "1"


def judge(case, response):
    """Count characters."""
    return Verdict("right" if len(response.text) > 3 else "wrong", "counted")
'''


@pytest.fixture
def plugin(tmp_path):
    """A package that adds a validator."""
    folder = tmp_path / "their_checks" / "validators"
    folder.mkdir(parents=True)
    for place in (folder, folder.parent):
        (place / "__init__.py").touch()
    about = tmp_path / "their_checks-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: their-checks\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[evalstore]\nx = their_checks\n", encoding="utf-8")
    rule = folder / "length_rule.py"
    rule.write_text(RULE, encoding="utf-8")
    return rule


@pytest.fixture
def command(tmp_path):
    """Call a command in a process of its own; return its exit code and what it said."""

    def call(*arguments):
        done = subprocess.run(
            [sys.executable, "-B", "-m", "evalstore", *arguments],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)]),
                "EVALSTORE_STORE": str(tmp_path / "warehouse"),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    return call


def lines(run_id):
    """Return the event lines of a run of eight replies."""
    yield "run_started", {"suite": "s", "suite_version": "1", "systems": ["a"]}
    for number in range(8):
        case = {"case_id": f"c{number}", "domain": "d", "prompt": f"Question {number}?"}
        yield "case_generated", case | {"validators": ["length_rule"]}
        reply = {"case_id": f"c{number}", "system_id": "a", "status": "ok", "text": "x" * number}
        yield "response_recorded", reply
    yield "run_finished", {"status": "completed"}


@pytest.mark.sweep
def test_compare_refuses_what_changed_code_judged(tmp_path, plugin, command):
    """The same VERSION, another threshold: refused by digest, until both are judged alike."""
    events = [
        json.dumps({"kind": kind, "run_id": run_id, "payload": payload})
        for run_id in ("before", "after")
        for kind, payload in lines(run_id)
    ]
    (tmp_path / "events.ndjson").write_text("\n".join(events), encoding="utf-8")
    judge = ("judge", "--validator", "length_rule")
    compare = ("compare", "before", "after", "--validator", "length_rule")

    assert [0, 0] == [command(*asked)[0] for asked in (("init",), ("ingest", "events.ndjson"))]
    assert 0 == command(*judge, "before")[0]
    plugin.write_text(RULE.replace("> 3", "> 4"), encoding="utf-8")
    assert 0 == command(*judge, "after")[0]
    code, said = command(*compare)
    assert 3 == code, said
    assert "not the same length_rule judged: 1 (" in said
    assert "`evalstore judge before --validator length_rule --only judged`" in said
    assert 0 == command(*compare, "--allow-other-judge")[0]
    # The judge of before, brought back, is the one of before.
    plugin.write_text(RULE, encoding="utf-8")
    assert 0 == command(*judge, "after")[0]
    assert 0 == command(*compare)[0]


# Recorded before digests were read from a lock.
ABSTENTION = "68ecf3179965f6ff17172c5ef3f2c56b643084ebd0e7b7cb1fdf6dfe91945911"


def test_compare_takes_what_an_earlier_release_judged(tmp_path, evalstore_command):
    """Verdicts of our own judge with the digest of then, beside those of now."""
    about = {"validator_id": "abstention", "outcome": "right", "reason": "answered YES"}
    events = [
        {"kind": kind, "run_id": run_id, "payload": payload}
        for run_id in ("before", "after")
        for kind, payload in lines(run_id)
    ]
    for event in events:
        if event["kind"] == "case_generated":
            event["payload"] |= {"expected": "YES", "validators": ["abstention"]}
        elif event["kind"] == "response_recorded":
            event["payload"] |= {"answer": "YES"}
    events += [
        {"kind": "verdict_recorded", "run_id": "before", "payload": {
            **about, "case_id": f"c{number}", "system_id": "a", "validator_version": "1.0",
            "validator_digest": ABSTENTION,
        }}
        for number in range(8)
    ]  # fmt: skip
    text = "\n".join(map(json.dumps, events))
    (tmp_path / "events.ndjson").write_text(text, encoding="utf-8")

    evalstore_command("ingest", "events.ndjson")
    said = evalstore_command("judge", "after", "--validator", "abstention")
    assert "8 verdicts" in said
    said = evalstore_command("compare", "before", "after", "--validator", "abstention")
    assert "not the same" not in said
