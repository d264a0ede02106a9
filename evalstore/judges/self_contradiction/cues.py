"""The cues of ``cues.toml``, compiled into patterns that match whole words."""

import re
from functools import cache
from pathlib import Path

from evalstore.base.word_file import word_file

FILE = Path(__file__).with_name("cues.toml")
# A * in a cue matches up to three words within a sentence, none of them a negation.
GAP = r"(?:(?!(?:not|never|no|nor|neither|cannot|hardly) )[\w'/-]+ ){0,3}?"
REST = r"(?: [^,.;:!?]*)?"


@cache
def phrases(name: str) -> tuple[str, ...]:
    """Return the cues of one list, by its dotted name in the file."""
    node: object = word_file(FILE)
    for part in name.split("."):
        node = node[part] if isinstance(node, dict) else None
    if not isinstance(node, tuple):
        raise KeyError(name)
    return tuple(node)


@cache
def anywhere(name: str) -> re.Pattern[str]:
    """Return a pattern that matches any cue of the list, preferring longer ones."""
    return re.compile(rf"(?<![\w'-])(?:{_alternatives(name)})(?![\w'-])")


@cache
def at_start(name: str) -> re.Pattern[str]:
    """Return a pattern that matches any cue of the list at the start, preferring longer ones."""
    return re.compile(rf"(?:{_alternatives(name)})(?![\w'-])")


@cache
def expressions(name: str) -> re.Pattern[str]:
    """Return a pattern made from a list of regular expressions."""
    return re.compile("|".join(f"(?:{text})" for text in phrases(name)), re.IGNORECASE)


def _alternatives(name: str) -> str:
    ordered = sorted(
        phrases(name), key=lambda phrase: (-len(phrase.split()), -len(phrase), phrase)
    )
    return "|".join(_pattern(phrase) for phrase in ordered)


def _pattern(phrase: str) -> str:
    """
    Return the regular expression of a cue.

    >>> _pattern("no|not way")
    '(?:no|not) way'
    """
    made = ""
    for word in phrase.split():
        if word == "*":
            made += GAP
        else:
            choices = "|".join(re.escape(choice) for choice in word.split("|"))
            made += f"(?:{choices}) " if "|" in word else f"{choices} "
    # A * at the end matches the rest of the clause.
    if phrase.endswith(" *"):
        return made.removesuffix(f" {GAP}") + REST
    return made.rstrip()
