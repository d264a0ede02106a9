"""A run of a user's file goes on with the cases that it began with."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.running import run as running
from evalstore.running.restoring import restored_case
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from evalstore.suites.questions import questions

ROWS = [{"question": f"Number {n}?", "options": ["x", "y"], "answer": "AB"[n % 2]} for n in (1, 2)]
ROWS += [
    {"question": f"What is {n} + {n}?", "answer": str(2 * n), "group": "sums"} for n in (3, 4)
]


@pytest.fixture
def stopped(tmp_path, monkeypatch, capfd):
    """A run of two attempts at four questions, stopped after three answers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EVALSTORE_STORE", raising=False)
    (tmp_path / "my.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    assert 0 == call_command(["init"])
    answers = running.answers

    def three(*arguments):
        for count, answered in enumerate(answers(*arguments), 1):
            yield answered
            if count == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(running, "answers", three)
    arguments = ["--set", "file=my.jsonl", "--attempts", "2", "--concurrency", "1"]
    assert 130 == call_command(["run", "questions", "--run-id", "r1", *arguments])
    monkeypatch.setattr(running, "answers", answers)
    return tmp_path


@pytest.mark.sweep
def test_a_run_goes_on_without_its_file(stopped, capfd):
    """Where the file has changed or gone, the recorded cases are asked, as often as declared."""
    (stopped / "my.jsonl").unlink()

    assert 0 == call_command(["run", "--resume", "r1"]), capfd.readouterr().err
    with reading(Layout(stopped / "warehouse")) as reader:
        found = reader.table(
            "select count(*), count(distinct case_id), count(distinct (case_id, attempt)) "
            "from facts.responses where status = 'ok'"
        )[1]
    assert [(8, 4, 8)] == found


def test_recorded_cases_are_those_of_the_file(stopped):
    """What is read back from the log is what was made of the file."""
    settings = {"file": str(stopped / "my.jsonl")}
    cases = questions.cases("s", questions.domains(settings), None, settings)

    assert [] == [
        case
        for case in cases
        if restored_case(json.loads(json.dumps(case.payload(), default=dict)), {}) != case
    ]
