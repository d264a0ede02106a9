"""
Rules of a graph and of its shapes, as English sentences.

A rule is a mapping of ``kind``, ``path`` (the IRI of the predicate that it constrains), ``target``
(the IRI of the class whose instances it constrains, "" for all things), ``parameters`` and
``shape`` (the IRI of the SHACL shape, "" if it has none). Terms are those of ``terms``.

| kind | parameters |
|---|---|
| ``max_count``, ``inverse_max_count`` | ``count``: whole number, 0 for none at all |
| ``class``, ``datatype``, ``node_kind`` | ``value``: IRI |
| ``has_value`` | ``value``: term |
| ``in`` | ``values``: list of terms |
| ``disjoint``, ``equals``, ``less_than``, ``less_than_or_equals`` | ``predicate``: IRI |
| ``min_inclusive``, ``min_exclusive``, ``max_inclusive``, ``max_exclusive`` | ``value``: literal |
| ``min_length``, ``max_length`` | ``count``: whole number |
| ``pattern`` | ``pattern``: regular expression |
| ``functional``, ``inverse_functional``, ``asymmetric``, ``irreflexive`` | none |
| ``disjoint_predicates`` | ``predicate``: IRI of the other |
| ``disjoint_classes`` | ``classes``: two IRIs |
| ``domain``, ``range`` | ``value``: IRI of the class |
| ``inverse``, ``sub_property``, ``sub_inverse`` | ``predicate``: IRI |
| ``symmetric``, ``transitive`` | none |
| ``message`` | ``text``: the shape's own message |

``inverse_max_count`` limits how many subjects an object of class ``target`` has. Statements of
``predicate`` entail those of ``path``: ``inverse`` with the ends exchanged, and vice versa;
``sub_property`` as they are; ``sub_inverse`` with the ends exchanged, in this direction only.
"""

from collections.abc import Callable

from evalstore.errors import UsageError
from evalstore.suites.epistemic.graphs.parts_of_speech import (
    plural,
    with_article,
    without_articles,
)
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.rule_parts import Rule, RuleParts
from evalstore.suites.epistemic.graphs.rule_words import (
    COMPARISONS,
    DATATYPES,
    NODE_KINDS,
    NUMBERS,
)
from evalstore.suites.epistemic.graphs.vocabulary import SH, XSD


def rule_sentence(rule: Rule, phrases: PredicatePhrases) -> str:
    """
    Return a rule as one sentence with a full stop; "" if the sentence would be empty of content.

    Examples are inverse predicates with one sentence, "is part of" and "has the part", and the
    datatype of a predicate that is true or false.
    Raises ``UsageError`` for a rule of unknown ``kind``.
    """
    kind = str(rule.get("kind"))
    write = WRITERS.get(kind)
    if write is None:
        raise UsageError(f"unknown kind of rule {kind!r}; expected one of {', '.join(WRITERS)}")
    text = write(RuleParts(rule, phrases))
    condition, _, conclusion = (
        text.removeprefix("if ").removesuffix(", and vice versa").partition(", then ")
    )
    if not text or without_articles(condition) == without_articles(conclusion):
        return ""
    return f"{text[:1].upper()}{text[1:]}."


def _max_count(parts: RuleParts) -> str:
    count = int(parts.given["count"])
    if count == 1 and parts.truth_forms:
        return parts.exclusion()
    if parts.noun:
        nouns = parts.noun if count < 2 else plural(parts.noun)  # noqa: PLR2004 - a plural
        most = "" if not count else "at most "
        return f"{parts.owner} has {most}{_number(count)} {nouns}"
    if not count:
        owner = f"no {parts.owner.partition(' ')[2]}"
        return parts.stated(owner, "anything")
    things = "thing" if count == 1 else "things"
    return parts.stated(parts.owner, f"at most {_number(count)} {things}")


def _inverse_max_count(parts: RuleParts) -> str:
    count = int(parts.given["count"])
    things = "thing" if count == 1 else "things"
    if parts.noun:
        most = f"at most {_number(count)} {things}" if count else "nothing"
        return f"{parts.owner} is the {parts.noun} of {most}"
    if not count:
        return parts.stated("nothing", parts.owner)
    target = f"any one {parts.owner.partition(' ')[2]}"
    if count > 1:
        number = _number(count)
        return f"for {target} Y there are at most {number} X such that {parts.stated('X', 'Y')}"
    return parts.stated("at most one thing", target)


def _functional(parts: RuleParts) -> str:
    if parts.truth_forms:
        return parts.exclusion()
    if parts.noun:
        return f"nothing has more than one {parts.noun}"
    return parts.stated("nothing", "more than one thing")


def _inverse_functional(parts: RuleParts) -> str:
    if parts.noun:
        return f"no two things have the same {parts.noun}"
    return parts.stated("at most one thing", "any one thing")


