"""
SHA-256 over all that decides a validator's verdicts: code, data, libraries and settings.

Two verdicts of one validator with the same digest are comparable, whatever their versions say.
What counts:

- the code that ``judge`` can run in the validator's own package and in evalstore, as a syntax
  tree without comments, docstrings, annotations and names (``reachable_code``);
- whether replies that could not be parsed are judged (``JUDGES_UNPARSABLE``);
- the bytes of the data files that this code reads (``read_files``);
- the libraries that it uses, by name and the first two parts of their versions;
- the settings, each in the type of its default.

What does not count: ``VERSION``, which a person keeps; whether the verdict is a rating; the
version of Python and its standard library; the classes that a validator is handed.
"""

import builtins
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from types import ModuleType

from evalstore.running.linking import NameLinker
from evalstore.running.reachable_code import ReachedStatement, reachable_code
from evalstore.running.read_files import read_files
from evalstore.running.source_module import SourceUnavailableError

_SETTINGS = "SETTINGS"


@dataclass(frozen=True, slots=True)
class _Code:
    """The digest of a validator without its settings, or why there is none."""

    digest: str | None
    reason: str | None


def validator_digest(module: ModuleType, settings: Mapping[str, object]) -> str | None:
    """
    Return the digest of a validator with these settings, as 64 lower-case hex digits.

    ``settings`` may leave out those that have the default of the module's ``SETTINGS``: the digest
    is the same. None where the source cannot be read; ``missing_digest_reason`` says why.
    """
    code = _code(module)
    if code.digest is None:
        return None
    defaults: Mapping[str, object] = getattr(module, _SETTINGS, {})
    effective = {**defaults, **settings}
    for name, default in defaults.items():
        value = effective[name]
        if isinstance(default, float) and type(value) is int:
            effective[name] = float(value)
    return _sha256([code.digest, effective])


def missing_digest_reason(module: ModuleType) -> str | None:
    """Return why a validator has no digest; None if it has one."""
    return _code(module).reason


def _code(module: ModuleType) -> _Code:
    if not isinstance(module, ModuleType) or getattr(module, "__spec__", None) is None:
        return _Code(None, f"{module!r} was not imported from a file")
    return _code_of(module)


@cache
def _code_of(module: ModuleType) -> _Code:
    try:
        code = reachable_code(module.__name__, getattr(module, _SETTINGS, {}))
        files = {name: _sha256(data) for name, data in read_files(code.statements).items()}
    except (SourceUnavailableError, OSError) as error:
        return _Code(None, str(error))
    judges_unparsable = bool(getattr(module, "JUDGES_UNPARSABLE", False))
    libraries = _libraries(NameLinker(module.__name__), code.statements)
    return _Code(_sha256([code.text, judges_unparsable, files, libraries]), None)


def _libraries(linker: NameLinker, statements: Iterable[ReachedStatement]) -> dict[str, str]:
    """Return the first two parts of the version of each library that code uses."""
    tops = {
        name.partition(".")[0]
        for statement in statements
        for name in statement.use.outside
        if "." in name or name in sys.modules
    }
    ours = {*linker.packages, *sys.stdlib_module_names, *dir(builtins)}
    return {top: _version(top) for top in sorted(tops - ours)}


@cache
def _version(top: str) -> str:
    try:
        found = metadata.version(top)
    except metadata.PackageNotFoundError:
        names = metadata.packages_distributions().get(top)
        if not names:
            return "absent"
        found = metadata.version(names[0])
    return ".".join(re.findall(r"\d+", found)[:2])


def _sha256(value: object) -> str:
    data = value if isinstance(value, bytes) else json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()
