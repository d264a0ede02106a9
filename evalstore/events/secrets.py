"""
Redact secrets, which must not enter a log from which nothing is deleted.

Each rule is a Python pattern for one string. ``PREFILTER`` is one RE2 pattern for the JSON text
of a whole payload; it matches wherever a rule does, and sometimes where no rule does.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from evalstore.events import hidden_tokens, secret_rules
from evalstore.events.rule import Rule, looks_drawn, looks_random
from evalstore.events.secret_values import is_encoded_login

RULES: Final[tuple[Rule, ...]] = (*secret_rules.RULES, *secret_rules.TOKEN_RULES)
# The text before a token in JSON: no letter or digit, unless an escape ends in one.
_BEFORE: Final = r"(?:^|[^A-Za-z0-9]|\\[bfnrt]|\\u[0-9a-fA-F]{4})"


def _any_of(rules: Iterable[Rule]) -> str:
    return "|".join(dict.fromkeys(rule.prefilter for rule in rules))


_ALONE: Final = _any_of(rule for rule in RULES if rule.stands_alone)
_WITHIN: Final = _any_of(rule for rule in RULES if not rule.stands_alone)
# If no token can begin inside a word, the states of RE2 are few enough to be kept.
_ENCODED: Final = hidden_tokens.encoded_starts(secret_rules.TOKEN_STARTS)
PREFILTER: Final = (
    f"{_WITHIN}|{hidden_tokens.PREFILTER}|{_BEFORE}(?:{_ALONE}|(?:{_ENCODED})[A-Za-z0-9+/]{{8}})"
)
NAMED_VALUE: Final = re.compile(r"[!#-&(-+\--:<-\[\]-~]{12,}")
NAME: Final = re.compile(
    rf"(?i)(?:.{{0,80}}[_\-. ])?{secret_rules.TELLING_NAME}|.{{0,80}}{secret_rules.TELLING_END}"
)
TOKEN_NAME: Final = re.compile(r"(?i)(?:.{0,80}[_\-. ])?[a-z0-9]{0,40}token")
TOKEN_VALUE: Final = re.compile(r"[A-Za-z0-9_+/~-]{20,1024}={0,2}")
# The shortest is a password of one letter: `://:b@`.
_SECRET_LENGTH_MIN: Final = 6


# Most hints contain one of these, and most texts none of them.
_STEMS: Final = ("key", "token", "secret", "pass", "pwd")
_ByHint = tuple[tuple[str, tuple[tuple[str, tuple[Rule, ...]], ...]], ...]


def _by_hint(rules: tuple[Rule, ...]) -> _ByHint:
    """
    Group rules by hint, and hints by stem.

    A search for a short text costs a hundredth of a search for a pattern, and a search for forty
    of them half of it.
    """
    hints = dict.fromkeys(hint for rule in rules for hint in rule.hints)
    by_stem: dict[str, list[tuple[str, tuple[Rule, ...]]]] = {}
    for hint in hints:
        stem = next((stem for stem in _STEMS if stem in hint), hint)
        hinted = tuple(rule for rule in rules if hint in rule.hints)
        by_stem.setdefault(stem, []).append((hint, hinted))
    return tuple((stem, tuple(grouped)) for stem, grouped in by_stem.items())


_RULES_BY_HINT: Final = _by_hint(secret_rules.RULES)
_TOKENS_BY_HINT: Final = _by_hint(secret_rules.TOKEN_RULES)
_BREAKABLE: Final = tuple(rule for rule in RULES if rule.stands_alone)


def redact(text: str) -> tuple[str, dict[str, int]]:
    """
    Return the text without secrets, and the number of redactions by rule.

    >>> redact("key AKIAIOSFODNN7EXAMPLE here")
    ('key [redacted:aws_access_key] here', {'aws_access_key': 1})
    >>> redact("the risk-averse token of a secret garden")
    ('the risk-averse token of a secret garden', {})
    """
    counts: dict[str, int] = {}
    if len(text) < _SECRET_LENGTH_MIN:
        return text, counts
    if "\n" in text or not text.isascii():
        text = hidden_tokens.rejoined(text, _BREAKABLE, counts)
    lowered = text.lower()
    # Tokens are redacted by their own rules; only the rest is judged by the words around it.
    if secret_rules.TOKEN_RUN.search(text):
        text = hidden_tokens.decoded(text, _ENCODED, redact, counts)
        text = _without(text, lowered, _TOKENS_BY_HINT, counts)
    return _without(text, lowered, _RULES_BY_HINT, counts), counts


def _without(
    text: str,
    lowered: str,
    rules_by_hint: _ByHint,
    counts: dict[str, int],
) -> str:
    for stem, hints in rules_by_hint:
        if stem in lowered:
            for hint, rules in hints:
                if hint in lowered:
                    for rule in rules:
                        text, count = rule.redact(text)
                        if count:
                            counts[rule.name] = counts.get(rule.name, 0) + count
    return text


def redact_named(name: str, value: str) -> tuple[str, dict[str, int]]:
    """
    Return a field's value without secrets, and the number of redactions by rule.

    Under a name such as ``api_key`` the whole value may be a secret.

    >>> redact_named("api_key", "q8Zr4tY1mN7xW2")
    ('[redacted:assigned_secret]', {'assigned_secret': 1})
    >>> redact_named("title", "q8Zr4tY1mN7xW2")
    ('q8Zr4tY1mN7xW2', {})
    """
    text, counts = redact(value)
    if counts:
        return text, counts
    if names_secret(name) and NAMED_VALUE.fullmatch(value) and looks_random(value):
        return "[redacted:assigned_secret]", {"assigned_secret": 1}
    if names_token(name) and TOKEN_VALUE.fullmatch(value) and looks_drawn(value):
        return "[redacted:assigned_token]", {"assigned_token": 1}
    if name == "auth" and is_encoded_login(value):
        return "[redacted:docker_login]", {"docker_login": 1}
    return text, counts


@lru_cache(maxsize=1024)
def names_secret(name: str) -> bool:
    """
    Return True if the name of a field says that it contains a secret.

    >>> names_secret("openai_api_key"), names_secret("keyword")
    (True, False)
    """
    return NAME.fullmatch(name) is not None


@lru_cache(maxsize=1024)
def names_token(name: str) -> bool:
    """
    Return True if the name of a field says that it contains a token.

    >>> names_token("github_token"), names_token("max_tokens")
    (True, False)
    """
    return TOKEN_NAME.fullmatch(name) is not None
