"""Words of a predicate: its label in a language, or its IRI's last part split into words."""

import re
from collections.abc import Sequence

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.parts_of_speech import ARTICLES, PREPOSITIONS
from evalstore.suites.epistemic.graphs.terms import is_literal, parts, plain_iri

LABELS = (f"{voc.RDFS}label", f"{voc.SKOS}prefLabel")
BOUNDARY = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[\dA-Z])(?=[A-Z][a-z])")
CONJUNCTIONS = frozenset({"and", "or"})


def predicate_words(graph: KnowledgeGraph, predicate: str, languages: Sequence[str]) -> str:
    """
    Return the label of a predicate in the languages, else the words of its IRI.

    The label is an ``rdfs:label`` or ``skos:prefLabel`` in the first language that has one, or one
    without a language. A label in another language is used only if the IRI's last part has no
    word.
    """
    wanted = [language.lower() for language in languages]
    labels = [
        parts(value)[:2]
        for name in LABELS
        for value in graph.objects(predicate, name)
        if is_literal(value) and parts(value)[0].strip()
    ]
    for language in (*wanted, None):
        for text, label_language in labels:
            if label_language == language or (
                label_language and language and label_language.startswith(f"{language}-")
            ):
                return label_words(text)
    spelled = split_words(last_part(predicate))
    if labels and not re.search(r"[a-z]{3}", spelled):
        return label_words(labels[0][0])
    return spelled


def last_part(iri: str) -> str:
    """
    Return the part of an IRI after its last slash, hash or colon.

    >>> last_part("http://qudt.org/schema/qudt/scalingOf")
    'scalingOf'
    """
    return [part for part in re.split(r"[/#:]", plain_iri(iri)) if part][-1]


def split_words(name: str) -> str:
    """
    Split camelCase, snake_case and kebab-case into lower-case words; acronyms keep their case.

    >>> split_words("isPartOf"), split_words("hasDTICode"), split_words("date_of_birth")
    ('is part of', 'has DTI code', 'date of birth')
    """
    spaced = BOUNDARY.sub(" ", re.sub(r"[_\-.\s]+", " ", name))
    return " ".join(_lowered(word) for word in spaced.split()) or name


def label_words(label: str) -> str:
    """
    Return a label in the case that it has within a sentence.

    >>> label_words("Type of operational point"), label_words("Canonical URI")
    ('type of operational point', 'canonical URI')
    >>> label_words("Has Part"), label_words("hasGeometry"), label_words("Appendix D2 index")
    ('has part', 'has geometry', 'appendix D2 index')
    """
    words = label.split()
    if len(words) == 1 and BOUNDARY.search(words[0]):
        return split_words(words[0])
    if "_" in label:
        return split_words(label)
    weighty = [
        word for word in words if word.lower() not in PREPOSITIONS | ARTICLES | CONJUNCTIONS
    ]
    if all(word[0].isupper() for word in weighty):
        return " ".join(_lowered(word) for word in words)
    return " ".join([_lowered(words[0]), *words[1:]])


def _lowered(word: str) -> str:
    is_acronym = len(word) > 1 and any(sign.isupper() for sign in word[1:])
    return word if is_acronym else word.lower()
