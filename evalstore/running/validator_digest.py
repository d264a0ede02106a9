"""
SHA-256 over everything that decides a validator's verdicts: its code, its data and its settings.

Two verdicts with the same digest are comparable, whatever their version says.
"""

import ast
import hashlib
import inspect
import json
from collections.abc import Mapping
from functools import cache
from types import ModuleType


def validator_digest(module: ModuleType, settings: Mapping[str, object]) -> str | None:
    """
    Return the digest of a validator with these settings, as 64 lower-case hex digits.

    ``settings`` are those that differ from the module's ``SETTINGS``, or all of them: both give
    the same digest. None where the source cannot be read.
    """
    code = _code(module) if isinstance(module, ModuleType) else None
    if code is None:
        return None
    effective = {**getattr(module, "SETTINGS", {}), **settings}
    text = json.dumps([code, effective], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _code(module: ModuleType) -> str | None:
    try:
        return ast.dump(ast.parse(inspect.getsource(module)))
    except (OSError, TypeError, SyntaxError):
        return None
