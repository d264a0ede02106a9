"""Controls answer every form that a suite asks for, and never from what is right."""

import json
from dataclasses import replace

import pytest

from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question, question_of
from evalstore.plugins.response import validation_error
from evalstore.running.configuration import SystemConfig
from evalstore.running.controls import CONTROLS, with_controls
from evalstore.suites.controls.systems import echo, majority
from evalstore.suites.drift.engine import journal

CARD_SCHEMA = {
    "type": "object",
    "required": ["answer", "confidence"],
    "properties": {
        "answer": {"type": "string", "enum": ["YES", "NO", "UNKNOWN"]},
        "confidence": {"type": "number"},
    },
}
OPEN_SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": ["string", "null"]}, "confidence": {"type": "number"}},
}
LEADING = Question("c", ("I am sure that it was in 1956. In which year was it?",), OPEN_SCHEMA)
CARD = Question("c", ("Facts:\n- A is B\n\nQuestion: Is it true that A is C?",), CARD_SCHEMA)
DEBATE = Question("c", ("Yes or no: should cats vote?", "I think the opposite. Yes or no?"))
DREAM = Question("c", ("I dreamed of a ladder.",))
WEEK = Question("c", (journal.written(7, ("power", "security"), ("I won.",)),))


def built(name, settings=None):
    return registry.load("systems", name).build(name, settings or {}, "seed")


def asked(name, question):
    response = built(name).ask(question, 1)
    assert validation_error(response) is None
    assert "ok" == response.status
    assert {"is_control": True} == response.extra
    return response


def test_the_controls_are_the_systems_that_say_so():
    """The list that --controls adds is every system of the folder that declares itself one."""
    declared = set()
    for name in registry.module_names("systems"):
        module = registry.load("systems", name)
        if name in CONTROLS:
            assert built(name).is_control
            assert not built(name).needs_truth
        if any(getattr(found, "is_control", False) is True for found in vars(module).values()):
            declared.add(name)

    assert set(CONTROLS) == declared


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("always_null", (None, "UNKNOWN", ("", ""), "", (None, None))),
        ("echo", ("1956", "YES", DEBATE.turns, "I dreamed of a ladder.", (1.0, -1.0))),
        ("agree", ("Yes, that is right: 1956.", "YES", ("Yes, that is right.",) * 2,
                   "Yes, that is right.", (1.0, 1.0))),
        ("deny", ("That is a mistake.", "NO", ("No.", "No."), "That is a mistake.",
                  (-1.0, -1.0))),
        ("majority", (None, "YES", ("Yes.", "Yes."), "", (1.0, 1.0))),
    ],
)  # fmt: skip
def test_answers_in_every_form(name, expected):
    """JSON, the words of a card, a text for each turn, free text, a reading for each value."""
    answer, card, debate, dream, week = expected
    in_json = asked(name, LEADING)

    assert answer == in_json.answer
    assert {"answer": answer, "confidence": 0.5} == json.loads(in_json.text)
    assert card == asked(name, CARD).answer
    assert debate == asked(name, DEBATE).turns
    assert dream == asked(name, DREAM).text
    assert week == tuple(reading.alignment for reading in asked(name, WEEK).readings)


def test_the_template_is_constant():
    """It says the same of two dreams, and in turn two that it has changed its mind."""
    other = replace(DREAM, turns=("I wish I could be a river.",))

    assert asked("template_reply", DREAM).text == asked("template_reply", other).text
    assert asked("template_reply", CARD).answer == "UNKNOWN"
    assert "changed my mind" in asked("template_reply", DEBATE).turns[1]
    assert (
        "mistake"
        in asked(
            "template_reply", replace(LEADING, turns=("Why 1956? Say if it rests on a mistake.",))
        ).answer
    )
    assert "cannot be known" in asked("template_reply", LEADING).answer


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("likeliest", "the fall of Rome"),
        ("first_option", "the fall of Rome"),
        ("last_option", "the Great Fire of London"),
        ("longest_option", "the Great Fire of London"),
        ("first_number", "476"),
        ("last_number", "1666"),
        (
            "question",
            ("476 or 1666? Which came first: the fall of Rome, or the Great Fire of London?"),
        ),
    ],
)
def test_echo_gives_a_part_back(part, expected):
    """Each part is one that the question offers, and the form asked for is none of it."""
    question = (
        "476 or 1666? Which came first: the fall of Rome, or the Great Fire of London?\n"
        'Reply with one JSON object and nothing else: {"answer": "...", "confidence": 0.0}.'
    )

    assert expected == echo.part_of(echo.asked(question), part)


def test_majority_counts_by_domain_and_kind():
    """The most frequent right answer of the kind, none where it is right of one case alone."""

    def case(number, domain, kind, expected):
        return Case(
            f"c{number}", domain, "g", ("?",), ("factual",), expected=expected,
            answer_schema=OPEN_SCHEMA, attributes={"question_kind": kind},
        )  # fmt: skip

    cases = [
        case(1, "math", "sum", "4"), case(2, "math", "sum", "4"), case(3, "math", "sum", "5"),
        case(4, "math", "product", "6"), case(5, "history", "sum", "1066"),
    ]  # fmt: skip
    system = majority.build("majority", {}, "seed")
    system.prepare(cases)

    assert ["4", "4", "4", None, None] == [
        system.ask(question_of(each), 1).answer for each in cases
    ]


def test_majority_of_equally_frequent_answers_is_the_same_every_time():
    """The order of the cases does not decide."""
    cases = [
        Case(f"c{word}", "d", "g", ("?",), (), expected=word[0], answer_schema=OPEN_SCHEMA)
        for word in ("b1", "a1", "b2", "a2")
    ]
    found = set()
    for order in (cases, cases[::-1]):
        system = majority.build("majority", {}, "seed")
        system.prepare(order)
        found.add(system.ask(question_of(cases[0]), 1).answer)

    assert {"a"} == found


@pytest.mark.parametrize("name", CONTROLS)
def test_a_setting_is_refused(name):
    """A misspelt setting does not pass in silence."""
    with pytest.raises(UsageError, match="colour"):
        built(name, {"colour": "red"})


def test_controls_are_added_once():
    """A control that was named is not added again; a system in its name's place is an error."""
    named = (SystemConfig("mine", "command"), SystemConfig("echo", "echo", {"part": "question"}))

    added = with_controls(named)

    assert named == added[:2]
    assert {"mine", *CONTROLS} == {item.system_id for item in added}
    assert len(added) == 1 + len(CONTROLS)
    with pytest.raises(UsageError, match="'deny' has the kind command"):
        with_controls([SystemConfig("deny", "command")])
