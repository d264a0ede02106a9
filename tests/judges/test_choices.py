"""Letters and texts of options in the manners of models."""

import pytest

from evalstore.judges.factual import factual
from evalstore.judges.text.choices.choices import letters_in
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

OPTIONS = {"A": "Paris", "B": "London", "C": "New York City", "D": "York"}
LONDON = {"kind": "choice", "value": "B", "options": OPTIONS}
NO = {"kind": "choice", "value": "B", "options": {"A": "Yes", "B": "No"}}
THREE = {"kind": "choice", "value": "A", "options": {"A": "3", "B": "13", "C": "3.5", "D": "0.3"}}
# The reply to a question whose right option is B, London; silent where it chooses none.
REPLIES = (
    ("B", "right"),
    ("b", "right"),
    ("(B)", "right"),
    ("B)", "right"),
    ("B.", "right"),
    ("Option B", "right"),
    ("**B**", "right"),
    ("B: London", "right"),
    ("B) London", "right"),
    ("(B) London", "right"),
    ("B. London", "right"),
    ("The answer is B because A is red.", "right"),
    ("Answer: B", "right"),
    ("ANSWER: B", "right"),
    ("ANSWER: (b)", "right"),
    ("I choose B", "right"),
    ("I think C", "wrong"),
    ("A dog...", "silent"),
    ("London", "right"),
    ("It is London.", "right"),
    ("Paris", "wrong"),
    ("The capital is New York City.", "wrong"),
    ("New York City, not London.", "wrong"),
    ("A or B", "undetermined"),
    ("E", "wrong"),
    ("Option E", "wrong"),
    ("A: London", "undetermined"),
    ("B: Paris", "undetermined"),
    ("Explanation of it all.\n\nB", "right"),
    ("Let me see. (A) is wrong, as it is red. (B) fits best. So the answer is (B).", "right"),
    ("(A) cannot be right. (C) is false. The correct answer is B.", "right"),
    ("Not A but B.", "right"),
    ("I would say B.", "right"),
    ("It's B", "right"),
    ("B is correct.", "right"),
    ("Option B is the correct answer.", "right"),
    ("The correct option is (B) London.", "right"),
    (r"\boxed{B}", "right"),
    (r"$\boxed{\text{B}}$", "right"),
    ("<answer>B</answer>", "right"),
    ("Between A and B it is hard to say.", "silent"),
    ("A and B", "undetermined"),
    ("I don't know.", "silent"),
    ("I.", "wrong"),
    ("A", "wrong"),
    ("A.", "wrong"),
    ("A, because it is red.", "wrong"),
    ("A because it is red.", "wrong"),
    ("A man walks in.", "silent"),
    ("I am not sure.", "silent"),
    ("The best choice is B.", "right"),
    ('{"answer": "B"}', "right"),
    ("b)", "right"),
    ("The answer is (b)", "right"),
    ("B\n\nLondon is big.", "right"),
    ("B - London", "right"),
    ("Choice B is right.", "right"),
    ("The answer is London.", "right"),
    ("Answer: London (B)", "right"),
    ("The answer is option C, New York City", "wrong"),
    ("D", "wrong"),
    ("York", "wrong"),
    ("Looking at the options: A. Paris B. London. Answer: B", "right"),
    ("The answer is A. Wait, no, it is B. So the answer is B.", "right"),
    ("My answer is neither.", "silent"),
)
OTHERS = (
    (NO, "No", "right"), (NO, "Yes, it is.", "wrong"), (NO, "There is no way; no.", "right"),
    (NO, "(A)", "wrong"), (NO, "It is not.", "right"),
    (THREE, "3", "right"), (THREE, "13", "wrong"), (THREE, "3.5", "wrong"),
    (THREE, "0.3", "wrong"),
    (THREE, "The answer is 3.", "right"), (THREE, "$3$", "right"),
)  # fmt: skip
HOSTILE = ("A ", "(A) ", "option ", "London ", "B or ", "and A ", "A. ")


def judged(key, reply):
    """Return the outcome of a reply."""
    case = Case("c", "any", "own", ("Which?",), (), answer_key=key)
    return factual.judge(case, Response("ok", text=reply)).outcome


@pytest.mark.parametrize(("reply", "expected"), REPLIES)
def test_reply(reply, expected):
    """One option chosen is right or wrong, two are undetermined, and words are no letters."""
    silent = {"undetermined", "abstained"}
    outcome = judged(LONDON, reply)

    assert outcome in silent if expected == "silent" else outcome == expected


@pytest.mark.parametrize(("key", "reply", "expected"), OTHERS)
def test_other_options(key, reply, expected):
    """Options that are yes and no, and numbers inside one another."""
    assert expected == judged(key, reply)


def test_letter_beyond_the_options():
    """A letter that is no option is an answer to nothing."""
    case = Case("c", "any", "own", ("Which?",), (), answer_key=LONDON)
    verdict = factual.judge(case, Response("ok", text="E"))

    assert ("wrong", ("no_answer",)) == (verdict.outcome, verdict.tags)


@pytest.mark.parametrize("piece", HOSTILE)
def test_repetitions(piece):
    """Thousands of letters are read to their end."""
    assert len(letters_in(piece * (19_000 // len(piece)))) <= 200
    assert judged(LONDON, piece * (19_000 // len(piece))) in factual.PREFERENCE
