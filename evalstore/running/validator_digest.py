"""
SHA-256 over everything that decides a validator's verdicts: code, data, libraries and settings.

Two verdicts of a validator with the same digest are comparable, whatever their versions. The code
of evalstore's own validators is recorded in ``judges.lock.toml`` in their folder, which a test
compares with their sources. For a validator of another package, its files count (``plugin_code``).
Libraries count by name and the first two parts of their version, settings in the type of their
default. The version of Python and its standard library do not count.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

from evalstore import judges
from evalstore.base import input_file
from evalstore.base.former_names import FORMER_NAMES
from evalstore.running.plugin_code import files_of, requirements_of

OURS = __name__.partition(".")[0]
LOCK = Path(str(judges.__file__)).with_name("judges.lock.toml")
# The package of evalstore's validators, and modules in it by the names that they had before.
_OUR_NAMES = re.compile(
    "|".join(
        r"\b" + r"\b.*\b".join(name.split(".")) + r"\b"
        for name, present in {judges.__name__: judges.__name__, **FORMER_NAMES}.items()
        if present.startswith(judges.__name__)
    ).encode()
)


@dataclass(frozen=True, slots=True)
class _Code:
    """The digest of a validator without its settings, or the reason why it is missing."""

    digest: str | None
    reason: str | None


def validator_digest(module: ModuleType, settings: Mapping[str, object]) -> str | None:
    """
    Return the digest of a validator with these settings, as 64 lower-case hex digits.

    ``settings`` may omit those with the default of the module's ``SETTINGS``: the digest is the
    same. None if its files cannot be read; see ``missing_digest_reason``.
    """
    code = _code(module)
    if code.digest is None:
        return None
    defaults: Mapping[str, object] = getattr(module, "SETTINGS", {})
    effective = {**defaults, **settings}
    for name, default in defaults.items():
        value = effective[name]
        if isinstance(default, float) and type(value) is int:
            effective[name] = float(value)
    return sha256_of([code.digest, effective])


def missing_digest_reason(module: ModuleType) -> str | None:
    """Return the reason why a validator has no digest; None if it has one."""
    return _code(module).reason


@cache
def locked_judges() -> dict[str, Any]:
    """
    Return the lock's entry for each of evalstore's judges, by module name.

    ``codes`` are the digests of its verdicts, without settings, each with the library versions it
    applies to; the first is the one with the versions at locking.
    """
    entries: dict[str, Any] = tomllib.loads(input_file.read_text(LOCK))["judges"]
    return entries


def installed(libraries: Iterable[str]) -> dict[str, str]:
    """Return the first two parts of each library's version, "absent" if not installed."""
    return {name: _version(name) for name in sorted(libraries)}


def sha256_of(value: object) -> str:
    """Return the SHA-256 of a value as JSON."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()


def _code(module: ModuleType) -> _Code:
    if not isinstance(module, ModuleType) or getattr(module, "__spec__", None) is None:
        return _Code(None, f"{module!r} was not imported from a file")
    return _code_of(module)


@cache
def _code_of(module: ModuleType) -> _Code:
    if module.__name__.partition(".")[0] == OURS:
        return _locked_code(module.__name__.rpartition(".")[2])
    try:
        return _plugin_code(module)
    except OSError as error:
        return _Code(None, f"the files of {module.__name__} cannot be read: {error}")


def _plugin_code(module: ModuleType) -> _Code:
    files = files_of(module)
    if not files:
        return _Code(None, f"{module.__name__} was not imported from a file")
    counted = [
        {name: _file_sha256(path) for name, path in files.items()},
        bool(getattr(module, "JUDGES_UNPARSABLE", False)),
        installed(requirements_of(module) - {OURS}),
    ]
    if any(_names_ours(path) for path in files.values() if path.suffix == ".py"):
        counted.append({name: _locked_code(name).digest for name in locked_judges()})
    return _Code(sha256_of(counted), None)


def _names_ours(path: Path) -> bool:
    """Return True if code mentions evalstore's validators, which its digest then covers."""
    return _OUR_NAMES.search(input_file.read_bytes(path)) is not None


def _locked_code(name: str) -> _Code:
    locked = locked_judges().get(name)
    if locked is None:
        return _Code(None, f"{name} is not in {LOCK.name}; `make judges-lock` adds it")
    first, *others = locked["codes"]
    now = installed(first["libraries"])
    for entry in (first, *others):
        if entry["libraries"] == now:
            return _Code(entry["code"], None)
    return _Code(sha256_of([first["code"], now]), None)


@cache
def _version(name: str) -> str:
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return "absent"
    return ".".join(re.findall(r"\d+", version)[:2])


def _file_sha256(path: Path) -> str:
    with input_file.open_bytes(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
