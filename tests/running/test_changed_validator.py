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
    # A comment and another name are no other judge.
    plugin.write_text(
        RULE.replace("> 3", "> 4").replace("response", "reply").replace('1"\n', '2"  # new\n'),
        encoding="utf-8",
    )
    assert 0 == command(*judge, "before")[0]
    assert 0 == command(*compare)[0]
