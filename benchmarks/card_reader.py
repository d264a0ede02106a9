"""
A reader of cards that knows nothing but the card: its facts, its rules, and names as printed.

It shares no code with what makes cards: statements are triples of names, rules are applied to all
of them until nothing new follows, and a claim is excluded if it makes a rule fail. Different names
stand for different things; what is not stated is unknown.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
Statement = tuple[str, str, str]
Statements = set[Statement]
Record = Mapping[str, Any]
OPPOSITE = {"YES": "NO", "NO": "YES", "UNKNOWN": "UNKNOWN"}


def read_card(card: Any, name_of: Callable[[str], str]) -> str:
    """
    Return what a card settles by itself: YES, NO or UNKNOWN.

    ``name_of`` gives the printed name of a term; predicates and classes are compared by IRI.
    Raises ValueError if the facts of the card break its rules without the claim.
    """
    key = card.answer_key

    def statement(record: Record) -> Statement:
        value = str(record["obj"])
        is_class = record["pred"] == TYPE
        return (
            name_of(str(record["subj"])),
            str(record["pred"]),
            value if is_class else name_of(value),
        )

    rules = [_named(rule, name_of) for rule in key["rules"]]
    stated = {statement(fact) for fact in key["facts"] if not fact.get("is_denied")}
    denied = {statement(fact) for fact in key["facts"] if fact.get("is_denied")}
    claim = statement(key["claim"])
    known = closure(stated, rules)
    if broken(known, denied, rules):
        raise ValueError(f"the facts of {card.case_id} break {broken(known, denied, rules)}")
    if claim in known:
        answer = "YES"
    else:
        answer = "NO" if broken(closure({*known, claim}, rules), denied, rules) else "UNKNOWN"
    return OPPOSITE[answer] if key["claim"].get("is_denied") else answer


def _named(rule: Record, name_of: Callable[[str], str]) -> dict[str, Any]:
    given = dict(rule["parameters"])
    if rule["kind"] == "in":
        given["values"] = [name_of(str(value)) for value in given["values"]]
    elif rule["kind"].startswith(("min_", "max_")) and "value" in given:
        given["value"] = name_of(str(given["value"]))
    return {**rule, "parameters": given}


def closure(stated: Statements, rules: Sequence[Record]) -> Statements:
    """Return the statements with all that follow from them."""
    known = set(stated)
    while True:
        new = {one for rule in rules for one in _following(rule, known)} - known
        if not new:
            return known
        known |= new


def _following(rule: Record, known: Statements) -> Iterator[Statement]:
    kind, path, given = rule["kind"], rule["path"], rule["parameters"]
    source = given.get("predicate", path)
    for subject, predicate, value in known:
        if predicate == source and kind == "sub_property":
            yield subject, path, value
        if predicate == source and kind in ("inverse", "sub_inverse", "symmetric"):
            yield value, path, subject
        if predicate == path and kind == "inverse":
            yield value, source, subject
        is_of_class = predicate == path and kind in ("domain", "range", "class")
        if is_of_class and _is_target(rule, subject, known):
            yield subject if kind == "domain" else value, TYPE, given["value"]
    if kind == "transitive":
        links = [(subject, value) for subject, predicate, value in known if predicate == path]
        yield from (
            (one, path, last) for one, end in links for first, last in links if end == first
        )


def broken(known: Statements, denied: Statements, rules: Sequence[Record]) -> str:
    """Return the rule that statements break, "denial" for a denied one, "" if they break none."""
    if known & closure(
        denied, [rule for rule in rules if rule["kind"] in ("symmetric", "inverse")]
    ):
        return "denial"
    return next((str(rule["kind"]) for rule in rules if _fails(rule, known)), "")


def _fails(rule: Record, known: Statements) -> bool:
    kind, path, given = rule["kind"], rule["path"], rule["parameters"]
    pairs = {(subject, value) for subject, predicate, value in known if predicate == path}
    turned = {(value, subject) for subject, value in pairs}
    if kind in ("functional", "max_count", "inverse_functional", "inverse_max_count"):
        counted = turned if kind.startswith("inverse") else pairs
        return _exceeds(rule, counted, known, given.get("count", 1))
    targets = [pair for pair in pairs if _is_target(rule, pair[0], known)]
    checks: dict[str, Callable[[str, str], bool]] = {
        "irreflexive": lambda subject, value: subject == value,
        "asymmetric": lambda subject, value: (subject, value) in turned,
        "disjoint": lambda subject, value: (subject, given["predicate"], value) in known,
        "disjoint_predicates": lambda subject, value: (
            (subject, given["predicate"], value) in known
        ),
        "in": lambda _, value: value not in given["values"],
    }
    if kind == "disjoint_classes":
        one, other = given["classes"]
        return any((thing, TYPE, one) in known and (thing, TYPE, other) in known
                   for thing, _, _ in known)  # fmt: skip
    if kind in checks:
        return any(checks[kind](*pair) for pair in targets)
    return any(_is_beyond(kind, value, limit) for subject, value in targets
               for limit in _limits(given, subject, known))  # fmt: skip


def _exceeds(rule: Record, pairs: set[tuple[str, str]], known: Statements, most: int) -> bool:
    counts: dict[str, int] = {}
    for end, _ in pairs:
        if _is_target(rule, end, known):
            counts[end] = counts.get(end, 0) + 1
    return any(count > most for count in counts.values())


def _is_target(rule: Record, thing: str, known: Statements) -> bool:
    return not rule["target"] or (thing, TYPE, rule["target"]) in known


def _limits(given: Mapping[str, Any], subject: str, known: Statements) -> list[str]:
    if "value" in given:
        return [str(given["value"])]
    return [value for first, predicate, value in known
            if first == subject and predicate == given.get("predicate")]  # fmt: skip


def _is_beyond(kind: str, value: str, limit: str) -> bool:
    try:
        difference = float(value.replace(",", "")) - float(limit.replace(",", ""))
    except ValueError:
        return False
    return {
        "min_inclusive": difference < 0,
        "min_exclusive": difference <= 0,
        "max_inclusive": difference > 0,
        "max_exclusive": difference >= 0,
        "less_than": difference >= 0,
        "less_than_or_equals": difference > 0,
    }.get(kind, False)


def shared_names(cards: Sequence[Any], name_of: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return pairs of things that one card prints by the same name."""
    found = set()
    for card in cards:
        records = [card.answer_key["claim"], *card.answer_key["facts"]]
        terms = {str(record[end]) for record in records for end in ("subj", "obj")}
        found |= {(one, other) for one, other in permutations(sorted(terms), 2)
                  if one < other and name_of(one) == name_of(other)}  # fmt: skip
    return sorted(found)
