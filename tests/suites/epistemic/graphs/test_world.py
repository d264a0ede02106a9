"""The graph that ships with the package is what its tables say, whole, and without violations."""

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import load
from evalstore.suites.epistemic.graphs.shapes import Shapes
from evalstore.suites.epistemic.graphs.source import default_graph
from evalstore.suites.epistemic.graphs.terms import parts
from tools.knowledge import make_world

GRAPH, SHAPES, PREDICATES = default_graph()
SOURCE = "http://purl.org/dc/terms/source"


def test_the_graph_is_what_the_script_writes():
    """Nobody has changed the graph, or the tables, without the other."""
    assert make_world.text() == GRAPH.read_text(encoding="utf-8")


def test_it_has_three_hundred_things_and_more():
    """There are enough things and predicates for cards of every label."""
    graph = load([GRAPH])

    assert len(graph.things()) >= 300
    assert set(PREDICATES) < set(graph.fact_predicates())


def test_every_thing_is_named_twice_and_can_be_looked_up():
    """Each thing has an English and a German name, and an article as its source."""
    graph = load([GRAPH])
    lacking = [
        thing
        for thing in graph.things()
        if {"en", "de"} - {parts(name)[1] for name in graph.objects(thing, f"{voc.RDFS}label")}
        or not graph.objects(thing, SOURCE)
    ]

    assert [] == lacking


def test_borders_agree_in_the_table():
    """Each border stands in the rows of both countries."""
    neighbors = {
        row["code"]: set(row["neighbors"].split()) - {make_world.NOT_RECORDED}
        for row in make_world.table("countries")
    }
    one_sided = [
        (one, other)
        for one, others in neighbors.items()
        for other in others
        if one not in neighbors[other]
    ]

    assert [] == one_sided


def test_the_graph_violates_none_of_its_shapes():
    """What is true of the world breaks no rule of this graph."""
    assert [] == Shapes(load([GRAPH]), [SHAPES]).violations()
