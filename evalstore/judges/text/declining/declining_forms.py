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
KNOWN = r"known(?!\s+(?:as|for|to\s+(?:be|have))\b)"
# "It was not known until 1950" gives the time when it became known.
UNTIL = re.compile(r"\b(?:until|till|before)\b", re.IGNORECASE)
# Verbs that also apply to things other than information: "the award was not given".
GIVEN = r"""(?:given|provided|released|listed|published|established|named|found|included
    |available(?!\s+(?:to|for|in|on|as(?!\s+(?:of|far))|outside)\b))"""
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
    |help(?!\s+(?:but|\w+ing)\b)|assist|comply|fulfil|fulfill|do\s+(?:that|this|so)
    |continue|share|disclose
    |complete|generate|process|recogni[sz]e|interpret|uncover|discover|obtain|retrieve)"""

# The speaker does not know, has not found, cannot or will not answer.
DECLINES = re.compile(
    rf"""
      \b(?:i|we)\s+{ADVERBS}(?:{NEGATED})\s+{ADVERBS}
        (?:able\s+to\s+{ADVERBS})?(?:been\s+able\s+to\s+{ADVERBS})?
        (?:know\b(?!\s+about\s+you)|{TELLING}
          |(?:have|possess|hold)\s+(?:that\s+|this\s+|such\s+)?{MODIFIERS}
            (?:{FACTS}|record|answer|response|context|idea|clue|memory|recollection)\b
          |got\s+{MODIFIERS}(?:idea|clue)\b|understand\b|get\s+(?:that|the\s+question)
          |(?:think|believe)\s+(?:i|we)\s+(?:have|know|can|could)\b)
    | \b(?:i\s+wish\s+i\s+(?:knew|could\s+(?:help|answer|tell|say|give))
        |trouble\s+(?:finding|locating|answering)
        |draw(?:ing)?\s+a\s+(?:\w+\s+)?blank|plead\s+ignorance
        |pass\s+on\s+(?:this|that)\s+(?:one|question))\b
    | \bnone\s+of\s+(?:the|these|those|my|them)\b(?:\s+\w+){{0,3}}?\s+
        (?:say|mention|give|state|tell|specif|contain|name|indicate|provide)
    | \b(?:have|'ve)\s+never\s+(?:heard|come\s+across|seen)\b
    | \b(?:(?:i|we)\s+(?:am|are|was|were)|(?:i'm|we're))\s+not\s+(?:told|informed)\b
    | \bno\s+{MODIFIERS}answer\s+(?:can|could|is|exists|was)\b
    | \bmay\s+never\s+(?:be\s+)?know | \b(?:is|was)(?:n't|\s+not)\s+in\s+my\b
    | (?:\bnot|n't)\s+(?:want|like|care|wish)\s+to\s+(?:guess|say|speculate|answer|mislead
        |(?:give|provide|tell)\s+(?:\w+\s+){{0,2}}(?:wrong|false|in(?:correct|accurate)|mis\w+))
    | \bnot\s+(?:really\s+)?my\s+(?:\w+\s+)?(?:strong\s+suit|forte|area|field|expertise|speciality
        |specialty|department)\b | \b(?:is|are)\s+beyond\s+me\b
    | \b(?:only\s+)?time\s+will\s+tell\b | \bremains?\s+to\s+be\s+seen\b
    | \A\W*(?:idk|dunno|no\s+comment)\b
    | \b(?:it|this|that)\s+(?:does|do|did)(?:\s+not|n't)\s+{ADVERBS}
        (?:say|mention|state|specify|tell)\s+(?:\w+\s+)?{WH}\b
    | (?:\bnot|n't)\s+(?:something|a\s+question|a\s+topic)\s+(?:that\s+)?(?:i|we)\s+
        (?:can|could|know|am|do|have|was|were)\b
    | \btoo\s+(?:recent|new|obscure)\s+for\s+(?:me|my)\b | \bwait\s+and\s+see\b
    | \btoo\s+(?:early|soon)\s+to\s+(?:{TELLING}|know|call)
    | \b(?:came|come|coming)\s+up\s+(?:empty|short|blank|with\s+nothing)\b
    | \A\W*nothing\s+in\s+(?:my|the|this|any)\s+{MODIFIERS}
        (?:{FACTS}|training|text|passages?|context|records?)\b
    | \bhaven't\s+(?:a|any|the)\s+(?:\w+\s+)?(?:clue|idea)\b
    | \b(?:violate|breach|invade|compromise|infringe)\s+(?:\w+\s+){{0,3}}privacy\b
    | \b(?:history|records?|sources?|archives?)\s+(?:ha[sd]|have)(?:n't|\s+not)\s+
        (?:preserved|recorded|kept|noted)\b
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
        |(?:have\s+)?(?:\w+ly\s+)?no\s+{MODIFIERS}
          (?:{FACTS}|idea|clue|record|memory|answer|recollection|way)
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
    | \b(?:impossible|not\s+possible|no\s+way)\s+
        (?:for\s+(?:me|us|anyone|\w+)\s+)?(?:to\s+|of\s+)(?:(?:\w+ly|even)\s+)?
        (?:{TELLING}|know\b|knowing|telling)
    | \b(?:there(?:'s|\s+{ADVERBS}(?:is|are|was|were|exists?)|\s+(?:seems?|appears?)\s+to\s+be)
        |we\s+have|with)\s+{ADVERBS}(?:(?:no|not\s+(?:any|enough|much)|insufficient|little|limited
        |too\s+little)\s+{MODIFIERS}(?:{FACTS}|mention|indication)\b
        |no\s+{MODIFIERS}(?:answer|way\s+(?:to|of)\s+(?:know|tell|say|determin)))
    | \bthere\s+(?:is|are|was|were)(?:n't|\s+not)\s+(?:any|enough|sufficient|much)\s+{MODIFIERS}
        (?:{FACTS}|context)\b
    | \b(?:nobody|no\s?-?one|none\s+of\s+us)\s+{ADVERBS}
        (?:knows|remembers(?=\s+{WH}|\W*\Z)|seems?\s+to\s+know
          |can\s+{ADVERBS}(?:say|know|tell|answer|predict|foresee|be\s+sure))
    | \b(?:questions?|query|database|archives?|passages?|texts?|contexts?|sources?|articles?
        |documents?|prompt|paragraph
        |statement|problem|records|history|data|information|search(?:es)?
        |(?:search\s+)?results)\s+{ADVERBS}
        (?:(?:provided|given|above|available|from\s+\w+\s+\w+|(?:that\s+)?i\s+(?:have|found))\s+)?
        (?:(?:makes?|gives?|provides?|contains?|offers?|ha[sd])\s+no\s+{MODIFIERS}
            (?:mention|{FACTS}|answer|indication|entry|record)\b
        |(?:lacks?|is\s+missing|are\s+missing)\s+{MODIFIERS}(?:context|information|details?)
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

# The answer is unknown or not given, without a mention of the speaker.
UNKNOWN = re.compile(
    rf"""
      \b(?:is|are|was|were)n't\s+{ADVERBS}(?:{KNOWN}|clear|certain|{REVEALED})\b
    | \b(?:is|are|was|were|remains?|stays?|'s|been|be|answer:?)\s+{ADVERBS}
        (?:un(?:known|clear|certain|knowable|answerable|determined|disclosed|specified|recorded
            |documented|identified|confirmed)\b(?!\s+(?:as|\w+s\b))
          |(?:under)?determined\s+by\s+nothing|indeterminate|undecidable|underdetermined
          |not\s+{ADVERBS}(?:{KNOWN}|clear|certain|{REVEALED}|on\s+record
            |determinable|knowable)\b
          |a\s+(?:complete\s+|total\s+)?mystery|lost\s+to\s+(?:history|time)|anyone's\s+guess
          |never\s+(?:recorded|documented|written\s+down|disclosed|specified|revealed|named))
    | \b{ASKED}\s+(?:\w+\s+){{0,4}}?
        (?:(?:is|are|was|were|been)(?:\s+not|n't)|not)\s+{ADVERBS}{GIVEN}\b
    | \bno\s+(?:\w+\s+){{0,4}}(?:has|have|had)\s+(?:yet\s+)?been\s+{REVEALED}
    | \byet\s+to\s+be\s+(?:decided|{REVEALED})
    | \bha(?:s|ve)(?:n't|\s+not|\s+yet\s+to)\s+{ADVERBS}(?:announced?|revealed?|disclosed?|confirm)
    | \bthere\s+(?:is|has\s+been|was)\s+no\s+(?:\w+\s+){{0,3}}
        (?:announcement|confirmation|word|date)\b
    | \bno\s+(?:\w+\s+)?consensus\b
    | \bnone\s+of\s+(?:the|these|those)\s+(?:\w+\s+){{1,3}}been\s+(?:proven|confirmed|verified)\b
    | \bmatter\s+of\s+(?:\w+\s+)?(?:debate|dispute|speculation|conjecture)\b
    | \b(?:difficult|hard|tricky|challenging|not\s+easy)\s+
        (?:for\s+(?:me|us|anyone|\w+)\s+)?(?:to\s+|of\s+)(?:(?:\w+ly|even)\s+)?
        (?:{TELLING}|know\b|knowing|telling)
    | \b(?:is|are|remains?)\s+(?:\w+\s+)?(?:confidential|classified|subjective)\b
    | \b(?:is|are|remains?|'s)\s+(?:\w+\s+)?an?\s+(?:[\w-]+\s+){{0,3}}secret\b
    | \bmatter\s+of\s+(?:\w+\s+)?(?:taste|opinion|preference)\b | 's\s+(?:\w+\s+)?subjective\b
    | \bno\s+(?:\w+\s+)?{RECORDS}\s+of\s+(?:\w+\s+){{1,5}}(?:exists?|survives?|remains?)\b
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
    | \A\W*(?:(?!is\b|are\b|was\b|were\b|has\b)[\w']+\s+){{0,4}}
        (?:not\s+{ADVERBS}(?:known|applicable|{REVEALED}|{GIVEN})
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

# Verbs that do not decline after "cannot": "I can't believe it", "I cannot tell a lie".
OTHER_VERBS = (
    "(?:help|wait|believe|imagine|stand|agree|overstate|stress|emphasi[sz]e|thank|deny|complain|"
    "tell|say|live|stop|get|resist|fight|smile|dance|sleep|go|let|be|explain)"
)
REDIRECTING = "(?:check|visit|consult|look|search|contact|ask|verif|talk|speak|read)"
# About the speaker, or doubt: not an answer, and no obstacle to one that follows.
DISCLAIMS = re.compile(
    rf"""
      \b(?:i|we|and)\s+{ADVERBS}(?:{NEGATED}|lack)\s+{ADVERBS}
        (?:(?:have|possess|hold|form|express|provide|offer|give|lack)\s+{MODIFIERS}
            (?:access|personal|opinions?|beliefs?|preferences?|feelings?|emotions?|ability
            |abilities|capability|capacity|experiences?|consciousness|bod(?:y|ies)|eyes|senses)
          |(?:access|browse|exist|experience|feel|see|watch|hear|taste|remember\s+being)\b
          |(?:take|make|give|offer)\s+{MODIFIERS}(?:positions?|sides|predictions?|advice)\b)
    | \b(?:lack|have\s+no)\s+(?:\w+\s+)?
        (?:access|opinions?|beliefs?|preferences?|feelings?|ability)\b
    | \b(?:i|we)(?:\s+am|\s+are|'m|'re)\s+{ADVERBS}
        (?:not\s+{ADVERBS}(?:sure|certain|confident|positive)|unsure|uncertain|afraid)\b
    | \A\W*(?:i\s+am\s+|i'm\s+)?(?:not\s+(?:\w+ly\s+)?(?:sure|certain)|unsure)\b
    | \b(?:can|could|would)(?:\s?not|n't)\s+be\s+{ADVERBS}(?:sure|certain)\b
    | \bwould\s+(?:only\s+|just\s+)?be\s+(?:an?\s+(?:\w+\s+)?guess|guesswork|guessing|speculat)
    | \bi(?:'d|\s+would)\s+(?:only\s+|just\s+)?be\s+(?:guessing|speculating|making\s+\w+\s+up)
    | \bmy\s+(?:[\w-]+\s+){{0,2}}(?:knowledge|training|data|information|database)
        (?:\s+(?:cut-?off|base|data|only|also|currently|about\s+\w+)){{0,2}}\s+
        (?:goes|go|ends?|stops?|extends?|reach(?:es)?|runs?|cuts?|was\s+last|were\s+last
          |(?:is|are)\s+(?:limited|only|current|up\s+to|not\s+(?:up|current))
          |(?:may|might|could)\s+(?:not\s+)?(?:well\s+)?be)\b
    | \bi(?:'d|\s+would|\s+can\s+only)?\s+{ADVERBS}(?:recommend|suggest|advise|encourage)\s+
        (?:that\s+)?(?:you\s+)?(?:to\s+)?{REDIRECTING}
    | \A\W*you\s+(?:should|need\s+to|may\s+want\s+to)\s+(?:consult|ask|talk\s+to|speak\s+to)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Anything else that the speaker cannot do or does not have.
CANNOT = re.compile(
    rf"""
      \bi\s+(?:\w+ly\s+)?(?:cannot|ca\s?n't|can\s+not|could\s+not|couldn't
        |(?:am|was)\s+(?:unable|not\s+able)\s+to|wasn't\s+able\s+to)\s+(?!{OTHER_VERBS}\b)\w+
    | \b(?:i'm|i've\s+been)\s+(?:unable|not\s+able)\s+to\s+\w+
    | \bi\s+(?:do\s+not|don't)\s+(?:currently\s+|seem\s+to\s+)?(?:have|see|possess)\b
        (?!\s+(?:to|any\s+doubt))
    | \bi\s+(?:have\s+not|haven't|was\s+not|wasn't)\s+(?:been\s+)?trained\b
    | \b(?:but|and)?\s*i\s+(?:cannot|can't|can\s+not|don't|do\s+not)\W*\Z
    | \bi\s+can\s+only\s+(?:answer|help|provide|assist|discuss|talk)
    | \b(?:i|i'll|i\s+will|i'd|i\s+would)\s+(?:need|have)\s+to\s+(?:look|get\s+back|check)\b
    | \bhaven't\s+the\s+(?:foggiest|faintest)\b | \b(?:that's|is)\s+beyond\s+what\s+i\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words before UNKNOWN if it is about the answer itself.
ANSWER_ITSELF = re.compile(
    r"\W*(?:(?:well|so|and|then|therefore|thus|hence)\W+)*"
    r"(?:(?:it|this|that|they"
    r"|(?:the|an)\s+(?:\w+\s+)?(?:answer|name|date|number|value|identity))\b"
    r"|to\s+this\s+day\W+it)?\s*",
    re.IGNORECASE,
)
EMBEDDED_QUESTION = re.compile(rf"\b{WH}\b", re.IGNORECASE)
# Words of others, and statements about something else.
REPORTS = re.compile(
    r"\b(?:means?|meaning|sa(?:id|ys|ying)|asks?|sings?|called|(?:en)?titled|stands\s+for|like|"
    r"phrase|words|lyrics?|reads?|states|signs?|"
    r"(?!truth|fact|answer|problem|reality|thing|issue)\w+\s+(?:is|was)\s+that)\W*\Z",
    re.IGNORECASE,
)
RELATIVE = re.compile(r"\w\W+(?:who|which|whose|that|where|because)\b", re.IGNORECASE)
# "I Can't Get Started" is a title.
TITLE = re.compile(r"\b(?:I|We)\s+(?:Can|Don|Do|Could|Couldn|Am|Have|Will|Won|Didn|Did|Never)\b")
WEAK = re.compile(r"\b(?:depend|var[yi]|chang|difficult|hard|tricky|not\s+easy)", re.IGNORECASE)
# Only the newest or the exact answer is declined: another answer may follow.
LIMITED = re.compile(
    r"\b(?:real-?\s?time|up-to-date|up\s+to\s+date|current(?:ly)?|latest|live|recent|future|"
    r"exact(?:ly)?|precise(?:ly)?|for\s+(?:sure|certain)|with\s+certainty|certainty|access|"
    r"later|newer|(?:after|beyond|since|past)\s+(?:\w+\s+)?\d{4}|"
    r"definitive(?:ly)?|(?:complete|full|exhaustive|comprehensive)\s+(?:list|details)|"
    r"(?:name|list|give|provide|identify)\s+all|specific"
    r"(?!\s+(?:information|info|details?|data|mention|records?|results?|sources?|answer)))\b",
    re.IGNORECASE,
)

# A first pass: a lower-case text without any of these does not decline. A search that ignores
# case takes five times as long.
MAY_DECLINE = re.compile(
    r"n't\b|\b(?:not|no|none|nothing|nobody|cannot|dont|cant|couldnt|didnt|dunno|idk|pass|skip|"
    r"abstain|null|n\s?/\s?a|tb[ad]|"
    r"un(?:able|aware|familiar|clear|known|sure|certain|knowable|answerable|available|"
    r"(?:determin|disclos|specifi|record|document|identifi|confirm)ed)|"
    r"indeterminate|underdetermined|undecidable|insufficient|inconclusive|lacks?|limited|"
    r"little\s+(?:\w+\s+)?(?:information|data|details?)|too\s+little|"
    r"decline|refuse|ambiguous|incomplete|vague|nonsensical|confusing|truncated|"
    r"difficult|hard|tricky|challenging|impossible|mystery|lost|changes?|depends?|"
    r"var(?:y|ies)|forg[eo]t|failed|let's|change|switch|will\s+tell|be\s+seen|"
    r"confidential|classified|"
    r"wish|blank|ignorance|trouble|yet|missing|matter\s+of|can\s+only|beyond|"
    r"to\s+(?:look|check|get\s+back)|"
    r"knowledge|training|data|information|secret|subjective|taste|opinion|preference|"
    r"guess\w*|speculat\w+|would be|i'd be|privacy|history|empty|soon|early|recent|wait|please|"
    r"website|site|online|check|visit|contact|see|recommend|suggest|advise|encourage|consult|"
    r"talk|speak|ask|outside|loss|beats|escapes|rather|never)\b",
)
