"""Small files of many formats, each of which a plausible misreading would count otherwise."""

import json
from pathlib import Path

import pytest

from evalstore.harnesses.mapped.event_map import EventMap
from evalstore.harnesses.mapped.sketch import sketched

FOLDER = Path(__file__).parents[1] / "fixtures/misreadings"
INPUTS = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))

NAMES = (
    "validator_id",
    "scored_count",
    "missing_count",
    "error_count",
    "unscored_count",
    "value",
)
VALUES = """
select validator_id, scored_count, missing_count, error_count, unscored_count, accuracy as value
from metrics.accuracy where slice_name = 'all' and scored_count > 0
union all
select validator_id, scored_count, missing_count, error_count, unscored_count, mean_value
from metrics.mean_value where slice_name = 'all' and scored_count > 0
"""
FIGURES = "select reported_value, verdict from facts.reported_scores"


def expected_values(right):
    """Yield name and fields of each value; a name in brackets stands for any validator."""
    for validator, values in (right.get("validators") or {}).items():
        for one in values if isinstance(values, list) else [values]:
            if "accuracy" in one or "mean" in one:
                yield validator, one


def is_it(row, validator, right):
    """Whether a row of VALUES has the value and each count that is known of it."""
    counts = [name for name in right if name.endswith("_count") and name in row]
    return (
        (validator.startswith("(") or validator == row["validator_id"])
        and abs(row["value"] - right.get("accuracy", right.get("mean"))) < 1e-9
        and all(row[name] == right[name] for name in counts)
    )


def known_verdicts(right):
    """Yield value and verdict of each reported figure of which one verdict alone is right."""
    reported = right.get("reported")
    for one in reported if isinstance(reported, list) else []:
        verdict = one["verdict"].split()
        is_certain = "or" not in verdict and ";" not in one["verdict"]
        if is_certain and isinstance(one.get("value"), int | float):
            yield one["value"], verdict[0]


@pytest.mark.sweep
@pytest.mark.parametrize("one", INPUTS, ids=lambda one: f"{one['nr']}-{one['kind']}")
def test_counted_as_its_maker_counted_it(take, a_store, tmp_path, one):
    """Values, their counts and the figures' verdicts are those that the file's rules give."""
    path, right, options = FOLDER / one["path"], one["right"], {}
    if one["sketch"]:
        sketch = tmp_path / "sketch.sql"
        sketch.write_text(sketched(path, path.name).text, encoding="utf-8")
        options["event_map"] = EventMap.read(sketch)
    take(path, **options)
    rows = [dict(zip(NAMES, row, strict=True)) for row in a_store.query(VALUES).rows()]
    figures = [(value, verdict) for value, verdict in a_store.query(FIGURES).rows()]

    assert [] == [
        (validator, values)
        for validator, values in expected_values(right)
        if not any(is_it(row, validator, values) for row in rows)
    ]
    assert [] == [known for known in known_verdicts(right) if known not in figures]
