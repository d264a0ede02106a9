"""Redact secrets in messages and errors, with the store's rules and the secrets in use."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from evalstore.events import secrets

REPLACEMENT: Final = "[redacted]"
# A shorter secret may be an ordinary word in answers.
LENGTH_MIN: Final = 8


def redacted(value: Any, used: Iterable[str] = ()) -> Any:
    """
    Return texts, and those inside tables, lists and dataclasses, without secrets.

    ``used`` are tokens and addresses that a delivery uses itself.

    >>> redacted({"reply": ["AKIAIOSFODNN7EXAMPLE", 1]})
    {'reply': ['[redacted:aws_access_key]', 1]}
    """
    if isinstance(value, str):
        return _without(secrets.redact(value)[0], used)
    if isinstance(value, Mapping):
        return {key: _named(str(key), item, used) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(redacted(item, used) for item in value)
    if isinstance(value, list):
        return [redacted(item, used) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        return replace(value, **{name: redacted(part, used) for name, part in parts.items()})
    return value


def _named(name: str, value: object, used: Iterable[str]) -> object:
    if isinstance(value, str):
        return _without(secrets.redact_named(name, value)[0], used)
    return redacted(value, used)


def _without(text: str, used: Iterable[str]) -> str:
    for secret in used:
        if len(secret) >= LENGTH_MIN:
            text = text.replace(secret, REPLACEMENT)
    return text
