"""Abstention: YES, NO and UNKNOWN against what is expected, word for word."""

import pytest

from evalstore.judges.abstention import abstention
from evalstore.judges.taxonomy import TAXONOMY
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response


def card(gold, why=None):
    """Return a card of this right answer."""
    label = {"YES": "E", "NO": "C", "UNKNOWN": "U"}.get(gold)
    key = {"kind": "epistemic", "label": label}
    if why is not None:
        key["why"] = why
    return Case("c1", "epistemic", "context_cards", ("?",), ("abstention",), gold, key)


def judged(gold, answer, status="ok"):
    """Return the verdict on one answer."""
    return abstention.judge(card(gold), Response(status, answer=answer))


@pytest.mark.parametrize(
    ("outcome", "gold", "answer", "tags"),
    [
        ("right", "YES", "YES", ()),
        ("right", "NO", "NO", ()),
        ("right", "UNKNOWN", "UNKNOWN", ()),
        ("right", "YES", " yes\n", ()),
        ("abstained", "YES", "UNKNOWN", ()),
        ("abstained", "NO", "Unknown", ()),
        ("wrong", "YES", "NO", ("factual_error",)),
        ("wrong", "NO", "YES", ("factual_error",)),
        ("wrong", "UNKNOWN", "YES", ("unanswerable_answered",)),
        ("wrong", "UNKNOWN", "NO", ("unanswerable_answered",)),
        ("wrong", "YES", "Yes.", ("format_violation",)),
        ("wrong", "UNKNOWN", "I do not know", ("format_violation",)),
        ("wrong", "UNKNOWN", None, ("format_violation",)),
        ("wrong", "YES", "", ("format_violation",)),
    ],
)
def test_outcomes(outcome, gold, answer, tags):
    """An UNKNOWN that is right is right; one that is not due is an abstention, no error."""
    verdict = judged(gold, answer)

    assert (outcome, tags) == (verdict.outcome, verdict.tags)


@pytest.mark.parametrize("gold", ["YES", "NO", "UNKNOWN"])
@pytest.mark.parametrize("answer", ["YES", "NO", "UNKNOWN", "perhaps", None])
def test_reason_and_tags(gold, answer):
    """Every verdict names what was expected and carries only known tags."""
    verdict = judged(gold, answer)

    assert f"expected {gold}" in verdict.reason
    assert set(verdict.tags) <= set(TAXONOMY)


def test_the_reason_of_the_card_is_told():
    """Where the card says why its claim is contradicted, the verdict says it too."""
    verdict = abstention.judge(card("NO", "a river has one mouth"), Response("ok", answer="YES"))

    assert "expected NO: the claim is contradicted (a river has one mouth)" in verdict.reason


@pytest.mark.parametrize("status", ["missing", "error", "unparsable"])
def test_without_an_answer_nothing_is_judged(status):
    """What was not answered is not scored."""
    assert "unscored" == judged("YES", None, status).outcome


def test_without_a_right_answer_nothing_is_judged():
    """A case that expects none of the three words is not scored."""
    assert "unscored" == judged("maybe", "YES").outcome


def test_a_long_answer_is_cut_in_the_reason():
    """A reason stays short whatever the answer."""
    assert len(judged("YES", "x" * 10_000).reason) < 200
