"""Forms in which an English clause declines to answer, asks back, disclaims, or guesses."""

import re

ADVERBS = r"(?:(?:\w+ly|just|even|still|also|yet|so|quite|at\ all|to\ date)\s+)*"
NEGATED = (
    r"(?:do|does|did|can|could|would|will|have|has|had|am|are|was|were)\s?(?:not|n't)"
    r"|(?:do|ca|wo|could|would|did|have|am|ai)n'?t|cannot|dont|cant|couldnt|didnt"
)
WH = r"(?:who|whom|whose|what|when|where|which|why|how|whether|if)"
FACTS = r"(?:information|info|data|details?|results?|sources?|references?|facts?|knowledge)"
RECORDS = r"(?:records?|accounts?|documentation|mentions?|evidence|documents?)"
REVEALED = r"""(?:announced|revealed|disclosed|recorded|documented|determined|confirmed|identified
    |specified|stated|mentioned|made\s+public)"""
# What also happens to things that are no information: "the award was not given".
GIVEN = r"(?:given|provided|released|listed|published|established|named|found|included)"
ASKED = r"""(?:it|this|that|information|details?|date|year|name|number|answer|identity|age|author
    |composer|artist|value|price|cost|amount|reason|title|location|figure|result
    |options?|source)"""
MODIFIERS = r"(?:(?!and\b|or\b|that\b)[\w'/-]+\s+){0,4}"
TELLING = r"""(?:
    say(?!\s+enough|\s+no\b)|tell(?!\s+a\s+lie)|answer|respond|determine|decide|find|found|locate
    |provide|give|offer|supply|recall|remember|identify|confirm|verify|ascertain|establish|pinpoint
    |specify|predict|forecast|speculate|comment|guess|name|choose|think\s+of|come\s+up\s+with
    |be\s+(?:\w+\s+)?(?:sure|certain|sur|more\s+specific)|see\s+(?:any|an|the)\b|make\s+sense|work
    \s+(?:it|this|that)?\s*out|calculate|compute|solve|infer|conclude|deduce|judge|assess|discuss
    |help(?!\s+but)|assist|comply|fulfil|fulfill|do\s+(?:that|this|so)|continue|share|disclose
    |complete|generate|process|recogni[sz]e|interpret|uncover|discover|obtain|retrieve)"""

