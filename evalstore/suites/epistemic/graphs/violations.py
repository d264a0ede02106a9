"""Violations: results of SHACL validation, and how a statement changes them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.rdflib_terms import from_term
from evalstore.suites.epistemic.graphs.terms import is_blank, parts


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """A validation result; its fields are terms."""

    severity: str
    focus: str
    component: str
    shape: str
    path: str
    value: str
    message: str
    named_shape: str

    @property
    def key(self) -> tuple[str, ...]:
        """Return the identity of the violation across runs: all fields but its message."""
        return self.focus, self.component, self.shape, self.path, self.value

    @property
    def is_violation(self) -> bool:
        """Return whether the severity is Violation, not Warning or Info."""
        return self.severity == f"{voc.SH}Violation"


@dataclass(frozen=True, slots=True)
class ValidationChange:
    """The effect of an added statement: new violations, and existing ones."""

    new: tuple[Violation, ...]
    standing: tuple[Violation, ...]


def violation_of(
    result: Any, triples: Iterable[Any], target_shape: str, path_of: Callable[[Any], str]
) -> Violation:
    """Return the violation that a result of pySHACL describes."""
    properties: dict[str, list[Any]] = {}
    for first, predicate, value in triples:
        # A node may be given as a pair of graph and node.
        node = value[1] if isinstance(value, tuple) else value
        if first == result:
            properties.setdefault(str(predicate).removeprefix(voc.SH), []).append(node)
    texts = {name: min(from_term(node) for node in nodes) for name, nodes in properties.items()}
    message = texts.get("resultMessage", "")
    shape = texts.get("sourceShape", "")
    return Violation(
        severity=texts.get("resultSeverity", ""),
        focus=texts.get("focusNode", ""),
        component=texts.get("sourceConstraintComponent", ""),
        shape=shape,
        path=path_of(properties["sourceShape"][0]) if shape else "",
        value=texts.get("value", ""),
        message=parts(message)[0] if message else "",
        # A blank node is meaningless to a reader; the enclosing shape is not.
        named_shape=target_shape if is_blank(shape) else shape,
    )
