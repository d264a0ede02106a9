"""Which verdicts still judge what was said."""

import pytest


@pytest.mark.thinned(6)
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


@pytest.mark.sweep
def test_a_verdict_says_who_judged(warehouse, lines):
    """Version, digest and model stand beside it, and facts.judges counts the cases of each."""
    digest = "0a" * 32
    warehouse.add(
        lines.response("c1"),
        lines.response("c2"),
        lines.verdict("right", "c1", validator_version="2", validator_digest=digest),
        lines.verdict("right", "c2", judge={"model": "lab/judge", "tokens_in": 3}),
    )
    columns = "validator_version, validator_digest, judge_model"
    rows = warehouse.query(f"select {columns} from facts.verdicts order by case_id")
    judges = warehouse.query(f"select {columns}, case_count from facts.judges order by all")

    expected = [("2", digest, None), (None, None, "lab/judge")]
    assert expected == [tuple(row.values()) for row in rows]
    assert [(*found, 1) for found in expected] == [tuple(row.values()) for row in judges]
