"""Divide entries among the members of an ensemble, whole personas at a time."""

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from evalstore.errors import UsageError


def folds(personas: Sequence[str], count: int, seed: str) -> npt.NDArray[np.int64]:
    """
    Return the fold, from 0 to ``count`` - 1, of each entry by its persona: int64 [n].

    Personas are dealt out in the order of a hash of seed and name, so that folds differ by one
    persona at most. Raises UsageError if there are fewer personas than folds.
    """
    names = sorted(set(personas), key=lambda name: _hash(seed, name))
    if len(names) < count:
        raise UsageError(
            f"a critic of {count} members needs entries of {count} personas at least, found "
            f"{len(names)}; take fewer members or more personas"
        )
    fold = {name: place % count for place, name in enumerate(names)}
    return np.array([fold[name] for name in personas], np.int64)


def _hash(seed: str, name: str) -> bytes:
    return hashlib.sha256(f"fold\x1f{seed}\x1f{name}".encode("utf-8", "surrogatepass")).digest()
