"""Forms in which an English clause asks for information that the question lacks."""

import re

from evalstore.judges.text.declining.declining_forms import ADVERBS, FACTS, WH

# A request for information that the question lacks.
ASKS_BACK = re.compile(
    rf"""
      \A\W*(?:which|whose)\s+(?:\w+\s+){{0,3}}\w+\?\W*\Z | \A\W*what\s+\w+\?\W*\Z
    | \b(?:in|of|for|about|from|to)\s+(?:what|which|whom?)\?\W*\Z |
      \b(?:could|can|would|will|might)\s+you\s+(?:please\s+|kindly\s+|perhaps\s+|maybe\s+|also\s+)*
        (?:be\s+(?:more|a\s+bit|a\s+little)|clarify|specify|provide|give|tell|elaborate|rephrase
          |explain|share|let\s+me|confirm|narrow|supply|restate|reword|indicate|repeat|expand)\b
    | \bplease\s+(?:\w+ly\s+)?(?:be\s+more|clarify|specify|provide|give|rephrase|elaborate
        |tell\s+me|state|indicate|supply|restate|reword|confirm|narrow|share
        |paste|upload|attach|include|send
        |try\s+(?:again|asking))
    | \A\W*(?:so\s+)?(?:you'd\s+|you'll\s+|you\s+)(?:would\s+|will\s+|'ll\s+)?(?:need|have)\s+to\s+
        (?:specify|be\s+more|clarify|(?:give|tell)\s+me|provide)
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
    | \b(?:which|what|who|whose|where)\b.{{0,80}}\b(?:do|did|are|were)\s+(?:you|we)\s+
        (?:mean|refer|ask|talk|want|look|interest|think|inquir|speak|have\s+in\s+mind)
    | \bis\s+there\s+an?\s+(?:particular|specific|certain)\b[^?]{{0,80}}\?
    | \blet\s+me\s+know\s+(?:which|who|whom|what\s+(?!you\s)|where|when|more)\b
    | \byou\s+(?:have|did|do)(?:n't|\s+not)\s+{ADVERBS}
        (?:tell|told|provid|giv|specif|mention|say|said|includ|list|name)
    | \bno\s+(?:options|choices|alternatives|list|context|details|passage|text|image|question)\s+
        (?:(?:was|were|is|are|has\s+been|have\s+been)\s+)?(?:\w+\s+)?
        (?:given|provided|listed|included
        |specified|attached)
    | \b(?:do|did)\s+you\s+mean\b | \bare\s+you\s+(?:referring|asking|looking|talking|inquiring)\b
    | \bif\s+you\s+(?:can\s+|could\s+|would\s+|were\s+to\s+|please\s+|have\s+|'d\s+)*
        (?:provide|give|tell\s+me|specify|clarify|share|let\s+me|supply
          |(?:any\s+)?(?:more|additional|further))
    | \b(?:not\s+(?:\w+ly\s+)?(?:sure|clear|certain)|unsure|unclear|understand|know)\s+
        (?:exactly\s+)?(?:which|what|who|whom|if)\b.{{0,80}}
        \b(?:you\s+(?:mean|are|were|want)|you're|refer|question\s+(?:is|means)|being\s+asked)
    | (?:\bi\s+|\A\W*)(?:\w+ly\s+)?(?:don't|do\s+not|didn't|can't|cannot)\s+
        (?:\w+ly\s+)?understand\b
    | \A\W*(?:but\s+)?(?:specify|clarify)\s+(?:{WH}|the|your)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
# A guess at the meaning of the question; an answer may follow.
PROPOSES = re.compile(r"\b(?:did|do)\s+you\s+mean\b|\bare\s+you\b", re.IGNORECASE)
# A first pass: without one of these a text in lower case does not ask back.
MAY_ASK_BACK = re.compile(
    r"\?|\b(?:you|please|let\s+me|need(?:s|ed)?|requires?d?|no|clarif\w+|specif\w+|context|"
    r"information|details?|understand|question|asked)\b",
)
