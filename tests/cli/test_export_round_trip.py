"""Export: whatever was ingested in a format comes out equal."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import evalstore as package
from evalstore.cli import call_command
from evalstore.harnesses.exports.export import export
from evalstore.store.query.reader import reading
from tests.cli.lines import ordered, text_of

TEXT = st.text(max_size=20)
# Beyond it numbers are refused, and a zero's sign is none in JSON's eyes.
NUMBER = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
GOLD = st.sampled_from(["YES", "NO", "UNKNOWN", " yes"])
LABEL = st.sampled_from(["E", "C", "U", "c"])
NAME = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)
OTHERS = st.dictionaries(TEXT, ANYTHING, max_size=2)
CARD = st.fixed_dictionaries(
    {"id": NAME, "facts": st.lists(TEXT, max_size=2), "question": TEXT, "gold": GOLD},
    optional={"label": LABEL | st.none(), "claim": st.dictionaries(TEXT, ANYTHING, max_size=2)},
)
RESULT = st.fixed_dictionaries(
    {"id": NAME, "gold": GOLD, "system": st.sampled_from(["kg", "raw"])},
    optional={
        "pred": st.none() | st.sampled_from(["YES", "no ", "UNKNOWN"]) | TEXT,
        "pass": st.none() | st.booleans(),
        "label": LABEL | st.none(),
    },
)
LABELLED = {
    "context_cards": {"id": "0", "facts": [], "question": "?", "gold": "YES", "label": "E"},
    "epistemic_results": {"id": "0", "gold": "YES", "pred": None, "system": "kg", "label": "E"},
}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("format_name", "lines"), [("context_cards", CARD), ("epistemic_results", RESULT)]
)
def test_round_trip(tmp_path_factory, format_name, lines):
    """Whatever fits the format comes out equal, field by field, in its order."""

    @settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(st.builds(lambda own, more: more | own, lines, OTHERS), min_size=4, max_size=12)
    )
    def holds(found):
        objects = [LABELLED[format_name] | {"note": 1}]
        seen = {"0"}
        for item in found:
            if item["id"] not in seen:
                seen.add(item["id"])
                objects.append(item)
        folder = tmp_path_factory.mktemp("trip")
        path = folder / "lines.jsonl"
        path.write_text(text_of(objects), encoding="utf-8")
        store = folder / "warehouse"
        layout = package.open(store, create=True).layout
        arguments = ["ingest", str(path), "--run-id", "e1", "--store", str(store), "--strict"]
        assert call_command([*arguments, "--format", format_name]) == 0
        with reading(layout) as reader:
            lines_out = export(reader, format_name, "e1").lines
        written = [json.loads(line) for line in lines_out]
        # What never came is written after what did.
        assert ordered(objects) == ordered(written[: len(objects)])

    holds()
