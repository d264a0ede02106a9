"""A question repeated answers nothing, and the right answer word for word is right."""

import pytest

from evalstore.judges.factual.factual import judge
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response


def outcome(asked, expected, reply):
    case = Case("c", "d", "g", (asked,), ("factual",), expected=expected)
    return judge(case, Response("ok", text=reply)).outcome


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Which is larger, Chad or Cuba?", "Chad"),
        ("Which day follows Monday: Tuesday or Sunday?\nSay the day.", "Tuesday"),
        ("What is half of 40, 20 or 80?", "20"),
    ],
)
def test_an_echo_is_no_answer(asked, expected):
    """A reply that only repeats the question is wrong, though the question names the answer."""
    assert ["wrong", "wrong", "right", "wrong"] == [
        outcome(asked, expected, asked),
        outcome(asked, expected, asked.partition("\n")[0]),
        outcome(asked, expected, f"{asked} {expected}"),
        outcome(asked, expected, f"{asked} Paris"),
    ]


@pytest.mark.parametrize(
    "expected", ["* * * * *", "[O(n)]", "(b) Assonance", "■▯■\n■◦■", "delta, charlie, alpha", "是"]
)
def test_the_right_answer_word_for_word(expected):
    """Whatever no rule reads is right where it is what was expected, and only then."""
    asked = "Answer in the form that the examples above have."

    assert "right" == outcome(asked, expected, f" {expected}\n")
    assert "right" != outcome(asked, expected, "0 0 1 1 *")
