"""Rules of a panel: what its verdict is, whatever its members say and in whatever order."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.judges.panel.panel import RULES, judge
from evalstore.plugins.verdict import OUTCOMES, Verdict, validation_error

NAMES = ("ann", "bea", "cid", "dan", "eva", "flo")
RANKS = {"wrong": 0, "undetermined": 1, "right": 2}


def said(outcome, score=None):
    value = 3.0 if outcome == "measured" else None
    return Verdict(outcome, f"it is {outcome}", score=score, value=value, tags=(outcome,))


def panel(rule, *outcomes):
    verdicts = {
        name: outcome if isinstance(outcome, Verdict) else outcome and said(outcome)
        for name, outcome in zip(NAMES, outcomes, strict=False)
    }
    return judge(verdicts, rule=rule, is_measured=False)


@pytest.mark.parametrize(
    ("rule", "outcomes", "expected"),
    [
        ("majority", ("right", "right", "wrong"), "right"),
        ("majority", ("right", "wrong"), "undetermined"),
        # Most votes are not more than half of them.
        ("majority", ("right", "right", "wrong", "abstained"), "undetermined"),
        ("majority", ("abstained", "abstained", "right"), "abstained"),
        # An error is no vote: one of the two that are left is no majority.
        ("majority", ("right", "wrong", "error"), "undetermined"),
        ("majority", ("wrong", "wrong", "unscored", None), "wrong"),
        ("majority", ("wrong", "unscored", "undetermined"), "undetermined"),
        ("unanimity", ("right", "right", "undetermined"), "right"),
        ("unanimity", ("right", "right", "wrong"), "undetermined"),
        ("unanimity", ("wrong", "error", "error"), "undetermined"),
        ("mean", ("right", "right", "wrong"), "right"),
        ("mean", ("right", "wrong", "wrong"), "wrong"),
        # From one half on, as every score.
        ("mean", ("right", "wrong"), "right"),
        ("mean", ("abstained", "abstained", "right"), "abstained"),
        # What measures has no vote where others say right or wrong.
        ("mean", ("right", "measured", "measured"), "undetermined"),
    ],
)
def test_the_outcome_follows_the_rule(rule, outcomes, expected):
    """And the reason names every member, with what it says."""
    found = panel(rule, *outcomes)

    assert expected == found.outcome, found.reason
    for name, outcome in zip(NAMES, outcomes, strict=False):
        assert f"{name} {outcome or 'has no verdict'}" in found.reason


def test_a_member_without_a_vote_is_said_to_have_none():
    """With why, so that nobody takes it for agreement."""
    found = panel("majority", "right", "right", Verdict("error", "out of order"), None)

    assert "cid error, no vote (out of order)" in found.reason
    assert "dan has no verdict (no vote)" in found.reason
    assert {"votes": {"right": 2}} == found.judge


def test_scores_have_a_mean_and_a_spread():
    """A member without a score counts as 1 or 0."""
    found = panel("mean", said("right", 0.6), said("wrong", 0.1), "right")

    shares = [0.6, 0.1, 1.0]
    assert statistics.mean(shares) == pytest.approx(found.score)
    assert f"(standard deviation {statistics.stdev(shares):.3g})" in found.reason
    assert shares == found.judge["vote_values"]


def test_values_on_one_scale_have_a_mean():
    """Right and wrong are no values of it."""
    verdicts = {
        "ann": Verdict("measured", "good", value=4),
        "bea": Verdict("measured", "less so", value=2),
        "cid": Verdict("right", "yes"),
    }
    found = judge(verdicts, rule="mean", is_measured=True)

    assert ("measured", 3.0) == (found.outcome, found.value)
    assert "cid right, no vote" in found.reason


votes = st.lists(
    st.tuples(st.sampled_from(OUTCOMES), st.none() | st.floats(0, 1)).map(
        lambda drawn: said(*drawn)
    )
    | st.none(),
    min_size=2,
    max_size=6,
)


@given(votes, st.sampled_from(RULES), st.booleans(), st.randoms(use_true_random=False))
def test_members_are_equal(verdicts, rule, is_measured, random):
    """In any order the verdict is the same, and one that the log takes."""
    named = list(zip(NAMES, verdicts, strict=False))
    found = judge(dict(named), rule=rule, is_measured=is_measured)
    random.shuffle(named)
    other = judge(dict(named), rule=rule, is_measured=is_measured)

    assert (found.outcome, found.score, found.value, found.tags) == (
        other.outcome, other.score, other.value, other.tags,
    )  # fmt: skip
    assert found.judge.get("votes") == other.judge.get("votes")
    assert validation_error(found) is None


@given(
    st.lists(st.sampled_from(("wrong", "undetermined", "right")), min_size=2, max_size=6),
    st.sampled_from(("majority", "mean")),
    st.data(),
)
def test_a_better_vote_never_makes_it_worse(outcomes, rule, data):
    """One member goes from wrong to right, or from no vote to right where the panel said right."""
    place = data.draw(st.integers(0, len(outcomes) - 1))
    better = [*outcomes[:place], "right", *outcomes[place + 1 :]]
    before, after = panel(rule, *outcomes), panel(rule, *better)

    if outcomes[place] == "wrong" or before.outcome == "right":
        assert RANKS[before.outcome] <= RANKS[after.outcome]


@given(st.lists(st.sampled_from(("right", "wrong")), min_size=2, max_size=6))
def test_unanimity_decides_what_majority_decides(outcomes):
    """What all say is what most say, never another outcome."""
    strict, loose = panel("unanimity", *outcomes), panel("majority", *outcomes)

    assert strict.outcome in {"undetermined", loose.outcome}
