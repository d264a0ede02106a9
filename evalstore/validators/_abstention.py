"""Detect abstentions in a text, and guesses after them."""

import re

from evalstore.validators._text import plain

ABSTAINS = re.compile(
    r"""
      \b(?:i|we)\s+(?:really\s+|honestly\s+|simply\s+|just\s+)?
        (?:do\s?n[o']?t|do\ not|cannot|can\s?n?'?t|could\ not|couldn't|am\ unable\ to)
        \s+(?:reliably\s+|possibly\s+|actually\s+|really\s+|currently\s+)?
        (?:know|say|tell|determine|answer|be\ (?:sure|certain)
          |have\ (?:an|any|the|that|enough|access)
          |verify|provide|give|recall|remember|find|establish|confirm|work\ (?:it|this|that)\ out)
    | \b(?:i'm|i\ am|we're|we\ are)\s+(?:sorry,?\s+but\s+i\s+am\s+)?
        (?:not\ sure|unsure|not\ certain|uncertain|afraid\ i|unable\ to|not\ able\ to)
    | \b(?:cannot|can't|can\ not|unable\ to)\ (?:help|assist)\b
    | \bno\ idea\b | \bnobody\ (?:knows|can\ (?:say|know|tell))\b
    | \bno\s?-?one\ (?:knows|can\ (?:say|know|tell))\b
    | \b(?:can\s?not|can't|could\ not|couldn't)\ be\s(?:\w+ly\s)?
        (?:known|determined|answered|said|established|told|calculated|computed|decided|found
          |solved|worked\ out|ascertained|verified)
    | \b(?:is|are|was|remains?|stays?|answer:?)\s(?:\w+ly\s)?
        (?:unknown|unknowable|unanswerable|undetermined|underdetermined|indeterminate|undecidable
          |not\ (?:known|recorded|documented|determined|determinable|knowable|given|specified
             |on\ record|possible\ to|available)|lost\ to\ (?:history|time)
             |never\ (?:recorded|documented|written\ down)|silent\ (?:on|about)\b)
    | \A\W*(?:not\ (?:known|recorded|documented|determinable|knowable|specified)|lost\ to\ history)
    | 's\ (?:unknown|not\ (?:known|recorded|documented)|lost\ to\ (?:history|time)|impossible\ to)
    | \b(?:impossible|not\ possible|no\ way)\ (?:for\ \w+\ )?to\ (?:say|know|tell|determine|answer
        |find|work\ out|calculate|establish)
    | \b(?:there\ (?:is|are|exists?)|we\ have|i\ have|with|holds?)\ no\ (?:\w+\ ){0,2}
        (?:records?|way|answer|information|data|evidence|sources?|documentation|unique|means)\b
    | \b(?:not\ enough|insufficient|too\ little|lack\ of|lacks?|missing)\ (?:\w+\ )?
        (?:information|data|context|evidence|details?|is\ (?:given|known))
    | \bno\ (?:reliable\ |surviving\ |known\ |historical\ )*(?:records?|sources?|accounts?)
        \ (?:exists?|survives?|says?|tells?|mentions?|records?|states?)
    | \b(?:passages?|sources?|text|question)\ (?:does|do)(?:\ not|n't)
        \ (?:say|state|mention|give|tell)
    | \b(?:does|do)(?:\ not|n't)\ (?:determine|decide|fix)\b
    | \b(?:i'd|i\ would)\ (?:rather|prefer)\ not\ (?:to\ )?(?:guess|say|answer)
    | \bdecline\ to\ (?:guess|answer|say)\b
    | \bcould\ be\ any(?:thing|\ number|\ value)?\b | \bdepends\ on\b
    | \binfinitely\ many\ (?:solutions|answers|possib)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Where it is the whole answer.
ALONE = re.compile(
    r"\W*(?:unknown|n\s?/\s?a|null|none|idk|dunno|undetermined|unclear|unanswerable|not known|"
    r"no answer|not available|indeterminate|not sure|unsure|abstain|\?+|-+)\W*",
    re.IGNORECASE,
)
# Ambiguous between doubt and ignorance: an answer next to it counts.
DOUBTS = re.compile(
    r"(?:not|n't)\s+(?:be\s+)?(?:sure|certain)|unsure|uncertain|afraid", re.IGNORECASE
)
YET = re.compile(
    r"\b(?:but|however|though|still|nevertheless|probably|perhaps|maybe|likely|roughly|around|"
    r"approximately|estimate|guess|about|my best|i would say|i'd say|say,)\b",
    re.IGNORECASE,
)


def abstention_in(text: str) -> re.Match[str] | None:
    """
    Return the abstention in a text.

    >>> abstention_in("I don't know.")[0], abstention_in("It was 1989.")
    ("I don't know", None)
    """
    bare = plain(text)
    return ALONE.fullmatch(bare) or ABSTAINS.search(bare)


def guesses_after_abstaining(text: str) -> bool:
    """
    Return whether a text guesses after abstaining.

    >>> guesses_after_abstaining("No one knows, but probably about 500.")
    True
    >>> guesses_after_abstaining("It cannot be known; the records of 1815 are silent.")
    False
    """
    bare = plain(text)
    abstention = abstention_in(text)
    rest = bare[abstention.end() :] if abstention else bare
    return any(re.search(r"\d", part) for part in YET.split(rest)[1:])


def abstains_before(text: str, first_answer: int) -> bool:
    """Return whether a text abstains before ``first_answer`` and does not guess."""
    abstention = abstention_in(text)
    return (
        abstention is not None
        and abstention.start() < first_answer
        and not DOUBTS.search(abstention[0])
        and not guesses_after_abstaining(text)
    )