# The speaker says that it does not know, has not found, cannot say or will not.
DECLINES = re.compile(
    rf"""
      \b(?:i|we)\s+{ADVERBS}(?:{NEGATED})\s+{ADVERBS}
        (?:able\s+to\s+{ADVERBS})?(?:been\s+able\s+to\s+{ADVERBS})?
        (?:know\b(?!\s+about\s+you)|{TELLING}
          |(?:have|possess|hold)\s+(?:that\s+|this\s+|such\s+)?{MODIFIERS}
            (?:{FACTS}|record|answer|response|context|idea|clue|memory|recollection)\b
          |got\s+{MODIFIERS}(?:idea|clue)\b|understand\b|get\s+(?:that|the\s+question)
          |(?:think|believe)\s+(?:i|we)\s+(?:have|know|can|could)\b)
    | \b(?:i\s+wish\s+i\s+knew|draw(?:ing)?\s+a\s+(?:\w+\s+)?blank|plead\s+ignorance
        |pass\s+on\s+(?:this|that)\s+(?:one|question))\b
    | \bnone\s+of\s+(?:the|these|those|my|them)\b(?:\s+\w+){{0,3}}?\s+
        (?:say|mention|give|state|tell|specif|contain|name|indicate|provide)
    | \b(?:have|'ve)\s+never\s+(?:heard|come\s+across|seen)\b
    | \b(?:(?:i|we)\s+(?:am|are|was|were)|(?:i'm|we're))\s+not\s+(?:told|informed)\b
    | \bno\s+{MODIFIERS}answer\s+(?:can|could|is|exists|was)\b
    | \b(?:only\s+)?time\s+will\s+tell\b | \bremains?\s+to\s+be\s+seen\b
    | \A\W*(?:idk|dunno|no\s+comment)\b
    | \b(?:it|this|that)\s+(?:does|do|did)(?:\s+not|n't)\s+{ADVERBS}
        (?:say|mention|state|specify|tell)\s+(?:\w+\s+)?{WH}\b
    | \bnot\s+(?:something|a\s+question|a\s+topic)\s+(?:that\s+)?(?:i|we)\s+(?:can|could|know|am)\b
    | \bthere\s+(?:does|do)(?:n't|\s+not)\s+(?:seem|appear)\s+to\s+be\s+(?:any\s+|enough\s+)?
        {MODIFIERS}{FACTS}\b
    | \b(?:i|we)(?:\s+am|\s+are|\s+was|\s+were|\s+have\s+been|'m|'re|'ve\s+been)\s+{ADVERBS}
        (?:unable|not\s+{ADVERBS}able|afraid\s+i\s+ca)\s*(?:to|n't|not)\s+{ADVERBS}{TELLING}
    | \b(?:i|we)(?:\s+am|\s+are|'m|'re)\s+{ADVERBS}
        (?:not\s+{ADVERBS}(?:aware|familiar|able\s+to|allowed|permitted|comfortable|programmed
          |designed|qualified|equipped|in\s+a\s+position|at\s+liberty
          |going\s+to\s+{TELLING}|willing\s+to\s+{TELLING})|unaware|unfamiliar|at\s+a\s+loss)\b
    | \b(?:i|we)(?:'ve)?\s+{ADVERBS}
        (?:failed\s+to\s+{TELLING}|lack\s+{MODIFIERS}(?:{FACTS}|context)
        |(?:have\s+)?no\s+{MODIFIERS}(?:{FACTS}|idea|clue|record|memory|answer|recollection|way)
        |found\s+(?:no|nothing)\b|forg[eo]t\b|(?:must|have\s+to|will\s+have\s+to)\s+(?:\w+\s+)?
          (?:decline|refuse|abstain|pass)|decline\b|refuse\b|abstain\b)
    | \b(?:i'd|i\s+would|i'd\s+much|i)\s+{ADVERBS}(?:rather|prefer|choose)\s+not\b
    | \b(?:i|we)\s?(?:won't|will\s+not)\s+{ADVERBS}(?:{TELLING}|be\s+able\s+to)
    | \A\W*(?:sorry\W+|no\W+)?(?:don't|do\s+not|dunno|didn't)\s+(?:know|recall|remember)\b
    | \A\W*(?:sorry\W+)?(?:cannot|can't|can\s+not|could\s?n[o']t|could\s+not|unable\s+to
        |not\s+able\s+to|did\s+not|didn't)\s+{ADVERBS}{TELLING}
    | \A\W*(?:sorry\W+)?(?:i\s+have\s+)?(?:no|not\s+a)\s+(?:idea|clue)\b
    | \A\W*(?:no|insufficient|not\s+enough|limited)\s+{MODIFIERS}(?:{FACTS}|context)\b
        (?!\s+(?:theory|science|type|set|center|centre|point|rate))
    | \A\W*(?:nothing|no\s+{MODIFIERS}(?:results?|answers?|{RECORDS}|match(?:es)?))\s+
        (?:is\s+|was\s+|were\s+|are\s+)?(?:found|available|known|exists?|survives?)\b
    | \b(?:it|that|this)(?:'s|\s+is|\s+was|\s+remains|\s+has\s+been)\s+{ADVERBS}
        (?:un(?:known|clear|certain)|not\s+{ADVERBS}(?:known|clear|specified|stated|certain
          |mentioned|recorded|documented|possible\s+to\s+{TELLING}))\s+(?:\w+\s+)?{WH}\b
    | \b(?:impossible|not\s+possible|no\s+way|difficult|hard|tricky|challenging|not\s+easy)\s+
        (?:for\s+(?:me|us|anyone|\w+)\s+)?(?:to\s+|of\s+)(?:(?:\w+ly|even)\s+)?
        (?:{TELLING}|know\b|knowing|telling)
    | \b(?:there(?:'s|\s+{ADVERBS}(?:is|are|was|were|exists?)|\s+(?:seems?|appears?)\s+to\s+be)
        |we\s+have|with)\s+{ADVERBS}(?:(?:no|not\s+(?:any|enough|much)|insufficient|little|limited
        |too\s+little)\s+{MODIFIERS}{FACTS}\b
        |no\s+{MODIFIERS}(?:answer|way\s+(?:to|of)\s+(?:know|tell|say|determin)))
    | \bthere\s+(?:is|are|was|were)(?:n't|\s+not)\s+(?:any|enough|sufficient|much)\s+{MODIFIERS}
        (?:{FACTS}|context)\b
    | \b(?:nobody|no\s?-?one|none\s+of\s+us)\s+{ADVERBS}
        (?:knows|knew|remembers|seems?\s+to\s+know|can\s+{ADVERBS}(?:say|know|tell|answer))
    | \b(?:questions?|passages?|texts?|contexts?|sources?|articles?|documents?|prompt|paragraph
        |statement|problem|records|history|data|information|(?:search\s+)?results)\s+{ADVERBS}
        (?:(?:provided|given|above|available|from\s+\w+\s+\w+)\s+)?
        (?:(?:makes?|gives?|provides?|contains?|offers?|ha[sd])\s+no\s+{MODIFIERS}
            (?:mention|{FACTS}|answer|indication)\b
        |lacks?\s+{MODIFIERS}(?:context|information|details?)
        |(?:do|does|did)(?:\s+not|n't)\s+{ADVERBS}(?:say|state|mention|give|tell|provide|specify
          |contain|include|reveal|indicate|name|show|return|yield|answer|record
          |make\s+sense)
        |(?:is|was|seems?|appears?)(?:\s+to\s+be)?\s+(?:(?:too|rather|a\s+bit|\w+ly|still)\s+)*
          (?:unclear|incomplete|insufficient|inconclusive|ambiguous|vague|unanswerable
          |nonsensical|confusing|truncated
          |not\s+{ADVERBS}(?:clear|specific|complete|answerable)))
    | \blet's\s+(?:\w+\s+)?(?:try|talk|change|discuss|move|chat)\s+(?:\w+\s+){{0,3}}
        (?:topic|subject|something\s+else|conversation|on\W*\Z)
    | \b(?:change|switch)\s+the\s+(?:topic|subject)\b
    | \b(?:outside|beyond)\s+(?:of\s+)?(?:my|the\s+scope)\b
    | \b(?:escapes\s+me|beats\s+me|as\s+good\s+as\s+mine|ring\s+a\s+bell)\b
    | \b(?:my|this)\s+(?:\w+\s+){{0,2}}(?:knowledge|data|database|training|records|sources)\s+
        {ADVERBS}(?:do|does)(?:\s+not|n't)\s+(?:include|cover|extend|contain|go|have|mention)
    """,
    re.VERBOSE | re.IGNORECASE,
)

