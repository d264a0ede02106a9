"""Parts of a question that a control can repeat: the question itself, its numbers and options."""

import re

# The line with the form of the answer is not part of the question.
FORM_LINE = re.compile(r'^.*\{\s*"answer".*$', re.MULTILINE)
CARD_QUESTION = re.compile(r"^Question: (.+)$", re.MULTILINE)
QUOTED = re.compile(r'"[^"]*"')
SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
NUMBER = re.compile(
    r"(?:AD )?-?\d+(?:,\d{3})*(?:\.\d+)?(?:/\d+)?(?:e[+-]?\d+)?"
    r"(?:\s?%|\s(?!(?:to|in|is|and|or|of|are|at|on|the|by|for|from|with|was|has|did|as)\b)"
    r"[A-Za-z°µ][A-Za-z0-9°µ/²³^*]{0,5}(?=[\s.,;:?!)]|$))?"
)
# "A) Paris", "(b) Rome", "3. Oslo": each on a line of its own.
OPTION_LINE = re.compile(r"^\s*\(?[A-Za-z0-9]{1,2}[).:]\s+(.+?)\s*$", re.MULTILINE)
# Options after a colon are separated by semicolons or by "or"; without one there are two.
OPTION_LIST = re.compile(r":\s+([^:?]+?(?:;|,?\s+or\s)[^:?]+)")
EITHER_OR = re.compile(r"\b(?:is|was|are|were|came first|of|,)\s+(\S[^?.,:]*?),?\s+or\s+([^?.,]+)")
SEPARATOR = re.compile(r"\s*;\s*|,?\s+or\s+")
OPTIONS_MIN = 2


def asked(turn: str) -> str:
    r"""
    Return the question of a turn, without the line with the form of the answer.

    >>> asked('What is 2 + 2?\nReply with one JSON object: {"answer": "..."}.')
    'What is 2 + 2?'
    """
    card = CARD_QUESTION.search(turn)
    return card[1].strip() if card else FORM_LINE.sub("", turn).strip()


def numbers(text: str) -> list[str]:
    """
    Return the numbers of a text in order, each with the unit or era next to it.

    >>> numbers("Convert 16.3 h to s, or 56 BC to AD 12.")
    ['16.3 h', '56 BC', 'AD 12']
    """
    return [number.strip() for number in NUMBER.findall(text)]


def options(text: str) -> list[str]:
    r"""
    Return the options that a question offers in a list or with "or"; [] if it offers none.

    >>> options("Which came first: the Great Fire of London, or the death of Louis XIV?")
    ['the Great Fire of London', 'the death of Louis XIV']
    >>> options("Which of these?\nA) tin\nB) gold")
    ['tin', 'gold']
    """
    lines = OPTION_LINE.findall(text)
    if len(lines) >= OPTIONS_MIN:
        return lines
    listed = OPTION_LIST.search(text)
    if listed:
        parts = [part for part in SEPARATOR.split(SENTENCE_END.split(listed[1])[0]) if part]
        return [part.strip().removesuffix(".") for part in parts]
    either = EITHER_OR.search(text)
    return [either[1].strip(), either[2].strip()] if either else []


def asserted(text: str) -> str | None:
    """
    Return the value that a question asserts: the last number of its first statement with one.

    Without a statement it is the last number of the question itself. Quoted text is ignored.

    >>> asserted("My teacher says the answer is 12. What follows 31, 26, 21?")
    '12'
    >>> asserted("Why did it take place as early as 1956, and not later?")
    '1956'
    """
    sentences = [numbers(part) for part in SENTENCE_END.split(QUOTED.sub("", text))]
    with_numbers = [part for part in sentences if part]
    return with_numbers[0][-1] if with_numbers else None
