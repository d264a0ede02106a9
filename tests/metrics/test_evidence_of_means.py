"""Evidence on a mean is confseq's capital, and rarely shows what is not so, whenever one looks."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

FILE = Path(__file__).parents[1] / "fixtures/evidence/confseq.json"
FIGURES = json.loads(FILE.read_text(encoding="utf-8"))["figures"]
# Half of confseq's grid of means, and the rounding down by one of its steps.
GRID = 0.002


@pytest.fixture(scope="module")
def said(warehouse):
    """Return a function that gives what an expression says of parameters."""

    def ask(expression, *parameters):
        [(value,)] = warehouse.connection.execute(f"select {expression}", [*parameters]).fetchall()
        return value

    return ask


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["name"])
def test_evidence_is_the_capital_of_confseq(said, figure):
    """The largest so far, and at least that of the beginning."""
    evidence = "macros.log_evidence_of_mean_above($1, $2, $3)"
    for bound, log_capital in figure["log_capital"].items():
        value = said(evidence, figure["values"], float(bound), figure["alpha"])

        assert value == pytest.approx(max(0.0, log_capital), abs=1e-9)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["name"])
def test_least_means_are_the_hedged_confidence_sequence(said, figure):
    """Of confseq, which tries a grid of means and rounds outwards."""
    others = [1.0 - value for value in figure["values"]]
    low = said("macros.least_mean($1, $2)", figure["values"], figure["alpha"])
    high = 1.0 - said("macros.least_mean($1, $2)", others, figure["alpha"])

    assert low == pytest.approx(figure["low"], abs=GRID)
    assert high == pytest.approx(figure["high"], abs=GRID)


@pytest.mark.parametrize(
    ("values", "bound", "alpha"),
    [
        ([], 0.5, 0.05), (None, 0.5, 0.05), ([0.2, None], 0.5, 0.05), ([0.2, 1.1], 0.5, 0.05),
        ([-0.1], 0.5, 0.05), ([0.2], 0.0, 0.05), ([0.2], 1.0, 0.05), ([0.2], 0.5, 0.0),
        ([0.2], None, 0.05),
    ],
)  # fmt: skip
def test_no_evidence_of_what_is_no_mean(said, values, bound, alpha):
    """No value, one out of range, and bounds that nothing can lie beyond."""
    evidence = "macros.log_evidence_of_mean_above($1::double[], $2, $3)"

    assert said(evidence, values, bound, alpha) is None


def test_evidence_rarely_shows_what_is_not_so(said):
    """Of 500 histories with the mean at the bound at most 5 % and three standard errors do."""
    histories = np.random.default_rng(7).beta(0.6, 0.4, (500, 80))
    count = said(
        "(select count(*) from (select unnest($1::double[][]) as history) "
        "where macros.log_evidence_of_mean_above(history, 0.6, 0.05) >= -ln(0.05))",
        histories.tolist(),
    )

    assert count <= 500 * 0.05 + 3 * math.sqrt(500 * 0.05 * 0.95)
