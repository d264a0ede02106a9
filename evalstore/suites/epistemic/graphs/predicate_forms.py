"""Sentence patterns of predicates, by the word classes in their names."""

from dataclasses import dataclass

from evalstore.suites.epistemic.graphs.parts_of_speech import (
    ARTICLES,
    AUXILIARIES,
    BARE,
    PAST_VERBS,
    PREPOSITIONS,
    is_participle,
    is_verb,
    singular,
    with_article,
)

HAVE = frozenset({"has", "have", "had"})
POSSESSIVES = frozenset({"his", "her", "its", "their", "no"})
WORDS_MAX = 7
ADVERBS = frozenset({"first", "last", "also", "once", "often", "best"})
ADJECTIVE_ENDINGS = ("able", "ible", "ous", "ful")
SUBJECT = "{subject}"
OBJECT = "{object}"


@dataclass(frozen=True, slots=True)
class PredicateForm:
    """
    The sentence patterns of a predicate, with ``{subject}`` and ``{object}`` for the names.

    ``statement`` has no full stop and ``question`` no question mark. ``noun`` is the object's role
    for the subject ("mouth"), empty if the predicate is not a noun.
    """

    statement: str
    question: str
    noun: str = ""


@dataclass(frozen=True, slots=True)
class PredicateUsage:
    """
    The use of a predicate: class names of its ends, and whether it declares one value.

    ``has_literals`` is True if its objects are literals, ``has_days`` if they are dates,
    ``is_single`` if each subject has at most one object by declaration, ``is_inverse_single`` if
    each object has at most one subject.
    """

    subject_class: str = ""
    object_class: str = ""
    is_single: bool = False
    is_inverse_single: bool = False
    has_literals: bool = False
    has_days: bool = False


def form_of(words: str, usage: PredicateUsage | None = None) -> PredicateForm:
    """
    Return the sentence patterns of a predicate's words.

    >>> print(form_of("mouth").question)
    Is {object} a mouth of {subject}
    >>> print(form_of("has mouth", PredicateUsage(is_single=True)).statement)
    the mouth of {subject} is {object}
    >>> print(form_of("flows into").statement)
    {subject} flows into {object}
    >>> [form_of(words).question for words in ("is part of", "scaling of", "part of")]
    ['Is {subject} part of {object}', 'Is {subject} a scaling of {object}', \
'Is {subject} part of {object}']
    >>> [form_of(words).statement for words in ("categorized by quantity kind", "in scheme")]
    ['{subject} is categorized by the quantity kind {object}', \
'{subject} is in the scheme {object}']
    """
    usage = usage or PredicateUsage()
    tokens = words.split()
    first, rest = tokens[0], tokens[1:]
    following = rest[0] if rest else ""
    if (
        len(tokens) > WORDS_MAX
        or first == "not"
        or (not rest and first.endswith(ADJECTIVE_ENDINGS))
    ):
        return _quoted(words)
    if first in ARTICLES and rest:
        return _noun(" ".join(rest), usage, is_single=first == "the")
    if first in HAVE and rest:
        return _possession(tokens, usage)
    if first in AUXILIARIES and rest:
        return _copula(first, _complement(rest, usage))
    return _without_auxiliary(tokens, following, usage)


def _without_auxiliary(tokens: list[str], following: str, usage: PredicateUsage) -> PredicateForm:
    first = tokens[0]
    is_passive = _is_passive(tokens)
    is_day_of = is_passive and usage.has_days
    if is_day_of and is_participle(tokens[-1]):
        return _copula("was", f"{' '.join(tokens)} on")
    if is_day_of and tokens[-1] in PREPOSITIONS and first not in PAST_VERBS:
        return _copula("was", " ".join(tokens))
    if is_verb(first, following):
        return _clause(_with_inner_article(tokens))
    if first in PAST_VERBS or (is_participle(first) and not following):
        return _clause(" ".join(tokens))
    if first in PREPOSITIONS or is_passive or _names_the_subject(tokens, usage):
        return _copula("is", _complement(tokens, usage))
    return _noun(singular(" ".join(tokens)), usage, is_single=usage.is_single)


def boolean_form(words: str, *, value: bool) -> PredicateForm:
    """
    Return the sentence patterns of a predicate whose object is true or false.

    >>> print(boolean_form("deprecated", value=True).question)
    Is {subject} deprecated
    >>> print(boolean_form("has roof", value=False).statement)
    {subject} has no roof
    >>> print(boolean_form("strictly local rules", value=True).statement)
    "strictly local rules" is true for {subject}
    """
    tokens = words.split()
    first, rest = tokens[0], " ".join(tokens[1:])
    endings = (*ADJECTIVE_ENDINGS, "al", "ive", "ic")
    is_adjective = is_participle(first) or words.endswith(endings) or tokens[-1] in BARE
    if is_adjective or (first in AUXILIARIES and rest):
        complement = rest if first in AUXILIARIES else words
        words_after = complement.split()
        if words_after[1:] and not is_participle(words_after[0]):
            is_nominal = not set(words_after) & PREPOSITIONS and words_after[-1] not in BARE
            complement = with_article(complement) if is_nominal else complement
        return _copula("is", complement, "") if value else _clause(f"is not {complement}", "")
    if first in HAVE and rest:
        bare = " ".join(tokens[2:]) if tokens[1] in ARTICLES else rest
        return _clause(f"has {with_article(bare)}" if value else f"has no {bare}", "")
    stated = "true" if value else "false"
    return PredicateForm(
        f'"{words}" is {stated} for {SUBJECT}', f'Is "{words}" {stated} for {SUBJECT}'
    )


