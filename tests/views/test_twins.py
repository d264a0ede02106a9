"""Every view has a twin, and a twin that is wrong fails."""

import re
from pathlib import Path

import pytest

from evalstore.metrics.catalog import catalog

FOLDER = Path(__file__).parent
ACCURACY = (FOLDER / "accuracy.sql").read_text(encoding="utf-8")


def test_every_view_has_a_twin():
    """Each metric has a file of given and expected rows named after it, and none is left over."""
    expected = sorted(catalog())

    actual = sorted(path.stem for path in FOLDER.glob("*.sql"))

    assert expected == actual


@pytest.mark.parametrize("name", sorted(catalog()))
def test_a_twin_is_about_its_metric(name):
    """A twin expects rows of its view: the value among them or, of a table, what was counted."""
    text = (FOLDER / f"{name}.sql").read_text(encoding="utf-8")
    expectation = text.partition(f"-- expect metrics.{name}\n")[2]
    columns = re.split(r"\W+", expectation.partition("as expected (")[2])
    counted = re.escape(name) if catalog()[name].has_value else r"\w+_count"

    assert any(re.fullmatch(counted, column) for column in columns)


def test_a_wrong_number_fails(run_twin):
    """A twin whose expected value is off in the ninth digit is no twin."""
    wrong = ACCURACY.replace("0.4", "0.400000001")

    with pytest.raises(AssertionError, match="expected, not there"):
        run_twin(wrong)


def test_a_missing_row_fails(run_twin):
    """A row of the view that the twin does not expect is reported."""
    row = ",\n    ('r1', 'raw_llm', 'factual', 'all', 'all', true, 0, 0, 0, 1, null, null, null)"
    shorter = ACCURACY.replace(row, "")

    with pytest.raises(AssertionError, match="there, not expected"):
        run_twin(shorter)


def test_null_is_no_number(run_twin):
    """An expected 0 does not pass for a null."""
    zero = ACCURACY.replace("null, null, null)", "0, null, null)")

    with pytest.raises(AssertionError, match="expected, not there"):
        run_twin(zero)


def test_a_twin_without_expectation_fails(run_twin):
    """A twin that expects nothing claims nothing."""
    with pytest.raises(AssertionError, match="expects nothing"):
        run_twin(ACCURACY.partition("-- expect")[0])
