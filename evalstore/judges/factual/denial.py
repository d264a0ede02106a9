"""Words that deny the premise of a question."""

from pathlib import Path

from evalstore.base.word_file import PatternFile
from evalstore.judges.text.wording import plain

FILE = Path(__file__).with_name("denials.toml")
PATTERNS = PatternFile(FILE)

NOT_A_DENIAL = PATTERNS["not_a_denial"]
DENIES = PATTERNS["denies"]


def denies(text: str) -> str | None:
    """
    Return the words that deny the premise, None if no words do.

    >>> denies("That's a mistake: it was later.")
    'a mistake'
    >>> denies("It was no mistake, for the time was ripe.") is None
    True
    """
    match = DENIES.search(NOT_A_DENIAL.sub(" ", plain(text)))
    return match[0].strip() if match else None
