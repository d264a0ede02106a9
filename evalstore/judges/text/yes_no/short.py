"""
Phrases that mean yes or no at the beginning of a reply, and corrections within it.

"Without a doubt.", "Far from it.", "That's a myth.", "There is no evidence that ..."; "not always"
answers a question with "always".
"""

import re

from evalstore.judges.text.yes_no.words import PATTERNS

CORRECTION = PATTERNS["correction"]
YES = PATTERNS["yes"]
NO = PATTERNS["no"]
NO_EVIDENCE = PATTERNS["no_evidence"]
MYTHS = re.compile(r"\b(?:myth|misconception|legend|fallacy|hoax)\b", re.IGNORECASE)
TURNED = PATTERNS["turned"]
ALL = re.compile(r"\b(?:all|every|always|everyone|everybody|each|invariably)\b", re.IGNORECASE)
NOT_ALL = PATTERNS["not_all"]


def corrected(text: str) -> str:
    """
    Return a plain text from its last correction on.

    >>> corrected("Yes. Wait, no, it is red.")
    'no, it is red.'
    """
    matches = list(CORRECTION.finditer(text))
    return text[matches[-1].end() :] if matches else text


def short_answer(text: str, question: str) -> tuple[bool, str] | None:
    """
    Return whether the phrase that begins a plain text means yes, and the phrase; else None.

    >>> short_answer("Far from it.", "")
    (False, 'Far from it')
    >>> short_answer("Not always.", "Is it always red?")
    (False, 'Not always')
    """
    for pattern, says_yes in ((YES, True), (NO, False)):
        if (match := pattern.match(text)) and not MYTHS.search(question):
            return says_yes, match[0].strip()
    if (match := NOT_ALL.match(text)) and ALL.search(question):
        return False, match[0].strip()
    return no_evidence(text, question)


def no_evidence(text: str, question: str) -> tuple[bool, str] | None:
    """
    Return the denial in "there is no evidence that ...", else None.

    >>> no_evidence("There is no evidence that it helps.", "Does it help?")
    (False, 'There is no evidence that it helps')
    """
    match = NO_EVIDENCE.match(text)
    if match is None or TURNED.search(match["what"]) or TURNED.search(question):
        return None
    return False, match[0].strip()
