"""The columns of relations, with their DuckDB types."""

import json
from functools import cache
from pathlib import Path

import evalstore.metrics.dictionary

TYPES = Path(evalstore.metrics.dictionary.__file__).with_name("types.json")


@cache
def recorded_columns() -> dict[str, dict[str, str]]:
    """
    Return the types of the columns of each table and view, in their order.

    >>> recorded_columns()["facts.commits"]["run_number"]
    'BIGINT'
    """
    documented = json.loads(TYPES.read_text(encoding="utf-8"))
    return {
        relation: {name: type_name for name, (type_name, _) in about["columns"].items()}
        for relation, about in documented.items()
    }
