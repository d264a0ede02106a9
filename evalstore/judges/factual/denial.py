"""Words that deny the premise of a question."""

import re

from evalstore.judges.text.wording import plain

NOT_A_DENIAL = re.compile(
    r"\b(?:not|no|never|isn't|wasn't|without)\s+(?:a\s+|an\s+|by\s+|any\s+)?"
    r"(?:mistaken?|false|wrong|incorrect|misconception|doubt|error)\b|\bit is true\b"
    r"|\bby mistake\b|\bfalse (?:start|flag|alarm|dawn)\b",
    re.IGNORECASE,
)
DENIES = re.compile(
    r"""
      \b(?:a|the|this|your|is|rests?\ on\ a|mistaken)\s
        (?:(?:common|popular|widespread|frequent)\s)?(?:mistake|error|misconception|myth)\b
    | \b(?:is|was|are|rests?\ on|has|contains?|based\ on)\s(?:\w+\s){0,2}
        (?:mistaken|incorrect|false|wrong|untrue|inaccurate|flawed|faulty)\b
    | \b(?:false|wrong|incorrect|mistaken|faulty|flawed)\s
        (?:premise|assumption|statement|claim|question)
    | \bthe\ premise\ (?:does\ not|doesn't|is\ not|isn't|fails)
    | \A\W*(?:no|false|wrong|incorrect|untrue|actually)\b
    | \b(?:is|was|are)(?:\ not|n't)\s(?:\w+\s)?(?:true|correct|right|accurate|the\ case|so)\b
    | \b(?:did|does|do)(?:\ not|n't)\s(?:\w+\s)?(?:take\ place|happen|occur|win|have|come\ to|equal
        |exist|begin|fall|hold|follow)\b
    | \bnever\s(?:took\ place|happened|occurred|won|existed)\b
    | \b(?:he|she|it|they|that|this)\s(?:did|was|were|is|has|had)(?:\ not|n't)(?=\s*[.;!])
    | \bthere\ (?:is|was)\ no\ such\b
    | \bcontrary\ to\b
    """,
    re.VERBOSE | re.IGNORECASE,
)


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
