"""Verdicts on replies that choose several options: exactly the right ones are expected."""

import re
from collections.abc import Mapping

from evalstore.judges.text.choices.choices import options_of
from evalstore.judges.text.wording import shown
from evalstore.plugins.verdict import Verdict

# A list of letters only, with any introduction and separators.
LISTED = re.compile(
    r"\W*(?:(?:the\ )?(?:(?:right|correct)\ )?(?:answers?|options?)(?:\ (?:is|are))?\W*)?"
    r"(?P<letters>[A-Z](?:(?:[\s,;/&)(\]\[.\"'|+]|\band\b)*[A-Z])*)\W*",
    re.VERBOSE | re.IGNORECASE,
)
LETTER = re.compile(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])")


def judge_several(
    text: str,
    key: Mapping[str, object],
    question: str,  # noqa: ARG001 - the options are in the key
    *,
    is_answer_alone: bool,  # noqa: ARG001 - a list of letters is read, and nothing else
) -> tuple[Verdict | None, int]:
    """
    Return the verdict on a list of letters or of the options' texts; None for any other text.

    >>> key = {"kind": "choices", "value": "A, C", "options": {"A": "x", "B": "y", "C": "z"}}
    >>> [judge_several(text, key, "", is_answer_alone=True)[0].outcome
    ...  for text in ("C and A", "A", "A, B, C")]
    ['right', 'wrong', 'wrong']
    """
    options = options_of(key)
    right = set(LETTER.findall(str(key["value"])))
    chosen = _letters(text, options)
    if chosen is None:
        return None, len(text)
    reason = f"chooses {', '.join(sorted(chosen))}; right are {', '.join(sorted(right))}"
    if chosen == right:
        return Verdict("right", reason), 0
    if not chosen <= set(options):
        return Verdict("wrong", f"{shown(text)} is none of the options", tags=("no_answer",)), 0
    return Verdict("wrong", reason, tags=("factual_error",)), 0


def _letters(text: str, options: Mapping[str, str]) -> set[str] | None:
    match = LISTED.fullmatch(text.strip())
    letters = LETTER.findall(match["letters"]) if match else []
    if letters:
        return {letter.upper() for letter in letters}
    by_text = {option.casefold(): letter for letter, option in options.items()}
    parts = [part.strip(" .\"'[]").casefold() for part in re.split(r"[;|\n]|,\s", text)]
    named = [by_text.get(part) for part in parts if part]
    return {letter for letter in named if letter} if named and all(named) else None
