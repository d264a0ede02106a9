"""The losses are those of the papers, worked out another way; alignments are expectations."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")

from evalstore.suites.drift.engine.critic import losses  # noqa: E402 - torch first

ONE_VALUE = torch.ones((1, 3))


def sigmoid(number):
    return 1.0 / (1.0 + math.exp(-number))


def corn_by_subsets(logits, classes):
    """Return the loss of Shi, Cao and Raschka: entry lists for each question, then one mean."""
    total, count = 0.0, 0
    for question in range(2):
        subset = [place for place, found in enumerate(classes) if found >= question]
        count += len(subset)
        for place in subset:
            chance = sigmoid(logits[place][question])
            total -= math.log(chance if classes[place] > question else 1.0 - chance)
    return total / count


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(-8, 8), st.floats(-8, 8), st.integers(0, 2)), min_size=1, max_size=12
    )
)
def test_corn_is_that_of_the_paper(rows):
    """With weights of 1, CORN is the mean over the conditional subsets, question by question."""
    logits = [row[:2] for row in rows]
    classes = [row[2] for row in rows]
    expected = corn_by_subsets(logits, classes)

    actual = losses.load("corn").loss(
        torch.tensor(logits, dtype=torch.float64)[:, None, :],
        torch.tensor(classes)[:, None],
        ONE_VALUE.double(),
    )

    assert expected == pytest.approx(float(actual), abs=1e-9)


def test_corn_asks_only_those_that_passed():
    """The second question is not asked of an entry of the lowest class, whatever its logit."""
    classes = torch.tensor([[0], [2]])
    logits = torch.zeros((2, 1, 2))
    expected = float(losses.load("corn").loss(logits, classes, ONE_VALUE))
    logits[0, 0, 1] = 50.0

    actual = float(losses.load("corn").loss(logits, classes, ONE_VALUE))

    assert expected == actual


@pytest.mark.parametrize("name", ["corn", "soft_ordinal", "mse"])
def test_a_weight_counts_as_that_many_entries(name):
    """To weigh the class 0 three times is to have its entries three times."""
    module = losses.load(name)
    drawn = torch.randn((4, 1, module.OUTPUT_COUNT), generator=torch.Generator().manual_seed(3))
    classes = torch.tensor([[0], [0], [1], [2]])
    again = torch.tensor([0, 0, 0, 1, 1, 1, 2, 3])
    expected = float(module.loss(drawn[again], classes[again], ONE_VALUE))

    actual = float(module.loss(drawn, classes, torch.tensor([[3.0, 1.0, 1.0]])))

    assert expected == pytest.approx(actual, rel=1e-6)


def test_soft_labels():
    """A soft label is exp(-2 d^2) over its sum, d the distance to the truth."""
    near, far = math.exp(-2.0), math.exp(-8.0)
    end = [1 / (1 + near + far), near / (1 + near + far), far / (1 + near + far)]
    middle = [near / (1 + 2 * near), 1 / (1 + 2 * near), near / (1 + 2 * near)]
    expected = np.array([end, middle, end[::-1]])

    actual = losses.load("soft_ordinal").soft_labels().numpy()

    assert np.allclose(expected, actual, atol=1e-7)


def test_soft_ordinal_is_the_cross_entropy():
    """The loss is torch's own cross-entropy against the soft labels."""
    module = losses.load("soft_ordinal")
    logits = torch.randn((6, 1, 3), generator=torch.Generator().manual_seed(4))
    classes = torch.tensor([[0], [1], [2], [2], [1], [0]])
    expected = torch.nn.functional.cross_entropy(logits[:, 0], module.soft_labels()[classes[:, 0]])

    actual = module.loss(logits, classes, ONE_VALUE)

    assert float(expected) == pytest.approx(float(actual), rel=1e-6)


@pytest.mark.parametrize(
    ("name", "logits", "expected"),
    [
        # 0.75 to be above -1, and of that 0.5 above 0: chances 0.25, 0.375, 0.375.
        ("corn", [math.log(3.0), 0.0], 0.125),
        ("soft_ordinal", [math.log(1.0), math.log(2.0), math.log(5.0)], 0.5),
        ("mse", [math.atanh(-0.3)], -0.3),
    ],
)
def test_alignment_is_the_expected_class(name, logits, expected):
    """Alignment is the sum of the classes -1, 0 and 1, each by its chance."""
    actual = float(losses.load(name).alignment(torch.tensor(logits)))

    assert expected == pytest.approx(actual, abs=1e-6)


@pytest.mark.parametrize(
    ("name", "logits", "expected"),
    [
        # Chances 0.25, 0.375, 0.375: 0.625 is not 0, and the mean is 0.125.
        ("corn", [math.log(3.0), 0.0], 0.625 - 0.125**2),
        # As likely either as the other, and nothing between.
        ("corn", [0.0, 50.0], 1.0),
        ("corn", [50.0, 50.0], 0.0),
        ("soft_ordinal", [9.0, -50.0, 9.0], 1.0 - 2 / (math.exp(2) + 2)),
        # The soft label of a sure 0 is as sure as this critic can be, and that of an end is, too.
        ("soft_ordinal", [-2.0, 0.0, -2.0], 0.0),
        ("soft_ordinal", [0.0, -2.0, -8.0], 0.0),
        ("mse", [0.0], 0.0),
    ],
)
def test_variance_is_that_of_the_class(name, logits, expected):
    """Of the classes -1, 0 and 1, by their chances."""
    actual = float(losses.load(name).moments(torch.tensor(logits))[1])

    assert expected == pytest.approx(actual, abs=1e-6)


@pytest.mark.parametrize("name", losses.names())
@settings(deadline=None)
@given(numbers=st.lists(st.floats(-1e4, 1e4), min_size=3, max_size=3))
def test_alignment_stays_in_its_range(name, numbers):
    """However large the logits, an alignment lies in [-1, 1]."""
    module = losses.load(name)

    logits = torch.tensor(numbers[: module.OUTPUT_COUNT])

    assert -1.0 <= float(module.alignment(logits)) <= 1.0
    mean, variance = module.moments(logits)

    assert float(module.alignment(logits)) == pytest.approx(float(mean), abs=1e-6)
    assert 0.0 <= float(variance) <= 1.0
