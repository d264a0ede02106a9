"""Patterns for clauses that decline, ask back, disclaim, guess, or refer to a source."""

from pathlib import Path

from evalstore.base.word_file import PatternFile

FILE = Path(__file__).with_name("declining.toml")
PATTERNS = PatternFile(FILE)

UNTIL = PATTERNS["until"]
DECLINES = PATTERNS["declines"]
UNKNOWN = PATTERNS["unknown"]
DISCLAIMS = PATTERNS["disclaims"]
CANNOT = PATTERNS["cannot"]
ANSWER_ITSELF = PATTERNS["answer_itself"]
EMBEDDED_QUESTION = PATTERNS["embedded_question"]
REPORTS = PATTERNS["reports"]
RELATIVE = PATTERNS["relative"]
TITLE = PATTERNS["title"]
WEAK = PATTERNS["weak"]
LIMITED = PATTERNS["limited"]
MAY_DECLINE = PATTERNS["may_decline"]
ASKS_BACK = PATTERNS["asks_back"]
PROPOSES = PATTERNS["proposes"]
MAY_ASK_BACK = PATTERNS["may_ask_back"]
REDIRECTS = PATTERNS["redirects"]
SOURCE = PATTERNS["source"]
CLOSING = PATTERNS["closing"]
NEWEST = PATTERNS["newest"]
FILLER = PATTERNS["filler"]
CONDITION = PATTERNS["condition"]
VAGUE = PATTERNS["vague"]
DEPENDS = PATTERNS["depends"]
EXAMPLES = PATTERNS["examples"]
GUESSES = PATTERNS["guesses"]
GUESS_AT_THE_END = PATTERNS["guess_at_the_end"]
CONCLUDES = PATTERNS["concludes"]
ANSWERED_CONDITION = PATTERNS["answered_condition"]
