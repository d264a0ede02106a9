"""Strict JSON out of whatever a log holds."""

import json

from hypothesis import given
from hypothesis import strategies as st

from evalstore.harnesses.inspect import strict_json

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec=None)), inner),
    max_leaves=10,
)


@given(JSON_VALUES)
def test_whatever_a_log_holds_becomes_strict_json(value):
    """A repaired value can be written, and reads back as itself."""
    repaired = strict_json.repaired({"value": value}, "", [])
    text = strict_json.encode(repaired)

    assert repaired == json.loads(text)


@given(JSON_VALUES)
def test_repairing_twice_changes_nothing_more(value):
    """What is strict stays as it is, and nothing is noted."""
    repaired = strict_json.repaired({"value": value}, "", [])
    notes = []

    assert (repaired, []) == (strict_json.repaired(repaired, "", notes), notes)
