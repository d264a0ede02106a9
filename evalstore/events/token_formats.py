"""
Tokens that say by their first characters who issued them: one rule for each line of the table.

``token_formats.csv`` has the rule's name, the texts a token starts with, the class and the least
number of the characters after them, and where the format is published: a plugin of detect-secrets
(the patterns of bc-detect-secrets 1.5.52, Apache-2.0), or else the documentation of the issuer. A
least number below the published length also finds a token that was cut off.
"""

import csv
import re
from pathlib import Path
from typing import Final

from evalstore.events.rule import Rule

_TABLE: Final = Path(__file__).with_name("token_formats.csv")
# So many characters decide whether a text is looked at with care; more would cost states.
_PREFILTER_COUNT_MAX: Final = 8


def _rule(row: dict[str, str]) -> Rule:
    starts = row["starts"].split()
    count_min = int(row["count_min"])
    start = "|".join(re.escape(text) for text in starts)
    return Rule(
        row["rule"],
        tuple(text.lower() for text in starts),
        rf"(?<![A-Za-z0-9])(?:{start})[{row['body']}]{{{count_min},}}",
        rf"(?:{start})[{row['body']}]{{{min(count_min, _PREFILTER_COUNT_MAX)}}}",
        stands_alone=True,
    )


with _TABLE.open(encoding="utf-8", newline="") as _lines:
    _ROWS: Final = tuple(csv.DictReader(_lines))
RULES: Final = tuple(_rule(row) for row in _ROWS)
_LENGTH_MIN: Final = min(
    len(start) + int(row["count_min"]) for row in _ROWS for start in row["starts"].split()
)
# A token is one run of these, and prose has no run so long.
RUN: Final = re.compile(rf"[A-Za-z0-9_./+=~$@-]{{{_LENGTH_MIN}}}")
