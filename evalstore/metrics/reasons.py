"""Reasons why ``facts.counted`` leaves rows out, and the columns that count their cases."""

from pathlib import Path
from typing import Final

from evalstore.base.word_file import word_file

FILE = Path(__file__).with_name("reasons.toml")
WORDS = word_file(FILE)

REASONS: Final[dict[str, tuple[str, str]]] = WORDS["reasons"]


def count_of(reason: str) -> str:
    """
    Return the column that counts the cases left out for a reason, empty if no column does.

    >>> count_of("no verdict"), count_of("not sure")
    ('unscored_count', '')
    """
    return REASONS[reason][0]
