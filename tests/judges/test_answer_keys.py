"""Cases with `expected` and no answer key, as other tools write them, and replies to them."""

import pytest

from evalstore.judges.factual import factual
from evalstore.judges.factual.answer_key import answer_key_of
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

LISTED = "Which city?\nA) Paris\nB) London\nC) New York\nD) Rome"
INLINE = "Which city? (A) Paris (B) London (C) New York (D) Rome"
CITIES = ("Paris", "London", "New York", "Rome")
BESIDE = "Is it valid?\nOptions:\n- valid\n- invalid"

# What is expected, what is asked, and the kind and value of the key.
KEYS = (
    (True, "Is it?", "yes_no", True),
    ("No", "Is it?", "yes_no", "No"),
    ("false", "Is it?", "yes_no", "false"),
    ("B", LISTED, "choice", "B"),
    ("(b)", LISTED, "choice", "B"),
    ("London", LISTED, "choice", "B"),
    ("London", INLINE, "choice", "B"),
    ("B", "Which one?", "choice", "B"),
    (r"\text{(B)}", "Which one?", "choice", "B"),
    (18, "How many?", "number", "18"),
    ("$1,234.50", "How much?", "number", "1234.50"),
    ("3.14", "What is pi?", "number", "3.14"),
    ("-2,5", "How much?", "number", "-2.5"),
    ("3/4", "How much?", "number", "3/4"),
    ("1.5 million", "How many?", "number", "1500000"),
    ("She has 9 * 2 eggs.\n#### 18", "How many?", "number", "18"),
    (r"Thus $x=\boxed{\frac{1}{2}}$.", "Solve it.", "number", "1/2"),
    ("1989", "When was it?", "date", "1989"),
    ("1989", "How many?", "number", "1989"),
    ("9 November 1989", "How many?", "date", "1989-11-09"),
    (r"\sqrt{2}", "Solve it.", "math", r"\sqrt{2}"),
    ("x = 3", "Solve it.", "math", "x = 3"),
    ("(1, 2)", "Solve it.", "math", "(1, 2)"),
    ("Paris", "Which city?", "name", "Paris"),
    (("Paris", "City of Light"), "Which city?", "name", "Paris"),
)
# What is expected, what is asked, the reply, and the outcome.
REPLIES = (
    ("B", LISTED, "London", "right"),
    ("London", LISTED, "(B)", "right"),
    ("B", LISTED, "The answer is C.", "wrong"),
    ("A", LISTED, "E", "wrong"),
    ("A", LISTED, "A or B", "undetermined"),
    (("1989", "1990"), "When?", "It was in 1990.", "right"),
    (("4", "5"), "How many?", "I count 6.", "wrong"),
    (("A", "B"), LISTED, "A", "unscored"),
    (None, "Which?", "A", "unscored"),
    ((), "Which?", "A", "unscored"),
    ("valid", BESIDE, "So the answer is invalid.", "wrong"),
    ("18", "How many?", "She makes 9 * 2 = $18.\n#### 18", "right"),
    ("yes", "Is it?", "The tea tastes of bergamot.", "undetermined"),
)


def case_of(expected, question, **extra):
    """Return a case without an answer key."""
    return Case("c", "any", "log", (question,), (), expected=expected, extra=extra)


@pytest.mark.parametrize(("expected", "question", "kind", "value"), KEYS)
def test_key(expected, question, kind, value):
    """The kind follows from what is expected and from the options."""
    key = answer_key_of(case_of(expected, question))

    assert (kind, value) == (key["kind"], key["value"])


@pytest.mark.parametrize(("expected", "question", "reply", "outcome"), REPLIES)
def test_reply(expected, question, reply, outcome):
    """A reply is judged by the key that was derived."""
    verdict = factual.judge(case_of(expected, question), Response("ok", text=reply))

    assert outcome == verdict.outcome, verdict.reason


def test_a_reason_shows_the_number_as_it_was_given():
    """A decimal is no fraction of hundredths, in what is expected and in a drawn problem's key."""
    verdict = factual.judge(case_of("3.14", "What is pi?"), Response("ok", text="314"))
    assert "the right number is 3.14" in verdict.reason or "against 3.14" in verdict.reason

    key = {"kind": "number", "value": "2921/10", "wrong": ["29.21"]}
    drawn = Case("c", "math", "math", ("How much?",), (), answer_key=key)
    assert "292.1" in factual.judge(drawn, Response("ok", text="29.21")).reason


def test_declared_choices():
    """Options stand in `choices` as well, where the prompt need not list them."""
    case = case_of("Rome", "Which city?", choices=list(CITIES))

    assert "D" == answer_key_of(case)["value"]
    assert "right" == factual.judge(case, Response("ok", text="D")).outcome
    assert "right" == factual.judge(case, Response("ok", text="It is Rome.")).outcome


def test_own_key_stands():
    """An own key goes before what is expected."""
    key = {"kind": "number", "value": "7"}
    case = Case("c", "any", "own", ("How many?",), (), expected="seven", answer_key=key)

    assert key == answer_key_of(case)


@pytest.mark.parametrize("expected", [None, "", " ", (), ("", " ")])
def test_nothing_expected_is_unscored(expected):
    """Other tools write nothing in several ways; no reply is wrong for it."""
    case = Case("c", "any", "own", ("How many?",), (), expected=expected)
    verdict = factual.judge(case, Response("ok", text="4"))

    assert ("unscored", "the case expects no answer to compare with") == (
        verdict.outcome, verdict.reason,
    )  # fmt: skip


@pytest.mark.parametrize(
    "key",
    [
        {"kind": ["number"], "value": "4"},
        {"kind": "number", "value": {"a": 1}},
        {"kind": "name", "value": None, "aliases": "Bern"},
        {"kind": "date"},
    ],
)
def test_foreign_key_without_a_value_is_unscored(key):
    """A key that others wrote may have any form; one that says nothing rates nothing."""
    case = Case("c", "any", "own", ("How many?",), (), expected="4", answer_key=key)

    assert "unscored" == factual.judge(case, Response("ok", text="4")).outcome


def test_name_that_is_a_letter():
    """A name that is a letter, with letters beside it, is judged as a choice."""
    key = {"kind": "name", "value": "(B)", "aliases": [], "rivals": ["(A)", "(C)"]}
    case = Case("c", "any", "own", ("Which?",), (), answer_key=key)
    outcomes = [
        factual.judge(case, Response("ok", text=reply)).outcome
        for reply in ("It is the best. So the answer is (B).", "A", "A bee.")
    ]

    assert ["right", "wrong", "undetermined"] == outcomes


def test_name_that_is_yes():
    """A name that is yes or no, without other names, is judged as yes or no."""
    key = {"kind": "name", "value": "True", "rivals": ["False"]}
    case = Case("c", "any", "own", ("Is it?",), (), answer_key=key)
    reply = "Z = False or True = True. So the answer is True."

    assert "right" == factual.judge(case, Response("ok", text=reply)).outcome
