"""
A frozen sentence encoder: one row for each text.

Reimers and Gurevych 2019, arXiv 1908.10084.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import Tokenizer

from evalstore.base.encoders.bert import Bert, bert_of
from evalstore.base.encoders.folder import TOKENIZER, EncoderFolder, read_folder
from evalstore.errors import UnreadableInputError

BATCH_COUNT = 64


class Encoder:
    """
    An encoder that was read from a folder.

    ``width`` is the number of columns, ``tokens_max`` the number of tokens of a text that are
    read, including the marks at its ends, ``sha256`` the hash of the files. Calls from several
    threads are serialized, since the tokenizer has state while it pads.
    """

    def __init__(self, folder: EncoderFolder, bert: Bert, tokenizer: Any) -> None:
        limit = bert.sizes["max_position_embeddings"]
        self.width = bert.sizes["hidden_size"]
        self.tokens_max = min(folder.tokens_max or limit, limit)
        self.sha256 = folder.sha256()
        self._folder, self._bert, self._tokenizer = folder, bert, tokenizer
        self._turn = Lock()

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """
        Return a row for each text: float32 [n, width], of length 1 if the folder normalises.

        Only the first ``tokens_max`` tokens of a text are read. The last digits may differ between
        machines, and with the other texts of a batch.
        """
        rows = np.zeros((len(texts), self.width), np.float32)
        # Texts of similar length are in one batch, so that little is padded.
        places = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        with self._turn:
            for start in range(0, len(places), BATCH_COUNT):
                batch = places[start : start + BATCH_COUNT]
                rows[batch] = self._embedded([texts[place] for place in batch])
        return rows

    def truncated_count(self, texts: Sequence[str]) -> int:
        """Return the number of texts that have more than ``tokens_max`` tokens."""
        with self._turn:
            return sum(bool(encoding.overflowing) for encoding in self._encoded(texts))

    def _encoded(self, texts: Sequence[str]) -> list[Any]:
        # Untrusted texts may hold lone surrogates, which are not UTF-8.
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        if self._folder.is_lower_case:
            clean = [text.lower() for text in clean]
        encodings: list[Any] = self._tokenizer.encode_batch(clean)
        return encodings

    def _embedded(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        encoded = self._encoded(texts)
        tokens = torch.tensor([encoding.ids for encoding in encoded], dtype=torch.int64)
        mask = torch.tensor([encoding.attention_mask for encoding in encoded], dtype=torch.int64)
        if not tokens.shape[1]:
            return np.zeros((len(texts), self.width), np.float32)
        with torch.inference_mode():
            # A text without a single token attends to its padding, and its row is 0.
            seen = torch.where(mask.any(1, keepdim=True), mask, 1)
            hidden = self._bert.hidden(tokens, seen)
            if self._folder.pooling == "cls":
                pooled = hidden[:, 0] * mask[:, :1]
            else:
                weight = mask.unsqueeze(-1).to(hidden.dtype)
                pooled = (hidden * weight).sum(1) / weight.sum(1).clamp(min=1.0)
            if self._folder.is_normalised:
                pooled = torch.nn.functional.normalize(pooled, dim=-1)
        rows: npt.NDArray[np.float32] = pooled.numpy()
        return rows


def read_encoder(path: Path) -> Encoder:
    """
    Return the encoder of a folder.

    Raises UsageError if it is missing or of a kind that is not supported,
    UnreadableInputError if its files are damaged or contradict each other.
    """
    folder = read_folder(path)
    bert = bert_of(folder)
    try:
        tokenizer = Tokenizer.from_str(folder.tokenizer.decode())
    # The library raises no narrower class than Exception.
    except Exception as error:
        raise UnreadableInputError(
            f"{folder.place}: {TOKENIZER} is unreadable: {error}"
        ) from error
    highest = max(tokenizer.get_vocab(with_added_tokens=True).values(), default=-1)
    if highest >= bert.sizes["vocab_size"]:
        raise UnreadableInputError(
            f"{folder.place}: {TOKENIZER} has the token {highest}, expected at most "
            f"{bert.sizes['vocab_size'] - 1} as in the weights"
        )
    encoder = Encoder(folder, bert, tokenizer)
    least = tokenizer.num_special_tokens_to_add(is_pair=False)
    if encoder.tokens_max <= least:
        raise UnreadableInputError(
            f"{folder.place} reads at most {encoder.tokens_max} tokens of a text, expected more "
            f"than the {least} special tokens"
        )
    tokenizer.enable_truncation(encoder.tokens_max)
    tokenizer.enable_padding()
    return encoder
