"""Binned scores agree with uncertainty-calibration and torchmetrics, where conventions meet."""

import math
import random

import pytest

CASES = range(5)


def off_the_edges(seed: int, count: int = 300) -> tuple[list[float], list[int]]:
    """Return distinct confidences on no edge of a bin, and whether each answer is right."""
    dice = random.Random(seed)
    confidences = [(place + 0.5) / 1000 for place in dice.sample(range(1000), count)]
    return confidences, [int(dice.random() < confidence) for confidence in confidences]


def close(expected, actual) -> bool:
    return math.isclose(expected, actual, rel_tol=0, abs_tol=1e-9)


@pytest.fixture(scope="module", name="library")
def uncertainty_calibration():
    """Return uncertainty-calibration's own functions."""
    return pytest.importorskip("calibration.utils", reason="uncertainty-calibration is optional")


@pytest.mark.parametrize("seed", CASES)
@pytest.mark.parametrize("count", [7, 10, 104, 300])
def test_equal_mass_is_that_of_uncertainty_calibration(warehouse, claims, library, seed, count):
    """Without ties, ten bins of equal count hold the same answers, also where ten do not fit."""
    confidences, is_right = off_the_edges(seed, count)
    expected = library.get_ece_em(confidences, is_right, num_bins=10, mode="marginal")

    warehouse.hold(claims(confidences, is_right))

    assert close(expected, warehouse.value("ece_equal_mass"))


@pytest.mark.parametrize("seed", CASES)
@pytest.mark.parametrize("count", [12, 300])
def test_debiased_is_that_of_uncertainty_calibration(warehouse, claims, library, seed, count):
    """Off the edges, bins of one answer among them, the debiased error is the same."""
    confidences, is_right = off_the_edges(seed, count)
    expected = library.lower_bound_scaling_ce(
        confidences,
        is_right,
        p=2,
        debias=True,
        num_bins=10,
        binning_scheme=library.get_equal_prob_bins,
    )

    warehouse.hold(claims(confidences, is_right))

    assert close(expected, warehouse.value("rmsce_debiased"))


@pytest.mark.parametrize("seed", CASES)
def test_aurc_is_the_rest_of_its_coverage_accuracy(warehouse, claims, library, seed):
    """Without ties, the area under risk and the one under accuracy make one."""
    confidences, is_right = off_the_edges(seed)
    area, _ = library.get_selective_stats(confidences, is_right)

    warehouse.hold(claims(confidences, is_right))

    assert close(1 - area, warehouse.value("aurc"))


@pytest.mark.parametrize(("norm", "metric"), [("l1", "ece"), ("l2", "rmsce"), ("max", "mce")])
@pytest.mark.parametrize("seed", CASES)
def test_gaps_are_those_of_torchmetrics(warehouse, claims, norm, metric, seed):
    """Off the edges, torchmetrics weighs and takes the largest of the same gaps."""
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    classification = pytest.importorskip(
        "torchmetrics.functional.classification", reason="torchmetrics is no dependency"
    )
    confidences, is_right = off_the_edges(seed)
    expected = classification.binary_calibration_error(
        torch.tensor(confidences, dtype=torch.float64),
        torch.tensor(is_right),
        n_bins=10,
        norm=norm,
    ).item()

    warehouse.hold(claims(confidences, is_right))

    assert close(expected, warehouse.value(metric))
