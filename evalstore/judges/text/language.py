"""Detection of replies that are not in English."""

import re
import unicodedata

from evalstore.judges.text.wording import READ_CHARACTERS_MAX

# Names and titles tell nothing about the language of a reply, and most begin with a capital.
WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
# The difference of two log-likelihoods from which on a reply counts as foreign: nearly twice the
# largest of the English replies that it was chosen on.
EVIDENCE_MIN = 20.0


def is_english(text: str) -> bool:
    """
    Return whether a reply can be read as English; without evidence for another language it can.

    Half of its letters must be Latin. Its lower-case words are then compared with the languages of
    ``py3langid``: a reply of a few words, or of names only, gives too little evidence.

    >>> is_english("Vincent Van Gogh was Dutch."), is_english("Vielleicht ist es nicht der Weg.")
    (True, False)
    """
    text = unicodedata.normalize("NFKC", text[:READ_CHARACTERS_MAX])
    letters = [character for character in text if character.isalpha()]
    if 2 * sum(map(_is_latin, letters)) < len(letters):
        return False
    words = " ".join(
        word
        for word in WORD.findall(text.lower() if text.isupper() else text)
        if word[0].islower() and _is_latin(word[0]) and _is_latin(word[-1])
    )
    return not words or _evidence_against_english(words) < EVIDENCE_MIN


def _evidence_against_english(words: str) -> float:
    """Return how much more likely the words are in the best language than in English, as a log."""
    # Its model takes most of a second to load.
    from py3langid import rank

    likelihoods = rank(words)
    return float(likelihoods[0][1] - dict(likelihoods)["en"])


def _is_latin(character: str) -> bool:
    return character.isascii() or unicodedata.name(character, "").startswith("LATIN")
