"""The header of a table of facts that says without what it has no row."""

import pytest

from evalstore import schemas
from evalstore.store import facts, schema


@pytest.mark.parametrize("table", schema.FACTS)
def test_a_table_is_empty_without_what_is_computed_before_it(table):
    """A header that names no kind, or a later table, would leave the table empty for ever."""
    before = schema.FACTS[: schema.FACTS.index(table)]

    assert facts.source_of(table) in {
        "",
        *schemas.kinds(),
        *(f"facts.{name}" for name in before),
    }
