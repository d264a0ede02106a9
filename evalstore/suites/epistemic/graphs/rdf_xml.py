"""
Checks of RDF/XML before it is parsed: entities, depth, the root element.

Entities that abbreviate names of a vocabulary are frequent in ontologies and are accepted; those
that multiply are refused, since the parser would write them all out.
"""

import re
from collections.abc import Mapping
from xml.parsers import expat

EXPANDED_BYTES_MAX = 50_000_000
DEPTH_MAX = 1_000
REFERENCE = re.compile(r"&([^;&#\s]+);")
# Root elements of other formats: the namespace ("" for any), the name, the description.
OTHERS = (
    ("", "html", "a web page (HTML)"),
    ("", "graphml", "GraphML"),
    ("", "svg", "an image (SVG)"),
    ("http://www.w3.org/2002/07/owl#", "Ontology", "OWL/XML"),
    ("http://www.w3.org/2005/sparql-results#", "sparql", "results of a SPARQL query"),
)


class RefusedXmlError(ValueError):
    """XML that is refused before parsing; ``line`` is the line of the problem, None if unknown."""

    def __init__(self, problem: str, line: int | None) -> None:
        super().__init__(problem)
        self.line = line


class _Found(Exception):  # noqa: N818 - a way out of the parser, not an error
    """The check is done."""


def check_rdf_xml(data: bytes) -> None:
    """
    Raise ``RefusedXmlError`` for XML that is malformed, expands too far or is of another format.

    External entities are refused, and internal ones that would expand to over 50 MB.
    """
    entities = _entities(data)
    if entities:
        _check_expansion(data, entities)
    depth = 0
    parser = _parser()

    def start(name: str, _attributes: Mapping[str, str]) -> None:
        nonlocal depth
        if not depth:
            _check_root(name, parser.CurrentLineNumber)
        depth += 1
        if depth > DEPTH_MAX:
            raise RefusedXmlError(
                f"elements are nested more than {DEPTH_MAX} deep", parser.CurrentLineNumber
            )

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = start, end
    _parse(parser, data)


def _entities(data: bytes) -> dict[str, str]:
    """Return the internal entities by name, with their unexpanded text."""
    entities: dict[str, str] = {}
    parser = _parser()

    def declared(
        name: str,
        is_parameter: bool,
        value: str | None,
        _base: str | None,
        system_id: str | None,
        _public_id: str | None,
        _notation: str | None,
    ) -> None:
        if is_parameter or value is None:
            kind = f"of {system_id}" if system_id else "of parameters"
            raise RefusedXmlError(
                f"entity {name!r} {kind}: external and parameter entities are not supported",
                parser.CurrentLineNumber,
            )
        entities.setdefault(name, value)

    def start(_name: str, _attributes: Mapping[str, str]) -> None:
        raise _Found

    parser.EntityDeclHandler, parser.StartElementHandler = declared, start
    _parse(parser, data)
    return entities


def _check_expansion(data: bytes, entities: Mapping[str, str]) -> None:
    lengths: dict[str, int] = {}
    for name, value in entities.items():
        # An entity declared later is not known to the parser either.
        inner = sum(lengths.get(other, 0) for other in REFERENCE.findall(value))
        lengths[name] = len(value.encode()) + inner
    expanded = sum(
        data.count(f"&{name};".encode()) * length for name, length in lengths.items()
    ) + sum(lengths.values())
    if expanded > EXPANDED_BYTES_MAX:
        raise RefusedXmlError(
            f"its {len(entities)} entities expand to {expanded / 1e6:.0f} MB, more than "
            f"{EXPANDED_BYTES_MAX / 1e6:g} MB",
            None,
        )


def _check_root(name: str, line: int) -> None:
    namespace, _, local = name.rpartition(" ")
    for of_format, root, words in OTHERS:
        if local == root and of_format in ("", namespace):
            raise RefusedXmlError(f"it is {words}", line)
    if not namespace:
        raise RefusedXmlError(f"its first element <{local}> has no namespace", line)


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    # Without it every reference in a text would be written out.
    parser.DefaultHandler = lambda _data: None
    return parser


def _parse(parser: expat.XMLParserType, data: bytes) -> None:
    try:
        parser.Parse(data, True)
    except _Found:
        return
    except expat.ExpatError as error:
        words = expat.ErrorString(error.code)
        raise RefusedXmlError(f"not well-formed XML: {words}", error.lineno) from error
