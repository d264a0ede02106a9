"""
Read the folder of a sentence encoder, as sentence-transformers saves it.

`config.json`, `model.safetensors` and `tokenizer.json` are needed; `modules.json` and the
pooling's `config.json` define how token vectors become one row, and without them it is their
mean; `sentence_bert_config.json`, or else `tokenizer_config.json`, limits the number of tokens
of a text. None of these files can contain code.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError, UsageError

CONFIGURATION = "config.json"
WEIGHTS = "model.safetensors"
TOKENIZER = "tokenizer.json"
MODULES = "modules.json"
LENGTHS = "sentence_bert_config.json"
TOKENIZER_SETTINGS = "tokenizer_config.json"
POOLINGS = ("mean", "cls")
# More than the positions of any encoder.
TOKENS_MAX = 1 << 20
# The kinds of modules that are supported, in their order; the last two may be missing.
MODULE_KINDS = ("Transformer", "Pooling", "Normalize")
SUPPORTED = (
    "BERT (model_type bert) with mean or cls pooling, normalised or not: all-MiniLM, bge, e5, gte"
)


@dataclass(frozen=True, slots=True)
class EncoderFolder:
    """
    The files of an encoder, and the settings by which a text becomes one row.

    ``files`` are bytes by path within the folder; ``tokens_max`` is None if only the position
    embeddings limit the length of a text.
    """

    place: str
    files: Mapping[str, bytes]
    configuration: Mapping[str, Any]
    weights: bytes
    tokenizer: bytes
    pooling: str
    is_normalised: bool
    is_lower_case: bool
    tokens_max: int | None

    def sha256(self) -> str:
        """Return the SHA-256, 64 digits, over the names and bytes of all ``files``."""
        return digest_of_files(self.files)


def digest_of_files(files: Mapping[str, bytes]) -> str:
    """Return the SHA-256, 64 digits, over names and bytes."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        for part in (name.encode(), data):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def read_folder(folder: Path) -> EncoderFolder:
    """
    Return the encoder of a folder.

    Raises UsageError if a file is missing or the kind of encoder is not supported,
    UnreadableInputError if a file is malformed.
    """
    place = f"the encoder in {folder}"
    if not folder.is_dir():
        raise UsageError(
            f"no encoder in {folder}: the folder does not exist; name the one with "
            f"{CONFIGURATION}, {WEIGHTS} and {TOKENIZER}"
        )
    files: dict[str, bytes] = {}
    paths = _module_paths(folder, files, place)
    inner = paths["Transformer"]
    weights = _needed(folder, f"{inner}{WEIGHTS}", files)
    tokenizer = _needed(folder, f"{inner}{TOKENIZER}", files)
    configuration = json_object(
        _needed(folder, f"{inner}{CONFIGURATION}", files), f"{place}: {inner}{CONFIGURATION}"
    )
    lengths = _optional(folder, f"{inner}{LENGTHS}", files, place)
    pooling = POOLINGS[0]
    if "Pooling" in paths:
        name = f"{paths['Pooling']}{CONFIGURATION}"
        pooling = _pooling(json_object(_needed(folder, name, files), f"{place}: {name}"), place)
    tokens_max = lengths.get("max_seq_length")
    if tokens_max is None:
        settings = _optional(folder, f"{inner}{TOKENIZER_SETTINGS}", files, place)
        tokens_max = settings.get("model_max_length")
    return EncoderFolder(
        place,
        files,
        configuration,
        weights,
        tokenizer,
        pooling,
        "Normalize" in paths,
        lengths.get("do_lower_case") is True,
        length_of(tokens_max, place),
    )


