"""
Property constraints of SHACL shapes as rules that a sentence can state.

Only constraints that apply by themselves are returned: of active shapes with the severity
Violation, whose targets are a class, or the subjects or objects of the constrained predicate,
reached through ``sh:property``, ``sh:node`` and ``sh:and``. Rules are those of ``rule_phrases``.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import Triple
from evalstore.suites.epistemic.graphs.rule_parts import Rule
from evalstore.suites.epistemic.graphs.terms import is_blank, is_iri, is_literal, parts

SH = voc.SH
NESTED_MAX = 5
# The values of a closed list that one sentence can name.
LISTED_MAX = 12
OF_PREDICATES = {
    "disjoint": "disjoint",
    "lessThan": "less_than",
    "lessThanOrEquals": "less_than_or_equals",
}
OF_VALUES = {
    "class": "class",
    "minInclusive": "min_inclusive",
    "minExclusive": "min_exclusive",
    "maxInclusive": "max_inclusive",
    "maxExclusive": "max_exclusive",
}
CLASSES = (f"{voc.RDFS}Class", f"{voc.OWL}Class")


def rule(
    kind: str, path: str = "", target: str = "", shape: str = "", **parameters: object
) -> dict[str, object]:
    """Return a rule as a record: kind, path, target, parameters and shape."""
    return {
        "kind": kind,
        "path": path,
        "target": target,
        "parameters": parameters,
        "shape": shape,
    }


class ShapeRules:
    """The rules that shapes state about a predicate."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        """Take the statements of a shapes graph."""
        self._out: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self._typed: dict[str, list[str]] = defaultdict(list)
        for subject, predicate, value in triples:
            self._out[subject][predicate].append(value)
            if predicate == voc.TYPE:
                self._typed[value].append(subject)
        self._targeted = sorted(shape for shape in self._out if list(self._targets(shape, "")))

    def of(self, predicate: str) -> list[Rule]:
        """Return the rules about a predicate, each once, in the order of their shapes."""
        rules: dict[str, Rule] = {}
        for shape in self._targeted:
            for target in self._targets(shape, predicate):
                for candidate in self._of_shape(shape, predicate, target, shape, NESTED_MAX):
                    rules.setdefault(repr({**candidate, "shape": ""}), candidate)
        return list(rules.values())

    def _targets(self, shape: str, predicate: str) -> Iterator[str]:
        """Yield the target classes of a shape; "" if every claim of the predicate is a target."""
        yield from self._all(shape, "targetClass")
        if set(CLASSES) & set(self._out[shape].get(voc.TYPE, ())):
            yield shape
        ends = [*self._all(shape, "targetSubjectsOf"), *self._all(shape, "targetObjectsOf")]
        if ends and (not predicate or predicate in ends):
            yield ""

    def _of_shape(
        self, shape: str, predicate: str, target: str, named: str, depth: int
    ) -> Iterator[Rule]:
        if not depth or self._says(shape, "deactivated", "true") or not self._is_violation(shape):
            return
        name = named if is_blank(shape) else shape
        if self._all(shape, "path"):
            yield from self._of_property(shape, predicate, target, name)
            return
        if self._says(shape, "closed", "true") and predicate not in self._allowed(shape):
            yield rule("max_count", predicate, target, _named(name), count=0)
        inner = [*self._all(shape, "property"), *self._all(shape, "node")]
        inner += [part for head in self._all(shape, "and") for part in self._items(head)]
        for part in inner:
            yield from self._of_shape(part, predicate, target, name, depth - 1)

    def _of_property(self, shape: str, predicate: str, target: str, named: str) -> Iterator[Rule]:
        [path, *_] = self._all(shape, "path")
        place = (predicate, target, _named(named))
        counts = [_whole(count) for count in self._all(shape, "maxCount")]
        most = min((count for count in counts if count is not None), default=None)
        if most is not None:
            for step, is_inverse in self._steps(path, alternatives=most == 0):
                if step == predicate:
                    yield rule(
                        "inverse_max_count" if is_inverse else "max_count", *place, count=most
                    )
        if path == predicate:
            yield from self._of_values(shape, place)

    def _of_values(self, shape: str, place: tuple[str, str, str]) -> Iterator[Rule]:
        """Yield the rules that constrain each value by itself."""
        for name, kind in OF_VALUES.items():
            for value in self._all(shape, name):
                yield rule(kind, *place, value=value)
        for name, kind in OF_PREDICATES.items():
            for other in self._all(shape, name):
                yield rule(kind, *place, predicate=other)
        for head in self._all(shape, "in"):
            values = list(self._items(head))
            if 0 < len(values) <= LISTED_MAX and not any(map(is_blank, values)):
                yield rule("in", *place, values=values)

    def _steps(self, path: str, *, alternatives: bool) -> Iterator[tuple[str, bool]]:
        """Yield the predicates of a path of one step; True if the predicate is inverse."""
        if is_iri(path):
            yield path, False
        for inner in self._all(path, "inversePath"):
            for step, is_inverse in self._steps(inner, alternatives=alternatives):
                yield step, not is_inverse
        if alternatives:
            for head in self._all(path, "alternativePath"):
                for inner in self._items(head):
                    yield from self._steps(inner, alternatives=True)

    def _allowed(self, shape: str) -> set[str]:
        paths = {path for node in self._all(shape, "property") for path in self._all(node, "path")}
        ignored = {node for head in self._all(shape, "ignoredProperties")
                   for node in self._items(head)}  # fmt: skip
        return paths | ignored

    def _is_violation(self, shape: str) -> bool:
        severities = self._all(shape, "severity")
        return not severities or f"{SH}Violation" in severities

    def _says(self, shape: str, name: str, text: str) -> bool:
        return any(
            is_literal(value) and parts(value)[0] in (text, "1")
            for value in self._all(shape, name)
        )

    def _all(self, node: str, name: str) -> list[str]:
        return self._out[node].get(f"{SH}{name}", []) if node in self._out else []

    def _items(self, head: str) -> Iterator[str]:
        seen: set[str] = set()
        while head != voc.NIL and head not in seen and head in self._out:
            seen.add(head)
            yield from self._out[head].get(voc.FIRST, ())
            head = next(iter(self._out[head].get(voc.REST, ())), voc.NIL)


def without_repeats(rules: Iterable[Rule]) -> list[Rule]:
    """Return the rules, without limits to one value that a functional rule implies."""
    listed = list(rules)
    kinds: Mapping[str, set[str]] = {
        kind: {entry["path"] for entry in listed if entry["kind"] == kind}
        for kind in ("functional", "inverse_functional")
    }
    covered = {"max_count": "functional", "inverse_max_count": "inverse_functional"}
    return [
        entry
        for entry in listed
        if entry["parameters"].get("count") != 1
        or entry["path"] not in kinds[covered[entry["kind"]]]
    ]


def _whole(term: str) -> int | None:
    text = parts(term)[0] if is_literal(term) else ""
    return int(text) if text.isascii() and text.isdigit() else None


def _named(shape: str) -> str:
    return "" if is_blank(shape) else shape
