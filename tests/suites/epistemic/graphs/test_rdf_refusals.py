"""Files that are no graph: each is refused with file, line, what was found, and the way out."""

import gzip
import subprocess
import sys

import pytest

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.epistemic.graphs import rdf_content
from evalstore.suites.epistemic.graphs.graph import load

RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.org/"'
XML = (
    '<?xml version="1.0"?>{}<rdf:RDF {}><e:T rdf:about="http://e.org/a"><e:n>{}</e:n></e:T>'
    "</rdf:RDF>"
)
TURTLE = "<http://e.org/a> <http://e.org/n> 'é' .\n"
BOMB = "<!DOCTYPE r [<!ENTITY a0 'aaaaaaaaaa'>{}]>".format(
    "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10}'>" for n in range(1, 12))
)
CONTEXT = b'{"@context":\n  ["https://schema.org/"],\n "@id": "http://e.org/a", "name": "Elm"}'
REFUSED = {
    "empty.ttl": (b" \n", "is empty; expected a graph"),
    "empty.ttl.gz": (gzip.compress(b""), "is empty"),
    "prefixes.ttl": (b"@prefix e: <http://e.org/> .", "it has no statements when read as Turtle"),
    "plain.json": (b'{"a": 1}', "it has no statements when read as JSON-LD"),
    "damaged.ttl.gz": (gzip.compress(TURTLE.encode())[:-9], "gzip data are damaged"),
    "twice.ttl.gz": (gzip.compress(gzip.compress(b"x")), "packed by gzip twice"),
    "graph.zip": (b"PK\x03\x04....", "a ZIP archive; .*unpack it"),
    "image.ttl": (b"\x89PNG\r\n\x1a\n\0\0", "a PNG image"),
    "binary.ttl": (b"\0\1\2\3" * 9, "it is binary"),
    "latin.ttl": (f"\n{TURTLE}".encode("latin-1"), "line 2: byte 0xE9 is not UTF-8; .*iconv"),
    "page.rdf": (b"<!DOCTYPE html><html><body/></html>", "line 1: it is a web page"),
    "drawn.xml": (b'<?xml version="1.0"?>\n<graphml xmlns="http://g.org/"/>', "line 2: it is Gr"),
    "ontology.owx": (b'<Ontology xmlns="http://www.w3.org/2002/07/owl#"/>', "it is OWL/XML"),
    "open.rdf": (XML.format("", RDF, "<").encode(), "line 1: not well-formed XML"),
    "unknown.rdf": (b'<?xml version="1.0" encoding="x-no"?><a/>', "encoding 'x-no' is unknown"),
    "outside.rdf": (
        XML.format('<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>', RDF, "&a;").encode(),
        "entity 'a' of file:///etc/passwd: external",
    ),
    "bomb.rdf": (XML.format(BOMB, RDF, "&a11;").encode(), "entities expand to .* MB"),
    "deep.rdf": (
        f"<rdf:RDF {RDF}>".encode() + b"<e:T><e:n>" * 9_000 + b"</e:n></e:T>" * 9_000,
        "elements are nested more than 1000 deep",
    ),
    "nested.ttl": (b"<http://e.org/a> <http://e.org/b> " + b"<<( " * 50_000, "are nested"),
    "remote.jsonld": (CONTEXT, "line 2: @context https://schema.org/ is another document, which"),
    "list.csv": (b"river,mouth\nElm,Lake\n", "line 1: .*read as Turtle, by its content"),
}  # fmt: skip


def test_files_that_are_no_graph_are_refused(tmp_path):
    """Each is refused in words that name the file and what to do, none with a traceback."""
    findings = []
    for name, (content, words) in REFUSED.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(UnreadableInputError, match=words) as caught:
            load([path])
        if name not in str(caught.value) or "expected" not in str(caught.value):
            findings.append(f"{name}: {caught.value}")
    assert [] == findings


def test_a_folder_is_named_with_the_files_in_it(tmp_path):
    """Who names a folder is told which of its files could be meant."""
    (tmp_path / "elm.ttl").write_text(TURTLE, encoding="utf-8")
    with pytest.raises(UsageError, match=r"is a folder; .*such as elm\.ttl"):
        load([tmp_path])


def test_a_file_over_the_limit_is_refused_before_it_is_whole(tmp_path, monkeypatch):
    """A gzip bomb is unpacked up to the limit and no further."""
    monkeypatch.setattr(rdf_content, "CONTENT_BYTES_MAX", 3_000_000)
    monkeypatch.setattr(rdf_content, "CHUNK_BYTES", 1_000_000)
    path = tmp_path / "bomb.ttl.gz"
    path.write_bytes(gzip.compress(b" " * 30_000_000, 1))
    with pytest.raises(
        UnreadableInputError, match="larger than 3 MB, unpacked; expected at most 3 MB"
    ):
        load([path])


def test_entities_of_ontologies_are_read(tmp_path):
    """Entities that stand for namespaces are written out, in other encodings too."""
    path = tmp_path / "ontology.owl"
    text = XML.format('<!DOCTYPE r [<!ENTITY e "http://e.org/">]>', RDF, "&e;é")
    text = text.replace('"1.0"', '"1.0" encoding="ISO-8859-1"')
    path.write_bytes(text.encode("latin-1"))
    assert '"http://e.org/é"' in {value for _, _, value in load([path]).triples()}


def test_an_entity_bomb_needs_little_memory(tmp_path):
    """The parser of RDF/XML would write the entities out and abort; it never gets them."""
    path = tmp_path / "bomb.rdf"
    path.write_bytes(REFUSED["bomb.rdf"][0])
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30));"
        "from pathlib import Path;"
        "from evalstore.suites.epistemic.graphs.rdf_files import statements;"
        "list(statements(Path(sys.argv[1]), 'b'))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, path], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert "UnreadableInputError" in ran.stderr