def _module_paths(folder: Path, files: dict[str, bytes], place: str) -> dict[str, str]:
    """Return the path of each module by its kind, with a slash at the end, or empty."""
    data = bytes_of(folder / MODULES)
    if data is None:
        return {"Transformer": ""}
    files[MODULES] = data
    modules = _json(data, f"{place}: {MODULES}")
    if not isinstance(modules, list) or not all(isinstance(module, dict) for module in modules):
        raise UnreadableInputError(f"{place}: {MODULES} is not a list of modules")
    kinds = [str(module.get("type", "")).rpartition(".")[2] for module in modules]
    if kinds != [kind for kind in MODULE_KINDS if kind in kinds] or kinds[:2] != [
        "Transformer",
        "Pooling",
    ]:
        raise UsageError(
            f"{place} has the modules {', '.join(kinds)[:200] or 'none'}, expected Transformer, "
            f"Pooling and optionally Normalize; supported: {SUPPORTED}"
        )
    paths = {}
    for kind, module in zip(kinds, modules, strict=True):
        path = module.get("path", "")
        if not isinstance(path, str) or "\0" in path or _leaves(folder, path):
            raise UnreadableInputError(
                f"{place}: {MODULES} names the path {str(path)[:100]!r}, expected one inside the "
                "folder"
            )
        paths[kind] = f"{path}/" if path else ""
    return paths


def _leaves(folder: Path, path: str) -> bool:
    """Return True if a path that a file names leads out of the folder."""
    return not (folder / path).resolve().is_relative_to(folder.resolve())


def _optional(folder: Path, name: str, files: dict[str, bytes], place: str) -> Mapping[str, Any]:
    data = bytes_of(folder / name)
    if data is None:
        return {}
    files[name] = data
    return json_object(data, f"{place}: {name}")


def length_of(tokens_max: object, place: str) -> int | None:
    """
    Return the number of tokens of a text that are read, None without a limit.

    Raises UnreadableInputError unless ``tokens_max`` is None or a number from 1.
    """
    if tokens_max is None:
        return None
    # A tokenizer without a limit has 1e30.
    is_number = isinstance(tokens_max, int | float) and not isinstance(tokens_max, bool)
    if not is_number or not float(str(tokens_max)) >= 1.0:
        raise UnreadableInputError(
            f"{place}: max_seq_length in {LENGTHS}, or else model_max_length in "
            f"{TOKENIZER_SETTINGS}, is {str(tokens_max)[:50]}, expected a whole number from 1"
        )
    return int(min(float(str(tokens_max)), TOKENS_MAX))


def _pooling(configuration: Mapping[str, Any], place: str) -> str:
    """Return the kind of pooling: older folders have a flag for each kind, newer ones a name."""
    before = "pooling_mode_"
    flags = {
        name.removeprefix(before)
        for name, is_on in configuration.items()
        if name.startswith(before) and is_on is True
    }
    named = configuration.get("pooling_mode")
    chosen = (
        {str(named)}
        if named is not None
        else {{"mean_tokens": "mean", "cls_token": "cls"}.get(flag, flag) for flag in flags}
    )
    if len(chosen) != 1 or not chosen <= set(POOLINGS):
        raise UsageError(
            f"{place} pools by {', '.join(sorted(chosen))[:100] or 'nothing'}, expected one of "
            f"{', '.join(POOLINGS)}; supported: {SUPPORTED}"
        )
    return chosen.pop()


def _needed(folder: Path, name: str, files: dict[str, bytes]) -> bytes:
    data = bytes_of(folder / name)
    if data is None:
        raise UsageError(
            f"no encoder in {folder}: {name} is missing; expected {CONFIGURATION}, {WEIGHTS} (one "
            f"file, not a pickle) and {TOKENIZER}, as sentence-transformers saves them"
        )
    files[name] = data
    return data


def json_object(data: bytes, place: str) -> Mapping[str, Any]:
    """Return the JSON object in a file; raise UnreadableInputError if it is anything else."""
    value = _json(data, place)
    if not isinstance(value, dict):
        raise UnreadableInputError(f"{place} is not a JSON object")
    return value


def _json(data: bytes, place: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(f"{place} is not JSON ({error})") from error


def bytes_of(path: Path) -> bytes | None:
    """Return the bytes of a file, None if it is missing; raise UsageError if it is unreadable."""
    try:
        return input_file.read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
