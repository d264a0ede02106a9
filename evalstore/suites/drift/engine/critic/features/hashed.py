"""
Words and pairs of adjacent words, hashed into buckets and weighted by rareness.

A bucket's value is (1 + ln count) idf, with idf = ln((1 + n) / (1 + df)) + 1, if df of the n
training texts have a word or pair in it; each row has length 1. A bucket with fewer than
``text_count_min`` training texts has an idf of 0, because its weight would not be learned. Buckets
are CRC-32 modulo their number, so that a text has the same row on every machine.
"""

import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from evalstore.suites.drift.engine.critic.feature_rows import SparseRows
from evalstore.suites.drift.engine.critic.settings import CriticSettings

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


class Hashed:
    """Texts as hashed words, weighted by the rareness in the training texts."""

    version = "hashed 1"

    def __init__(self, idf: npt.NDArray[np.float32]) -> None:
        self.width = len(idf)
        self._idf = idf

    def rows(self, texts: Sequence[str]) -> SparseRows:
        """Return a row for each text: at least 0, of length 1, or empty if no word is known."""
        return weighed(_counted(texts, self.width), self._idf)

    def arrays(self) -> Mapping[str, npt.NDArray[np.float32]]:
        """Return the idf of each bucket, float32 [width]."""
        return {"idf": self._idf}


def fitted(texts: Sequence[str], settings: CriticSettings) -> Hashed:
    """Return features with the rareness of words in these texts."""
    width = settings.feature_count
    frequency = np.bincount(_counted(texts, width).columns, minlength=width)
    idf = np.log((1 + len(texts)) / (1 + frequency)) + 1.0
    is_learned = frequency >= settings.text_count_min
    return Hashed(np.where(is_learned, idf, 0.0).astype(np.float32))


def restored(
    arrays: Mapping[str, npt.NDArray[np.float32]], settings: CriticSettings
) -> Hashed | None:
    """Return the features of saved ``arrays``; None if their shape does not match."""
    idf = arrays.get("idf")
    if idf is None or idf.shape != (settings.feature_count,):
        return None
    return Hashed(idf)


def grams(text: str) -> list[str]:
    """
    Return the words of a text, followed by its pairs of adjacent words.

    >>> grams("I can't sleep")
    ['i', "can't", 'sleep', "i can't", "can't sleep"]
    """
    tokens = words(text)
    return tokens + [f"{first} {second}" for first, second in pairwise(tokens)]


def words(text: str) -> list[str]:
    """Return the words of a text, in lower case."""
    return _WORD.findall(text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))


def _counted(texts: Sequence[str], width: int) -> SparseRows:
    columns: list[int] = []
    counts: list[int] = []
    offsets = [0]
    for text in texts:
        # Untrusted texts may contain lone surrogates, which are not valid UTF-8.
        bucket_counts = Counter(
            zlib.crc32(gram.encode("utf-8", "surrogatepass")) % width for gram in grams(text)
        )
        columns.extend(bucket_counts)
        counts.extend(bucket_counts.values())
        offsets.append(len(columns))
    return SparseRows(
        np.array(columns, np.int64),
        np.array(offsets, np.int64),
        np.array(counts, np.float32),
        width,
    )


def weighed(counted: SparseRows, idf: npt.NDArray[np.float32]) -> SparseRows:
    """Return counts of columns as (1 + ln count) idf, each row of length 1."""
    values = (1.0 + np.log(counted.values)) * idf[counted.columns]
    rows = np.repeat(np.arange(len(counted)), np.diff(counted.offsets))
    lengths = np.sqrt(np.bincount(rows, values.astype(np.float64) ** 2, minlength=len(counted)))
    lengths[lengths == 0.0] = 1.0
    scaled = (values / lengths[rows]).astype(np.float32)
    return SparseRows(counted.columns, counted.offsets, scaled, counted.width)
