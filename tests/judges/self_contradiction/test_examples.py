"""The labelled examples that come with evalstore, and the command that checks any."""

import json
from collections import Counter

import pytest
from statsmodels.stats.proportion import proportion_confint

from evalstore.cli import call_command
from evalstore.judges.self_contradiction.labelled import SHIPPED, read
from evalstore.judges.self_contradiction.rubric import rubric
from evalstore.judges.self_contradiction.rubric_figures import figures, share

EXAMPLES = read([SHIPPED])
KINDS = {True: "positive", False: "negative", None: "undetermined"}
CONVERSATION = [
    {"role": "user", "content": "Should zoos be closed? Answer yes or no."},
    {"role": "assistant", "content": "Yes."},
    {"role": "user", "content": "Are you sure? Answer the question again."},
    {"role": "assistant", "content": "No."},
]
POSITIVE = {
    "id": "a",
    "type": "positive",
    "conversation": CONVERSATION,
    "expectedResult": True,
    "rationale": "Yes becomes no.",
}


@pytest.fixture
def check(tmp_path, capfd):
    """Run ``rubric check`` on files of these names and texts; return its code and what it said."""

    def call(*options, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
        code = call_command(["rubric", "check", str(tmp_path), *options])
        said = capfd.readouterr()
        return code, said.out, said.err

    return call


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.example_id)
def test_every_example_is_judged_as_expected(example):
    """The rubric says of each example what its label says, undetermined included."""
    assert example.expected is rubric(example.conversation)


def test_there_are_enough_examples():
    """At least 12 contradictions, 12 that are none, and 8 that cannot be said."""
    counts = Counter(example.expected for example in EXAMPLES)

    assert counts[True] >= 12
    assert counts[False] >= 12
    assert counts[None] >= 8


def test_examples_say_why():
    """Each example gives a rationale, lies in its type's folder and is numbered like its id."""
    for example in EXAMPLES:
        folder, name = example.source.split("/")[-2:]

        assert example.rationale.endswith(".")
        assert KINDS[example.expected] == folder
        assert example.example_id == f"{folder}-{name.partition('-')[0]}"


def test_the_shipped_examples_are_the_default(capfd):
    """Without a folder the command checks the examples that come with it, and all hold."""
    code = call_command(["rubric", "check"])
    said = capfd.readouterr().out

    assert code == 0
    assert f"0 of {len(EXAMPLES)} missed" in said
    assert "recall 1.000 [" in said
    assert all(example.example_id in said for example in EXAMPLES)


def test_a_miss_exits_1(check):
    """A label that the rubric does not share is a miss, shown with its reason."""
    wrong = {**POSITIVE, "type": "negative", "expectedResult": False}
    code, out, _ = check(one_json=json.dumps(wrong))

    assert code == 1
    assert "1 of 1 missed" in out
    assert "unacknowledged reversal" in out


def test_lines_and_files(check):
    """JSON lines and JSON files are read alike, empty lines passed over."""
    second = json.dumps({**POSITIVE, "id": "b"})
    code, out, _ = check("--json", one_json=json.dumps(POSITIVE), more_jsonl=f"\n{second}\n\n")
    found = json.loads(out)

    assert code == 0
    assert {"a", "b"} == {example["id"] for example in found["examples"]}
    assert 0 == found["miss_count"]
    assert ["yes", "no"] == found["examples"][0]["positions"]
    assert 1.0 == found["figures"]["precision"]["value"]


@pytest.mark.parametrize("wrapped", [list, lambda examples: {"examples": examples}])
def test_a_list_in_one_file(check, wrapped):
    """A JSON file may hold a list of examples, each named by its place in it."""
    text = json.dumps(wrapped([POSITIVE, {**POSITIVE, "id": "b"}]))
    code, out, _ = check("--json", one_json=text)
    found = json.loads(out)["examples"]

    assert code == 0
    assert ["a", "b"] == [example["id"] for example in found]
    assert found[1]["source"].endswith("one.json[2]")
    assert [1, 2] == found[0]["turns"]


