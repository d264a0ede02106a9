"""Read RDF files; the format is detected from the content."""

import re
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.knowledge.terms import literal

HEAD_BYTES = 65_536
EXPECTED = "Turtle, N-Triples, N-Quads, TriG, RDF/XML or JSON-LD"
LINE_STATEMENT = re.compile(r"(<[^<>]*>|_:\S+)\s*<[^<>]*>\s*.+\.\s*(#.*)?\Z")
Triple = tuple[str, str, str]


def statements(path: Path, blank_prefix: str) -> Iterator[Triple]:
    """
    Yield the statements of a file, all named graphs included.

    ``blank_prefix`` begins the names of blank nodes, and keeps those of several files apart.
    """
    oxigraph = _parser()
    data = _content(path)
    kind = kind_of(data)
    formats = oxigraph.RdfFormat
    tried = {
        "RDF/XML": (formats.RDF_XML,),
        "JSON-LD": (formats.JSON_LD,),
        # Turtle may begin like N-Quads; so the lines are read as both before they are refused.
        "lines": (formats.N_QUADS, formats.TRIG),
        "TriG": (formats.TRIG,),
    }[kind]
    for place, one in enumerate(tried):
        # Without it a file of lines that turns out to be Turtle would be yielded in part twice.
        if place < len(tried) - 1 and not _can_be_read(oxigraph, data, one):
            continue
        yield from _terms(oxigraph, path, data, one, blank_prefix)
        return


def kind_of(data: bytes) -> str:
    """
    Return the format of a content: RDF/XML, JSON-LD, lines (N-Triples, N-Quads) or TriG.

    Turtle is the part of TriG without named graphs.

    >>> kind_of(b"@prefix ex: <http://example.org/> . ex:a ex:b ex:c .")
    'TriG'
    """
    head = data[:HEAD_BYTES].decode("utf-8-sig", errors="replace").lstrip()
    if re.match(r"<\?xml|<!DOCTYPE|<!--|<(\w+:)?RDF[\s>]", head, re.IGNORECASE):
        return "RDF/XML"
    if re.match(r'\{\s*("|\})|\[\s*(\{\s*["}]|\])', head):
        return "JSON-LD"
    whole = head.splitlines()[: -1 if len(data) > HEAD_BYTES else None]
    lines = [line.strip() for line in whole]
    lines = [line for line in lines if line and not line.startswith("#")]
    if lines and all(LINE_STATEMENT.match(line) for line in lines):
        return "lines"
    return "TriG"


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise UsageError(f"no file {path}; expected a graph in {EXPECTED}")
    data = path.read_bytes()
    if not data.strip():
        raise UnreadableInputError(f"{path} is empty; expected a graph in {EXPECTED}")
    return data


def _can_be_read(oxigraph: ModuleType, data: bytes, kind: object) -> bool:
    whole_lines = data[: data.rfind(b"\n", 0, HEAD_BYTES) + 1] if len(data) > HEAD_BYTES else data
    try:
        for _ in oxigraph.parse(whole_lines, format=kind):
            pass
    except SyntaxError:
        return False
    return True


def _terms(
    oxigraph: ModuleType, path: Path, data: bytes, kind: object, blank_prefix: str
) -> Iterator[Triple]:
    known: dict[object, str] = {}
    # Numbered as they come, because the parser draws new names in every run.
    blanks = count(1)

    def text(node: object) -> str:
        # A term of a large graph is there many times: one text for all of them.
        found = known.get(node)
        if found is None:
            found = known[node] = _text(oxigraph, node) or f"_:{blank_prefix}{next(blanks)}"
        return found

    try:
        parsed = oxigraph.parse(data, format=kind, base_iri=path.resolve().as_uri())
        for quad in parsed:
            yield text(quad.subject), quad.predicate.value, text(quad.object)
    except (SyntaxError, ValueError) as error:
        raise UnreadableInputError(_refusal(path, error)) from error


def _text(oxigraph: ModuleType, node: object) -> str | None:
    if isinstance(node, oxigraph.NamedNode):
        return str(node.value)
    if isinstance(node, oxigraph.BlankNode):
        return None
    if isinstance(node, oxigraph.Literal):
        return literal(node.value, node.language, node.datatype.value)
    raise ValueError(f"{node} is a statement inside a statement, which is not read")


def _refusal(path: Path, error: SyntaxError | ValueError) -> str:
    line = getattr(error, "lineno", None)
    place = f"{path}, line {line}" if line else f"{path}"
    problem = getattr(error, "msg", None) or str(error)
    return (
        f"{place}: {problem}; expected {EXPECTED}: mend the file there, or write it again "
        "with the program that made it"
    )


def _parser() -> ModuleType:
    try:
        return import_module("pyoxigraph")
    except ImportError as error:
        raise UsageError(
            "reading a graph needs pyoxigraph; install evalstore[knowledge]"
        ) from error