def _clause(words: str, value: str = OBJECT) -> PredicateForm:
    statement = f"{SUBJECT} {words} {value}".rstrip()
    return PredicateForm(statement, f"Is it true that {statement}")


def _copula(verb: str, complement: str, value: str = OBJECT) -> PredicateForm:
    opening = verb.capitalize()
    return PredicateForm(
        f"{SUBJECT} {verb} {complement} {value}".rstrip(),
        f"{opening} {SUBJECT} {complement} {value}".rstrip(),
    )


def _noun(noun: str, usage: PredicateUsage, *, is_single: bool) -> PredicateForm:
    """
    Return the patterns of a predicate that is a noun.

    "The" implies a single value, so it is used only if ``is_single``. A literal is written as
    something that the subject has, a thing as something that it is of the subject.
    """
    if is_single:
        return PredicateForm(
            f"the {noun} of {SUBJECT} is {OBJECT}", f"Is {OBJECT} the {noun} of {SUBJECT}", noun
        )
    if usage.has_literals:
        statement = f"{SUBJECT} has the {noun} {OBJECT}"
        return PredicateForm(statement, f"Does {SUBJECT} have the {noun} {OBJECT}", noun)
    named = with_article(noun)
    return PredicateForm(
        f"{OBJECT} is {named} of {SUBJECT}", f"Is {OBJECT} {named} of {SUBJECT}", noun
    )


def _quoted(words: str) -> PredicateForm:
    return PredicateForm(
        f'{OBJECT} is a value of "{words}" for {SUBJECT}',
        f'Is {OBJECT} a value of "{words}" for {SUBJECT}',
    )


def _possession(tokens: list[str], usage: PredicateUsage) -> PredicateForm:
    """Return the patterns of "has mouth", "has the mouth", "has part" and "has been …"."""
    rest = tokens[1:]
    is_perfect = rest[0] == "been" or (is_participle(rest[0]) and len(rest) == 1)
    if rest[0] in ARTICLES and rest[1:] and not set(rest) & PREPOSITIONS:
        clause = _clause(" ".join(tokens))
        return PredicateForm(clause.statement, clause.question, " ".join(rest[1:]))
    if rest[0] in ARTICLES | POSSESSIVES or is_perfect or rest[-1] in PREPOSITIONS:
        return _clause(" ".join(tokens))
    return _noun(" ".join(rest), usage, is_single=usage.is_single)


def _is_passive(words: list[str]) -> bool:
    """Return whether words are a participle before a preposition, as "first measured on"."""
    is_adverb = words[0] in ADVERBS or words[0].endswith("ly")
    rest = words[1:] if is_adverb and words[1:] else words
    return is_participle(rest[0]) and (len(rest) == 1 or rest[1] in PREPOSITIONS)


def _complement(words: list[str], usage: PredicateUsage) -> str:
    """
    Return the words after "is", with missing articles added.

    "location of" becomes "a location of", "unit for quantity kind" "a unit for the quantity
    kind"; "part of" and "fed by" are unchanged.
    """
    first = words[0]
    if first == "same":
        return " ".join(["the", *words])
    text = _with_inner_article(words)
    is_passive = _is_passive(words)
    is_bare = first in ARTICLES | PREPOSITIONS | BARE or "than" in words
    if is_bare or is_passive or len(words) == 1:
        return text
    if not set(words) & PREPOSITIONS:
        return f"{with_article(' '.join(words))} of"
    return f"the {text}" if usage.is_inverse_single else with_article(text)


def _with_inner_article(words: list[str]) -> str:
    """Put "the" before a noun that ends the phrase, after a verb or preposition."""
    places = [place for place, word in enumerate(words[:-1]) if word in PREPOSITIONS]
    start = places[-1] + 1 if places else 1
    is_open = words[-1] in PREPOSITIONS or len(words) == 1 or words[start] in ARTICLES
    if is_open or (words[0] in BARE and not places):
        return " ".join(words)
    return " ".join([*words[:start], "the", *words[start:]])


def _names_the_subject(words: list[str], usage: PredicateUsage) -> bool:
    """Return whether a noun phrase gives the subject's role for the object."""
    places = [place for place, word in enumerate(words) if word in PREPOSITIONS and place]
    if not places:
        return False
    if words[-1] in PREPOSITIONS:
        return True
    head, tail = words[places[0] - 1], " ".join(words[places[-1] + 1 :])
    is_object_class = bool(usage.object_class) and tail == usage.object_class
    is_subject_class = bool(usage.subject_class) and head == usage.subject_class.split()[-1]
    return is_object_class or is_subject_class
