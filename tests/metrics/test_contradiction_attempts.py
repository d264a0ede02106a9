"""Contradictions over repeated conversations agree with numpy and statsmodels."""

import random
from collections import Counter
from statistics import mean

import pytest
from statsmodels.stats.weightstats import DescrStatsW

# What a conversation may have become: its outcome in the table, then what stands in the facts.
FATES = {
    "consistent": ("ok", "right", True),
    "contradiction": ("ok", "wrong", False),
    "undetermined": ("ok", "undetermined", None),
    "missing": ("missing", None, False),
    "error": ("error", None, None),
    "unjudged": ("ok", None, None),
}


@pytest.mark.parametrize("seed", range(3))
def test_a_case_counts_with_the_mean_over_its_conversations(warehouse, seed):
    """Index, interval, coverage and outcomes are means and sums over the cases."""
    dice = random.Random(seed)
    talks = [[dice.choice([*FATES]) for _ in range(dice.randint(1, 4))] for _ in range(50)]
    warehouse.hold(
        [
            {
                "validator_id": "self_contradiction",
                "case_id": f"c{case}",
                "attempt": attempt,
                **dict(zip(("status", "outcome", "is_right"), FATES[fate], strict=True)),
            }
            for case, fates in enumerate(talks)
            for attempt, fate in enumerate(fates, 1)
        ]
    )
    readable = [[fate for fate in fates if fate.startswith("con")] for fates in talks]
    received = [[fate for fate in fates if fate not in {"missing", "error"}] for fates in talks]
    shares = [mean(fate == "contradiction" for fate in fates) for fates in readable if fates]
    low, high = DescrStatsW(shares).tconfint_mean()
    weights = Counter()
    for fates in talks:
        weights.update({fate: count / len(fates) for fate, count in Counter(fates).items()})

    row = warehouse.row("contradiction_index")
    outcomes = {row["outcome"]: row for row in warehouse.rows("contradiction_outcomes")}

    assert [len(shares), mean(shares), low, high] == pytest.approx(
        [row[name] for name in ("scored_count", "contradiction_index", "ci_low", "ci_high")],
        abs=1e-9,
    )
    assert row["coverage"] == pytest.approx(
        mean(len(seen) / len(came) for seen, came in zip(readable, received, strict=True) if came)
    )
    assert len(talks) == sum(
        row[name] for name in ("scored_count", "missing_count", "error_count", "unscored_count")
    )
    assert Counter(fate for fates in talks for fate in fates) == {
        name: outcome["conversation_count"] for name, outcome in outcomes.items()
    }
    assert weights == pytest.approx({name: row["case_sum"] for name, row in outcomes.items()})
