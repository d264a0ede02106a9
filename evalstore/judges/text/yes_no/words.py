"""Words of statements: auxiliaries by kind and tense, opposites, pronouns, clauses."""

import re
from pathlib import Path

from evalstore.base.word_file import PatternFile, word_file

FILE = Path(__file__).with_name("yes_no.toml")
PATTERNS = PatternFile(FILE)
WORDS = word_file(FILE)

AUXILIARIES = WORDS["auxiliaries"]
PRONOUNS = frozenset(WORDS["pronouns"])
DENYING = frozenset(("not", "never"))
EMPTY = frozenset(WORDS["empty"])
ABORTING = frozenset(WORDS["aborting"])
IRREGULAR = WORDS["irregular"]
NEGATING_PREFIXES = ("un", "in", "im", "il", "ir", "non", "non-", "dis")
OPPOSITES = WORDS["opposites"]
CONTRACTED = (
    (re.compile(r"\bcannot\b|\bcan't\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (re.compile(r"(?<=\b(?:it|he))'s\b|(?<=\bshe)'s\b|(?<=\bthat)'s\b", re.IGNORECASE), " is"),
    (re.compile(r"(?<=\b(?:we))'re\b|(?<=\bthey)'re\b|(?<=\byou)'re\b", re.IGNORECASE), " are"),
)
CLAUSE = PATTERNS["clause"]
LEAD = PATTERNS["lead_of_clause"]
DEPENDENT = PATTERNS["dependent"]
RESTRICTS = PATTERNS["restricts"]
REPORTED = PATTERNS["reported_words"]
OWN = PATTERNS["own"]
