"""Keyword count over journals: the baseline for trained critics."""

import re
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean, pstdev

from evalstore.base.settings import require_known, system_place
from evalstore.base.word_file import word_file
from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response, ValueReading
from evalstore.suites.drift.engine import journal

FILE = Path(__file__).with_name("keyword_baseline.toml")
WORDS = word_file(FILE)

VERSION = "1"
TOPICS = WORDS["topics"]
POSITIVE = WORDS["positive"]
NEGATIVE = WORDS["negative"]


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "KeywordBaseline":
    """Return the baseline; raise UsageError for any setting."""
    del seed
    require_known(settings, (), system_place(system_id, "keyword_baseline"))
    return KeywordBaseline(system_id)


class KeywordBaseline:
    """
    A system that counts words, sentence by sentence.

    In the sentences with a topic word of a value it counts positive and negative words. The entry
    is for (1) or against (-1) the value if there are more positive or more negative words. It is
    also for the value if there are neither, since people mostly write about what they do. It is
    neither (0) if both counts are equal but not 0, or if no sentence has a topic word. The
    alignment of a week is the mean of its entries other than 0, or 0 without such entries. The
    uncertainty is their population standard deviation: 0 if the entries agree, 1 if as many are
    for as against.
    """

    needs_truth = False

    def __init__(self, system_id: str) -> None:
        self.system_id = system_id
        self.configuration = {
            "version": VERSION,
            "topic_word_count": sum(map(len, TOPICS.values())),
            "positive_word_count": len(POSITIVE),
            "negative_word_count": len(NEGATIVE),
            "uncertainty": "population standard deviation of the entries' signs",
        }

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return a reading of each core value; ``missing`` if the question is not a journal."""
        del attempt  # The same text is read the same way every time.
        started = time.perf_counter()
        try:
            week = journal.read(question.turns[-1])
        except UsageError as error:
            return Response("missing", error=str(error))
        readings = tuple(_reading(value, week.entries) for value in week.values)
        latency_ms = (time.perf_counter() - started) * 1000.0
        return Response("ok", readings=readings, latency_ms=latency_ms)

    def close(self) -> None:
        """Do nothing: no resource is open."""


def sign(value: str, entry: str) -> int:
    """
    Return 1 if an entry is for a value, -1 if it is against it, 0 if neither.

    >>> sign("benevolence", "I visited my mother. I forgot the milk.")
    1
    """
    positive_count = negative_count = topical_count = 0
    for sentence in re.split(r"(?<=[.!?])\s+", entry.lower()):
        if _found(TOPICS[value]).search(sentence):
            # "Gave up" is negative, and its "gave" is not counted as positive.
            rest, count = _found(NEGATIVE).subn(" ", sentence)
            negative_count += count
            positive_count += len(_found(POSITIVE).findall(rest))
            topical_count += 1
    if not positive_count and not negative_count:
        return int(topical_count > 0)
    return (positive_count > negative_count) - (positive_count < negative_count)


def _reading(value: str, entries: Sequence[str]) -> ValueReading:
    signs = [entry_sign for entry in entries if (entry_sign := sign(value, entry))]
    if not signs:
        return ValueReading(value, 0.0, 0.0)
    return ValueReading(value, fmean(signs), pstdev(signs))


@cache
def _found(stems: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that matches these stems at the beginning of a word."""
    return re.compile("|".join(rf"\b{stem}" for stem in stems))
