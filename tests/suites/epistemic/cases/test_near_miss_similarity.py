"""Similarities of near misses: each of the four alone, and none without cause."""

import pytest

from evalstore.suites.epistemic.cases.near_miss import (
    NEIGHBORS_MAX,
    Similarity,
    SimilarityGrader,
    neighbors,
)
from evalstore.suites.epistemic.graphs.graph import load

EX = "http://example.org/"
GRAPH = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:mouth rdfs:range :Water .
:s :mouth :gulf . :s :crosses :land . :u :mouth :other . :u :crosses :far .
:gulf a :Gulf ; rdfs:label "Gulf of Bengal" .
:classed a :Gulf ; rdfs:label "Xyxyx" .
:ranged a :Water ; rdfs:label "Quququ" .
:regional a :Stone ; rdfs:label "Wowowo" ; :in :land .
:alike a :Stone ; rdfs:label "Gulf of Benghal" .
:telling a :Stone ; rdfs:label "The Very Long Story of Bengal as Told" .
:beside a :Stone ; rdfs:label "Jajaja" . :s :sees :beside .
:nothing a :Stone ; rdfs:label "Kikiki" .
"""
NAMES = ("gulf", "other", "alike", "telling", "regional", "nothing", "classed", "ranged", "beside")
SIGNS = {
    "classed": ("same class",),
    "ranged": ("same class",),
    "regional": ("same region",),
    "alike": ("similar name",),
    "telling": ("similar name",),
    "beside": ("neighboring edge",),
    "nothing": (),
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / "graph.ttl"
    path.write_text(GRAPH, encoding="utf-8")
    return load([path])


@pytest.mark.parametrize("name", SIGNS)
def test_each_sign_alone(graph, name):
    """A false object bears the signs there are a cause for."""
    grader = SimilarityGrader(graph, EX + "mouth", [EX + one for one in NAMES])

    assert SIGNS[name] == grader.similarity(EX + "s", EX + name).signs


def test_the_grade_is_of_the_count():
    """Up to one sign is easy, two are medium, three and four hard."""
    grades = [Similarity(tuple("abcd"[:count])).grade for count in range(5)]

    assert ["easy", "easy", "medium", "hard", "hard"] == grades


def test_a_hub_is_nobodys_neighbour(tmp_path):
    """So many things stand beside it that none of them is near."""
    found = []
    for count in (NEIGHBORS_MAX, NEIGHBORS_MAX + 1):
        path = tmp_path / f"{count}.ttl"
        path.write_text("".join(f"<{EX}hub> <{EX}has> <{EX}{n}> .\n" for n in range(count)))
        found.append(len(neighbors(load([path]), EX + "hub")))

    assert [NEIGHBORS_MAX, 0] == found
