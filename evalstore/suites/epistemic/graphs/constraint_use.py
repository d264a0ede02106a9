"""Use of SHACL constraints: stated on cards, only checked, or not used, each with the reason."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import Triple
from evalstore.suites.epistemic.graphs.terms import is_iri, parts

SH = voc.SH
STATED, CHECKED, UNUSED = "stated on cards", "checked only", "not used"
OF_FORM = "about the form of a value, not about a fact"
OF_PARTS = "a condition of several parts, which no sentence of a card states"
ASKS = "asks for a statement, and no statement contradicts that"
REASONS = {
    "minCount": ASKS,
    "hasValue": ASKS,
    "equals": ASKS,
    "datatype": OF_FORM,
    "nodeKind": OF_FORM,
    "pattern": OF_FORM,
    "minLength": OF_FORM,
    "maxLength": OF_FORM,
    "languageIn": OF_FORM,
    "uniqueLang": OF_FORM,
    "or": OF_PARTS,
    "xone": OF_PARTS,
    "not": OF_PARTS,
    "qualifiedValueShape": OF_PARTS,
    "sparql": "a query, which no sentence of a card states",
}
STATED_OF_PATH = frozenset((
    "maxCount", "class", "in", "disjoint", "lessThan", "lessThanOrEquals", "minInclusive",
    "minExclusive", "maxInclusive", "maxExclusive",
))  # fmt: skip
NOT_RUN = {
    "rule": "SHACL rules are not run",
    "js": "SHACL-JS is not run",
    "target": "targets by queries (SHACL-AF) are not read",
    "values": "computed values (SHACL-AF) are not read",
}
COUNTED = (*REASONS, *sorted(STATED_OF_PATH), "closed", *NOT_RUN)


@dataclass(frozen=True, slots=True)
class ConstraintUse:
    """
    The use of the constraints of one kind.

    ``constraint`` is the parameter, such as ``sh:maxCount``; ``use`` is ``stated on cards``,
    ``checked only`` (labels follow them) or ``not used``; ``shape`` is the first that has one.
    """

    constraint: str
    count: int
    use: str
    reason: str
    shape: str

    def as_record(self) -> dict[str, object]:
        """Return the fields, as ``kg describe --json`` prints them."""
        return asdict(self)


def constraint_uses(triples: Iterable[Triple]) -> tuple[ConstraintUse, ...]:
    """Return the use of each kind of constraint in a shapes graph; unused kinds come last."""
    about: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for subject, predicate, value in triples:
        if predicate.startswith(SH):
            about[subject][predicate.removeprefix(SH)].append(value)
    owners = {
        value: owner
        for owner, statements in about.items()
        for value in statements.get("property", ())
    }
    counts: Counter[tuple[str, str, str]] = Counter()
    shapes: dict[tuple[str, str, str], str] = {}
    for node in sorted(about):  # A copy, since looking a path up adds to the mapping.
        statements = about[node]
        shape = _named(node, owners)
        for name in COUNTED:
            if name not in statements or (name == "closed" and not _is_true(statements["closed"])):
                continue
            is_turned = name == "maxCount" and all(
                is_iri(path) or any(map(is_iri, about[path].get("inversePath", ())))
                for path in statements.get("path", ())
            )
            use, reason = _use(
                name, statements, about.get(owners.get(node, ""), {}), is_turned=is_turned
            )
            key = (f"sh:{name}", use, reason)
            counts[key] += len(statements[name])
            shapes.setdefault(key, shape)
    order = (STATED, CHECKED, UNUSED)
    ranked = sorted(counts, key=lambda key: (order.index(key[1]), -counts[key], key))
    return tuple(ConstraintUse(key[0], counts[key], key[1], key[2], shapes[key]) for key in ranked)


def _use(
    name: str, statements: dict[str, list[str]], owner: dict[str, list[str]], *, is_turned: bool
) -> tuple[str, str]:
    if name in NOT_RUN:
        return UNUSED, NOT_RUN[name]
    if _is_true(statements.get("deactivated", ())) or _is_true(owner.get("deactivated", ())):
        return UNUSED, "deactivated"
    severities = [*statements.get("severity", ()), *owner.get("severity", ())]
    if any(severity != f"{SH}Violation" for severity in severities):
        return CHECKED, "a warning or information, which contradicts no claim"
    if name in REASONS:
        return CHECKED, REASONS[name]
    is_one_step = is_turned or all(is_iri(path) for path in statements.get("path", ()))
    if name in STATED_OF_PATH and not is_one_step:
        return CHECKED, "its path is not one predicate"
    return STATED, ""


def _named(node: str, owners: dict[str, str]) -> str:
    seen = set()
    while node.startswith("_:") and node in owners and node not in seen:
        seen.add(node)
        node = owners[node]
    return "" if node.startswith("_:") else node


def _is_true(values: Iterable[str]) -> bool:
    return any(parts(value)[0] in {"true", "1"} for value in values if value.startswith('"'))
