"""Validation of the responses of plugin systems."""

import pytest

from evalstore.plugins.response import Response, validation_error

WRONG = (
    (None, "None, not a Response"),
    (Response("nope"), "not a Response"),
    (Response("ok", text=b"x"), "expected a text"),
    (Response("ok", answer=5), "answer 5, expected a text"),
    (Response("ok", text="x" * (4 * 2**20 + 1)), "characters"),
    (Response("ok", confidence=float("nan")), "confidence nan"),
    (Response("ok", confidence=1.5), "confidence 1.5"),
    (Response("ok", latency_ms=-1.0), "latency_ms -1.0"),
    (Response("ok", tokens_in=2**63), "tokens_in"),
    (Response("ok", turns=None), "turns None"),
    (Response("ok", extra=None), "extra None"),
    (Response("ok", extra={"case_id": "other"}), "'case_id'"),
    (Response("ok", extra={"thing": object()}), "not JSON"),
    (Response("ok", extra={"thing": float("inf")}), "not JSON"),
)


@pytest.mark.parametrize(("given", "words"), WRONG)
def test_an_invalid_response_is_named(given: object, words: str) -> None:
    """The error names the field and the value found."""
    error = validation_error(given)

    assert words in str(error)


def test_a_lone_surrogate_and_a_nul_are_valid() -> None:
    """The store repairs them and records it; the answer is kept."""
    error = validation_error(Response("ok", text="a\ud800\0b", confidence=1))

    assert error is None
