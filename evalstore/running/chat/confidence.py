"""Confidence of a model that states none: token probabilities, or voting."""

import json
import math
import unicodedata
from collections import Counter
from collections.abc import Sequence

from evalstore.running.chat.reasoning import answer_start

TokenLogProbabilities = Sequence[tuple[bytes, float]]


def by_log_probabilities(text: str, tokens: TokenLogProbabilities | None) -> float | None:
    """
    Return the probability of the answer's tokens, given all before them.

    This is the product over the tokens that overlap the value of ``answer``, the probability of
    this answer in these words. None if the tokens do not match the text, or if the text has no
    such answer.

    >>> tokens = [(b'{"answer": ', -0.1), (b'"Par', math.log(0.5)), (b'is"', math.log(0.5)),
    ...           (b'}', -2.0)]
    >>> by_log_probabilities('{"answer": "Paris"}', tokens)
    0.25
    """
    if not tokens:
        return None
    written = text.encode("utf-8", "surrogatepass")
    answer_place = _answer_place(text)
    if answer_place is None or b"".join(token for token, _ in tokens) != written:
        return None
    start, end = (len(text[:place].encode("utf-8", "surrogatepass")) for place in answer_place)
    position, total = 0, 0.0
    for token, log_probability in tokens:
        if position < end and position + len(token) > start:
            total += log_probability
        position += len(token)
    return min(1.0, math.exp(total)) if not math.isnan(total) else None


def by_vote(answers: Sequence[str | None]) -> tuple[int, int]:
    """
    Return the index of the first sample with the most frequent answer, and the answer's count.

    Answers that differ only in case, white space or enclosing punctuation count as equal; a tie
    goes to the earliest answer.

    >>> by_vote(["Paris", "Lyon", "paris."])
    (0, 2)
    """
    keys = [_vote_of(answer) for answer in answers]
    winner, count = Counter(keys).most_common(1)[0]
    return keys.index(winner), count


def _vote_of(answer: str | None) -> str | None:
    if answer is None:
        return None
    folded = " ".join(unicodedata.normalize("NFKC", answer).casefold().split())
    return folded.strip(" .,;:!?\"'`") or folded


def _answer_place(text: str) -> tuple[int, int] | None:
    """Return start and end of the first ``answer`` value after any reasoning, or None."""
    decoder = json.JSONDecoder()
    name = text.find('"answer"', answer_start(text))
    colon = text.find(":", name)
    if name < 0 or colon < 0:
        return None
    start = colon + 1 + len(text[colon + 1 :]) - len(text[colon + 1 :].lstrip())
    try:
        _, end = decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return start, end
