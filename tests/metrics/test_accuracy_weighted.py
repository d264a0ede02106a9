"""The weighted accuracy is numpy's weighted average of the domains' own accuracies."""

import math

import numpy as np
import pytest

WEIGHTS = {"history": 3.0, "math": 0.5, "science": 1.25, "art": 7.0}
RIGHT = {"history": [1, 0, 1], "math": [0, 0, 0, 1], "science": [1]}


@pytest.fixture
def weighed(warehouse):
    warehouse.connection.executemany(
        "insert into facts.run_weights values ('r1', $1, $2)", [*WEIGHTS.items()]
    )
    yield warehouse
    warehouse.connection.execute("delete from facts.run_weights")


def test_weights_are_those_of_the_domains_present(weighed):
    """A weight without answers counts for nothing, and the others add up to one."""
    expected = np.average(
        [np.mean(right) for right in RIGHT.values()], weights=[WEIGHTS[name] for name in RIGHT]
    )
    weighed.hold(
        [
            {"domain": domain, "status": "ok", "is_right": bool(right)}
            for domain, rights in RIGHT.items()
            for right in rights
        ]
    )

    assert math.isclose(expected, weighed.value("accuracy_weighted"), abs_tol=1e-12)
