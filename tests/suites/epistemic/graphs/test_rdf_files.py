"""Graphs are read by their content, and what cannot be read is named with file and line."""

import gzip

import pytest

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.epistemic.graphs.graph import load

EX = "http://example.org/"
CONTENTS = {
    "turtle": "@prefix ex: <http://example.org/> . ex:ash ex:into ex:elm .",
    "n_triples": f"# rivers\n<{EX}ash> <{EX}into> <{EX}elm> .\n",
    "n_quads": f"<{EX}ash> <{EX}into> <{EX}elm> <{EX}graph> .\n",
    "trig": "PREFIX ex: <http://example.org/>\nex:g { ex:ash ex:into ex:elm . }",
    "rdf_xml": (
        '<?xml version="1.0"?><rdf:RDF xmlns:ex="http://example.org/" '
        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about="{EX}ash"><ex:into rdf:resource="{EX}elm"/>'
        "</rdf:Description></rdf:RDF>"
    ),
    "json_ld": f'{{"@id": "{EX}ash", "{EX}into": {{"@id": "{EX}elm"}}}}',
    "lines_then_turtle": f"<{EX}ash> <{EX}into> <{EX}elm> .\n@prefix ex: <{EX}> .\n",
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_a_graph_is_read_by_its_content(tmp_path, content):
    """The name says nothing: each format is told by what is in it, packed or in UTF-16 too."""
    path = tmp_path / "graph.data"
    path.write_text(content, encoding="utf-8")

    graph = load([path])
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(content.encode()))
    marked = tmp_path / "marked.ttl"
    marked.write_bytes(content.encode("utf-16"))

    expected = [(f"{EX}ash", f"{EX}into", f"{EX}elm")]
    assert expected == list(graph.triples())
    assert expected == list(load([packed]).triples())
    assert expected == list(load([marked]).triples())


def test_a_mistake_is_named_with_file_and_line(tmp_path):
    """Who has to mend a file is told where, and what was expected."""
    path = tmp_path / "broken.ttl"
    path.write_text("@prefix ex: <http://example.org/> .\nex:a ex:b .\n", encoding="utf-8")

    with pytest.raises(UnreadableInputError, match=r"broken\.ttl, line 2: .*expected Turtle"):
        load([path])


def test_a_missing_file_is_named(tmp_path):
    """The path that was given is in the message."""
    with pytest.raises(UsageError, match=r"nowhere\.ttl does not exist"):
        load([tmp_path / "nowhere.ttl"])


def test_blank_nodes_of_two_files_stay_apart(tmp_path):
    """The same label of a blank node in two files means two nodes."""
    paths = [tmp_path / "one.ttl", tmp_path / "two.ttl"]
    for path in paths:
        path.write_text(f"_:x <{EX}name> '{path.stem}' .", encoding="utf-8")

    graph = load(paths)

    assert 2 == len({subject for subject, _, _ in graph.triples()})
