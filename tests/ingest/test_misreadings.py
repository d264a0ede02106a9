"""Small files of many formats, each of which a plausible misreading would count otherwise."""

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "fixtures/misreadings"
INPUTS = [
    one
    for one in json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
    if not one["sketch"] and not one["needs_map"] and one["right"].get("validators")
]


def expected_values(right):
    """The value of each validator and run, in order."""
    found = []
    for validator, values in right["validators"].items():
        for one in values if isinstance(values, list) else [values]:
            value = one.get("accuracy", one.get("mean"))
            if value is not None:
                found.append((validator, one["scored_count"], round(value, 4)))
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("one", INPUTS, ids=lambda one: f"{one['nr']}-{one['kind']}")
def test_counted_as_its_maker_counted_it(take, a_store, one):
    """Each validator has the value that the file's own rules give, over as many cases."""
    take(FOLDER / one["path"])
    values = a_store.query(
        "select validator_id, scored_count, round(accuracy, 4) from metrics.accuracy "
        "where slice_name = 'all' and scored_count > 0 union all "
        "select validator_id, scored_count, round(mean_value, 4) from metrics.mean_value "
        "where slice_name = 'all' and scored_count > 0"
    ).rows()

    assert [] == [value for value in expected_values(one["right"]) if value not in values]
