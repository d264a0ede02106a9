"""A program is asked through its standard input, within bounds."""

import json
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.question import Message, Question
from evalstore.plugins.registry import load

FORM = {
    "type": "object",
    "required": ["answer"],
    "properties": {"confidence": {"type": "number", "maximum": 1}},
}
ASKED = Question("case-1", ("Capital of France?",), FORM, (Message("user", "Hello."),))


@pytest.fixture
def program():
    """Return a function that builds a system of a few lines of Python."""
    built = []

    def build(lines, **settings):
        given = {"argv": [sys.executable, "-c", lines], "timeout_s": 20.0, **settings}
        system = load("systems", "command").build("mine", given, "seed")
        built.append(system)
        return system

    yield build
    for system in built:
        system.close()


def saying(payload):
    return f"print({json.dumps(json.dumps(payload))})"


def test_what_is_asked(program):
    """The program gets the question and nothing of the answer."""
    system = program(
        "import json, sys; asked = json.load(sys.stdin);"
        "print(json.dumps({'text': 'seen', 'answer': None, 'seen': asked}))"
    )

    assert {
        "case_id": "case-1",
        "turns": ["Capital of France?"],
        "history": [{"role": "user", "content": "Hello."}],
        "answer_schema": FORM,
    } == system.ask(ASKED, 1).extra["seen"]


def test_answer(program):
    """The fields of a response are taken over; what else is said goes along with them."""
    system = program(
        saying({"answer": "Paris", "confidence": 0.9, "tokens_in": 3, "mood": "calm"})
    )

    response = system.ask(ASKED, 1)

    assert ("ok", "Paris", 0.9, "stated", 3, {"mood": "calm"}) == (
        response.status,
        response.answer,
        response.confidence,
        response.confidence_kind,
        response.tokens_in,
        response.extra,
    )
    assert response.latency_ms > 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"answer": "Paris", "confidence": 0.5}', ("ok", "Paris", 0.5)),
        ("Paris", ("unparsable", None, None)),
    ],
)
def test_text_alone(program, text, expected):
    """Where the program gives a text only, the answer is taken out of it as out of a model's."""
    response = program(saying({"text": text})).ask(ASKED, 1)

    assert expected == (response.status, response.answer, response.confidence)


def test_turns(program):
    """A program answers all turns at once, one text each."""
    response = program(saying({"turns": ["Yes.", "No."]})).ask(Question("d", ("A?", "B?")), 1)

    assert (("Yes.", "No."), "No.") == (response.turns, response.text)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("raise SystemExit(3)", "the program ended with exit code 3"),
        ("import os; os.kill(os.getpid(), 9)", "the program was ended by signal 9"),
        ("print('Paris')", "the program's output is not one JSON object"),
        ("pass", "the program's output is not one JSON object"),
        ("print('{}{}')", "the program's output is not one JSON object"),
        ("print('[' * 100000)", "the program's output is not one JSON object"),
        ("import sys; sys.stdout.buffer.write(b'\\xff')", "the program's output is not one JSON"),
        ("print('[]')", "the program's output is JSON, but no object"),
        (saying({"answer": "a", "confidence": 2}), "confidence is '2', expected a number from 0"),
        (saying({"answer": "a", "confidence": True}), "confidence is 'True', expected a number"),
        (saying({"answer": "a", "tokens_in": -1}), "tokens_in is '-1', expected a whole number"),
        (saying({"status": "fine"}), "status is 'fine', expected one of ok, missing, error"),
        (saying({"text": ["a"]}), "expected a text"),
        (saying({"turns": "a"}), "turns are no list"),
        (saying({"answer": "a", "case_id": "case-2"}), "answered another case_id"),
        (saying({"answer": "a", "system_id": "other"}), "which it has no say in"),
        ("while True: print('a' * 100000)", "the program's output is longer than"),
    ],
)
def test_misbehaviour(program, lines, expected):
    """What a program does wrong is an error with its reason, and no wrong answer."""
    response = program(lines).ask(ASKED, 1)

    assert ("error", None, None) == (response.status, response.answer, response.confidence)
    assert expected in response.error


def test_last_words(program):
    """The end of what the program said on its standard error goes with the reason."""
    system = program("import sys; [print(n, file=sys.stderr) for n in range(99999)]; sys.exit(1)")

    error = system.ask(ASKED, 1).error

    assert "the program ended with exit code 1; its last words: 99994\n99995\n99996" in error


def test_children_are_killed_too(program, tmp_path):
    """A program that is too slow is killed together with what it started."""
    mark = tmp_path / "pid"
    argv = ["sh", "-c", f"sleep 60 & echo $! > '{mark}'; sleep 60"]
    system = program("", argv=argv, timeout_s=1.0)

    response = system.ask(ASKED, 1)

    assert ("error", "the program did not end within 1 s") == (response.status, response.error)
    assert is_gone(int(mark.read_text()))


def is_gone(pid):
    """Wait for a process to be no more than a name nobody has asked for."""
    for _ in range(500):
        try:
            os.kill(pid, 0)
            stat = Path(f"/proc/{pid}/stat")
            if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.01)
    return False


def test_what_it_leaves_behind(program):
    """A child that outlives the program and holds its output open does not hold up the answer."""
    system = program(
        "import subprocess, sys;"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        + saying({"answer": "Paris"})
    )

    assert "Paris" == system.ask(ASKED, 1).answer


def test_no_shell(program, tmp_path):
    """What stands in the arguments is an argument, whatever a shell would make of it."""
    argv = [
        sys.executable,
        "-c",
        "import json, sys; print(json.dumps({'answer': sys.argv[1]}))",
        f"$(touch {tmp_path / 'made'}); echo `id`",
    ]

    answer = program("", argv=argv).ask(ASKED, 1).answer

    assert (argv[-1], False) == (answer, (tmp_path / "made").exists())


def test_large_question(program):
    """A program may answer without reading a question larger than a pipe holds."""
    question = Question("case-1", ("a" * 1_000_000,), FORM)

    assert "Paris" == program(saying({"answer": "Paris"})).ask(question, 1).answer


def test_many_at_once(program):
    """Several threads may ask at once; each gets the answer to its own question."""
    system = program(
        "import json, sys; print(json.dumps({'answer': json.load(sys.stdin)['case_id']}))",
        concurrency=2,
    )
    found = {}

    def ask(case_id):
        found[case_id] = system.ask(Question(case_id, ("?",), FORM), 1).answer

    threads = [threading.Thread(target=ask, args=(f"case-{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {f"case-{n}": f"case-{n}" for n in range(6)} == found


def test_closed(program):
    """Who is closed starts nothing more."""
    system = program(saying({"answer": "Paris"}))
    system.close()

    assert "error" == system.ask(ASKED, 1).status


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({}, "`argv` is not set, expected a list of texts"),
        ({"argv": "python"}, "`argv` is 'python', expected a list of texts"),
        ({"argv": ["python", 3]}, "expected a list of texts"),
        ({"argv": ["no-such-program"]}, "program 'no-such-program' does not exist on PATH"),
        ({"argv": ["true"], "shell": True}, "no setting 'shell'"),
        ({"argv": ["true"], "timeout_s": -1}, "`timeout_s` is -1, expected a number"),
    ],
)
def test_wrong_settings(settings, told):
    """A setting that is wrong is named, with what was expected."""
    with pytest.raises(UsageError) as caught:
        load("systems", "command").build("mine", settings, "seed")

    assert told in str(caught.value)
