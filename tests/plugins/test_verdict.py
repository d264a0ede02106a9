"""Validation of the verdicts of plugin validators."""

import math

import pytest

from evalstore.plugins.verdict import Verdict, shown, validation_error

WRONG = (
    (None, "None, expected a Verdict"),
    (Verdict("Right", "sure"), "outcome Right, expected one of right"),
    (Verdict(["right"], "sure"), "outcome ['right']"),  # type: ignore[arg-type]
    (Verdict("right", None), "reason None"),  # type: ignore[arg-type]
    (Verdict("right", "sure", score=7.5), "score 7.5"),
    (Verdict("right", "sure", score=math.nan), "score nan"),
    (Verdict("right", "sure", score="high"), "score high"),  # type: ignore[arg-type]
    (Verdict("right", "sure", score=True), "score True"),
    (Verdict("right", "sure", scores=None), "scores None"),  # type: ignore[arg-type]
    (Verdict("right", "sure", scores={"a": 5.0}), "scores {'a': 5.0}"),
    (Verdict("right", "sure", tags=None), "tags None"),  # type: ignore[arg-type]
    (Verdict("right", "sure", tags="ab"), "tags ab"),  # type: ignore[arg-type]
    (Verdict("measured", "sure"), "measured without a value"),
    (Verdict("measured", "sure", value=math.inf), "value inf"),
    (Verdict("right", "sure", judge=None), "judge None"),  # type: ignore[arg-type]
    (Verdict("right", "sure", judge={"model": 3}), "judge.model 3"),
    (Verdict("right", "sure", judge={"tokens_in": 1.5}), "judge.tokens_in 1.5"),
    (Verdict("right", "sure", judge={"cost_usd": -1}), "judge.cost_usd -1"),
    (Verdict("right", "sure", judge={"prompt_sha256": "AB"}), "64 lower-case hex digits"),
    (Verdict("right", "sure", judge={"thing": object()}), "not JSON"),
)


class Unspeakable:
    """An object that refuses to be a text."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


@pytest.mark.parametrize(("given", "words"), WRONG)
def test_an_invalid_verdict_is_named(given: object, words: str) -> None:
    """The error names the field and the value found."""
    error = validation_error(given)

    assert words in str(error)


def test_a_full_verdict_is_valid() -> None:
    """Shares, tags, a value on its own scale, and the model that judged."""
    judge = {"model": "m", "prompt_sha256": "a" * 64, "tokens_in": 5, "temperature": 0.0}
    verdict = Verdict("measured", "\ud800", 1, {"a": 0.5}, ("t",), -3.5, judge)

    assert validation_error(verdict) is None


def test_what_cannot_be_a_text_is_named_by_its_type() -> None:
    """And a long text is cut short."""
    assert "a Unspeakable" == shown(Unspeakable())
    assert "a Unspeakable, expected a Verdict" == validation_error(Unspeakable())
    assert 200 == len(shown("x" * 10_000))
