"""Replies that choose an option plainly: first, at the end, by elimination or by numerals."""

import pytest

from evalstore.judges.factual import factual
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

METALS = {"A": "A lead pipe", "B": "A copper pipe", "C": "A tin pipe", "D": "An iron pipe"}
COURSE = {"A": "Rise", "B": "Fall", "C": "Cannot be determined"}
NUMERALS = {"A": "I only", "B": "II only", "C": "Both I and II", "D": "Neither I nor II"}
# The options, the reply, and the letter that it chooses.
REPLIES = (
    (METALS, "B\n\nOption A, lead, is poisonous; option D rusts.", "B"),
    (METALS, "B. A copper pipe. Lead (A) is poisonous, and iron (D) rusts.", "B"),
    (METALS, "B\n\nWait, actually C is cheaper.", None),
    (METALS, "A. A lead pipe: soft.\nB. A copper pipe: dear.\nC. A tin pipe: weak.", None),
    (METALS, "Lead is soft (A), tin is weak (C), iron rusts (D). That leaves B.", "B"),
    (METALS, "A lead pipe is soft, and so is a tin pipe. It's the copper pipe.", "B"),
    (METALS, "Many would say A, but it is soft. So B is correct.", "B"),
    (METALS, "A is wrong. C is wrong. D is wrong.", "B"),
    (METALS, "A is wrong.", None),
    (METALS, "Best material → B", "B"),
    (METALS, "One may consider A, B, C, and D.", None),
    (METALS, "So a plumber was called.", None),
    (COURSE, "It cannot be determined without more data.", "C"),
    (COURSE, "There is not enough information to tell.", "C"),
    (COURSE, "I don't know.", None),
    (COURSE, "I'm sorry, I can't help with that.", None),
    (NUMERALS, "I", "A"),
    (NUMERALS, "I and II", "C"),
    (NUMERALS, "Statement II only.", "B"),
    (NUMERALS, "Neither", "D"),
)


@pytest.mark.parametrize(("options", "reply", "expected"), REPLIES)
def test_plain_choice(options, reply, expected):
    """A reply chooses the option that it says plainly, whatever it says of the others."""
    right = []
    for letter in options:
        key = {"kind": "choice", "value": letter, "options": options}
        case = Case("c", "any", "own", ("Which is it?",), (), answer_key=key)
        if factual.judge(case, Response("ok", text=reply)).outcome == "right":
            right.append(letter)

    assert right == ([expected] if expected else [])
