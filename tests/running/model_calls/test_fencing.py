"""What stands between fences stays there."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.running.model_calls.fencing import PromptPart, fence_of, fenced, sendable
from evalstore.running.model_calls.json_reply import object_in
from evalstore.running.model_calls.spending import Spending, SpentError

TEXTS = st.lists(st.text(max_size=40), min_size=1, max_size=4)


@given(TEXTS)
def test_a_part_cannot_end_itself(texts):
    """Each text comes back whole, and the lines that fence it stand once."""
    parts = [sendable(PromptPart(f"part {place}", text)) for place, text in enumerate(texts)]
    fence = fence_of("instructions", parts)
    for part, shown in zip(parts, fenced(parts, fence), strict=True):
        first, last = f"[begin {part.title} {fence}]\n", f"\n[end {part.title} {fence}]"
        assert part.text == shown.removeprefix(first).removesuffix(last)
        assert 2 == shown.count(fence)


@given(TEXTS, TEXTS)
def test_a_fence_is_of_what_it_encloses(texts, others):
    """The same parts have the same fence, other parts or instructions another one."""
    parts = [PromptPart("part", text) for text in texts]
    fence = fence_of("instructions", parts)

    assert fence == fence_of("instructions", parts) != fence_of("others", parts)
    if texts != others:
        assert fence != fence_of("instructions", [PromptPart("part", text) for text in others])


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=20), max_size=4))
def test_an_object_is_read_with_and_without_markdown(told):
    """A fence of Markdown around it changes nothing."""
    text = json.dumps(told)

    assert (told, "") == object_in(text) == object_in(f"Here it is:\n```json\n{text}\n```\n")


def test_a_key_twice_is_no_object():
    """Which of two verdicts counts would be a guess."""
    told, problem = object_in('{"verdict": "right", "verdict": "wrong"}')

    assert told is None
    assert "a key twice" in problem


def test_what_is_set_aside_counts_until_it_is_settled():
    """So two requests in flight cannot pass a budget together."""
    spending = Spending(budget_usd=1.0)
    spending.reserve(0.6)
    with pytest.raises(SpentError, match="--budget 1usd is reached"):
        spending.reserve(0.6)
    spending.settle(0.6, 0.1, 20)
    spending.reserve(0.6)

    assert (0.1, 2, 20) == (
        spending.spent_usd, spending.request_count, spending.tokens_out_max_seen,
    )  # fmt: skip
