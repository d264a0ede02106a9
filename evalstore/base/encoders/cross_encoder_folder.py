"""
Read the folder of a cross-encoder, as the transformers library saves it.

`config.json`, `model.safetensors` and `tokenizer.json` (of BERT also `vocab.txt`) are needed;
`tokenizer_config.json` may limit the number of tokens. None of these files can contain code.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from evalstore.base.encoders.folder import (
    CONFIGURATION,
    TOKENIZER,
    TOKENIZER_SETTINGS,
    WEIGHTS,
    bytes_of,
    digest_of_files,
    json_object,
    length_of,
)
from evalstore.errors import UnreadableInputError, UsageError

VOCABULARY = "vocab.txt"
UNKNOWN = "[UNK]"
LABELS = ("entailment", "neutral", "contradiction")
SUPPORTED = (
    "BERT and RoBERTa (model_type bert or roberta) with a head of the labels entailment, neutral "
    "and contradiction; not DeBERTa, XLM-RoBERTa or others"
)
ROBERTA_PADDING_TOKEN = 1
PADDING_TOKEN_MAX = 1 << 10


@dataclass(frozen=True, slots=True)
class CrossEncoderFolder:
    """
    The files of a cross-encoder.

    ``files`` are bytes by name; ``labels`` are lower-case, in the order of the head;
    ``tokens_max`` is None if only the position embeddings limit the length of a pair.
    """

    name: str
    place: str
    files: Mapping[str, bytes]
    configuration: Mapping[str, Any]
    labels: tuple[str, ...]
    tokenizer_settings: Mapping[str, Any]
    tokens_max: int | None
    padding_token: int

    @property
    def weights(self) -> bytes:
        """Return the bytes of the weights."""
        return self.files[WEIGHTS]

    def weights_sha256(self) -> str:
        """Return the SHA-256 of the file of weights, 64 digits."""
        return hashlib.sha256(self.weights).hexdigest()

    def sha256(self) -> str:
        """Return the SHA-256, 64 digits, over the names and bytes of all ``files``."""
        return digest_of_files(self.files)


def read_cross_encoder_folder(path: Path) -> CrossEncoderFolder:
    """
    Return the files of a cross-encoder.

    Raises UsageError if a file is missing or its kind or labels are not supported,
    UnreadableInputError if a file is malformed.
    """
    place = f"the cross-encoder in {path}"
    if not path.is_dir():
        raise UsageError(
            f"no cross-encoder in {path}: the folder does not exist; name the one with "
            f"{CONFIGURATION}, {WEIGHTS} and {TOKENIZER}"
        )
    names = (CONFIGURATION, WEIGHTS, TOKENIZER, TOKENIZER_SETTINGS)
    files = {name: data for name in names if (data := bytes_of(path / name)) is not None}
    if TOKENIZER not in files and (vocabulary := bytes_of(path / VOCABULARY)) is not None:
        files[VOCABULARY] = vocabulary
    for name in (CONFIGURATION, WEIGHTS):
        if name not in files:
            raise UsageError(
                f"no cross-encoder in {path}: {name} is missing; expected {CONFIGURATION}, "
                f"{WEIGHTS} (one file, not a pickle) and {TOKENIZER}, as `save_pretrained` of the "
                "transformers library writes them"
            )
    configuration = json_object(files[CONFIGURATION], f"{place}: {CONFIGURATION}")
    # Before tokenizer and labels, which are reported as missing for supported kinds only.
    kind = configuration.get("model_type")
    if kind not in ("bert", "roberta"):
        raise UsageError(
            f"{place}: model_type is {str(kind)[:50]!r}, expected bert or roberta; supported: "
            f"{SUPPORTED}"
        )
    if TOKENIZER not in files and not (kind == "bert" and VOCABULARY in files):
        raise UsageError(
            f"no cross-encoder in {path}: {TOKENIZER} is missing; run "
            "`AutoTokenizer.from_pretrained(DIR).save_pretrained(DIR)` of the transformers "
            "library to write it"
        )
    settings: Mapping[str, Any] = {}
    if TOKENIZER_SETTINGS in files:
        settings = json_object(files[TOKENIZER_SETTINGS], f"{place}: {TOKENIZER_SETTINGS}")
    return CrossEncoderFolder(
        path.resolve().name,
        place,
        files,
        configuration,
        _labels(configuration, place),
        settings,
        length_of(settings.get("model_max_length"), place),
        _padding_token(configuration, place),
    )


def _labels(configuration: Mapping[str, Any], place: str) -> tuple[str, ...]:
    """Return the labels, lower-case, in their order; raise UsageError unless they are LABELS."""
    value = configuration.get("id2label")
    labels = value if isinstance(value, dict) else {}
    names = [str(labels.get(str(number), "")).strip().lower() for number in range(len(LABELS))]
    if len(labels) != len(LABELS) or set(names) != set(LABELS):
        shown = ", ".join(f"{number}: {name}" for number, name in labels.items())[:200]
        raise UsageError(
            f"{place}: id2label in {CONFIGURATION} is {shown or 'missing'}, expected the labels "
            f"{', '.join(LABELS)} in any order; write them there with their numbers from the page "
            "of the model"
        )
    return tuple(names)


def _padding_token(configuration: Mapping[str, Any], place: str) -> int:
    value = configuration.get("pad_token_id", ROBERTA_PADDING_TOKEN)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= PADDING_TOKEN_MAX:
        raise UnreadableInputError(
            f"{place}: pad_token_id in {CONFIGURATION} is {str(value)[:50]}, expected a whole "
            f"number from 0 to {PADDING_TOKEN_MAX}"
        )
    return int(value)


def tokenizer_of(
    folder: CrossEncoderFolder, tokens_max: int, vocabulary_size: int, padding_token: int
) -> Any:
    """
    Return the tokenizer of a folder, set to cut pairs at ``tokens_max`` and to pad them.

    Raises UnreadableInputError if it is damaged or does not fit the weights.
    """
    name = TOKENIZER if TOKENIZER in folder.files else VOCABULARY
    try:
        text = folder.files[name].decode()
        tokenizer = Tokenizer.from_str(text) if name == TOKENIZER else _of_vocabulary(folder, text)
    # The library raises no narrower class than Exception.
    except Exception as error:
        raise UnreadableInputError(f"{folder.place}: {name} is unreadable: {error}") from error
    highest = max(tokenizer.get_vocab(with_added_tokens=True).values(), default=-1)
    if highest >= vocabulary_size:
        raise UnreadableInputError(
            f"{folder.place}: {name} has the token {highest}, expected at most "
            f"{vocabulary_size - 1} as in the weights"
        )
    least = tokenizer.num_special_tokens_to_add(is_pair=True)
    if tokens_max <= least:
        raise UnreadableInputError(
            f"{folder.place} reads at most {tokens_max} tokens of a pair, expected more than the "
            f"{least} special tokens"
        )
    tokenizer.enable_truncation(tokens_max, strategy="longest_first")
    tokenizer.enable_padding(pad_id=padding_token)
    return tokenizer


def _of_vocabulary(folder: CrossEncoderFolder, text: str) -> Any:
    """Return BERT's tokenizer of a list of word pieces, one a line."""
    ids = {word: number for number, word in enumerate(text.splitlines())}
    is_lower_case = folder.tokenizer_settings.get("do_lower_case", True) is not False
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=is_lower_case)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    marks = (("[SEP]", ids["[SEP]"]), ("[CLS]", ids["[CLS]"]))
    tokenizer.post_processor = processors.BertProcessing(*marks)
    return tokenizer
