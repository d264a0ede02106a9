"""English word classes and inflection, as far as names of predicates need them."""

import re
from collections.abc import Mapping
from pathlib import Path

from evalstore.base.word_file import word_file

ARTICLES = frozenset({"a", "an", "the"})
AUXILIARIES = frozenset({"is", "are", "was", "were"})
_CLASSES = word_file(Path(__file__).parent / "data" / "word_classes.toml")
PREPOSITIONS = frozenset(_CLASSES["prepositions"].split())
VERBS = frozenset(_CLASSES["verbs"].split())
PAST_VERBS = frozenset(_CLASSES["past_verbs"].split())
IRREGULAR_PARTICIPLES = frozenset(_CLASSES["irregular_participles"].split())
BARE = frozenset(_CLASSES["bare"].split())
# Shorter words in -ed and -s are neither participles nor verbs: "bed", "gas".
INFLECTED_LETTERS_MIN = 4
IRREGULAR_PLURALS: Mapping[str, str] = _CLASSES["irregular_plurals"]
SINGULARS = {plural: singular for singular, plural in IRREGULAR_PLURALS.items()}
NO_PLURAL = re.compile(r".*(ss|us|is|ics|news|ous)$")
SIBILANT = re.compile(r".*(s|x|z|ch|sh)$")
# Written with a vowel and spoken with a consonant, or the reverse.
SPOKEN_CONSONANT = re.compile(r"(uni(?!n|m)|us[aeiu]|ut[ei]|eu|one\b|ubiq|ura)", re.IGNORECASE)
SPOKEN_VOWEL = re.compile(r"(hour|heir|honou?r|honest)", re.IGNORECASE)
LETTERS_SPOKEN_WITH_VOWEL = "AEFHILMNORSX8"


def is_participle(word: str) -> bool:
    """
    Return whether a word is a past participle, as before "by" or "from".

    >>> [is_participle(word) for word in ("derived", "written", "speed", "mouth")]
    [True, True, False, False]
    """
    looks_like_one = word.endswith("ed") and not word.endswith("eed")
    return word in IRREGULAR_PARTICIPLES or (
        looks_like_one and len(word) > INFLECTED_LETTERS_MIN and word not in {"hundred", "embed"}
    )


def is_verb(word: str, following: str = "") -> bool:
    """
    Return whether a word is a verb in the third person, given the word after it.

    >>> is_verb("flows", "into"), is_verb("members"), is_verb("borders"), is_verb("class", "of")
    (True, False, True, False)
    """
    if word in VERBS:
        return True
    looks_like_one = (
        word.endswith("s") and len(word) >= INFLECTED_LETTERS_MIN and not NO_PLURAL.match(word)
    )
    return looks_like_one and following in PREPOSITIONS - {"of", "per", "for"}


def article(word: str) -> str:
    """
    Return the indefinite article before a word or phrase.

    >>> [article(word) for word in ("unit", "hour", "SI unit", "MRI", "union", "8th")]
    ['a', 'an', 'an', 'an', 'a', 'an']
    """
    first = re.split(r"[\s\-/]", word.strip("\"'\u201c("), maxsplit=1)[0]
    if not first:
        return "a"
    if len(first) == 1 or (first.isupper() and not re.search(r"[AEIOU].*[AEIOU]", first)):
        return "an" if first[0] in LETTERS_SPOKEN_WITH_VOWEL else "a"
    if SPOKEN_VOWEL.match(first):
        return "an"
    if SPOKEN_CONSONANT.match(first):
        return "a"
    return "an" if first[0].lower() in "aeiou8" else "a"


def with_article(words: str) -> str:
    """
    Return a phrase after its indefinite article; one that has an article keeps it.

    >>> with_article("unit"), with_article("the mouth"), with_article("island")
    ('a unit', 'the mouth', 'an island')
    """
    has_one = words.partition(" ")[0].lower() in ARTICLES
    return words if has_one else f"{article(words)} {words}"


def without_articles(text: str) -> str:
    """
    Return a sentence without its articles, for comparing sentences.

    >>> without_articles("Ash is a part of the Elm")
    'Ash is part of Elm'
    """
    return " ".join(word for word in text.split(" ") if word not in ARTICLES)


def plural(words: str) -> str:
    """
    Return the plural of a noun phrase: that of its head, before the first preposition.

    >>> plural("dimension vector"), plural("body of water"), plural("city"), plural("person")
    ('dimension vectors', 'bodies of water', 'cities', 'people')
    """
    head, rest = _head(words)
    before, space, noun = head.rpartition(" ")
    return f"{before}{space}{_plural(noun)}{rest}"


def singular(words: str) -> str:
    """
    Return the singular of a noun phrase in the plural; others are returned as they are.

    >>> singular("members"), singular("bodies of water"), singular("status"), singular("species")
    ('member', 'body of water', 'status', 'species')
    """
    head, rest = _head(words)
    before, space, noun = head.rpartition(" ")
    return f"{before}{space}{_singular(noun)}{rest}"


def _head(words: str) -> tuple[str, str]:
    tokens = words.split(" ")
    for place, word in enumerate(tokens):
        if place and word in PREPOSITIONS:
            return " ".join(tokens[:place]), " " + " ".join(tokens[place:])
    return words, ""


def _plural(noun: str) -> str:
    if noun in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[noun]
    if noun in SINGULARS:
        return noun
    if SIBILANT.match(noun):
        return f"{noun}es"
    if len(noun) > 1 and noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def _singular(noun: str) -> str:
    if noun in SINGULARS:
        return SINGULARS[noun]
    if not noun.endswith("s") or NO_PLURAL.match(noun) or len(noun) < INFLECTED_LETTERS_MIN:
        return noun
    if noun.endswith("ies") and len(noun) > INFLECTED_LETTERS_MIN:
        return f"{noun[:-3]}y"
    if re.match(r".*(sses|xes|zes|ches|shes)$", noun):
        return noun[:-2]
    return noun[:-1]
