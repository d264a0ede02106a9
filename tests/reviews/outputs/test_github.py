"""Annotations and outputs for a step of GitHub Actions, as its runner would read them."""

import re

from evalstore.reviews.outputs import github
from tests.reviews.outputs.reviews import HOSTILE, PLACES, case, finding, review

COMMAND = re.compile(r"::(\w+) ([^:]*)::(.*)", re.DOTALL)


def read_by_runner(line):
    """Read a command as the runner does: its name, properties and message, escapes undone."""
    assert "\n" not in line
    assert "\r" not in line
    name, properties, message = COMMAND.fullmatch(line).groups()
    pairs = (pair.split("=", 1) for pair in properties.split(","))
    return name, {key: unescaped(value) for key, value in pairs}, unescaped(message)


def unescaped(value):
    for escape, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        value = value.replace(escape, sign)
    return value


def read_outputs(text):
    """Read the lines of ``GITHUB_OUTPUT`` as the runner does."""
    heredoc = re.compile(r"^(\w+)<<(\S+)\n(.*?)\n\2$", re.DOTALL | re.MULTILINE)
    return {name: value for name, _, value in heredoc.findall(text)}


def test_annotations_by_answer():
    """What blocks is an error, what is undecided a warning, what informs a notice."""
    lines = github.annotations(
        review(
            finding("fail"), finding("broken", gate_id="no-regression"), finding("undecided"),
            finding("pass"), finding("fail", is_informational=True),
        ),
        PLACES,
    )  # fmt: skip
    said = [read_by_runner(line) for line in lines]

    assert [("error", "3"), ("error", "7"), ("warning", "3"), ("notice", "3")] == [
        (name, properties["line"]) for name, properties, _ in said
    ]
    assert {
        "file": "evals/evalstore.toml",
        "line": "3",
        "title": "evalstore: accuracy (maia, factual) fails",
    } == (said[0][1])
    assert "Accuracy of maia is 0.5: fail.\naccuracy is 0.5, must be at least 0.8" == said[0][2]


def test_no_more_annotations_than_are_shown():
    """GitHub drops the eleventh of a level unsaid; the tenth says how many there are."""
    lines = github.annotations(review(*[finding(system_id=f"s{n}") for n in range(12)]), PLACES)

    assert 10 == len(lines)
    assert "3 more gates" == read_by_runner(lines[-1])[1]["title"]


def test_hostile_text_is_no_command():
    """One line a command whatever a text holds, and its properties are ours."""
    found = finding(gate_id=HOSTILE, sentence=HOSTILE, reason=HOSTILE + ".")
    [line] = github.annotations(review(found), PLACES)
    name, properties, message = read_by_runner(line)

    assert ("error", {"file", "line", "title"}) == (name, set(properties))
    assert "\n::set-output name=decision::pass\n" in message


def test_printed_text_is_no_command():
    """What else a step prints holds neither form of a command."""
    lines = github.inert(HOSTILE.replace("\r", "")).split("\n")

    assert [] == [line for line in lines if "##[" in line or line.lstrip().startswith("::")]


def test_outputs_of_a_step():
    """The decision, the run and the counts of what blocks."""
    found = review(
        finding("fail"), finding("undecided"), finding("pass"),
        finding("fail", is_informational=True), cases=[case()],
    )  # fmt: skip

    assert {
        "decision": "fail", "run_id": "r1", "suite": "quiz", "passing_count": "1",
        "failing_count": "1", "undecided_count": "1", "broken_count": "0",
        "failing_case_count": "1", "by_facts_count": "0", "baseline_run_id": "",
    } == read_outputs(github.outputs(found))  # fmt: skip


def test_no_value_ends_an_output():
    """Values are one line, and each delimiter is drawn anew."""
    found = review(finding(), suite="a\nghadelimiter_x\ndecision=pass\ndecision<<E\npass\nE")
    first, second = (github.outputs(found) for _ in range(2))

    assert "fail" == read_outputs(first)["decision"]
    assert first != second
    assert 3 * 10 == len(first.splitlines())


def test_a_line_ends_at_a_carriage_return_too():
    """The runner reads lines as .NET does, so a command after one is parted."""
    assert github.inert("a\r::stop-commands::x") == "a\r\u200b::stop-commands::x"
    assert github.inert("a ::no-command::\n\n  ::x::") == "a ::no-command::\n\n\u200b  ::x::"
