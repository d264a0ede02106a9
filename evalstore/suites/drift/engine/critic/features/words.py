"""
Words and pairs of adjacent words, each in a separate column, weighted by rareness.

Like ``hashed``, but words do not share buckets: the columns are the words and pairs in at least
``text_count_min`` training texts. If entries are few and long, words that occur in several entries
are most of what can be learned. The vocabulary is saved as 64-bit hashes, which do not reveal the
words.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from evalstore.errors import UsageError
from evalstore.suites.drift.engine.critic.feature_rows import SparseRows
from evalstore.suites.drift.engine.critic.features.hashed import grams, weighed
from evalstore.suites.drift.engine.critic.settings import CriticSettings


class Words:
    """Texts as words of a vocabulary, weighted by the rareness in the training texts."""

    version = "words 1"

    def __init__(self, keys: npt.NDArray[np.uint64], idf: npt.NDArray[np.float32]) -> None:
        self.width = len(idf)
        self._keys = keys
        self._idf = idf
        self._places = {key: place for place, key in enumerate(keys.tolist())}

    def rows(self, texts: Sequence[str]) -> SparseRows:
        """Return a row for each text: at least 0, of length 1, or empty if no word is known."""
        columns: list[int] = []
        counts: list[int] = []
        offsets = [0]
        for text in texts:
            word_counts = _counted(text)
            keys = sorted(key for key in word_counts if key in self._places)
            columns.extend(self._places[key] for key in keys)
            counts.extend(word_counts[key] for key in keys)
            offsets.append(len(columns))
        rows = SparseRows(
            np.array(columns, np.int64),
            np.array(offsets, np.int64),
            np.array(counts, np.float32),
            self.width,
        )
        return weighed(rows, self._idf)

    def arrays(self) -> Mapping[str, npt.NDArray[np.generic]]:
        """Return the hashes of the vocabulary, ascending, and the idf of each: [width]."""
        return {"keys": self._keys, "idf": self._idf}


def fitted(texts: Sequence[str], settings: CriticSettings) -> Words:
    """Return the features of these texts; raise UsageError if no word is in enough of them."""
    frequency = Counter(key for text in texts for key in _counted(text))
    keys = sorted(key for key, count in frequency.items() if count >= settings.text_count_min)
    if not keys:
        raise UsageError(
            f"no word occurs in {settings.text_count_min} of {len(texts)} training texts; lower "
            "text_count_min, or use more entries"
        )
    counts = np.array([frequency[key] for key in keys], np.float64)
    idf = np.log((1 + len(texts)) / (1 + counts)) + 1.0
    return Words(np.array(keys, np.uint64), idf.astype(np.float32))


def restored(
    arrays: Mapping[str, npt.NDArray[np.generic]], settings: CriticSettings
) -> Words | None:
    """Return the features of saved ``arrays``; None if their shape or type does not match."""
    del settings  # The vocabulary determines the width.
    keys, idf = arrays.get("keys"), arrays.get("idf")
    if keys is None or idf is None or keys.ndim != 1 or keys.shape != idf.shape:
        return None
    if keys.dtype != np.uint64 or idf.dtype != np.float32 or not keys.size:
        return None
    return Words(keys.astype(np.uint64), idf.astype(np.float32))


def _counted(text: str) -> Counter[int]:
    # Untrusted texts may contain lone surrogates, which are not valid UTF-8.
    return Counter(
        int.from_bytes(
            hashlib.blake2b(gram.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big"
        )
        for gram in grams(text)
    )
