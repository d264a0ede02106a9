"""Draw the training entries of the members of an ensemble, whole personas at a time."""

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from evalstore.errors import UsageError

Places = npt.NDArray[np.int64]
# With fewer personas, many draws would leave none of them out.
PERSONA_COUNT_MIN = 5


def drawn(personas: Sequence[str], count: int, seed: str) -> list[tuple[Places, Places]]:
    """
    Return, for each member, the indices of the entries it learns from and of those it leaves out.

    Each member draws as many personas, with replacement, as there are; entries of a persona drawn
    twice occur twice. A member leaves out about 37 % of the personas (B. Efron, R. Tibshirani, An
    introduction to the bootstrap, 1993). The draws depend on the seed and on the names, not on
    the order of the entries. Raises UsageError for fewer than five personas.
    """
    names = sorted(set(personas))
    if len(names) < PERSONA_COUNT_MIN:
        raise UsageError(
            f"found entries of {len(names)} personas, expected at least {PERSONA_COUNT_MIN} for a "
            "critic of several members; add personas, or set members = 1"
        )
    of_persona = {name: np.empty(0, np.int64) for name in names}
    persona_names = np.array(personas, dtype=object)
    for name in names:
        [of_persona[name]] = np.nonzero(persona_names == name)
    number = int.from_bytes(hashlib.sha256(f"members\x1f{seed}".encode()).digest(), "big")
    rng = np.random.default_rng(number)
    members: list[tuple[Places, Places]] = []
    while len(members) < count:
        draws = rng.integers(0, len(names), len(names))
        outside = [of_persona[name] for place, name in enumerate(names) if place not in draws]
        # If every persona was drawn, there would be no validation entries; draw again.
        if outside:
            inside = np.concatenate([of_persona[names[place]] for place in draws])
            members.append((inside, np.sort(np.concatenate(outside))))
    return members
