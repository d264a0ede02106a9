"""
Measure how far a text lies from a critic's training texts, by the rareness of its word pairs.

A critic ignores words it has never seen, and its dropout passes then agree although it
extrapolates. So novelty is measured on the text and not on the network. The novelty of a text is
the mean of ln((1 + n) / (1 + df)) + 1 over its pairs of adjacent words, the ends of the text
counted as words, where df of the n training texts have the pair: the cross-entropy of the text, by
document frequencies. A pair that is in no training text counts most.

The usual novelty is that of the validation texts, which the critic has not learned from. If k of m
of them are at least as novel as one of n texts that are read together, then

    doubt = max(0, 1 - n k / (LEVEL (m + 1))),

which is 1 for k = 0. For n texts from the domain of the validation texts, the probability that any
is in doubt is at most LEVEL + n / (m + 1), whatever the distribution of novelty: n k / (m + 1) is
Bonferroni's bound.
Source: V. Vovk, A. Gammerman, G. Shafer, Algorithmic learning in a random world, 2005 (conformal
p-values); S. Bates and others, Testing for outliers with conformal p-values, 2023.
"""

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from evalstore.suites.drift.engine.critic.features.hashed import words

# Share of readings from the domain itself that are in doubt.
LEVEL = 0.05
# Array name -> its type.
_KINDS = {"pairs": np.uint32, "frequencies": np.uint32, "count": np.uint32, "usual": np.float64}


class Domain:
    """
    The domain of texts that a critic was trained on.

    ``pairs`` are the distinct CRC-32 of the word pairs of ``count`` training texts, ascending,
    ``frequencies`` the number of these texts with each pair, and ``usual`` the novelty of each
    validation text, ascending. Raises ValueError for arrays of another form.
    """

    def __init__(self, arrays: Mapping[str, npt.NDArray[np.generic]]) -> None:
        for name, kind in _KINDS.items():
            array = arrays.get(name)
            if array is None or array.dtype != kind or array.ndim != 1 or not array.size:
                raise ValueError(f"{name} is not a non-empty list of {np.dtype(kind)}")
        self._arrays = {name: arrays[name] for name in _KINDS}
        pairs, frequencies, [count], usual = self._arrays.values()
        if len(pairs) != len(frequencies) or not np.isfinite(usual).all():
            raise ValueError("the arrays of the domain do not match in length, or are not finite")
        idf = np.log((1.0 + float(count)) / (1.0 + frequencies.astype(np.float64))) + 1.0
        self._idf = dict(zip(pairs.tolist(), idf.tolist(), strict=True))
        self._unseen = float(np.log(1.0 + float(count)) + 1.0)
        self._usual = np.sort(usual.astype(np.float64))

    def arrays(self) -> Mapping[str, npt.NDArray[np.generic]]:
        """Return the arrays of the domain, to be saved with the weights."""
        return self._arrays

    def with_usual(self, novelty: npt.NDArray[np.float64]) -> "Domain":
        """Return the same domain with another usual novelty, float64 [n], of unseen texts."""
        return Domain({**self._arrays, "usual": np.sort(novelty)})

    def novelty(self, texts: Sequence[str]) -> npt.NDArray[np.float64]:
        """Return the mean rareness of each text's word pairs: float64 [n], above 0."""
        novelty = np.empty(len(texts))
        for place, text in enumerate(texts):
            rareness = [self._idf.get(pair, self._unseen) for pair in _pairs(text)]
            novelty[place] = sum(rareness) / len(rareness)
        return novelty

    def doubts(self, texts: Sequence[str], together: int = 1) -> npt.NDArray[np.float64]:
        """
        Return the doubt that texts are from the critic's domain: float64 [n], 0 to 1.

        ``together`` is the number of texts in one reading.
        """
        count = len(self._usual)
        at_least = count - np.searchsorted(self._usual, self.novelty(texts) - _ROUNDING)
        return np.maximum(0.0, 1.0 - together * at_least / (LEVEL * (count + 1)))


# Sums of the same numbers in another order differ in their last digits.
_ROUNDING = 1e-9


def fitted(training: Sequence[str], validation: Sequence[str]) -> Domain:
    """Return the domain of these training texts, with the usual novelty of validation texts."""
    frequency = Counter(pair for text in training for pair in set(_pairs(text)))
    pairs = sorted(frequency)
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "pairs": np.array(pairs, np.uint32),
        "frequencies": np.array([frequency[pair] for pair in pairs], np.uint32),
        "count": np.array([len(training)], np.uint32),
    }
    novelty = Domain({**arrays, "usual": np.zeros(1)}).novelty(validation)
    return Domain({**arrays, "usual": np.sort(novelty)})


def _pairs(text: str) -> Iterator[int]:
    """Yield the CRC-32 of each pair of adjacent words; both ends count as an empty word."""
    for first, second in pairwise(["", *words(text), ""]):
        # Untrusted texts may contain lone surrogates, which are not valid UTF-8.
        yield zlib.crc32(f"{first} {second}".encode("utf-8", "surrogatepass"))