def _irreflexive(parts: RuleParts) -> str:
    pattern = parts.form.statement
    if pattern.startswith("{subject}"):
        return parts.stated("nothing", "itself")
    if pattern.startswith("{object}"):
        return parts.stated("itself", "nothing")
    return f"nothing is the {parts.noun} of itself"


def _asymmetric(parts: RuleParts) -> str:
    return f"if {parts.stated('X', 'Y')}, it is not true that {parts.stated('Y', 'X')}"


def _symmetric(parts: RuleParts) -> str:
    return f"if {parts.stated('X', 'Y')}, then {parts.stated('Y', 'X')}"


def _transitive(parts: RuleParts) -> str:
    both = f"{parts.stated('X', 'Y')} and {parts.stated('Y', 'Z')}"
    return f"if {both}, then {parts.stated('X', 'Z')}"


def _sub_property(parts: RuleParts) -> str:
    other = str(parts.given["predicate"])
    return f"if {parts.stated('X', 'Y', other)}, then {parts.stated('X', 'Y')}"


def _inverse(parts: RuleParts) -> str:
    other = str(parts.given["predicate"])
    vice_versa = ", and vice versa" if parts.kind == "inverse" else ""
    return f"if {parts.stated('Y', 'X', other)}, then {parts.stated('X', 'Y')}{vice_versa}"


def _disjoint(parts: RuleParts) -> str:
    other = parts.stated("X", "Y", str(parts.given["predicate"]))
    return f"if {parts.condition()}{parts.stated('X', 'Y')}, it is not true that {other}"


def _compared(parts: RuleParts) -> str:
    other, words = str(parts.given["predicate"]), COMPARISONS[parts.kind]
    noun = parts.phrases.form(other).noun
    if parts.noun and noun:
        return f"every {parts.noun} of {parts.owner} is {words} its {noun}"
    both = f"{parts.stated('X', 'Y')} and {parts.stated('X', 'Z', other)}"
    return f"if {parts.condition()}{both}, then Y is {words} Z"


def _bounded(parts: RuleParts) -> str:
    value = parts.phrases.name(str(parts.given["value"]))
    return parts.about_value(f"{COMPARISONS[parts.kind]} {value}")


def _of_class(parts: RuleParts) -> str:
    return parts.about_value(parts.class_of("value"))


def _domain(parts: RuleParts) -> str:
    named = parts.class_of("value")
    if parts.noun:
        return f"only {named} has {with_article(parts.noun)}"
    return f"if {parts.stated('X', 'Y')}, then X is {named}"


def _datatype(parts: RuleParts) -> str:
    if parts.truth_forms:
        return ""
    name = str(parts.given["value"])
    words = DATATYPES.get(name.removeprefix(XSD)) or f"a value of type {parts.phrases.name(name)}"
    return parts.about_value(words)


def _node_kind(parts: RuleParts) -> str:
    name = str(parts.given["value"])
    return parts.about_value(NODE_KINDS.get(name.removeprefix(SH)) or parts.class_of("value"))


def _length(parts: RuleParts) -> str:
    bound = "at least" if parts.kind == "min_length" else "at most"
    count = int(parts.given["count"])
    return parts.about_value(f"{bound} {count} character{'' if count == 1 else 's'} long")


def _in(parts: RuleParts) -> str:
    names = [parts.phrases.name(str(value)) for value in parts.given["values"]]
    listed = " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return parts.about_value(f"one of these: {listed}" if len(names) > 1 else listed)


def _disjoint_classes(parts: RuleParts) -> str:
    first, other = (
        with_article(parts.phrases.class_name(str(name))) for name in parts.given["classes"]
    )
    return f"nothing is both {first} and {other}"


def _has_value(parts: RuleParts) -> str:
    return parts.stated(parts.owner, parts.phrases.name(str(parts.given["value"])))


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


WRITERS: dict[str, Callable[[RuleParts], str]] = {
    "max_count": _max_count,
    "inverse_max_count": _inverse_max_count,
    "functional": _functional,
    "inverse_functional": _inverse_functional,
    "irreflexive": _irreflexive,
    "asymmetric": _asymmetric,
    "symmetric": _symmetric,
    "transitive": _transitive,
    "sub_property": _sub_property,
    "inverse": _inverse,
    "sub_inverse": _inverse,
    "disjoint": _disjoint,
    "disjoint_predicates": _disjoint,
    "disjoint_classes": _disjoint_classes,
    "equals": _compared,
    "less_than": _compared,
    "less_than_or_equals": _compared,
    "min_inclusive": _bounded,
    "min_exclusive": _bounded,
    "max_inclusive": _bounded,
    "max_exclusive": _bounded,
    "min_length": _length,
    "max_length": _length,
    "class": _of_class,
    "range": _of_class,
    "domain": _domain,
    "datatype": _datatype,
    "node_kind": _node_kind,
    "has_value": _has_value,
    "in": _in,
    "pattern": lambda parts: parts.about_value(f"of the pattern {parts.given['pattern']}"),
    "message": lambda parts: " ".join(str(parts.given["text"]).split()).rstrip("."),
}
