"""
Phrases that mean yes or no at the beginning of a reply, and corrections within it.

"Without a doubt.", "Far from it.", "That's a myth.", "There is no evidence that ..."; "not always"
answers a question with "always".
"""

import re

CORRECTION = re.compile(
    r"(?<=[.!,;-]\s)(?:oh,?\s|hmm,?\s|no,?\s|but\s)?"
    r"(?:wait|hold\son|scratch\sthat|correction|on\ssecond\sthoughts?|sorry|actually)"
    r"(?:[,.:!;]|\s-)\s(?:(?:i\smean|that's\swrong|i\swas\swrong|it's|it\sis|the\sanswer\sis|make"
    r"\sthat),?\s)?(?=(?:yes|no|true|false)\b(?![-\w]))",
    re.IGNORECASE,
)
END = (
    r"(?=\W*\Z|[.,;:!]|\s-|\s(?:and|because|since|as|but|though|although|they|it|that|this|in)\b)"
)
YES = re.compile(
    r"\W{0,40}(?:without\s(?:a|any)\s(?:doubt|question)|(?:there\sis\s|there's\s)?no\s"
    r"(?:doubt|question)(?:\sabout\s(?:it|that))?|undoubtedly|unquestionably|beyond\s(?:a|any)?\s?"
    r"doubt|you\sbet|sure\sthing|exactly|precisely|naturally|obviously|very\smuch\sso|by\sall"
    rf"\smeans|that's\sright|that\sis\sright|certainly\sso|it\swould\sseem\sso|i'd\ssay\sso){END}",
    re.IGNORECASE,
)
NO = re.compile(
    r"\W{0,40}(?:(?:that|this|it)(?:'s|\sis)\s(?:just\s|only\s|actually\s|simply\s)?(?:a|an)\s"
    r"(?:\w+\s){0,2}(?:myth|misconception|legend|fallacy|hoax)|far\sfrom\sit|by\sno\smeans|"
    r"under\sno\scircumstances|quite\sthe\s(?:opposite|contrary|reverse)|on\sthe\scontrary|"
    r"not\sa\schance|no\schance|no\sway|hell\sno|in\sno\sway|i\sdoubt\s(?:it|that)|"
    rf"nowhere\snear|(?:hardly|never)(?=\W*\Z|[.,;!])){END}",
    re.IGNORECASE,
)
NO_EVIDENCE = re.compile(
    r"\W{0,40}(?:(?:so\sfar|to\sdate|currently|at\spresent|no),?\s)?"
    r"there(?:\sis|'s|\swas|\shas\sbeen)\s"
    r"(?:currently\s|absolutely\s|still\s)?no\s(?:\w+\s){0,3}evidence\s"
    r"(?:that\b|of\b|for\b|to\ssuggest\b|to\sshow\b|to\ssupport\b|suggesting\b|supporting\b)"
    r"(?P<what>[^.;!?]{1,200})",
    re.IGNORECASE,
)
MYTHS = re.compile(r"\b(?:myth|misconception|legend|fallacy|hoax)\b", re.IGNORECASE)
# Words that deny, or that refer to a passage: missing evidence then decides nothing.
TURNED = re.compile(
    r"\b(?:not|no|never|n't|un\w+|against|either|contrary|otherwise|false|whether|passage|text|"
    r"context|given|provided|safe|harmless)\b|n't\b",
    re.IGNORECASE,
)
ALL = re.compile(r"\b(?:all|every|always|everyone|everybody|each|invariably)\b", re.IGNORECASE)
NOT_ALL = re.compile(
    r"[^.;:!?]{0,60}?\bnot\s(?:all|always|every(?:one|body|thing)?|each|invariably)\b",
    re.IGNORECASE,
)


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
