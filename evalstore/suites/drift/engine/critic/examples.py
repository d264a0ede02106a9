"""Training examples: journal entries with a labelled alignment for every value."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from evalstore.errors import UsageError
from evalstore.suites.drift.engine.values import VALUES

ALIGNMENTS = (-1, 0, 1)


class LabelledText(Protocol):
    """
    An entry with labels; a value without a label is 0.

    If ``is_bimodal``, values with an explicit label of 0 have signals of both sides;
    ``core_values`` are those of the writer, by rank.
    """

    @property
    def persona_id(self) -> str: ...

    @property
    def core_values(self) -> Sequence[str]: ...

    @property
    def text(self) -> str: ...

    @property
    def labels(self) -> Mapping[str, int]: ...

    @property
    def is_bimodal(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Examples:
    """
    Texts, and int64 [n, values] in {-1, 0, 1}, the columns in the order of VALUES.

    ``is_bimodal``, of the same shape, marks labels of 0 whose text has signals of both sides.
    ``core_values``, of the same shape, marks the core values of each text's writer; ``personas``
    are the ids of the writers. Each is None if unknown.
    """

    texts: tuple[str, ...]
    labels: npt.NDArray[np.int64]
    is_bimodal: npt.NDArray[np.bool_] | None = None
    core_values: npt.NDArray[np.bool_] | None = None
    personas: tuple[str, ...] | None = None

    def taken(self, places: npt.NDArray[np.int64]) -> "Examples":
        """Return the examples at these indices, in their order."""
        return Examples(
            tuple(self.texts[place] for place in places),
            self.labels[places],
            None if self.is_bimodal is None else self.is_bimodal[places],
            None if self.core_values is None else self.core_values[places],
            None if self.personas is None else tuple(self.personas[place] for place in places),
        )

    def shuffled(self, seed: str) -> "Examples":
        """Return the same texts with permuted labels: the control of a critic."""
        return self._relabelled(_rng("shuffled", seed).permutation(len(self.texts)))

    def with_shuffled_sides(self, seed: str) -> "Examples":
        """
        Return the same texts, each value's labels permuted among the texts that mention it.

        A critic can learn which texts mention a value, but not for which side.
        """
        rng = _rng("shuffled sides", seed)
        labels = self.labels.copy()
        is_bimodal = None if self.is_bimodal is None else self.is_bimodal.copy()
        for value in range(labels.shape[1]):
            is_spoken = labels[:, value] != 0
            if self.is_bimodal is not None:
                is_spoken |= self.is_bimodal[:, value]
            [places] = np.nonzero(is_spoken)
            order = rng.permutation(places)
            labels[places, value] = self.labels[order, value]
            if is_bimodal is not None and self.is_bimodal is not None:
                is_bimodal[places, value] = self.is_bimodal[order, value]
        return replace(self, labels=labels, is_bimodal=is_bimodal)

    def _relabelled(self, order: npt.NDArray[np.int64]) -> "Examples":
        is_bimodal = None if self.is_bimodal is None else self.is_bimodal[order]
        return replace(self, labels=self.labels[order], is_bimodal=is_bimodal)

    def fingerprint(self) -> str:
        """
        Return the SHA-256 over texts and labels, in their order, each text with its length.

        Bimodal labels and core values follow if known.
        """
        digest = hashlib.sha256()
        for text in self.texts:
            data = text.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        digest.update(self.labels.astype("<i8").tobytes())
        for flags in (self.is_bimodal, self.core_values):
            if flags is not None:
                digest.update(flags.tobytes())
        return digest.hexdigest()


def examples_of(entries: Iterable[LabelledText]) -> Examples:
    """Return examples; raise UsageError for an unknown value or an invalid label."""
    taken: Sequence[LabelledText] = list(entries)
    labels = np.zeros((len(taken), len(VALUES)), np.int64)
    is_bimodal = np.zeros(labels.shape, np.bool_)
    core_values = np.array([flags_of(entry.core_values) for entry in taken], np.bool_)
    places = {value: place for place, value in enumerate(VALUES)}
    for row, entry in enumerate(taken):
        for value, label in entry.labels.items():
            if value not in places or label not in ALIGNMENTS:
                raise UsageError(
                    f"entry {row + 1} has the label {str(value)[:50]!r}: {str(label)[:50]}, "
                    f"expected -1, 0 or 1 for one of {', '.join(VALUES)}"
                )
            labels[row, places[value]] = label
            is_bimodal[row, places[value]] = entry.is_bimodal and label == 0
    return Examples(
        tuple(entry.text for entry in taken),
        labels,
        is_bimodal,
        core_values.reshape(labels.shape),
        tuple(entry.persona_id for entry in taken),
    )


def _rng(name: str, seed: str) -> np.random.Generator:
    digest = hashlib.sha256(f"{name}\x1f{seed}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))


def flags_of(core_values: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Return which of VALUES are among the core values: bool [values]."""
    return np.array([value in core_values for value in VALUES], np.bool_)
