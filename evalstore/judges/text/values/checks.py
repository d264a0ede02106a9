"""A check of the result at the end of a reply, which repeats the numbers of the question."""

import re

# Also a reason in the form of an equation: "since 3 * 5 + 5 = 20".
CHECK = re.compile(
    r"\b(?:check|checking|verification|verify(?:ing)?)\s?:"
    r"|\b(?:since|because)\s+\d[^=.;]{1,60}=",
    re.IGNORECASE,
)


def without_check(text: str) -> str:
    """Leave out a check of the result, which ends in the numbers of the question."""
    check = CHECK.search(text)
    return text[: check.start()] if check and re.search(r"\d", text[: check.start()]) else text
