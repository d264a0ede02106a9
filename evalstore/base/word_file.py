"""
Words and patterns that lie in TOML files next to the modules that use them.

A module names its file by a constant, ``FILE = Path(__file__).with_name("negations.toml")``.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

# The name of another entry in a pattern; the braces of a repetition contain numbers.
PART = re.compile(r"\{([a-z_]+)\}")


@cache
def word_file(file: Path) -> Mapping[str, Any]:
    """Return the contents of a TOML file, its arrays as tuples."""
    contents: Mapping[str, Any] = _frozen(tomllib.loads(file.read_text(encoding="utf-8")))
    return contents


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def any_of(words: Iterable[str]) -> str:
    r"""
    Return a pattern that matches any of the words; of several that match, the first one.

    >>> any_of(["no one", "nobody"])
    '(?:no\\ one|nobody)'
    """
    return f"(?:{'|'.join(map(re.escape, words))})"


class PatternFile:
    """
    The patterns in a TOML file, by name.

    An entry is a pattern in verbose syntax, or a list of words, of which any matches. ``{name}``
    in a pattern stands for the entry of that name.
    """

    def __init__(self, file: Path) -> None:
        """Read the file."""
        self._entries = word_file(file)

    def __getitem__(self, name: str) -> re.Pattern[str]:
        """Return the compiled pattern of an entry."""
        return re.compile(self.text(name), re.VERBOSE)

    def text(self, name: str) -> str:
        """Return the pattern of an entry as text, for a larger one in verbose syntax."""
        entry = self._entries[name]
        if not isinstance(entry, str):
            return any_of(entry)
        return PART.sub(lambda part: self.text(part[1]), entry)
