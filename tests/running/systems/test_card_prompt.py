"""Facts and question, read back out of a card's prompt."""

import pytest

from evalstore.suites.epistemic.readers.card_model import facts_and_question


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ((["Ash flows into Elm"], "Does it?"), "Ash flows into Elm\n\nDoes it?"),
        ((["A b c", "D e f"], "Is it?"), "Facts:\n- A b c\n- D e f\n\nQuestion: Is it?\nSay so."),
        ((["A b c"], "Is it so"), "Known facts:\n1. A b c\nQUESTION: Is it so\nWhy not?"),
        (([], "Is it?"), "Is it?\n\nAnswer YES, NO or UNKNOWN."),
        (([], "Is it?"), "Is it?\r\nIs this a question too?"),
        (None, "There is none."),
        (None, ""),
    ],
)
def test_parts(expected, text):
    """Facts stand before the question, a line each; what follows it is how to answer."""
    assert expected == facts_and_question(text)
