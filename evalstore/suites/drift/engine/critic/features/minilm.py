"""Sentence embeddings by MiniLM: 384 numbers per text; needs the extra `evalstore[minilm]`."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from evalstore.base.encoders import minilm
from evalstore.suites.drift.engine.critic.feature_rows import DenseRows
from evalstore.suites.drift.engine.critic.settings import CriticSettings

# Components of a unit-length embedding are about 0.05, too small for training.
SCALE = float(np.sqrt(minilm.DIMENSION_COUNT))


class MiniLm:
    """Texts as embeddings, each number about 1 in size."""

    width = minilm.DIMENSION_COUNT

    def __init__(self) -> None:
        self.version = minilm.version()

    def rows(self, texts: Sequence[str]) -> DenseRows:
        """Return the embedding of each text, scaled."""
        return DenseRows(minilm.embed(texts) * np.float32(SCALE))

    def arrays(self) -> Mapping[str, npt.NDArray[np.float32]]:
        """Return an empty mapping: the embeddings learn nothing from the training texts."""
        return {}


def fitted(texts: Sequence[str], settings: CriticSettings) -> MiniLm:
    """Return the features; raise UsageError if the extra is not installed."""
    del texts, settings  # The embeddings are not fitted.
    return MiniLm()


def restored(arrays: Mapping[str, npt.NDArray[np.float32]], settings: CriticSettings) -> MiniLm:
    """Return the features; raise UsageError if the extra is not installed."""
    del arrays, settings  # Nothing was saved.
    return MiniLm()
