"""Yes and no in the manners of models: first, last, elliptical, and not at all."""

import pytest

from evalstore.types.case import Case
from evalstore.types.response import Response
from evalstore.validators import factual
from evalstore.validators._yes_no import polarity

# The reply, and whether it says yes; None where it cannot be told.
REPLIES = (
    ("Yes", True),
    ("No.", False),
    ("yes, it is", True),
    ("No, it isn't.", False),
    ("True", True),
    ("False.", False),
    ("**Yes**", True),
    ("not true", False),
    ("That's not true.", False),
    ("This is incorrect.", False),
    ("The statement is false.", False),
    ("The claim is correct.", True),
    ("It is not the case.", False),
    ("Herons eat frogs. Thus a pond with frogs feeds herons. So the answer is yes.", True),
    ("not ( ( not not True ) ) = not True = False. So the answer is False.", False),
    ("Z = not ( True ) or False. Z = False or False = False", False),
    ("No one knows.", None),
    ("No country has ever done so, but a few came close.", None),
    ("Yes and no.", None),
    ("It depends.", None),
    ("True love is hard to find in a story like this one.", None),
    ("Right triangles have one right angle, therefore it holds.", None),
    ("It is.", True),
    ("It is not.", False),
    ("It isn't.", False),
    ("No, wait. Yes.", None),
    ("After two left turns and 3 steps I am not at the start. So the answer is No.", False),
    ("Cellists use bows, not sticks. So no, it is not plausible. So the answer is no.", False),
    ("Based on the passage, yes, the film was a sequel.", True),
    ("I think so, yes.", True),
    ("Probably not.", False),
    ("Definitely.", True),
    ("Of course not!", False),
    ("Absolutely, because it rains.", True),
    ("The answer is: not true", False),
    ("I believe the answer is no because he died in 1900.", False),
    (
        "There are larger towns of that name. Thus, this is not the largest. So the answer is no.",
        False,
    ),
    ("No: the two never met.", False),
    ("No - they never met.", False),
    ("No\n\nThe two never met.", False),
    ("The two never met, so no.", False),
    ("The evidence does not support the claim, so the claim is false.", False),
    ("Is it true? Yes.", True),
    ("Penguins cannot fly. Therefore, the statement is true.", True),
    ("It would be wrong to say that the statement is false.", None),
    ("The argument is invalid.", False),
    ("The deduction is valid.", True),
    ("It's false.", False),
    ("That is correct.", True),
    ("Incorrect.", False),
    ("Correct, Paris is the capital.", True),
    ("Not necessarily.", False),
    ("If it is true, we are lost.", None),
    ("Maybe.", None),
    ("I don't know.", None),
    ("The speaker said 'yes' to his bride.", None),
    ("Ada is honest. Bo says Ada is honest, so Bo is honest. So the answer is Yes.", True),
    ("(not False) and True evaluates to True", True),
    ("This expression is not False, it is True.", True),
    ("There is no evidence for that.", None),
    ("No, that's a myth. It is true that some believed it.", False),
    ("Yes. Although it isn't true for all birds, it holds for penguins.", True),
    ("There isn't.", False),
    ("They do.", True),
    ("She couldn't.", False),
    ("Final answer: True", True),
    ('The correct answer is "No".', False),
    ("I'd say yes.", True),
    ("<answer>no</answer>", False),
    ("Answer: (True)", True),
    ("Sure, yes.", True),
    ("A: No", False),
    ("In conclusion, no.", False),
    ("This statement is most likely false.", False),
    ("The answer is not yes.", False),
    ("The answer is no, not yes.", False),
    ("It isn't false.", True),
    ("That is not false, so yes.", True),
    ("Unfortunately, no.", False),
    ("Yes, this is false.", True),
)
HOSTILE = ("yes ", "it is ", "the statement ", "given ", "no, ", "= ", "No. ", "based on ", '"(* ')


@pytest.mark.parametrize(("reply", "expected"), REPLIES)
def test_reply(reply, expected):
    """A reply says yes, no, or nothing that could be told."""
    found = {}
    for right in (True, False):
        case = Case("c", "any", "own", ("Is it?",), (), expected=right)
        found[right] = factual.judge(case, Response("ok", text=reply)).outcome

    if expected is None:
        assert set(found.values()) <= {"undetermined", "abstained"}
    else:
        assert {expected: "right", not expected: "wrong"} == found


@pytest.mark.parametrize("piece", HOSTILE)
def test_repetitions(piece):
    """Thousands of half answers are read to their end."""
    found = polarity(piece * (19_000 // len(piece)))

    assert found is None or found[0] in {True, False}
