"""Names that are phrases ("beneath the liver"): their weighty words close together."""

from collections.abc import Sequence

from evalstore.judges.text.names.tokens import WORDS, Token

PREPOSITIONS = WORDS["prepositions"]
MEANINGS = {word: set(row) for row in PREPOSITIONS for word in row}
LIGHT = frozenset(WORDS["light"])
PHRASE_WORDS_MAX = 8
WINDOW_FACTOR = 3
WINDOW_MARGIN = 6


def phrase_at(
    tokens: Sequence[Token], phrase: Sequence[Token], question_keys: frozenset[str]
) -> tuple[int, int] | None:
    """
    Return the span that contains every word of weight of a phrase close together, else None.

    Words of the question do not count. A word such as "under" may be replaced by any word of its
    meaning, but one of these is required.
    """
    wanted = [token.key for token in phrase if token.key not in LIGHT]
    weighty = [key for key in wanted if key not in MEANINGS and key not in question_keys]
    if not weighty or len(wanted) > PHRASE_WORDS_MAX:
        return None
    if not set(weighty) <= {token.key for token in tokens}:
        return None
    width = len(wanted) * WINDOW_FACTOR + WINDOW_MARGIN
    for place, token in enumerate(tokens):
        if token.key not in wanted and token.key not in MEANINGS:
            continue
        window = tokens[place : place + width]
        keys = {each.key for each in window}
        if set(weighty) <= keys and all(keys & MEANINGS[key] for key in wanted if key in MEANINGS):
            last = max(index for index, each in enumerate(window) if each.key in weighty)
            return place, place + last
    return None
