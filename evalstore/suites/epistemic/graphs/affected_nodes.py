"""Find the focus nodes whose validation an added statement can change, from the shapes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.suites.epistemic.graphs import vocabulary as voc

SH = voc.SH
NESTED = ("node", "property", "not", "qualifiedValueShape")
NESTED_LISTS = ("and", "or", "xone")
PATH_MARKS = {
    "inversePath": "^{}",
    "zeroOrOnePath": "({})?",
    "zeroOrMorePath": "({})*",
    "oneOrMorePath": "({})+",
}
PREFIX = re.compile(r"\bprefix\s+([\w.-]*):", re.IGNORECASE)
# Tokens with a colon that are not prefixed names: IRIs, strings, comments, declarations.
NO_NAME = re.compile(
    r"<[^<>\s]*>|\"{3}.*?\"{3}|'{3}.*?'{3}|\"[^\"\n]*\"|'[^'\n]*'|#[^\n]*|"
    r"\bprefix\s+[\w.-]*:",
    re.IGNORECASE | re.DOTALL,
)
USED_PREFIX = re.compile(r"(?<![\w:?$@])([A-Za-z][\w.-]*|):(?=[\w])")
# Query parts whose patterns need not all match.
DIVIDING = frozenset({
    "Union", "LeftJoin", "Minus", "ToMultiSet", "Group", "AggregateJoin", "Graph", "Extend",
    "ServiceGraphPattern", "SubSelect",
})  # fmt: skip
COMPARED = ("equals", "disjoint", "lessThan", "lessThanOrEquals")


@dataclass(frozen=True, slots=True)
class PathStep:
    """One edge of a walk from a focus node; ``is_repeated`` means zero or more times."""

    predicate: Any
    is_inverse: bool = False
    is_repeated: bool = False


Walk = tuple[PathStep, ...]


@dataclass(frozen=True, slots=True)
class AffectedPaths:
    """
    The paths by which a shape reads the statements of one predicate.

    A walk begins at the focus node; it is paired with True if it ends at the statement's subject,
    with False if it ends at the object. If ``is_everywhere``, the walks could not be determined
    and every target is validated. If ``is_target``, the predicate selects the shape's targets.
    """

    walks: frozenset[tuple[Walk, bool]] = frozenset()
    is_everywhere: bool = False
    is_target: bool = False

    @property
    def is_any(self) -> bool:
        """Return whether the shape uses such statements at all."""
        return bool(self.walks) or self.is_everywhere or self.is_target


class _Everywhere(Exception):  # noqa: N818 - a way out of a recursion, not an error
    """The walk is undecidable."""


class AffectedNodes:
    """The walks of each shape in a shapes graph."""

    def __init__(self, shapes: Any, path: str) -> None:
        self._shapes = shapes
        self._path = path
        self._graph = shapes.graph
        rdflib = import_module("rdflib")
        self._iri = rdflib.URIRef
        self._has_custom = bool(shapes.custom_constraints)
        self._known: dict[tuple[Any, Any], AffectedPaths] = {}

    def of(self, shape: Any, predicate: Any) -> AffectedPaths:
        """Return the walks by which a shape uses statements of a predicate."""
        key = (shape, predicate)
        if key not in self._known:
            self._known[key] = self._compute(shape, predicate)
        return self._known[key]

    def bundled(self, shape: Any) -> list[Any]:
        """Return the property shapes of a shape without other constraints; [] for any other."""
        if self._one(shape, "path") is not None:
            return []
        others = (*NESTED, *NESTED_LISTS, *COMPARED, "sparql", "closed")
        says_more = any(self._all(shape, name) for name in others if name != "property")
        return [] if says_more else sorted(self._all(shape, "property"), key=str)

    def _compute(self, shape: Any, predicate: Any) -> AffectedPaths:
        names = [self._iri(f"{SH}target{name}") for name in ("SubjectsOf", "ObjectsOf")]
        is_target = any((shape, name, predicate) in self._graph for name in names)
        classes = {voc.TYPE, voc.SUBCLASS_OF}
        if self._has_custom or str(predicate) in classes:
            return AffectedPaths(is_everywhere=True)
        try:
            walks = frozenset(self._uses(shape, predicate, (), ()))
        except _Everywhere:
            return AffectedPaths(is_everywhere=True)
        return AffectedPaths(walks, is_target=is_target)

    def _uses(
        self, shape: Any, predicate: Any, walk: Walk, within: tuple[Any, ...]
    ) -> Iterator[tuple[Walk, bool]]:
        if shape in within or self._is_true(shape, "qualifiedValueShapesDisjoint"):
            raise _Everywhere
        if any(predicate in self._all(shape, name) for name in COMPARED):
            yield walk, True
        for constraint in self._all(shape, "sparql"):
            for steps, is_subject in self._in_query(shape, constraint, predicate):
                yield (*walk, *steps), is_subject
        path = self._one(shape, "path")
        for steps in [()] if path is None else self._walks(path):
            for place, step in enumerate(steps):
                if step.predicate == predicate:
                    before = steps[: place + step.is_repeated]
                    yield (*walk, *before), not step.is_inverse
            yield from self._beyond(shape, predicate, (*walk, *steps), (*within, shape))

    def _beyond(
        self, shape: Any, predicate: Any, reached: Walk, within: tuple[Any, ...]
    ) -> Iterator[tuple[Walk, bool]]:
        if self._is_true(shape, "closed"):
            yield reached, True
        for nested in self._nested(shape):
            yield from self._uses(nested, predicate, reached, within)

    def _is_true(self, shape: Any, name: str) -> bool:
        return any(str(value) in {"true", "1"} for value in self._all(shape, name))

    def _nested(self, shape: Any) -> Iterator[Any]:
        for name in NESTED:
            yield from self._all(shape, name)
        for name in NESTED_LISTS:
            for head in self._all(shape, name):
                yield from self._graph.items(head)

    def _walks(self, path: Any) -> list[Walk]:
        """Return every way through a path; raise _Everywhere for a repeated sequence."""
        if isinstance(path, self._iri):
            return [(PathStep(path),)]
        if (path, self._iri(voc.FIRST), None) in self._graph:
            walks: list[Walk] = [()]
            for part in self._graph.items(path):
                walks = [(*walk, *more) for walk in walks for more in self._walks(part)]
            return walks
        inverse = self._one(path, "inversePath")
        if inverse is not None:
            return [tuple(_turned(step) for step in reversed(walk))
                    for walk in self._walks(inverse)]  # fmt: skip
        alternatives = self._one(path, "alternativePath")
        if alternatives is not None:
            parts = self._graph.items(alternatives)
            return [walk for part in parts for walk in self._walks(part)]
        optional = self._one(path, "zeroOrOnePath")
        if optional is not None:
            return [(), *self._walks(optional)]
        return self._repeated(path)

    def _repeated(self, path: Any) -> list[Walk]:
        for name in ("zeroOrMorePath", "oneOrMorePath"):
            inner = self._one(path, name)
            if inner is None:
                continue
            walks = self._walks(inner)
            if len(walks) != 1 or len(walks[0]) != 1:
                break
            step = walks[0][0]
            again = PathStep(step.predicate, step.is_inverse, is_repeated=True)
            return [(again,)] if name == "zeroOrMorePath" else [(step, again)]
        raise _Everywhere

    def _in_query(
        self, shape: Any, constraint: Any, predicate: Any
    ) -> Iterator[tuple[Walk, bool]]:
        """Yield the walks from the focus node to the ends of the predicate's statements."""
        rdflib = import_module("rdflib")
        patterns, is_conjunction = self._patterns(shape, constraint)
        walks = _walks_from(rdflib.Variable("this"), patterns if is_conjunction else (), self._iri)
        for subject, used, value in patterns:
            name = self._one(shape, "path") if used == rdflib.Variable("PATH") else used
            if isinstance(name, self._iri) and name != predicate:
                continue
            if isinstance(name, rdflib.paths.Path):
                if str(predicate) in name.n3() or "!" in name.n3():
                    raise _Everywhere
                continue
            if subject not in walks and value not in walks:
                raise _Everywhere
            # One end suffices: a match of the pattern reaches both.
            if subject in walks:
                yield walks[subject], True
            else:
                yield walks[value], False

    def _patterns(self, shape: Any, constraint: Any) -> tuple[list[Any], bool]:
        """Return the triple patterns of the queries, and whether all of them have to match."""
        patterns: list[Any] = []
        is_conjunction = True
        for select in self._all(constraint, "select"):
            helper = import_module("pyshacl.helper").get_query_helper_cls()
            query = helper(self._shapes.lookup_shape_from_node(shape), constraint, str(select))
            query.collect_prefixes()
            text = query.apply_prefixes(str(select))
            algebra = self._algebra(shape, text)
            patterns.extend(_triples(algebra))
            is_conjunction = is_conjunction and not DIVIDING & set(_names(algebra))
        return patterns, is_conjunction

    def _algebra(self, shape: Any, text: str) -> Any:
        sparql = import_module("rdflib.plugins.sparql")
        names = dict(import_module("rdflib").Graph().namespaces())
        declared = {*names, *PREFIX.findall(text)}
        used = set(USED_PREFIX.findall(NO_NAME.sub(" ", text)))
        problem = f"prefix {min(used - declared)!r} is declared nowhere" if used - declared else ""
        if not problem:
            try:
                return sparql.prepareQuery(text, initNs=names).algebra
            except (import_module("pyparsing").ParseBaseException, ValueError) as error:
                problem = " ".join(str(error).split())
        raise UnreadableInputError(
            f"{self._path}: the query of shape {shape} cannot be read: {problem}; expected a "
            "SPARQL SELECT as in SHACL: correct it there"
        )

    def path_of(self, shape: Any) -> str:
        """Return the path of a shape in SPARQL syntax; a single IRI is returned as it is."""
        path = self._one(shape, "path")
        if path is None:
            return ""
        return str(path) if isinstance(path, self._iri) else self._words(path)

    def _words(self, path: Any) -> str:
        if isinstance(path, self._iri):
            return f"<{path}>"
        if (path, self._iri(voc.FIRST), None) in self._graph:
            return "/".join(self._words(part) for part in self._graph.items(path))
        for name, mark in PATH_MARKS.items():
            inner = self._one(path, name)
            if inner is not None:
                return mark.format(self._words(inner))
        alternatives = self._graph.items(self._one(path, "alternativePath"))
        return f"({'|'.join(self._words(part) for part in alternatives)})"

    def _all(self, shape: Any, name: str) -> list[Any]:
        return list(self._graph.objects(shape, self._iri(f"{SH}{name}")))

    def _one(self, shape: Any, name: str) -> Any:
        return next(iter(self._all(shape, name)), None)


def _walks_from(this: Any, patterns: Iterable[Any], iri: type) -> dict[Any, Walk]:
    """Return a walk to each variable that a chain of patterns ties to the focus node."""
    walks: dict[Any, Walk] = {this: ()}
    is_growing = True
    while is_growing:
        is_growing = False
        for subject, used, value in patterns:
            if not isinstance(used, iri):
                continue
            for end, other, is_inverse in ((subject, value, False), (value, subject, True)):
                if end in walks and other not in walks:
                    walks[other] = (*walks[end], PathStep(used, is_inverse))
                    is_growing = True
    return walks


def _names(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield str(getattr(part, "name", ""))
    children = part.values() if isinstance(part, dict) else part
    if isinstance(part, (dict, list, tuple)):
        for child in children:
            yield from _names(child)


def _turned(step: PathStep) -> PathStep:
    return PathStep(step.predicate, not step.is_inverse, step.is_repeated)


def _triples(part: Any) -> Iterator[Any]:
    if isinstance(part, dict):
        for name, value in part.items():
            if name == "triples":
                yield from value
            else:
                yield from _triples(value)
    elif isinstance(part, (list, tuple)):
        for value in part:
            yield from _triples(value)