# The answer is said not to be known or given, without the speaker.
UNKNOWN = re.compile(
    rf"""
      \b(?:is|are|was|were)n't\s+{ADVERBS}(?:known(?!\s+(?:as|for))|clear|certain|{REVEALED}
          |available(?!\s+(?:to|for|in|on|as(?!\s+of)|outside)\b))\b
    | \b(?:is|are|was|were|remains?|stays?|'s|been|be|answer:?)\s+{ADVERBS}
        (?:un(?:known|clear|certain|knowable|answerable|determined|disclosed|specified|recorded
            |documented|identified|confirmed|available)\b(?!\s+(?:as|\w+s\b))
          |(?:under)?determined\s+by\s+nothing|indeterminate|undecidable|underdetermined
          |not\s+{ADVERBS}(?:known(?!\s+(?:as|for))|clear|certain|{REVEALED}|on\s+record
            |determinable|knowable|available(?!\s+(?:to|for|in|on|as(?!\s+of)|outside)\b))\b
          |a\s+(?:complete\s+|total\s+)?mystery|lost\s+to\s+(?:history|time)|anyone's\s+guess
          |never\s+(?:recorded|documented|written\s+down|disclosed|specified|revealed|named))
    | \b{ASKED}\s+(?:\w+\s+){{0,4}}?
        (?:(?:is|are|was|were|been)(?:\s+not|n't)|not)\s+{ADVERBS}{GIVEN}\b
    | \b(?:is|are)\s+(?:confidential|classified)\b
    | \b(?:has|have|had)(?:n't|\s+not)\s+{ADVERBS}been\s+{ADVERBS}{REVEALED}\b
    | \b(?:can\s?not|can't|could\s+not|couldn't)\s+be\s+{ADVERBS}
        (?:known|determined|answered|said|established|told|calculated|computed|decided|found
          |solved|worked\s+out|ascertained|verified|confirmed|identified|inferred|predicted|given
          |provided|named|pinpointed)
          (?!.*\b(?:both|simultaneously|at\s+the\s+same\s+time)\b)
    | \bno\s+(?:\w+\s+){{0,2}}{RECORDS}\s*(?:(?:is|are|was|were)\s+)?(?:{ADVERBS})
        (?:of\s+(?:{WH}|this|it|that)\b|exists?|survives?|left|remain|available|found|says?|tells?
          |kept|\W*\Z)
    | \A\W*(?:the\s+answer\s+is\s+)?(?:unknown|unclear|uncertain|undetermined|unspecified
        |unanswerable|undisclosed|unavailable|indeterminate|ambiguous
        |not\s+{ADVERBS}(?:known|clear|specified|stated|available|determinable|recorded
          |documented|applicable|mentioned|provided|given|disclosed|found|possible))\b
        (?!\s+(?:soldier|man|woman|artist|author|to\s+have)\b)
    | \A\W*(?:[\w']+\s+){{0,4}}(?:not\s+{ADVERBS}(?:available|known|applicable|{REVEALED}|{GIVEN})
        |unavailable|unknown|undisclosed|unspecified)\W*\Z
    | \A\W*(?:tbd|tba|n\s?/\s?a|null|none\s+(?:given|found|known|available)|idk|dunno|no\s+answer
        |skip|abstain        |pass)\W*\Z
    | \b(?:insufficient|not\s+enough|too\s+little)\s+(?:{FACTS}|context)\b
    | \A\W*(?:(?:well|so|and|then)\W+)?(?:(?:it|this|that|(?:the\s+)?(?:correct\s+)?answer)\s+)
        (?:\w+ly\s+|can\s+|could\s+|may\s+|would\s+|will\s+)*(?:depends?|var(?:y|ies))\b
        (?!.*(?:\d|\b(?:such\s+as|between|including)\b))
    | \A\W*(?:depends|varies|changes\s+(?:annually|every\s+year|each\s+year|over\s+time))\b
    | \bdepends\s+on\s+(?:{WH}|the\s+specific|the\s+context|your)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)

# About the speaker, or doubt: no answer alone, and no obstacle to one that follows.
DISCLAIMS = re.compile(
    rf"""
      \b(?:i|we|and)\s+{ADVERBS}(?:{NEGATED}|lack)\s+{ADVERBS}
        (?:(?:have|possess|hold|form|express|provide|offer|give|lack)\s+{MODIFIERS}
            (?:access|personal|opinions?|beliefs?|preferences?|feelings?|emotions?|ability
            |abilities|capability|capacity|experiences?|consciousness|bod(?:y|ies)|eyes|senses)
          |(?:access|browse|exist|experience|feel|see|watch|hear|taste|remember\s+being)\b)
    | \b(?:lack|have\s+no)\s+(?:\w+\s+)?
        (?:access|opinions?|beliefs?|preferences?|feelings?|ability)\b
    | \b(?:i|we)(?:\s+am|\s+are|'m|'re)\s+{ADVERBS}
        (?:not\s+{ADVERBS}(?:sure|certain|confident|positive)|unsure|uncertain|afraid)\b
    | \A\W*(?:i\s+am\s+|i'm\s+)?(?:not\s+(?:\w+ly\s+)?(?:sure|certain)|unsure)\b
    | \b(?:can|could|would)(?:\s?not|n't)\s+be\s+{ADVERBS}(?:sure|certain)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What stands before the words of UNKNOWN where they are about the answer itself.
ANSWER_ITSELF = re.compile(
    r"\W*(?:(?:well|so|and|then|therefore|thus|hence)\W+)*"
    r"(?:(?:it|this|that|they"
    r"|(?:the|an)\s+(?:\w+\s+)?(?:answer|name|date|number|value|identity))\b"
    r"|to\s+this\s+day\W+it)?\s*",
    re.IGNORECASE,
)
EMBEDDED_QUESTION = re.compile(rf"\b{WH}\b", re.IGNORECASE)
# Words of others, and what is told of something else.
REPORTS = re.compile(
    r"\b(?:means?|meaning|sa(?:id|ys|ying)|asks?|sings?|called|(?:en)?titled|stands\s+for|like|"
    r"phrase|words|lyrics?|"
    r"(?!truth|fact|answer|problem|reality|thing|issue)\w+\s+(?:is|was)\s+that)\W*\Z",
    re.IGNORECASE,
)
RELATIVE = re.compile(r"\w\W+(?:who|which|whose|that|where|because)\b", re.IGNORECASE)
VARIES = re.compile(r"\b(?:depend|var[yi]|chang)", re.IGNORECASE)
# What a reply declines to give is only the newest or the exact: an answer may well follow.
LIMITED = re.compile(
    r"\b(?:real-?\s?time|up-to-date|up\s+to\s+date|current(?:ly)?|latest|live|recent|future|"
    r"exact(?:ly)?|precise(?:ly)?|for\s+(?:sure|certain)|with\s+certainty|certainty|access|"
    r"later|newer|(?:after|beyond|since)\s+(?:\w+\s+)?\d{4}|"
    r"definitive(?:ly)?|(?:complete|full|exhaustive|comprehensive)\s+(?:list|details)|"
    r"(?:name|list|give|provide|identify)\s+all|specific"
    r"(?!\s+(?:information|info|details?|data|mention|records?|results?|sources?|answer)))\b",
    re.IGNORECASE,
)

# What the question lacks is asked for.
ASKS_BACK = re.compile(
    rf"""
      \A\W*(?:which|whose)\s+(?:\w+\s+){{0,3}}\w+\?\W*\Z |
      \b(?:could|can|would|will|might)\s+you\s+(?:please\s+|kindly\s+|perhaps\s+|maybe\s+|also\s+)*
        (?:be\s+(?:more|a\s+bit|a\s+little)|clarify|specify|provide|give|tell|elaborate|rephrase
          |explain|share|let\s+me|confirm|narrow|supply|restate|reword|indicate|repeat|expand)\b
    | \bplease\s+(?:\w+ly\s+)?(?:be\s+more|clarify|specify|provide|give|rephrase|elaborate
        |tell\s+me|state|indicate|supply|restate|reword|confirm|narrow|share
        |try\s+(?:again|asking))
    | \A\W*(?:so\s+)?(?:you'd\s+|you\s+)(?:would\s+|will\s+|'ll\s+)?(?:need|have)\s+to\s+
        (?:specify|be\s+more|clarify)
    | \A\W*(?:so\s+)?(?:i\s+|i'd\s+|we\s+|we'd\s+)?(?:would\s+|will\s+|'ll\s+)?
        (?:need|require)s?\s+
        (?:to\s+(?:know\s+(?:{WH}|more|the)|have\s+more)
        |(?:\w+\s+){{0,2}}(?:more|additional|further)\s+(?:\w+\s+)?
          (?:{FACTS}|context|specifics|clarification)
        |(?:the|a)\s+(?:specific|exact|particular)
        |(?:\w+\s+)?(?:specifics|clarification|context)\b)
    | \b(?:more|additional|further)\s+(?:\w+\s+)?(?:context|information|details?|clarification
        |specifics|specificity)\s+(?:\w+\s+){{0,2}}
        (?:needed|required|necessary|would\s+(?:be|help))
    | \b(?:context|clarification|specifics)\s+(?:is|are|would\s+be)\s+(?:needed|required|necessary)
    | \b(?:have|need|has)\s+to\s+(?:specify|clarify|be\s+more\s+specific|know\s+(?:{WH}|more))\b
    | \b(?:which|what|who|whose|where)\b.{{0,80}}\b(?:do|did|are|were)\s+you\s+
        (?:mean|refer|ask|talk|want|look|interest|think|inquir|speak)
    | \byou\s+(?:have|did|do)(?:n't|\s+not)\s+{ADVERBS}
        (?:tell|told|provid|giv|specif|mention|say|said|includ|list|name)
    | \bno\s+(?:options|choices|alternatives|list|context|details|passage|text|image|question)\s+
        (?:was|were|is|are|has\s+been|have\s+been)\s+(?:\w+\s+)?(?:given|provided|listed|included
        |specified|attached)
    | \b(?:do|did)\s+you\s+mean\b | \bare\s+you\s+(?:referring|asking|looking|talking|inquiring)\b
    | \bif\s+you\s+(?:can\s+|could\s+|would\s+|were\s+to\s+|please\s+|have\s+|'d\s+)*
        (?:provide|give|tell\s+me|specify|clarify|share|let\s+me|supply
          |(?:any\s+)?(?:more|additional|further))
    | \b(?:not\s+(?:\w+ly\s+)?(?:sure|clear|certain)|unsure|unclear|understand|know)\s+
        (?:exactly\s+)?(?:which|what|who|whom|if)\b.{{0,80}}
        \b(?:you\s+(?:mean|are|were|want)|you're|refer|question\s+(?:is|means)|being\s+asked)
    | \b(?:don't|do\s+not|didn't|can't|cannot)\s+(?:\w+ly\s+)?understand\b
    | \A\W*(?:but\s+)?(?:specify|clarify)\s+(?:{WH}|the|your)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)

# A first pass: without one of these a text does not decline, and does not ask back.
MAY_DECLINE = re.compile(
    r"n't\b|\b(?:not|no|none|nothing|nobody|cannot|dont|cant|couldnt|didnt|dunno|idk|pass|skip|"
    r"abstain|null|n\s?/\s?a|tb[ad]|"
    r"un(?:able|aware|familiar|clear|known|sure|certain|\w+ed|knowable|answerable|available)|"
    r"indeterminate|underdetermined|undecidable|insufficient|inconclusive|lacks?|limited|little|"
    r"decline|refuse|ambiguous|incomplete|vague|nonsensical|confusing|truncated|"
    r"difficult|hard|tricky|challenging|impossible|mystery|lost|guess|changes?|depends?|"
    r"var(?:y|ies)|forg[eo]t|failed|let's|change|switch|time|seen|confidential|classified|wish|"
    r"blank|ignorance|beyond|outside|loss|beats|escapes|rather|never)\b",
    re.IGNORECASE,
)
MAY_ASK_BACK = re.compile(
    r"\?|\b(?:you|please|need(?:s|ed)?|requires?d?|no|clarif\w+|specif\w+|context|information|"
    r"details?|understand|question|asked)\b",
    re.IGNORECASE,
)