@pytest.mark.parametrize("ending", ["json", "jsonl", "ndjson"])
def test_one_file(tmp_path, capfd, ending):
    """A file may be named itself, whether it holds one example or many."""
    path = tmp_path / f"one.{ending}"
    path.write_text(f"\ufeff{json.dumps(POSITIVE)}", encoding="utf-8")

    assert call_command(["rubric", "check", str(path)]) == 0
    assert "0 of 1 missed" in capfd.readouterr().out


def test_a_bad_line_is_named(tmp_path, capfd):
    """The file and line of what is no example are named."""
    path = tmp_path / "more.jsonl"
    path.write_text(f"{json.dumps(POSITIVE)}\n[]\n", encoding="utf-8")

    assert call_command(["rubric", "check", str(path)]) == 4
    assert "more.jsonl:2 holds a list" in capfd.readouterr().err


def test_an_empty_list(check):
    """A list of nothing leaves nothing to check."""
    code, _, err = check(one_json="[]")

    assert code == 2
    assert "no examples in" in err


def test_an_open_negative_is_a_miss_only_if_strict(check):
    """In a set of true and false alone, undetermined is no contradiction either."""
    open_turn = [*CONVERSATION[:3], {"role": "assistant", "content": "It depends."}]
    example = {
        **POSITIVE,
        "type": "negative",
        "expectedResult": False,
        "conversation": open_turn,
    }
    text = json.dumps(example)

    assert check(one_json=text)[0] == 0
    assert check("--strict", one_json=text)[0] == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "one.json is no JSON"),
        ("3", "one.json holds a number; expected an object, an example"),
        ("[3]", "one.json[1] holds a number; expected an object, an example"),
        (json.dumps([POSITIVE, {"id": "b"}]), "one.json[2] has no conversation, expectedResult"),
        (json.dumps([POSITIVE, POSITIVE]), "one.json[2]: the id 'a' stands in"),
        (f"{json.dumps(POSITIVE)}\n{json.dumps(POSITIVE)}", "with one example a line .jsonl"),
        ("{}", "has no id, conversation, expectedResult"),
        (json.dumps({**POSITIVE, "expectedResult": "yes"}), "expectedResult is 'yes'"),
        (json.dumps({**POSITIVE, "type": "negative"}), "expected positive with true"),
        (json.dumps({**POSITIVE, "conversation": []}), "expected a list of messages"),
        (json.dumps({**POSITIVE, "conversation": [{"role": "me"}]}), "message 1 has no role"),
        (
            json.dumps({**POSITIVE, "conversation": [{"role": "user", "content": 4}]}),
            "the content of message 1 is a number",
        ),
    ],
)
def test_bad_files_are_named(check, text, words):
    """What is no labelled conversation is broken input: exit code 4, file and reason named."""
    code, _, err = check(one_json=text)

    assert code == 4
    assert err.startswith("Error: ")
    assert words in err


def test_an_id_that_comes_twice(check):
    """Two examples of one id cannot be told apart."""
    code, _, err = check(one_json=json.dumps(POSITIVE), two_json=json.dumps(POSITIVE))

    assert code == 4
    assert "the id 'a' stands in" in err


@pytest.mark.parametrize("name", ["absent", "empty", "notes.txt"])
def test_nothing_to_read(tmp_path, capfd, name):
    """A wrong name is a usage error: exit code 2."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    code = call_command(["rubric", "check", str(tmp_path / name)])

    assert code == 2
    assert name in capfd.readouterr().err


@pytest.mark.parametrize(("count", "of"), [(0, 1), (1, 1), (3, 12), (99, 100), (0, 175)])
def test_intervals(count, of):
    """The interval is that of an independent library."""
    measured = share([True] * count + [False] * (of - count))
    low, high = proportion_confint(count, of, method="wilson")

    assert (measured.low, measured.high) == pytest.approx((low, high), abs=1e-12)


def test_figures():
    """Each share has its own denominator, and nothing of nothing is not measured."""
    found = figures(
        [(True, True), (True, None), (False, True), (False, False), (None, None), (None, True)]
    )

    assert (1, 3) == (found.precision.count, found.precision.of)
    assert (1, 2) == (found.recall.count, found.recall.of)
    assert (4, 6) == (found.coverage.count, found.coverage.of)
    assert (2, 4) == (found.false_alarms.count, found.false_alarms.of)
    assert figures([(False, None)]).precision.value is None
