"""Wordings of misleading questions by kind and domain, used for both twins."""

from collections.abc import Mapping
from pathlib import Path

from evalstore.base.word_file import word_file

FILE = Path(__file__).with_name("wordings.toml")
WORDS = word_file(FILE)

OFFERING: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    kind: WORDS[kind] for kind in ("premise", "leading", "near_miss")
}
RELATIONS = WORDS["relations"]
QUERIES = WORDS["queries"]
ROLES: Mapping[str, tuple[str, ...]] = WORDS["roles"]
COLOURS = ROLES["math"]
STATEMENTS = WORDS["statements"]
ONLY_DENIED = "That is a mistake."
CANNOT_BE_KNOWN = "This cannot be known from what is given."
