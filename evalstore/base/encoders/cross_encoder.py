"""
A cross-encoder for entailment: one text follows from another, contradicts it, or neither.

Both texts are read at once (Devlin et al. 2019, arXiv 1810.04805, and Liu et al. 2019, RoBERTa,
arXiv 1907.11692, with a head of three labels, as trained on Bowman et al. 2015, arXiv 1508.05326).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from evalstore.base.encoders.bert import Bert, bert_of, tensor_of, tensors_of
from evalstore.base.encoders.cross_encoder_folder import (
    LABELS,
    SUPPORTED,
    CrossEncoderFolder,
    read_cross_encoder_folder,
    tokenizer_of,
)
from evalstore.errors import UnreadableInputError

BATCH_COUNT = 32
# The names of the two layers of the head, by the kind of model.
HEADS = {
    "bert": ("bert.pooler.dense", "classifier"),
    "roberta": ("classifier.dense", "classifier.out_proj"),
}
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Entailment:
    """
    The output of a cross-encoder for a premise and a hypothesis.

    ``probabilities`` are in [0, 1], by label, with the sum 1. ``is_truncated`` is True if the
    pair has more tokens than are read, so that the end of the longer text was left out.
    """

    probabilities: Mapping[str, float]
    is_truncated: bool


class CrossEncoder:
    """
    A cross-encoder that was read from a folder.

    ``tokens_max`` is the number of tokens of a pair that are read, marks included;
    ``weights_sha256`` is the hash of the weights, ``sha256`` that of all files that were read.
    Calls from several threads are serialized.
    """

    def __init__(self, folder: CrossEncoderFolder) -> None:
        self._kind = str(folder.configuration["model_type"])
        self._bert = bert_of(folder, tuple(HEADS), SUPPORTED)
        self._head = _head_of(folder, self._bert, self._kind)
        self._order = [folder.labels.index(label) for label in LABELS]
        self._padding = folder.padding_token if self._kind == "roberta" else None
        # RoBERTa numbers positions from the one after that of its padding.
        first = 0 if self._padding is None else self._padding + 1
        limit = self._bert.sizes["max_position_embeddings"] - first
        self.tokens_max = min(folder.tokens_max or limit, limit)
        self.name = folder.name
        self.sha256 = folder.sha256()
        self.weights_sha256 = folder.weights_sha256()
        self._place = folder.place
        self._tokenizer = tokenizer_of(
            folder, self.tokens_max, self._bert.sizes["vocab_size"], self._padding or 0
        )
        self._turn = Lock()

    def entailments(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """Return the entailment of each pair of premise and hypothesis, in their order."""
        results: list[Entailment] = []
        for start in range(0, len(pairs), BATCH_COUNT):
            logits, are_truncated = self._read(pairs[start : start + BATCH_COUNT])
            exact = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
            shares = exact / exact.sum(axis=1, keepdims=True)
            results += [
                Entailment(dict(zip(LABELS, map(float, row), strict=True)), is_truncated)
                for row, is_truncated in zip(shares, are_truncated, strict=True)
            ]
        return results

    def logits(self, pairs: Sequence[Pair]) -> npt.NDArray[np.float32]:
        """Return float32 [pairs, 3], in the order entailment, neutral, contradiction."""
        return self._read(pairs)[0]

    def _read(self, pairs: Sequence[Pair]) -> tuple[npt.NDArray[np.float32], list[bool]]:
        # Untrusted texts may hold lone surrogates, which are not UTF-8.
        clean = [
            tuple(text.encode("utf-8", "replace").decode("utf-8") for text in pair)
            for pair in pairs
        ]
        with self._turn:
            encoded: list[Any] = self._tokenizer.encode_batch(clean)
        tokens = torch.tensor([encoding.ids for encoding in encoded], dtype=torch.int64)
        mask = torch.tensor([encoding.attention_mask for encoding in encoded], dtype=torch.int64)
        types = torch.tensor([encoding.type_ids for encoding in encoded], dtype=torch.int64)
        if int(types.max()) >= self._bert.sizes["type_vocab_size"]:
            # RoBERTa's tokenizers may number the two texts; its weights have one type of token.
            types = torch.zeros_like(types)
        with torch.inference_mode():
            hidden = self._bert.hidden(tokens, mask, types, self._positions(tokens))
            (wide, wide_bias), (narrow, narrow_bias) = self._head
            pooled = torch.tanh(torch.nn.functional.linear(hidden[:, 0], wide, wide_bias))
            logits = torch.nn.functional.linear(pooled, narrow, narrow_bias)
        ordered: npt.NDArray[np.float32] = logits[:, self._order].numpy()
        if not np.isfinite(ordered).all():
            raise UnreadableInputError(
                f"{self._place} returns numbers that are not finite; use another model"
            )
        return ordered, [bool(encoding.overflowing) for encoding in encoded]

    def _positions(self, tokens: torch.Tensor) -> torch.Tensor | None:
        if self._padding is None:
            return None
        is_token = (tokens != self._padding).long()
        return is_token.cumsum(dim=1) * is_token + self._padding


def _head_of(
    folder: CrossEncoderFolder, bert: Bert, kind: str
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Return weight and bias of the two layers that map the first token to labels."""
    width = bert.sizes["hidden_size"]
    tensors = tensors_of(folder)
    layers = []
    for name, height in zip(HEADS[kind], (width, len(LABELS)), strict=True):
        weight = tensor_of(folder, tensors, (f"{name}.weight",), (height, width))
        bias = tensor_of(folder, tensors, (f"{name}.bias",), (height,))
        layers.append((weight, bias))
    return layers


def read_cross_encoder(path: Path) -> CrossEncoder:
    """
    Return the cross-encoder of a folder.

    Raises UsageError if it is missing or of a kind that is not supported,
    UnreadableInputError if its files are damaged or contradict each other.
    """
    return CrossEncoder(read_cross_encoder_folder(path))


@lru_cache(maxsize=2)
def opened_cross_encoder(path: str) -> CrossEncoder:
    """Return the cross-encoder of a folder, cached; raises as ``read_cross_encoder`` does."""
    return read_cross_encoder(Path(path))
