"""Which verdicts still judge what was said."""

import pytest


@pytest.mark.parametrize(
    ("revised", "is_stale"),
    [
        ({"answer": "B", "tokens_out": 9, "status": "ok"}, False),
        ({"turns": None}, False),
        ({"text": "I change my mind: B"}, True),
        ({"turns": [{"role": "assistant", "content": "B"}]}, True),
        ({"text": None}, True),
    ],
)
def test_only_another_text_makes_a_verdict_stale(warehouse, lines, revised, is_stale):
    """What was parsed from a response or counted in it may change; its words may not."""
    said = {"text": "It is A", "answer": "A", "tokens_out": 3}
    warehouse.add(lines.response(**said), lines.verdict("right", score=1))
    warehouse.add(lines.response(**said | revised | {"latency_ms": 5}))

    [row] = warehouse.query("select outcome, score, reason from facts.verdicts")
    stale = ("unscored", None, "judged an earlier response")
    assert (stale if is_stale else ("right", 1, "as judged")) == tuple(row.values())
