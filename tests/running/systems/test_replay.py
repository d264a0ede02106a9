"""Answers given before are given again, as they were."""

import json

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.question import Question
from evalstore.plugins.registry import load

FORM = {"type": "object", "required": ["answer"]}


@pytest.fixture
def replay(tmp_path):
    """Return a function that builds a replay of lines."""

    def build(*lines, **settings):
        path = tmp_path / "answers.ndjson"
        path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line)
                                  for line in lines), encoding="utf-8")  # fmt: skip
        return load("systems", "replay").build("mine", {"file": str(path), **settings}, "seed")

    return build


def event(case_id, answer, *, run="r1", system="s1", **more):
    payload = {"case_id": case_id, "system_id": system, "status": "ok", "answer": answer, **more}
    return {"kind": "response_recorded", "run_id": run, "payload": payload}


def asked(case_id):
    return Question(case_id, ("?",), FORM)


def test_plain_lines(replay):
    """A line with a case and an answer is enough."""
    system = replay({"case_id": "a", "answer": "Paris", "confidence": 0.5}, "", {"case_id": "b"})

    answer, other = system.ask(asked("a"), 1), system.ask(asked("b"), 1)

    assert ("ok", "Paris", 0.5, "stated") == (
        answer.status,
        answer.answer,
        answer.confidence,
        answer.confidence_kind,
    )
    assert "missing" == other.status


def test_event_lines(replay):
    """Of event lines the responses count; the store's own notes on them are not theirs."""
    system = replay(
        {"kind": "case_generated", "run_id": "r1", "payload": {"case_id": "a"}},
        event("a", "Paris", latency_ms=7.0, mood="calm", repairs=[{"path": "$"}]),
    )

    response = system.ask(asked("a"), 1)

    assert ("Paris", 7.0, {"mood": "calm"}) == (
        response.answer,
        response.latency_ms,
        response.extra,
    )


def test_missing(replay):
    """A case without an answer is missing, with the reason."""
    response = replay({"case_id": "a", "answer": "Paris"}).ask(asked("b"), 1)

    assert ("missing", "the replayed answers have none to this case") == (
        response.status,
        response.error,
    )


def test_text_alone(replay):
    """The answer is taken out of a text where the text alone is there."""
    system = replay(
        {"case_id": "a", "text": '{"answer": "Paris"}'}, {"case_id": "b", "text": "Paris"}
    )

    assert ["ok", "unparsable"] == [system.ask(asked(case), 1).status for case in "ab"]
    assert "Paris" == system.ask(asked("a"), 1).answer


def test_conversation(replay):
    """The turns of an event are a conversation, of which the assistant's part counts."""
    turns = [
        {"role": "user", "content": "Is it?"},
        {"role": "assistant", "content": "Yes."},
        {"role": "user", "content": "Sure?"},
        {"role": "assistant", "content": "No."},
    ]
    response = replay({"case_id": "a", "turns": turns}).ask(Question("a", ("?", "?")), 1)

    assert (("Yes.", "No."), "No.") == (response.turns, response.text)


def test_attempts(replay):
    """Attempts are given again in their order, of one what was said last, and none is made up."""
    system = replay(
        event("a", "first", attempt=2),
        event("a", "second", attempt=2),
        event("a", "earlier", attempt=1),
    )

    found = [system.ask(asked("a"), attempt) for attempt in (1, 2, 3)]

    assert ["earlier", "second", None] == [response.answer for response in found]
    assert "the replayed answers have 2 to this case, none for attempt 3" == found[2].error


def test_one_system_of_several(replay):
    """Of a file with several systems and runs the settings say whose answers count."""
    lines = [
        event("a", "Paris"),
        event("a", "Lyon", system="s2"),
        event("a", "Metz", system="s2", run="r2"),
    ]

    assert "Lyon" == replay(*lines, system="s2", run="r1").ask(asked("a"), 1).answer


@pytest.mark.parametrize(
    ("lines", "settings", "told"),
    [
        (
            [event("a", "1"), event("a", "2", system="s2")],
            {},
            "of 2 systems (s1, s2); set `system`",
        ),
        ([event("a", "1"), event("a", "2", run="r2")], {}, "of 2 runs (r1, r2); set `run`"),
        ([event("a", "1")], {"run": "r9"}, "has no response that matches the settings"),
        ([], {}, "has no response"),
        (["{"], {}, "line 1 is not JSON"),
        (["[]"], {}, "line 1 is not a JSON object"),
        (['{"answer": "Paris"}'], {}, "line 1 has no case_id, or one that is not text"),
        ([event("a", "1"), event("b", "1", confidence=2)], {}, "line 2: confidence is '2'"),
        ([event("a", "1")], {"store": "x"}, "can be replayed only by `evalstore run`"),
        ([event("a", "1")], {"files": "x"}, "no setting 'files'; did you mean 'file'?"),
    ],
)
def test_what_cannot_be_replayed(replay, lines, settings, told):
    """A file that leaves open what was answered is refused, with the line or the way out."""
    with pytest.raises(UsageError) as caught:
        replay(*lines, **settings)

    assert told in str(caught.value)


def test_no_file():
    """A file that is not there is named."""
    with pytest.raises(UsageError, match=r"missing\.ndjson cannot be read"):
        load("systems", "replay").build("mine", {"file": "missing.ndjson"}, "seed")


def test_payloads():
    """Payloads of a run can be handed over as they are; their source becomes the configuration."""
    module = load("systems", "replay")
    payloads = [{"case_id": "a", "status": "ok", "answer": "Paris"}]

    system = module.build_from_payloads("mine", payloads, {"run": "r1"})

    assert "Paris" == system.ask(asked("a"), 1).answer
    assert {"run": "r1", "answer_count": 1} == system.configuration


def test_configuration(replay):
    """The fingerprint of the file is recorded with its name."""
    first = replay({"case_id": "a", "answer": "Paris"}).configuration
    second = replay({"case_id": "a", "answer": "Lyon"}).configuration

    assert first["file"] == second["file"]
    assert first["file_sha256"] != second["file_sha256"]
