"""Statements, short answers and corrections in replies to questions of yes or no."""

import pytest

from evalstore.judges.factual import factual
from evalstore.judges.text.yes_no.yes_no import polarity
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from tests.processor_time import processor_seconds

# The question, the reply, and whether it says yes; None where it cannot be told.
STATED = (
    ("Is copper magnetic?", "Copper is not magnetic.", False),
    ("Is copper magnetic?", "Copper is nonmagnetic.", False),
    ("Is copper magnetic?", "Iron is magnetic, but copper is not.", False),
    ("Is copper magnetic?", "Copper is not just magnetic.", None),
    ("Is copper magnetic?", "Some say copper is magnetic.", None),
    ("Is copper magnetic?", "Copper is magnetic in the form of a salt.", None),
    ("Is copper magnetic?", "It is a metal.", None),
    ("Are bats mammals?", "Bats are mammals.", True),
    ("Are bats mammals?", "Bats are mammals that can fly.", True),
    ("Are bats birds?", "Bats are mammals, not birds.", False),
    ("Is a bat a bird?", "Bats are bird eaters.", None),
    ("Is Oslo larger than Bergen?", "Bergen is larger than Oslo.", None),
    ("Is Oslo larger than Bergen?", "Oslo is smaller than Bergen.", False),
    ("Do bees sleep?", "They do, for some hours a night.", True),
    ("Do bees sleep?", "They do, but only in winter.", None),
    ("Do bees sleep?", "Bees never sleep.", False),
    ("Do bees sleep?", "Sure do.", True),
    ("Did Ada Moor win the race?", "She didn't, though she led for a mile.", False),
    ("Did Ada Moor win the race?", "Ada Moor won the race.", True),
    ("Was the arrest lawful?", "There was no warrant. So it was not lawful.", False),
    ("Is it legal to fish here?", "It's illegal, yes.", None),
    ("Is it illegal to fish here?", "It's illegal, yes.", True),
    ("Is the proof valid?", "Valid.", True),
    ("Is the proof valid?", "Invalid.", False),
    ("Can swans fly?", "You might think they cannot fly.", None),
    ("Can swans fly?", "If they were lighter they could fly.", None),
    ("Does the note say that Bo left?", "The note doesn't say that Bo left.", False),
    ("Does tea cure colds?", "There is no evidence that tea cures colds.", False),
    ("Is the tea safe?", "There is no evidence that the tea is harmful.", None),
    ("Is the tea safe?", "There is no evidence in the passage either way.", None),
    ("Do all birds fly?", "Not all of them. Kiwis walk.", False),
    ("Do birds fly?", "Not all birds fly.", None),
    ("Is it a myth that moles are blind?", "It's a myth.", None),
)
SHORT = (
    ("As of 2019, yes.", True),
    ("In Norway, yes.", True),
    ("In theory, yes.", None),
    ("In some places, yes.", None),
    ("For children, yes; for adults, no.", None),
    ("Generally, no.", False),
    ("Its roots are Roman, so strictly speaking no.", False),
    ("Without a doubt.", True),
    ("Far from it.", False),
    ("That's a common misconception.", False),
    ("I think so, as it rained.", True),
    ("I'm afraid not.", False),
    ("I am only a program, but yes, it is.", True),
    ("Yes. Wait, no, it is older.", False),
    ("No. Sorry, yes.", True),
    ("Yes\n\nThe bridge is old.", True),
)


@pytest.mark.parametrize(("question", "reply", "expected"), STATED)
def test_statement(question, reply, expected):
    """A statement that takes up the question's words answers it; a restricted one is silent."""
    assert _says(question, reply) is expected


@pytest.mark.parametrize(("reply", "expected"), SHORT)
def test_short(reply, expected):
    """A phrase that stands for yes or no is read, one on a condition is not."""
    assert _says("Is it old?", reply) is expected


def _says(question, reply):
    outcomes = [
        factual.judge(
            Case("c", "any", "own", (question,), (), expected=right), Response("ok", text=reply)
        ).outcome
        for right in (True, False)
    ]
    return {("right", "wrong"): True, ("wrong", "right"): False}.get(tuple(outcomes))


@pytest.mark.parametrize(
    "piece",
    ["bees do ", "bees, not ", "it is, ", "as of ", "Wait, ", "not ", "in a, ", "a; b, no"],
)
def test_cost(piece):
    """Long texts of half statements are read in time."""
    text = piece * (20_000 // len(piece))

    assert processor_seconds(lambda: polarity(text, "Do bees sleep?"), 0.2) < 0.2
