"""Words that say an answer is not known or not fixed, anywhere in a text."""

import re

SAYS_UNKNOWN = re.compile(
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
