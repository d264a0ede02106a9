"""Cards about graphs and shapes of others: a vocabulary, railways and a building, without code."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from evalstore.cli import call_command
from evalstore.plugins.registry import load
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

SUITE = load("suites", "epistemic")
KG = Path(os.environ.get("EVALSTORE_REAL_DATA", "")) / "kg"
ERA = "http://data.europa.eu/949/"
BRICK = "https://brickschema.org/schema/Brick#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
PER_LABEL = 5
# The files of each graph, its shapes, what is asked about, and how many E, C and U there are.
GRAPHS = {
    "vocabulary": (
        ["vocpub/examples__valid.ttl"],
        "vocpub/validator.shacl.ttl",
        f"{SKOS}inScheme",
        (5, 5, 5),
    ),
    "broader concepts": (
        ["vocpub/examples__valid.ttl"],
        "vocpub/validator.shacl.ttl",
        f"{SKOS}broader",
        (5, 5, 5),
    ),
    "railways": (
        ["era/tests__sparql__node__sparql-era-001-data.ttl"],
        "era/tests__sparql__node__sparql-era-001.ttl",
        f"{ERA}protectionLegacySystem",
        (5, 5, 5),
    ),
    "building": (
        ["brick/soda_brick.ttl", "brick/Brick.ttl"],
        "brick/Brick.ttl",
        f"{BRICK}isPartOf",
        (5, 5, 5),
    ),
}
LARGE = {"railways", "building"}
pytestmark = [
    pytest.mark.real_data,
    pytest.mark.skipif(
        not all(KG.joinpath(one).is_dir() for one in ("vocpub", "era", "brick")),
        reason="EVALSTORE_REAL_DATA names no folder that holds kg/vocpub, kg/era and kg/brick",
    ),
]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=pytest.mark.sweep if name in LARGE else ()) for name in GRAPHS
    ],
)
def ran(request, tmp_path_factory):
    """Run the suite on a graph by its options alone; return what it takes to ask about it."""
    graphs, shapes, predicate, counts = GRAPHS[request.param]
    settings = {
        "kg": [str(KG / name) for name in graphs],
        "shapes": str(KG / shapes),
        "predicate": [predicate],
        "per_label": str(PER_LABEL),
    }
    folder = tmp_path_factory.mktemp("foreign")
    store = str(folder / "warehouse")
    options = [part for name in settings["kg"] for part in ("--kg", name)]
    options += ["--shapes", settings["shapes"], "--predicate", predicate]
    codes = [
        call_command(["init", "--store", store]),
        call_command(
            ["run", "epistemic", "--store", store, "--run-id", "r1", "--seed", "s",
             "--per-label", str(PER_LABEL), "--config", str(folder / "none.toml"), *options]
        ),
    ]  # fmt: skip

    assert [0, 0] == codes
    return Layout(folder / "warehouse"), settings, counts


@pytest.mark.thinned(4)
def test_every_card_is_answered_right_by_who_has_the_graph(ran):
    """By IRIs and by words alone the graph's own systems answer every card as it is labelled."""
    layout, _, counts = ran
    with reading(layout) as reader:
        rows = reader.table("select system_id, label, outcome from facts.scored")[1]
    wanted = {label: count for label, count in zip("ECU", counts, strict=True) if count}

    for system_id in ("kg_oracle", "graph_rag"):
        outcomes = Counter((label, outcome) for name, label, outcome in rows if name == system_id)

        assert {(label, "right"): count for label, count in wanted.items()} == outcomes


@pytest.mark.thinned(4)
def test_every_label_keeps_its_proof(ran):
    """E names its rule, C its constraint and what it says; U has neither."""
    _, settings, _ = ran
    for card in SUITE.cases("s", ("epistemic",), None, settings):
        why = card.answer_key["why"]
        proof = {"E": why.get("rule"), "C": why.get("kind"), "U": "none"}[card.label]

        assert proof, json.dumps(why)
        assert not (card.label == "U" and why.get("rule"))


def test_fewer_than_asked_for_is_said(ran):
    """For each label with fewer cards than asked for there is a remark with count and reason."""
    _, settings, counts = ran
    said = SUITE.remarks("s", ("epistemic",), None, settings)
    short = [f"{count} of {PER_LABEL} cards {label}"
             for label, count in zip("ECU", counts, strict=True) if count < PER_LABEL]  # fmt: skip

    said_of_labels = [remark for remark in said if f" of {PER_LABEL} cards " in remark]
    assert short == [remark.partition(" (")[0] for remark in said_of_labels]
    assert all(remark.partition("): ")[2] for remark in said_of_labels)
