"""
Rules of a graph and of its shapes, as English sentences.

A rule is a mapping of ``kind``, ``path`` (the IRI of the predicate that it constrains), ``target``
(the IRI of the class whose instances it constrains, "" for all things), ``parameters`` and
``shape`` (the IRI of the SHACL shape, "" if it has none). Terms are those of ``terms``.

| kind | parameters |
|---|---|
| ``max_count`` | ``count``: whole number |
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
| ``inverse``, ``sub_property`` | ``predicate``: IRI |
| ``symmetric``, ``transitive`` | none |
| ``message`` | ``text``: the words of the shape itself |
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
