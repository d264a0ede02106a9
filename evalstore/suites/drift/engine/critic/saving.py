"""
Save and load critics: `critic.safetensors` contains the tensors, `critic.json` the rest.

Neither can contain code. The JSON includes one SHA-256 over its other fields and the tensors'
file, so that a change of either is detected; a run records it to identify its critic.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors import SafetensorError
from safetensors.numpy import load as tensors_from
from safetensors.numpy import save as bytes_of

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.suites.drift.engine.critic import features, losses, networks
from evalstore.suites.drift.engine.critic.critic import Critic
from evalstore.suites.drift.engine.critic.domain import Domain
from evalstore.suites.drift.engine.critic.ensemble import Ensemble
from evalstore.suites.drift.engine.critic.network import Network
from evalstore.suites.drift.engine.critic.settings import CriticSettings, settings_from
from evalstore.suites.drift.engine.values import VALUES

# Since version 2 the domain of training texts is included; without it, uncertainty is too low.
FORMAT_VERSION = 3
TENSORS = "critic.safetensors"
CONFIGURATION = "critic.json"
# Prefix of the feature arrays among the tensors.
_FEATURES = "features."
_DOMAIN = "domain."
_CUTOFFS = "cutoffs"
_CORE_SHARES = "core_shares"
_AGAIN = "train it again with `evalstore drift train`"


def save(critic: Critic, folder: Path) -> None:
    """
    Write a critic into a folder, created if missing; an existing critic is replaced.

    Raises UsageError if the folder cannot be written.
    """
    configuration, data = packed(critic)
    text = json.dumps(configuration, indent=2, ensure_ascii=True, allow_nan=False) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(folder / TENSORS, data)
        _replace(folder / CONFIGURATION, text.encode())
    except OSError as error:
        raise UsageError(f"cannot write a critic to {folder}: {error.strerror}") from error


def packed(critic: Critic) -> tuple[dict[str, Any], bytes]:
    """Return the content of `critic.json`, with its `sha256`, and the bytes of the tensors."""
    arrays = {
        name: np.ascontiguousarray(tensor.cpu().numpy())
        for name, tensor in critic.network.tensors().items()
    }
    kept = {_FEATURES + name: array for name, array in critic.features.arrays().items()}
    domain_arrays = {_DOMAIN + name: array for name, array in critic.domain.arrays().items()}
    arrays[_CUTOFFS] = critic.cutoffs
    if critic.core_shares is not None:
        arrays[_CORE_SHARES] = critic.core_shares
    data = bytes_of({**arrays, **kept, **domain_arrays})
    configuration = {
        "format_version": FORMAT_VERSION,
        "evalstore_version": critic.evalstore_version,
        "settings": critic.settings.recorded(),
        "features_version": critic.features.version,
        "fingerprint": critic.fingerprint,
        "training": critic.training,
    }
    return {**configuration, "sha256": sha256_of(configuration, data)}, data


def sha256_of(configuration: Mapping[str, Any], data: bytes) -> str:
    """
    Return the SHA-256 over a configuration and its tensors.

    The configuration is hashed as JSON with sorted keys, without its `sha256`.
    """
    hashed = {name: value for name, value in configuration.items() if name != "sha256"}
    text = json.dumps(hashed, sort_keys=True, ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode() + b"\n" + data).hexdigest()


def load(
    folder: Path, device: str = "cpu", fingerprint: str | None = None, encoder: str = ""
) -> Critic:
    """
    Return the critic of a folder, on a device.

    ``encoder`` is the folder of its sentence encoder, if it has moved. Raises UsageError if the
    critic is missing, has another format, or learned from other entries than those of
    ``fingerprint``; UnreadableInputError if its files are invalid or inconsistent.
    """
    place = f"the critic in {folder}"
    configuration = _configuration(folder, place)
    data = _bytes(folder / TENSORS)
    _check_hash(configuration, data, place)
    if fingerprint not in (None, configuration["fingerprint"]):
        raise UsageError(
            f"{place} was trained on the entries {str(configuration['fingerprint'])[:16]}…, "
            f"expected {str(fingerprint)[:16]}…; {_AGAIN}"
        )
    settings = settings_from(configuration["settings"])
    try:
        arrays = tensors_from(data)
    except SafetensorError as error:
        raise UnreadableInputError(f"{place}: {TENSORS} is unreadable: {error}") from error
    made = _features(arrays, configuration, _with_encoder(settings, encoder, place), place)
    return Critic(
        settings,
        made,
        _network(arrays, settings, made.width, place),
        _domain(arrays, place),
        str(configuration["fingerprint"]),
        configuration["training"],
        device,
        _array(arrays, _CUTOFFS, (len(VALUES), 2), place),
        _array(arrays, _CORE_SHARES, (len(VALUES),), place)
        if settings.reads_core_values
        else None,
        configuration["evalstore_version"],
    )


def _check_hash(configuration: Mapping[str, Any], data: bytes, place: str) -> None:
    try:
        value = sha256_of(configuration, data)
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(
            f"{place}: {CONFIGURATION} cannot be hashed ({error}); {_AGAIN}"
        ) from error
    if value != configuration["sha256"]:
        raise UnreadableInputError(
            f"{place}: {CONFIGURATION} and {TENSORS} together have the SHA-256 {value[:16]}…, "
            f"expected {str(configuration['sha256'])[:16]}…; restore both from a backup, or "
            f"{_AGAIN}"
        )


def _features(
    arrays: Mapping[str, Any],
    configuration: Mapping[str, Any],
    settings: CriticSettings,
    place: str,
) -> features.Features:
    kept = {
        name.removeprefix(_FEATURES): array
        for name, array in arrays.items()
        if name.startswith(_FEATURES)
    }
    made: features.Features | None = features.load(settings.features).restored(kept, settings)
    if made is None:
        raise UnreadableInputError(f"{place}: {TENSORS} lacks its features; {_AGAIN}")
    if made.version != configuration["features_version"]:
        raise UsageError(
            f"{place} reads by {str(configuration['features_version'])[:100]!r}, and "
            f"{made.version!r} is {'there' if settings.encoder else 'installed'}; {_AGAIN}"
        )
    return made


def _with_encoder(settings: CriticSettings, encoder: str, place: str) -> CriticSettings:
    if not encoder:
        return settings
    if not settings.encoder:
        raise UsageError(f"{place} uses no encoder, found {encoder[:100]!r}; leave it out")
    return replace(settings, encoder=encoder)


def _domain(arrays: Mapping[str, Any], place: str) -> Domain:
    kept = {
        name.removeprefix(_DOMAIN): array
        for name, array in arrays.items()
        if name.startswith(_DOMAIN)
    }
    try:
        return Domain(kept)
    except ValueError as error:
        raise UnreadableInputError(
            f"{place}: {TENSORS} lacks the domain of its training texts ({error}); {_AGAIN}"
        ) from error


def _network(
    arrays: Mapping[str, Any], settings: CriticSettings, width: int, place: str
) -> Network:
    kind = networks.load(settings.network)
    columns = width + (len(VALUES) if settings.reads_core_values else 0)
    sizes = kind.sizes(columns, losses.load(settings.loss).OUTPUT_COUNT, settings)
    members = []
    for number in range(settings.members):
        before = f"{number}." if settings.members > 1 else ""
        tensors = {
            name: torch.from_numpy(_array(arrays, before + name, size, place))
            for name, size in sizes.items()
        }
        members.append(kind.restored(tensors))
    return Ensemble(tuple(members)) if len(members) > 1 else members[0]


def _array(
    arrays: Mapping[str, Any], name: str, size: tuple[int, ...], place: str
) -> npt.NDArray[np.float32]:
    array = arrays.get(name)
    if array is None or array.shape != size or array.dtype != np.float32:
        value = "missing" if array is None else f"{array.dtype} {array.shape}"
        raise UnreadableInputError(
            f"{place}: {name} in {TENSORS} is {value}, expected float32 {size} according to its "
            f"settings; {_AGAIN}"
        )
    if not np.isfinite(array).all():
        raise UnreadableInputError(
            f"{place}: {name} contains numbers that are not finite; {_AGAIN}"
        )
    result: npt.NDArray[np.float32] = array
    return result


def _configuration(folder: Path, place: str) -> dict[str, Any]:
    expected = {
        "settings": dict,
        "features_version": str,
        "fingerprint": str,
        "sha256": str,
        "evalstore_version": str,
        "training": dict,
    }
    try:
        content = json.loads(_bytes(folder / CONFIGURATION))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(
            f"{place}: {CONFIGURATION} is not valid JSON ({error}); {_AGAIN}"
        ) from error
    version = content.get("format_version") if isinstance(content, dict) else None
    if version != FORMAT_VERSION:
        raise UsageError(
            f"{place} has format version {str(version)[:20]}, expected {FORMAT_VERSION}; "
            f"{_AGAIN}, or use the version of evalstore that wrote it"
        )
    for name, kind in expected.items():
        if not isinstance(content.get(name), kind):
            raise UnreadableInputError(f"{place}: {CONFIGURATION} lacks {name}; {_AGAIN}")
    return dict(content)


def _bytes(path: Path) -> bytes:
    try:
        return input_file.read_bytes(path)
    except FileNotFoundError as error:
        raise UsageError(
            f"no critic in {path.parent}: {path.name} does not exist; run `evalstore drift train "
            f"-o {path.parent}` to train one"
        ) from error
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)
