"""Elements and constants are those of the libraries they come from."""

import json
from itertools import pairwise

import pytest
from scipy.constants import physical_constants

from evalstore.cases import science
from evalstore.types.seeded_random import SeededRandom
from evalstore.validators._values.units import unit_after

RENAMED = {
    "vacuum magnetic permeability": "vacuum mag. permeability",
    "magnetic flux quantum": "mag. flux quantum",
}
# What editions of CODATA have moved by at most since 2014, relatively.
EDITIONS_DIFFER_BY = 1e-4


@pytest.mark.parametrize("constant", science.constants(), ids=lambda constant: constant.name)
def test_constants(constant):
    """A value is the one CODATA gives, whichever edition is installed."""
    expected = physical_constants[RENAMED.get(constant.name, constant.name)][0]

    assert expected == pytest.approx(float(constant.value), rel=EDITIONS_DIFFER_BY)


@pytest.mark.parametrize("constant", science.constants(), ids=lambda constant: constant.name)
def test_units_can_be_read(constant):
    """Each unit in the file is one that the validator knows to its end."""
    found = unit_after(f" {constant.unit}")

    assert len(constant.unit) == (found[1] - 1 if found else 0)


def test_elements():
    """There are 118, numbered without a gap, with symbols and names of their own."""
    found = science.elements()

    assert list(range(1, 119)) == [element.number for element in found]
    assert 118 == len({element.symbol for element in found})
    assert 118 == len({element.name for element in found})


def test_atomic_weights_rise():
    """Weights rise with the number, but for the pairs known for it."""
    stable = [element for element in science.elements() if element.is_stable]
    falling = [
        (one.symbol, other.symbol)
        for one, other in pairwise(stable)
        if float(one.atomic_weight) > float(other.atomic_weight)
    ]

    assert [("Ar", "K"), ("Co", "Ni"), ("Te", "I")] == falling


def test_sources_are_named():
    """The file says which libraries it was made from, and in which version."""
    sources = json.loads(science.DATA.read_text(encoding="utf-8"))["sources"]

    assert ["constants", "elements"] == sorted(sources)
    assert "CODATA 2022" in sources["constants"]
    assert "mendeleev 1.3.0" in sources["elements"]


def test_there_are_only_so_many():
    """Asked for more questions than there are, it yields all there are, each once."""
    found = list(science.generate(SeededRandom("all"), 1_000_000, {}))

    assert 1000 < len(found) < 2000
    assert len(found) == len({case.case_id for case in found})
