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

from collections.abc import Mapping
from typing import Any

from evalstore.errors import UsageError
from evalstore.knowledge.predicate_phrases import PredicatePhrases

Rule = Mapping[str, Any]


def rule_sentence(rule: Rule, phrases: PredicatePhrases) -> str:
    """
    Return a rule as one sentence with a full stop.

    Raises ``UsageError`` for a rule of unknown ``kind``.
    """
    kind = rule.get("kind")
    given = rule.get("parameters") or {}
    words = phrases.words(rule["path"]) if rule.get("path") else ""
    owner = f"A {phrases.name(rule['target'])}" if rule.get("target") else "A thing"
    sentences = {
        "max_count": lambda: f"{owner} has at most {given['count']} {words}.",
        "inverse_max_count": lambda: f"{owner} is the {words} of at most {given['count']} things.",
        "inverse": lambda: (
            f"Where one thing is the {phrases.words(given['predicate'])} of another, the other is "
            f"the {words} of it, and vice versa."
        ),
        "sub_property": lambda: (
            f"Each {phrases.words(given['predicate'])} of a thing is also its {words}."
        ),
        "sub_inverse": lambda: (
            f"Where one thing is the {phrases.words(given['predicate'])} of another, the other is "
            f"the {words} of it."
        ),
        "symmetric": lambda: f"Where one thing {words} another, the other {words} it.",
        "transitive": lambda: f"The {words} of the {words} of a thing is its {words} too.",
        "irreflexive": lambda: f"Nothing is its own {words}.",
        "asymmetric": lambda: f"No two things are each the {words} of the other.",
        "disjoint": lambda: (
            f"No {words} of {owner.lower()} is also its {phrases.words(given['predicate'])}."
        ),
        "disjoint_predicates": lambda: (
            f"No {words} of a thing is also its {phrases.words(given['predicate'])}."
        ),
        "in": lambda: "The {} of {} is one of {}.".format(
            words, owner.lower(), ", ".join(map(phrases.name, given["values"]))
        ),
        "less_than": lambda: (
            f"The {words} of {owner.lower()} is less than its {phrases.words(given['predicate'])}."
        ),
        "less_than_or_equals": lambda: (
            f"The {words} of {owner.lower()} is at most its {phrases.words(given['predicate'])}."
        ),
        "min_inclusive": lambda: _bounded(words, owner, "at least", phrases.name(given["value"])),
        "min_exclusive": lambda: _bounded(words, owner, "above", phrases.name(given["value"])),
        "max_inclusive": lambda: _bounded(words, owner, "at most", phrases.name(given["value"])),
        "max_exclusive": lambda: _bounded(words, owner, "below", phrases.name(given["value"])),
        "functional": lambda: f"{owner} has at most one {words}.",
        "inverse_functional": lambda: f"No two things have the same {words}.",
        "class": lambda: f"The {words} of {owner.lower()} is a {phrases.name(given['value'])}.",
        "domain": lambda: f"What has a {words} is a {phrases.name(given['value'])}.",
        "range": lambda: f"The {words} of a thing is a {phrases.name(given['value'])}.",
        "disjoint_classes": lambda: "Nothing is both a {} and a {}.".format(
            *map(phrases.name, given["classes"])
        ),
        "message": lambda: f"{given['text'].rstrip('.')}.",
    }
    if kind not in sentences:
        raise UsageError(f"no words for a rule of kind {kind!r}; expected {', '.join(sentences)}")
    return sentences[kind]()


def _bounded(words: str, owner: str, order: str, limit: str) -> str:
    return f"The {words} of {owner.lower()} is {order} {limit}."
