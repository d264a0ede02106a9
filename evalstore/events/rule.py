"""One kind of secret: the pattern that finds it, and its replacement."""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

# Below this, in bits per character, a value is a word or a placeholder rather than a secret.
ENTROPY_MIN: Final = 3.0
# Words joined by hyphens or underscores, some followed by a number: an identifier.
_NAME: Final = re.compile(r"[A-Za-z]+[0-9]{0,4}(?:[_-]+[A-Za-z]*[0-9]{0,4})*")


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One kind of secret.

    ``hints`` are lower-case texts, one of which occurs wherever the pattern matches. Of a match
    the groups ``lead`` and ``tail`` are kept, the rest is replaced. ``prefilter`` is the part of
    ``secrets.PREFILTER`` for this rule; ``stands_alone`` is True if no letter or digit may precede
    it. ``is_secret`` is called with the group ``value`` (or the whole match), which is a secret
    only if it returns True.
    """

    name: str
    hints: tuple[str, ...]
    pattern: str
    prefilter: str
    stands_alone: bool = False
    is_secret: Callable[[str], bool] | None = None

    def redact(self, text: str) -> tuple[str, int]:
        """Return the text without its secrets, and their number."""
        count = 0

        def replacement(match: re.Match[str]) -> str:
            nonlocal count
            groups = match.groupdict()
            value = groups.get("value") or match[0]
            if self.is_secret is not None and not self.is_secret(value):
                return match[0]
            count += 1
            return f"{groups.get('lead') or ''}[redacted:{self.name}]{groups.get('tail') or ''}"

        return compiled(self.pattern).sub(replacement, text), count


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the compiled pattern, cached; most of the many patterns are never needed."""
    return re.compile(pattern)


def looks_random(value: str) -> bool:
    """
    Return True if a value resembles a random secret more than a word or a name.

    >>> looks_random("correct-horse"), looks_random("aaaaaaaaaaaa1"), looks_random("q8Zr4tY1mN7x")
    (False, False, True)
    """
    has_both = any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
    if not has_both or value.startswith("[redacted:"):
        return False
    shares = [count / len(value) for count in Counter(value).values()]
    return -sum(share * math.log2(share) for share in shares) >= ENTROPY_MIN


def looks_drawn(value: str) -> bool:
    """
    Return True if a value looks random and is not an identifier made of words.

    >>> looks_drawn("special_token_of_user_2"), looks_drawn("q8Zr4tY1mN7xW2kP0d")
    (False, True)
    """
    return looks_random(value) and not _NAME.fullmatch(value)
