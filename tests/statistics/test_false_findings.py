"""Few clusters: a difference that is not there is found about as often as the level says."""

import numpy as np
import pytest

from benchmarks.clustered_errors import (
    CLUSTER_COUNTS,
    DIFFERENCE_MAX,
    FALSE_MAX,
    LEVEL,
    WORLDS,
    distance_of_stored,
    drawn,
    estimated,
)
from evalstore.statistics import student
from evalstore.statistics.wilson import QUANTILE

DRAW_COUNT = 20_000


@pytest.mark.parametrize("cluster_count", CLUSTER_COUNTS)
def test_at_most_six_in_a_hundred(cluster_count):
    """Student's t keeps its level in clusters of ten; the normal distribution does not."""
    found = estimated(
        drawn(np.random.default_rng(cluster_count), WORLDS[0], DRAW_COUNT, cluster_count)
    )
    distance = np.abs(found.difference)
    reach = student.quantile(1 - LEVEL / 2, cluster_count - 1) * found.error
    normal = np.mean(distance > QUANTILE * found.plain_error)

    assert np.mean(distance > reach) <= FALSE_MAX
    assert normal > 0.09 or cluster_count > 10


def test_the_store_says_what_numpy_says():
    """Error and p-value of some draws, as events through a store, are those by hand."""
    draws = drawn(np.random.default_rng(1), WORLDS[2], 4, 8)

    assert distance_of_stored(draws, estimated(draws), 4) < DIFFERENCE_MAX
