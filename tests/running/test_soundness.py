"""What a stranger's system may give instead of a response."""

import pytest

from evalstore.running.soundness import fault_of
from evalstore.types.response import Response

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
def test_a_fault_is_named(given: object, words: str) -> None:
    """What is no response is told, with what was found."""
    fault = fault_of(given)

    assert words in str(fault)


def test_half_a_character_and_a_nul_are_no_fault() -> None:
    """The store mends them and says so; the answer is not lost for them."""
    fault = fault_of(Response("ok", text="a\ud800\0b", confidence=1))

    assert fault is None
