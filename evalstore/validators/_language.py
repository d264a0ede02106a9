"""Whether a text is English: the word lists of the validators know no other language."""

import re
import unicodedata

ENGLISH_WORDS = """the of and to a in that is it you your for with are this as be not what or have
can from by on at there which if would could might may perhaps how when about"""
# Common short words of other languages that English hardly has.
FOREIGN_WORDS = """
der und ist nicht ein eine einen das dein deine sich mit auf dir du ich oft für vielleicht
le la les une est et que vous votre dans pour avec pas quel quelle elle qui vers
el los las una es y qué tu esta puede con por como lo del su ser
il che di della un sono non per questo tuo
o um uma os seu sua não com você para isso
het een van niet dat zijn jouw
"""
ENGLISH = frozenset(ENGLISH_WORDS.split())
FOREIGN = frozenset(FOREIGN_WORDS.split())
WORD = re.compile(r"[^\W\d_]+")

# So many words in a row without any common English one are not English.
LONG = 12


def is_english(text: str) -> bool:
    """
    Say whether a text can be read as English; short ones without any sign count as English.

    >>> is_english("Wings mean freedom."), is_english("Vielleicht ist das der Weg und nicht du.")
    (True, False)
    """
    words = WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    letters = sum(len(word) for word in words)
    latin = sum(len(word) for word in words if unicodedata.name(word[0], "").startswith("LATIN"))
    if latin * 2 < letters:
        return False
    english = sum(word in ENGLISH for word in words)
    foreign = sum(word in FOREIGN for word in words)
    if len(words) >= LONG and english * 20 < len(words):
        return False
    return foreign <= english or foreign < len(words) / 10
