"""Graphs are read by their content, and what cannot be read is named with file and line."""

import pytest

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.knowledge.graph import load

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
    """The name of a file says nothing: each format is told by what is in it."""
    path = tmp_path / "graph.data"
    path.write_text(content, encoding="utf-8")

    graph = load([path])

    assert [(f"{EX}ash", f"{EX}into", f"{EX}elm")] == list(graph.triples())


def test_a_mistake_is_named_with_file_and_line(tmp_path):
    """Who has to mend a file is told where, and what was expected."""
    path = tmp_path / "broken.ttl"
    path.write_text("@prefix ex: <http://example.org/> .\nex:a ex:b .\n", encoding="utf-8")

    with pytest.raises(UnreadableInputError, match=r"broken\.ttl, line 2: .*expected Turtle"):
        load([path])


def test_an_empty_file_is_no_graph(tmp_path):
    """Nothing in a file is an error and not an empty graph."""
    path = tmp_path / "empty.ttl"
    path.write_text("\n", encoding="utf-8")

    with pytest.raises(UnreadableInputError, match="empty"):
        load([path])


def test_a_graph_without_statements_is_refused(tmp_path):
    """Prefixes alone state nothing."""
    path = tmp_path / "prefixes.ttl"
    path.write_text("@prefix ex: <http://example.org/> .", encoding="utf-8")

    with pytest.raises(UsageError, match="not one statement"):
        load([path])


def test_a_missing_file_is_named(tmp_path):
    """The path that was given is in the message."""
    with pytest.raises(UsageError, match=r"no file .*nowhere\.ttl"):
        load([tmp_path / "nowhere.ttl"])


def test_blank_nodes_of_two_files_stay_apart(tmp_path):
    """The same label of a blank node in two files means two nodes."""
    paths = [tmp_path / "one.ttl", tmp_path / "two.ttl"]
    for path in paths:
        path.write_text(f"_:x <{EX}name> '{path.stem}' .", encoding="utf-8")

    graph = load(paths)

    assert 2 == len({subject for subject, _, _ in graph.triples()})
