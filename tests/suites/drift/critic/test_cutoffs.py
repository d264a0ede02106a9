"""Cut-offs agree best with the truth they are chosen on, and stretching keeps the order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

torch = pytest.importorskip("torch")

from evalstore.suites.drift.engine.critic import cutoffs  # noqa: E402
from evalstore.suites.drift.engine.critic.lesson import classes_of  # noqa: E402


def kappa(found, truth):
    return cohen_kappa_score(found, truth, weights="quadratic", labels=[-1, 0, 1])


def test_rare_classes_are_found_by_their_cut_off():
    """A critic that says -0.2 at its lowest is right all the same, once it is stretched."""
    draws = np.random.default_rng(1)
    labels = draws.choice([-1, 0, 1], (300, 10), p=[0.1, 0.7, 0.2])
    said = (0.2 * labels + draws.normal(0, 0.03, labels.shape)).astype(np.float32)
    chosen = cutoffs.chosen(said, labels)
    stretched = cutoffs.stretched(torch.from_numpy(said), torch.from_numpy(chosen)).numpy()

    assert 0.0 == np.abs(classes_of(said)).max()
    for place in range(10):
        assert kappa(classes_of(stretched[:, place]), labels[:, place]) > 0.95


@pytest.mark.sweep
def test_the_best_of_all_pairs_is_taken():
    """Of few readings, no pair of cut-offs around the median agrees better."""
    draws = np.random.default_rng(2)
    said = draws.uniform(-0.9, 0.9, (25, 10))
    labels = draws.choice([-1, 0, 1], (25, 10))
    chosen = cutoffs.chosen(said, labels)
    for place in range(3):
        values = np.unique(said[:, place])
        between = (values[1:] + values[:-1]) / 2
        middle = np.median(said[:, place])
        best = max(
            kappa((said[:, place] > high).astype(int) - (said[:, place] < low), labels[:, place])
            for low in between[between <= middle]
            for high in between[between >= middle]
            if high - low >= 2 * cutoffs.GAP_MIN
        )
        low, high = chosen[place]
        found = (said[:, place] > high).astype(int) - (said[:, place] < low)
        assert kappa(found, labels[:, place]) == pytest.approx(best)


def test_nothing_to_choose_by_leaves_them_as_they_are():
    """One class only, one reading only, or readings that are worse than chance."""
    same = np.zeros((20, 10), np.int64)
    draws = np.random.default_rng(3).uniform(-1, 1, (20, 10))

    assert (cutoffs.chosen(draws, same) == cutoffs.fixed()).all()
    assert (cutoffs.chosen(np.zeros((20, 10)), same + 1) == cutoffs.fixed()).all()


@settings(max_examples=50, deadline=None)
@given(
    st.floats(-0.95, 0.9),
    st.floats(0.01, 0.5),
    st.lists(st.floats(-1, 1, width=32), min_size=2, max_size=20),
)
def test_stretching_keeps_order_and_ends(low, gap, said):
    """Readings stay in [-1, 1] and in their order; the ends and the cut-offs land in place."""
    pair = torch.tensor([[low, min(low + gap, 0.95)]])
    given = torch.tensor(sorted(said)).reshape(-1, 1)
    found = cutoffs.stretched(given, pair)

    assert (found.abs() <= 1).all()
    assert (found.diff(dim=0) >= -1e-5).all()
    ends = cutoffs.stretched(torch.tensor([[-1.0], [1.0], [pair[0, 0]], [pair[0, 1]]]), pair)
    assert torch.allclose(ends.flatten(), torch.tensor([-1.0, 1.0, -0.5, 0.5]), atol=1e-4)


def test_fixed_cut_offs_change_nothing():
    """-0.5 and 0.5 stay where they are, and so does all between."""
    given = torch.linspace(-1, 1, 41).reshape(-1, 1).repeat(1, 10)
    found = cutoffs.stretched(given, torch.from_numpy(cutoffs.fixed()))

    assert torch.allclose(given, found, atol=1e-6)
