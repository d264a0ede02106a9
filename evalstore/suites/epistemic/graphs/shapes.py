"""
SHACL validation of a graph, and of single added statements.

Uses pySHACL. For an added statement, only the nodes whose result it can change are validated again
(``affected_nodes``), so that a thousand statements take seconds. SHACL Core and SPARQL constraints
are applied; rules, functions and inference are not.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.affected_nodes import NO_NAME, AffectedNodes, AffectedPaths
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, Triple
from evalstore.suites.epistemic.graphs.rdflib_terms import from_term, to_rdflib, to_term
from evalstore.suites.epistemic.graphs.shape_files import shape_statements
from evalstore.suites.epistemic.graphs.shape_process import ShapeProcess
from evalstore.suites.epistemic.graphs.terms import is_blank
from evalstore.suites.epistemic.graphs.violations import ValidationChange, Violation, violation_of

SCHEMA = (voc.SUBCLASS_OF,)
# Nodes that are validated at once; the time limit of a shape applies to each batch.
NODES_MAX = 100
FROM = re.compile(r"(?<![\w:?$@])from(?:\s+named)?\b(?!\s*:)", re.IGNORECASE)


class Shapes:
    """Shapes with the graph that they constrain."""

    def __init__(self, graph: KnowledgeGraph, paths: Sequence[Path]) -> None:
        same = graph.canonical
        self.statements = shape_statements(paths)
        triples = [
            (same(subject), same(predicate), same(value))
            for subject, predicate, value in self.statements.triples
        ]
        self.triples: tuple[Triple, ...] = tuple(triples)
        path = ", ".join(map(str, paths))
        self._validator = ShapeProcess(lambda: list(graph.triples()), triples, path)

    def violations(self) -> list[Violation]:
        """Return the violations of the graph."""
        return self._validator.violations()

    def remarks(self) -> list[str]:
        """Return sentences about shapes that cannot be used on the graph."""
        return [*self.statements.remarks(), *self._validator.remarks()]

    def effects(self, claims: Sequence[Claim]) -> list[ValidationChange]:
        """Return the effect of each claim, added alone."""
        return [self._validator.effect(claim) for claim in claims]

    def involving(self, claim: Claim) -> tuple[Violation, ...]:
        """Return the violations that the graph would not have without this statement."""
        return self._validator.involving(claim)


class ShapeValidator:
    """Parsed pySHACL shapes over one data graph."""

    def __init__(
        self, data: Any, shapes: Any, path: str, begin: Callable[[str], None] = lambda _: None
    ) -> None:
        """Take the data and the shapes; ``begin`` is called with each shape before it is used."""
        modules = _pyshacl()
        modules["monkey"].apply_patches()
        errors = modules["errors"]
        self._path = path
        self._begin = begin
        self._refusals = (
            errors.ReportableRuntimeError, errors.ValidationFailure, NotImplementedError,
            re.error, RecursionError,
        )  # fmt: skip
        self._data = data
        self._executor = modules["pytypes"].SHACLExecutor(max_validation_depth=30)
        self._lock = Lock()
        self._before: dict[tuple[Any, Any, Any], list[Violation]] = {}
        self._targets: dict[Any, set[Any]] = {}
        self._by_predicate: dict[Any, list[tuple[Any, Any, AffectedPaths]]] = {}
        try:
            _require_one_graph(shapes, path)
            graph = modules["shapes_graph"].ShapesGraph(_with_imported_prefixes(shapes))
            self._shapes = sorted(graph.shapes, key=lambda shape: str(shape.node))
        except errors.ShapeLoadError as error:
            problem = " ".join(str(error).split())
            raise UnreadableInputError(
                f"{path}: {problem}; expected SHACL shapes: correct the shape named there"
            ) from error
        self._graph = graph
        self._affected = AffectedNodes(graph, path)
        self._targeted = [shape for shape in self._shapes if _has_targets(shape)]

    def violations(self) -> list[Violation]:
        """Return all violations of the data, sorted."""
        with self._lock:
            violations = [
                violation
                for shape in self._targeted
                for nodes in _batches(sorted(self._targets_of(shape), key=str))
                for violation in self._at(shape, nodes)
            ]
        return sorted(set(violations))

    def remarks(self) -> list[str]:
        """Return a sentence about shapes without a target in the data, if there are any."""
        with self._lock:
            idle = [str(shape.node) for shape in self._targeted if not self._targets_of(shape)]
        if not self._targeted:
            return ["no shape has a target (sh:targetClass or another), so no shape applies"]
        if not idle:
            return []
        named = [shape for shape in sorted(idle) if not is_blank(shape)]
        such = f", such as {named[0]}" if named else ""
        return [f"{len(idle)} of {len(self._targeted)} shapes target nothing in the graph{such}"]

    def effect(self, claim: Claim) -> ValidationChange:
        """Return the effect of a claim; the data are restored afterwards."""
        triple = _triple(claim)
        with self._lock:
            if triple in self._data:
                return ValidationChange((), ())
            concerned = self._concerned(triple)
            self._data.add(triple)
            try:
                after = [
                    (shape, part, node, self._at(part, [node], shape))
                    for shape, part, reach in concerned
                    for node in self._nodes(shape, reach, triple)
                ]
            finally:
                self._data.remove(triple)
            before = [self._known(shape, part, node) for shape, part, node, _ in after]
        return _difference(before, [violations for *_, violations in after])

    def involving(self, claim: Claim) -> tuple[Violation, ...]:
        """Return the violations that disappear without a statement; the data are restored."""
        triple = _triple(claim)
        with self._lock:
            if triple not in self._data:
                return ()
            nodes = [
                (shape, part, node)
                for shape, part, reach in self._concerned(triple)
                for node in self._nodes(shape, reach, triple)
            ]
            before = [violation for place in nodes for violation in self._known(*place)]
            if not before:
                return ()
            self._data.remove(triple)
            try:
                after = [
                    violation.key
                    for shape, part, node in nodes
                    for violation in self._at(part, [node], shape)
                ]
            finally:
                self._data.add(triple)
        return tuple(
            violation
            for violation in before
            if violation.is_violation and violation.key not in after
        )

    def _concerned(self, triple: Sequence[Any]) -> list[tuple[Any, Any, AffectedPaths]]:
        """
        Return the shapes that use a statement's predicate, each with the part to validate.

        For a shape that only bundles property shapes, the parts are the property shapes with that
        use.
        """
        predicate = triple[1]
        if predicate in self._by_predicate:
            return self._by_predicate[predicate]
        concerned = self._by_predicate[predicate] = []
        for shape in self._targeted:
            reach = self._affected.of(shape.node, predicate)
            if not reach.is_any:
                continue
            # Cache the targets while the data are unchanged.
            self._targets_of(shape)
            nodes = self._affected.bundled(shape.node)
            if reach.is_everywhere or reach.is_target or not nodes:
                concerned.append((shape, shape, reach))
                continue
            parts = [(node, self._affected.of(node, predicate)) for node in nodes]
            concerned += [
                (shape, self._graph.lookup_shape_from_node(node), part_reach)
                for node, part_reach in parts
                if part_reach.is_any
            ]
        return concerned

    def _targets_of(self, shape: Any) -> set[Any]:
        if shape.node not in self._targets:
            self._begin(str(shape.node))
            self._targets[shape.node] = shape.focus_nodes(self._data)
        return self._targets[shape.node]

    def _nodes(self, shape: Any, affected: AffectedPaths, triple: Sequence[Any]) -> list[Any]:
        """Return the targets whose result a statement, already in the data, may change."""
        subject, predicate, value = triple
        if affected.is_everywhere:
            return sorted(shape.focus_nodes(self._data), key=str)
        nodes = set()
        for walk, is_subject in affected.walks:
            nodes |= focus_nodes_of(self._data, walk, subject if is_subject else value)
        nodes &= self._targets_of(shape)
        if predicate in set(shape.target_subjects_of()):
            nodes.add(subject)
        if predicate in set(shape.target_objects_of()):
            nodes.add(value)
        return sorted(nodes, key=str)

    def _known(self, shape: Any, part: Any, node: Any) -> list[Violation]:
        key = (shape.node, part.node, node)
        if key not in self._before:
            is_target = node in self._targets_of(shape)
            self._before[key] = self._at(part, [node], shape) if is_target else []
        return self._before[key]

    def _at(self, shape: Any, nodes: list[Any], named: Any = None) -> list[Violation]:
        """Return the violations of a shape at nodes."""
        self._begin(str((named or shape).node))
        try:
            _, reports = shape.validate(self._executor, self._data, focus=nodes)
        except self._refusals as error:
            problem = " ".join(str(error).split())
            raise UnreadableInputError(
                f"{self._path}: shape {shape.node} cannot be applied: {problem}; correct the "
                "shape, or leave it out"
            ) from error
        return [
            violation_of(node, triples, from_term((named or shape).node), self._affected.path_of)
            for _, node, triples in reports
        ]


def _triple(claim: Claim) -> Any:
    return tuple(to_term(term) for term in (claim.subject, claim.predicate, claim.object))


def _difference(before: list[list[Violation]], after: list[list[Violation]]) -> ValidationChange:
    keys = {violation.key for group in before for violation in group}
    everything = sorted({violation for group in after for violation in group})
    return ValidationChange(
        new=tuple(violation for violation in everything if violation.key not in keys),
        standing=tuple(violation for violation in everything if violation.key in keys),
    )


def focus_nodes_of(data: Any, walk: Sequence[Any], end: Any) -> set[Any]:
    """Return the nodes from which a walk (see ``affected_nodes``) leads to a node."""
    nodes = {end}
    for step in reversed(walk):
        reached = set(nodes) if step.is_repeated else set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            others = (
                data.objects(node, step.predicate)
                if step.is_inverse
                else data.subjects(step.predicate, node)
            )
            for other in others:
                if other not in reached:
                    reached.add(other)
                    waiting += [other] if step.is_repeated else []
        nodes = reached
    return nodes


def _batches(nodes: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(nodes), NODES_MAX):
        yield nodes[start : start + NODES_MAX]


def _require_one_graph(shapes: Any, path: str) -> None:
    """Raise UnreadableInputError for a query with FROM, which would be ignored."""
    rdflib = import_module("rdflib")
    for name in ("select", "ask", "construct"):
        for constraint, text in shapes.subject_objects(rdflib.URIRef(f"{voc.SH}{name}")):
            match = FROM.search(NO_NAME.sub(" ", str(text)))
            if match:
                owners = map(str, shapes.subjects(rdflib.URIRef(f"{voc.SH}sparql"), constraint))
                words = " ".join(match[0].upper().split())
                raise UnreadableInputError(
                    f"{path}: the query of shape {min(owners, default=str(constraint))} has "
                    f"{words}, which is not supported: a constraint applies to the validated "
                    "graph only; remove it from the query"
                )


def shapes_graph(triples: Iterable[Triple]) -> Any:
    """Return the statements as an rdflib graph for pySHACL, in which "1" is not read as "true"."""
    monkey = _pyshacl()["monkey"]
    monkey.rdflib_bool_patch()
    try:
        return to_rdflib(triples)
    finally:
        monkey.rdflib_bool_unpatch()


def _with_imported_prefixes(shapes: Any) -> Any:
    """Add the prefixes of imported ontologies, which pySHACL ignores."""
    rdflib = import_module("rdflib")
    declare, imports = rdflib.URIRef(f"{voc.SH}declare"), rdflib.URIRef(f"{voc.OWL}imports")
    triples = [
        (importer, declare, declaration)
        for importer in set(shapes.subjects(imports))
        for imported in shapes.transitive_objects(importer, imports)
        for declaration in shapes.objects(imported, declare)
    ]
    for triple in triples:
        shapes.add(triple)
    return shapes


def _has_targets(shape: Any) -> bool:
    return not shape.deactivated and any(len(list(nodes)) for nodes in shape.target())


def _pyshacl() -> dict[str, ModuleType]:
    names = ("monkey", "pytypes", "shapes_graph", "errors")
    try:
        return {name: import_module(f"pyshacl.{name}") for name in names}
    except ImportError as error:
        raise UsageError(
            "SHACL shapes need pyshacl; run `pip install 'evalstore[knowledge]'`"
        ) from error
