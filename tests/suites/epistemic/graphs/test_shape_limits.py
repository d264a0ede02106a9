"""Shapes that would run without end, or ask other graphs, are refused by name."""

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.suites.epistemic.graphs import shape_process
from evalstore.suites.epistemic.graphs.graph import load
from evalstore.suites.epistemic.graphs.shapes import Shapes

pytest.importorskip("pyshacl")

GRAPH = f'@prefix ex: <http://e/> . ex:a1 ex:q "{"a" * 40}b" ; ex:p ex:b .'
PREFIXES = "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix ex: <http://e/> .\n"
JOINED = " ".join(f"?a{number} ?b{number} ?c{number} ." for number in range(30))
ENDLESS = {
    "a pattern that backtracks": 'sh:property [ sh:path ex:q ; sh:pattern "^(a+)+$" ]',
    "a query that joins all with all": (
        f'sh:sparql [ sh:select "SELECT $this WHERE {{ {JOINED} FILTER (?a1 = 1) }}" ]'
    ),
}


@pytest.fixture
def shapes_of(tmp_path):
    """Return a function that makes shapes of one constraint over a small graph."""
    (tmp_path / "graph.ttl").write_text(GRAPH, encoding="utf-8")

    def made(constraint):
        path = tmp_path / "shapes.ttl"
        shape = f"ex:s a sh:NodeShape ; sh:targetNode ex:a1 ; {constraint} ."
        path.write_text(PREFIXES + shape, encoding="utf-8")
        return Shapes(load([tmp_path / "graph.ttl"]), [path])

    return made


@pytest.mark.parametrize("name", ENDLESS)
def test_a_shape_without_end_is_stopped_and_named(shapes_of, monkeypatch, name):
    """The process of the validation is killed, and the next shapes are validated as ever."""
    monkeypatch.setattr(shape_process, "SHAPE_S_MAX", 0.5)
    endless = shapes_of(ENDLESS[name])

    with pytest.raises(UnreadableInputError, match=r"shapes\.ttl: shape http://e/s took more"):
        endless.violations()
    monkeypatch.undo()
    shapes = shapes_of("sh:property [ sh:path ex:q ; sh:maxLength 3 ]")
    assert ["http://e/s"] == [one.named_shape for one in shapes.violations()]


@pytest.mark.parametrize("words", ["FROM NAMED", "from"])
def test_a_query_of_other_graphs_is_refused(shapes_of, words):
    """Neither is a graph fetched, nor is the clause ignored; a text may have the word."""
    select = f"SELECT $this {words} <http://e/g> WHERE {{ $this ex:p ?v }}"

    with pytest.raises(UnreadableInputError, match=f"shape http://e/s has {words.upper()}, which"):
        shapes_of(f'sh:sparql [ sh:select "{select}" ]')
    assert (
        []
        == shapes_of(
            "sh:sparql [ sh:select \"SELECT $this WHERE { $this <http://e/from> 'from x' }\" ]"
        ).violations()
    )


def test_shapes_too_deep_are_named(shapes_of):
    """Paths within each other end at a depth, with an error that names the shape."""

    nested = "[ sh:inversePath " * 3000 + "ex:q" + " ]" * 3000
    with pytest.raises(UnreadableInputError, match="shape http://e/s cannot be applied"):
        shapes_of(f"sh:property [ sh:path {nested} ; sh:maxCount 1 ]").violations()
