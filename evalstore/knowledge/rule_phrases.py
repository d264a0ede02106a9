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
| ``message`` | ``text``: the words of the shape itself |

``inverse_max_count`` limits how many subjects an object of class ``target`` has. Statements of
``predicate`` entail those of ``path``: ``inverse`` with the ends exchanged, and vice versa;
``sub_property`` as they are; ``sub_inverse`` with the ends exchanged, in this direction only.
"""

from collections.abc import Callable, Mapping
from typing import Any

from evalstore.errors import UsageError
from evalstore.knowledge.parts_of_speech import plural, with_article
from evalstore.knowledge.predicate_forms import PredicateForm
from evalstore.knowledge.predicate_phrases import PredicatePhrases
from evalstore.knowledge.rule_words import (
    COMPARISONS,
    DATATYPES,
    NAMED_OBJECT,
    NODE_KINDS,
    NUMBERS,
)
from evalstore.knowledge.vocabulary import SH, XSD

Rule = Mapping[str, Any]


def rule_sentence(rule: Rule, phrases: PredicatePhrases) -> str:
    """
    Return a rule as one sentence with a full stop, "" for one that says nothing in these words.

    That is so of inverse predicates with one sentence: "is a part of" and "has the part".

    Raises ``UsageError`` for a rule of unknown ``kind``.
    """
    kind = str(rule.get("kind"))
    write = WRITERS.get(kind)
    if write is None:
        raise UsageError(f"no words for a rule of kind {kind!r}; expected {', '.join(WRITERS)}")
    text = write(_Parts(rule, phrases))
    condition, _, conclusion = (
        text.removeprefix("if ").removesuffix(", and vice versa").partition(", then ")
    )
    if condition == conclusion:
        return ""
    return f"{text[:1].upper()}{text[1:]}."


class _Parts:
    """The parts of a rule in words."""

    def __init__(self, rule: Rule, phrases: PredicatePhrases) -> None:
        self.kind = str(rule["kind"])
        self.given: Mapping[str, Any] = rule.get("parameters") or {}
        self.path = str(rule.get("path") or "")
        self.target = str(rule.get("target") or "")
        self.phrases = phrases

    @property
    def form(self) -> PredicateForm:
        return self.phrases.form(self.path)

    @property
    def noun(self) -> str:
        return self.form.noun

    @property
    def owner(self) -> str:
        """What the rule is about: "a river", or "a thing"."""
        return with_article(self.phrases.class_name(self.target)) if self.target else "a thing"

    def stated(self, subject: str, value: str, predicate: str = "") -> str:
        pattern = self.phrases.form(predicate or self.path).statement
        named = NAMED_OBJECT.search(pattern)
        if named and value.endswith(("thing", "things")):
            # "uses the currency more than one thing" is "uses more than one currency".
            noun = plural(named[1]) if value.endswith("things") else named[1]
            value = value.replace("anything", "any thing").removesuffix("s")
            return f"{pattern[: named.start()]} {value.removesuffix('thing')}{noun}".format(
                subject=subject
            )
        return pattern.format(subject=subject, object=value)

    def condition(self) -> str:
        """The condition of a rule about X: its class, if any."""
        return f"X is {self.owner} and " if self.target else ""

    def class_of(self, name: str) -> str:
        return with_article(self.phrases.class_name(str(self.given[name])))

    def about_value(self, predicative: str) -> str:
        """State what every value is: "a body of water", "at least 0"."""
        if not self.noun:
            return f"if {self.condition()}{self.stated('X', 'Y')}, then Y is {predicative}"
        owned = f" of {self.owner}" if self.target else ""
        article = "the" if self.form.statement.startswith("the ") else "every"
        return f"{article} {self.noun}{owned} is {predicative}"


def _max_count(parts: _Parts) -> str:
    count = int(parts.given["count"])
    if parts.noun:
        nouns = parts.noun if count < 2 else plural(parts.noun)  # noqa: PLR2004 - a plural
        most = "" if not count else "at most "
        return f"{parts.owner} has {most}{_number(count)} {nouns}"
    if not count:
        owner = f"no {parts.owner.partition(' ')[2]}"
        return parts.stated(owner, "anything")
    things = "thing" if count == 1 else "things"
    return parts.stated(parts.owner, f"at most {_number(count)} {things}")


def _inverse_max_count(parts: _Parts) -> str:
    count = int(parts.given["count"])
    things = "thing" if count == 1 else "things"
    if parts.noun:
        most = f"at most {_number(count)} {things}" if count else "nothing"
        return f"{parts.owner} is the {parts.noun} of {most}"
    if not count:
        return parts.stated("nothing", parts.owner)
    given = f"any one {parts.owner.partition(' ')[2]}"
    if count > 1:
        return f"there are at most {_number(count)} X of which {parts.stated('X', given)}"
    return parts.stated("at most one thing", given)


def _functional(parts: _Parts) -> str:
    if parts.noun:
        return f"nothing has more than one {parts.noun}"
    return parts.stated("nothing", "more than one thing")


def _inverse_functional(parts: _Parts) -> str:
    if parts.noun:
        return f"no two things have the same {parts.noun}"
    return parts.stated("at most one thing", "any one thing")


def _irreflexive(parts: _Parts) -> str:
    pattern = parts.form.statement
    if pattern.startswith("{subject}"):
        return parts.stated("nothing", "itself")
    if pattern.startswith("{object}"):
        return parts.stated("itself", "nothing")
    return f"nothing is the {parts.noun} of itself"


def _asymmetric(parts: _Parts) -> str:
    return f"if {parts.stated('X', 'Y')}, it is not true that {parts.stated('Y', 'X')}"


def _symmetric(parts: _Parts) -> str:
    return f"if {parts.stated('X', 'Y')}, then {parts.stated('Y', 'X')}"


def _transitive(parts: _Parts) -> str:
    both = f"{parts.stated('X', 'Y')} and {parts.stated('Y', 'Z')}"
    return f"if {both}, then {parts.stated('X', 'Z')}"


def _sub_property(parts: _Parts) -> str:
    other = str(parts.given["predicate"])
    return f"if {parts.stated('X', 'Y', other)}, then {parts.stated('X', 'Y')}"


def _inverse(parts: _Parts) -> str:
    other = str(parts.given["predicate"])
    vice_versa = ", and vice versa" if parts.kind == "inverse" else ""
    return f"if {parts.stated('Y', 'X', other)}, then {parts.stated('X', 'Y')}{vice_versa}"


def _disjoint(parts: _Parts) -> str:
    other = parts.stated("X", "Y", str(parts.given["predicate"]))
    return f"if {parts.condition()}{parts.stated('X', 'Y')}, it is not true that {other}"


def _compared(parts: _Parts) -> str:
    other, words = str(parts.given["predicate"]), COMPARISONS[parts.kind]
    noun = parts.phrases.form(other).noun
    if parts.noun and noun:
        return f"every {parts.noun} of {parts.owner} is {words} its {noun}"
    both = f"{parts.stated('X', 'Y')} and {parts.stated('X', 'Z', other)}"
    return f"if {parts.condition()}{both}, then Y is {words} Z"


def _bounded(parts: _Parts) -> str:
    value = parts.phrases.name(str(parts.given["value"]))
    return parts.about_value(f"{COMPARISONS[parts.kind]} {value}")


def _of_class(parts: _Parts) -> str:
    return parts.about_value(parts.class_of("value"))


def _domain(parts: _Parts) -> str:
    named = parts.class_of("value")
    if parts.noun:
        return f"only {named} has {with_article(parts.noun)}"
    return f"if {parts.stated('X', 'Y')}, then X is {named}"


def _datatype(parts: _Parts) -> str:
    name = str(parts.given["value"])
    words = DATATYPES.get(name.removeprefix(XSD)) or f"a value of type {parts.phrases.name(name)}"
    return parts.about_value(words)


def _node_kind(parts: _Parts) -> str:
    name = str(parts.given["value"])
    return parts.about_value(NODE_KINDS.get(name.removeprefix(SH)) or parts.class_of("value"))


def _length(parts: _Parts) -> str:
    bound = "at least" if parts.kind == "min_length" else "at most"
    count = int(parts.given["count"])
    return parts.about_value(f"{bound} {count} character{'' if count == 1 else 's'} long")


def _in(parts: _Parts) -> str:
    names = [parts.phrases.name(str(value)) for value in parts.given["values"]]
    listed = " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return parts.about_value(f"one of these: {listed}" if len(names) > 1 else listed)


def _disjoint_classes(parts: _Parts) -> str:
    one, other = (
        with_article(parts.phrases.class_name(str(name))) for name in parts.given["classes"]
    )
    return f"nothing is both {one} and {other}"


def _has_value(parts: _Parts) -> str:
    return parts.stated(parts.owner, parts.phrases.name(str(parts.given["value"])))


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


WRITERS: dict[str, Callable[[_Parts], str]] = {
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
