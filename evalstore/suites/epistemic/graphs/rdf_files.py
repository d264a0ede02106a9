"""Read RDF files; the format is detected from the content. Nothing is fetched."""

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.epistemic.graphs.json_ld import remote_context
from evalstore.suites.epistemic.graphs.rdf_content import HEAD_BYTES, rdf_content, refused
from evalstore.suites.epistemic.graphs.rdf_xml import RefusedXmlError, check_rdf_xml
from evalstore.suites.epistemic.graphs.terms import literal

MEND = "correct the file there, or write it again with the program that made it"
NESTED_MAX = 100
TRIPLE_TERM = re.compile(rb"<<|>>")
READ_AS = {
    "RDF/XML": "RDF/XML",
    "JSON-LD": "JSON-LD",
    "lines": "N-Quads",
    "TriG": "Turtle",
}
# The last alternative is an element with an attribute, since an IRI has no space.
XML = re.compile(r"<\?xml|<!DOCTYPE|<!--|<(\w+:)?RDF[\s>]|<[\w.:-]+\s+[\w.:-]+\s*=", re.IGNORECASE)
LINE_STATEMENT = re.compile(r"(<[^<>]*>|_:\S+)\s*<[^<>]*>\s*.+\.\s*(#.*)?\Z")
Triple = tuple[str, str, str]


def statements(path: Path, blank_prefix: str) -> Iterator[Triple]:
    """
    Yield the statements of a file, all named graphs included; gzip is unpacked.

    ``blank_prefix`` begins the names of blank nodes, and keeps those of several files apart.
    Raises ``UsageError`` if there is no such file, ``UnreadableInputError`` if it is not a graph
    or has no statement.
    """
    oxigraph = _parser()
    data = rdf_content(path)
    kind = kind_of(data)
    _check(path, data, kind)
    formats = oxigraph.RdfFormat
    tried = {
        "RDF/XML": (formats.RDF_XML,),
        "JSON-LD": (formats.JSON_LD,),
        # Turtle may begin like N-Quads; so the lines are read as both before they are refused.
        "lines": (formats.N_QUADS, formats.TRIG),
        "TriG": (formats.TRIG,),
    }[kind]
    # Choose before yielding: a retry would yield the first statements of a Turtle file twice.
    syntax = next(
        (candidate for candidate in tried[:-1] if _can_be_read(oxigraph, data, candidate)),
        tried[-1],
    )
    is_empty = True
    for triple in _terms(oxigraph, path, data, (syntax, READ_AS[kind]), blank_prefix):
        is_empty = False
        yield triple
    if is_empty:
        raise refused(
            path,
            f"it has no statements when read as {READ_AS[kind]}",
            "name a file with statements",
            expected="a graph",
        )


def _check(path: Path, data: bytes, kind: str) -> None:
    """Raise an error for content that would exhaust the parser."""
    if kind == "RDF/XML":
        try:
            check_rdf_xml(data)
        except RefusedXmlError as error:
            raise refused(path, str(error), MEND, line=error.line) from error
    elif b"<<" in data:
        depth = deepest = 0
        for mark in TRIPLE_TERM.finditer(data):
            depth = depth + 1 if mark.group() == b"<<" else max(0, depth - 1)
            deepest = max(deepest, depth)
        if deepest > NESTED_MAX:
            raise refused(path, f"statements are nested {deepest} deep", MEND)


def kind_of(data: bytes) -> str:
    """
    Return the format of a file's content: RDF/XML, JSON-LD, lines (N-Triples, N-Quads) or TriG.

    Turtle is the part of TriG without named graphs.

    >>> kind_of(b"@prefix ex: <http://example.org/> . ex:a ex:b ex:c .")
    'TriG'
    """
    head = data[:HEAD_BYTES].decode("utf-8-sig", errors="replace").lstrip()
    if XML.match(head):
        return "RDF/XML"
    if re.match(r'\{\s*("|\})|\[\s*(\{\s*["}]|\])', head):
        return "JSON-LD"
    whole = head.splitlines()[: -1 if len(data) > HEAD_BYTES else None]
    lines = [line.strip() for line in whole]
    lines = [line for line in lines if line and not line.startswith("#")]
    if lines and all(LINE_STATEMENT.match(line) for line in lines):
        return "lines"
    return "TriG"


def _can_be_read(oxigraph: ModuleType, data: bytes, kind: object) -> bool:
    whole_lines = data[: data.rfind(b"\n", 0, HEAD_BYTES) + 1] if len(data) > HEAD_BYTES else data
    try:
        for _ in oxigraph.parse(whole_lines, format=kind):
            pass
    except SyntaxError:
        return False
    return True


def _terms(
    oxigraph: ModuleType, path: Path, data: bytes, syntax: tuple[object, str], blank_prefix: str
) -> Iterator[Triple]:
    texts: dict[object, str] = {}
    # Blank nodes are numbered in order, because the parser draws new names in every run.
    blanks = count(1)

    def text(node: object) -> str:
        # Terms of a large graph repeat, so they share one text.
        term = texts.get(node)
        if term is None:
            term = texts[node] = _text(oxigraph, node) or f"_:{blank_prefix}{next(blanks)}"
        return term

    try:
        parsed = oxigraph.parse(data, format=syntax[0], base_iri=path.resolve().as_uri())
        for quad in parsed:
            yield text(quad.subject), quad.predicate.value, text(quad.object)
    except (SyntaxError, ValueError) as error:
        raise _refusal(path, data, syntax[1], error) from error


def _text(oxigraph: ModuleType, node: object) -> str | None:
    if isinstance(node, oxigraph.NamedNode):
        return str(node.value)
    if isinstance(node, oxigraph.BlankNode):
        return None
    if isinstance(node, oxigraph.Literal):
        return literal(node.value, node.language, node.datatype.value)
    raise ValueError(f"{node} is a statement inside a statement, which is not supported")


def _refusal(
    path: Path, data: bytes, kind: str, error: SyntaxError | ValueError
) -> UnreadableInputError:
    if "LoadDocument" in str(error):
        context, line = remote_context(data) or ("a context", None)
        return refused(
            path,
            f"@context {context} is another document, which is not fetched",
            "replace the address by its terms, or expand the document first",
            line=line,
            expected="JSON-LD whose contexts are in the file",
        )
    problem = f"{getattr(error, 'msg', None) or error} (read as {kind}, by its content)"
    return refused(path, problem, MEND, line=getattr(error, "lineno", None))


def _parser() -> ModuleType:
    try:
        return import_module("pyoxigraph")
    except ImportError as error:
        raise UsageError(
            "reading a graph needs pyoxigraph; run `pip install 'evalstore[knowledge]'`"
        ) from error
