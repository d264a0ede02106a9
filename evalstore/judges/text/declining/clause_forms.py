"""Forms of an English clause that does not decline: filler, references to sources, guesses."""

import re

# A reference to another source.
REDIRECTS = re.compile(
    r"""
      \b(?:you|one)\s+(?:can|could|may|might|should|will|would|need\s+to|may\s+be\s+able\s+to
        |(?:may|might)\s+(?:want|need|wish)\s+to|(?:can|could)\s+(?:also|always))\s+
        (?:also\s+|always\s+|easily\s+|try\s+to\s+|try\s+)?
        (?:check|visit|consult|refer|look|search|contact|try|find|ask
        |see|watch|call|use|reach|follow|explore|listen|read|browse|google|verify|want)
    | \b(?:recommend|suggest|advise|encourage|advisable|best|better|helpful|recommended|useful)\b
        .{0,40}\b(?:check|visit|consult|refer|look|search|contact|try|ask|reach|watch|read|verify
        |conduct|research)
    | \A\W*(?:so\s+|instead\W+)?(?:please\s+|kindly\s+|try\s+|try\s+to\s+|perhaps\s+)*
        (?:check|visit|consult|refer\s+to|contact|search|google|look\s+(?:up|at|for|on)
        |searching|checking)\b
    | \A\W*(?:please\s+|perhaps\s+)?try\s+(?!again\b)\w
    | \b(?:talk|speak)\s+(?:to|with)\s+(?:your|an?|the)\b
    | \b(?:can|may|might|will|would|should)\s+(?:list|have|know|show|carry)\s+
        (?:it|that|this|the\s+(?:answer|information|details))\b
    | \b(?:good|best|better|right|safest)\s+(?:place|source|person|people|bet)\b
    | \b(?:can|could|may|might|will|would|should)\s+be\s+able\s+to\s+
        (?:help|tell|answer|assist|provide|give|say|confirm)\b
    | \A\W*(?:please\s+)?(?:see|visit)\s+(?:their|its|his|her|the)\s+(?:official|web)
    | \bfor\s+(?:the\s+)?(?:most|more|further|latest|up-to-date|accurate|current)\b[^.]{0,60}
        \b(?:information|details|updates|results)\W*\Z
    """,
    re.VERBOSE | re.IGNORECASE,
)

# A source that contains the answer.
SOURCE = re.compile(
    r"\b(?:web|web\s?sites?|sites?|pages?|apps?|maps|director(?:y|ies)|databases?|census|online|"
    r"schedules?|official|professional|news|internet|sources?|google|wikipedia|ahead)\b"
    r"|(?-i:\w[a-z]+(?:\.[a-z]{2,3}\b|[A-Z][a-z]+))",
    re.IGNORECASE,
)
# Opening of a closing remark.
CLOSING = re.compile(
    r"""\A\W*(?:(?:and|so|but|also|please|meanwhile)\b\W*)*(?:(?:i\s+)?hope\b|let\s+me\s+know\b
        (?!\s+(?:which|who|whom|what\s+(?!you\s+(?:think|find|decide))|where|when|more)\b)
        |feel\s+free\b|is\s+there\s+any(?:thing|\s+other)\b|would\s+you\s+like\b
        |(?:do\s+you|if\s+you)\s+have\s+any\s+(?:other\s+|more\s+|further\s+|additional\s+|
          specific\s+)?question|if\s+you\s+need\b|(?:i\s+)?appreciate\b|thank(?:s|\s+you)\b)""",
    re.VERBOSE | re.IGNORECASE,
)
# The rest of a clause that makes no statement.
REST = r"(?:\s+(?!(?:is|was|are|were|has|had|have|it|he|she|they|there)\b)[\w'-]+){0,10}"
NEWEST = re.compile(
    r"\b(?:latest|newest|current|up-?\s?to-?\s?date|most\s+recent|accurate|more|further|"
    r"additional|information|updates|details|schedule)\b",
    re.IGNORECASE,
)
# The consequence of a condition that answers: "if you count ..., it is ...".
ANSWERED = (
    r"\b[^,]{1,120},\s+(?:then\s+)?(?!please|kindly|could|can|would|i\b|i'|you|let|we\b)"
    r"(?:[^,]{0,80}\s)?(?:is|was|are|were|has|had|won|would\s+be)\b"
)
# Clauses that are not about the question.
FILLER = re.compile(
    rf"""\A\W*(?:(?:and|so|but|well|sorry|oh|hmm+|um+|uh|ah|ok|okay|also|then|unfortunately
        |regrettably|honestly|however|sadly|actually|in\s+fact)\b\W*)*(?:
      (?:i\s+am\s+|i'm\s+|i\s+|we're\s+|we\s+are\s+|my\s+|we\s+)?(?:\w+\s+)?
        (?:sorry|apologi[sz]e|apologies|afraid|regret)\b
        (?:\s+(?:for|about|to|that|if)\b[\w\s']{{0,60}})?
    | (?:as|being|i\s+am|i'm)\s+(?:\w+\s+){{0,3}}(?:an?\s+)(?:\w+\s+){{0,3}}
        (?:ai|a\.i|model|assistant|chatbot|machine|bot|program|intelligence)\b{REST}
    | (?:as\s+of|according\s+to|based\s+on|to|up\s+to|given|at|per)\s+(?:my|the\s+time\s+of\s+my)\b
        {REST}
    | (?:i|we)(?:\s+(?:can|could|would|will|may|might|shall)|'d|'ll)\s+(?:\w+\s+){{0,4}}
        (?:help|assist|happy|glad|answer\s+(?:that|this|your|any|the|more|questions?)
        |look\s+(?:it|into)|provide\s+(?:\w+\s+){{0,3}}
        (?:information|answer|details|response|assistance)|try|do\s+my\s+best)\b[^,:]{{0,100}}
    | (?:i'm|i\s+am)\s+(?:still\s+)?(?:learning|here\s+to|happy|glad|always|only|just)\b.{{0,100}}
    | (?:that|this|it)(?:'s|\s+is|\s+was)\s+(?:\w+\s+){{0,3}}(?:good|great|interesting|tough|hard
        |difficult|tricky)\s+(?:\w+\s+)?question\b.{{0,40}}
    | (?:the\s+)?(?:final\s+|correct\s+|right\s+|short\s+)?answer(?:\s+is|\s+to\s+(?:this|the
        |your)\s+question(?:\s+is)?)?
    | (?:based\s+on|according\s+to|from|in|given)\s+(?:the\s+|this\s+|your\s+)?(?:\w+\s+)?
        (?:context|information|passage|text|question|sources?|documents?|data)\b{REST}
    | (?:as|since|because)\s+(?:my|i\s+am|i'm)\b.{{0,80}}
    | (?:something\s+went\s+wrong|an\s+error\s+occurred)\b.{{0,60}}
    | (?:i|we)(?:\s+have|'ve)?\s+(?:\w+ly\s+)?(?:searched|looked|tried|checked
        |found\s+(?:an?|some|the)\s+(?:page|article|results?|sources?))\b{REST}
    | (?:hi|hello|hey|greetings)(?:\s+(?:there|again|everyone))?
    | (?:(?:what\s+)?an?\s+)?(?:good|great|excellent|interesting|nice|tough|tricky)\s+question
    | to\s+(?:protect|respect|preserve|safeguard)\b.{{0,60}}
    | (?:i'm|i\s+am)\s+not\s+an?\s+\w+(?:\s+\w+){{0,3}}
    | for\s+(?:\w+\s+){{0,3}}(?:reasons?|purposes)
    | if\s+you(?!{ANSWERED})(?:\s+are|'re|\s+mean|\s+meant)?\b.{{0,120}}
    | (?:for|without|with|regarding|concerning|given)\s+
        (?:an?|the|any|this|that|more|your|additional|further|specific)\b
        \D{{0,60}}
    | in\s+(?:this|that)\s+case | for\s+(?:example|instance) | at\s+(?:this|the)\s+(?:time|moment)
    | right\s+now | so | and | though | too | either | as\s+well
    )?\W*\Z""",
    re.VERBOSE | re.IGNORECASE,
)
# A condition whose consequence is an answer.
CONDITION = re.compile(
    r"\bif\s+you(?:\s+are|'re|\s+were)?\s+(?:mean|meant|refer|ask|talk|think|inquir)",
    re.IGNORECASE,
)

# Words that name no single thing.
VAGUE = re.compile(
    r"\A(?!.*\b(?:consider|believe|regard|think|argue|say)\b).*?"
    r"\b(?:var(?:y|ies|ied|iable|ying)|depend(?:s|ing)?|chang(?:es?|ed|ing)|several|multiple|"
    r"there (?:are|were|have been) (?:\w+ )?(?:many|various|different|some)|more than one|"
    r"disagree|opinions (?:differ|are divided)|numerous|countless|"
    r"(?:dozens|hundreds|thousands) of|"
    # A guess at the kind of thing, without knowing it.
    r"(?:may|might|could)\s+(?:just\s+|simply\s+)?be\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+)?(?:local|"
    r"small|private|minor|fictional|fictitious|obscure|lesser-known|little-known|niche|regional|"
    r"relatively|misspelled|misspelling|typo|recent|new)\b|"
    r"a (?:number|variety|few) of|(?:could|may|might|can) (?:also )?(?:refer|mean|be referring)|"
    r"ambiguous)\b",
    re.IGNORECASE,
)
DEPENDS = re.compile(r"\A\D*\bdepend(?:s|ing)?\s+on\b\D*\Z", re.IGNORECASE)
EXAMPLES = re.compile(
    r"\b(?:are|is|was|were|had|has|have|of|to|from|between|about|in|over|than|around)\s+\$?\d|"
    r"\b(?:such as|including|includes?|like|for example|for instance|e\.g|namely|one of|"
    r"especially|primarily|mainly|notably)\b",
    re.IGNORECASE,
)

# An answer with doubt, or attributed to others.
GUESSES = re.compile(
    r"""\b(?:i\s+(?:\w+\s+)?(?:think|believe|guess|suspect|imagine|assume|reckon)
      |i'd\s+(?:say|guess|bet|estimate)|i\s+would\s+(?:say|guess|bet|estimate)
      |i\s+can\s+(?:tell\s+you|say|confirm)
      |probabl[ey]|likel(?:y|iest)|presumably|perhaps|maybe|supposedly
      |(?:best|rough|educated|my)\s+(?:\w+\s+)?(?:guess|estimate|bet)
      |as\s+far\s+as\s+i|to\s+(?:the\s+best\s+of\s+)?my\s+knowledge
      |if\s+i\s+(?:had\s+to|were\s+to|must)|had\s+to\s+guess|if\s+you\s+(?:are|were|mean|meant)
      |(?:is|are|was|were|been)\s+(?:\w+ly\s+
        |often\s+|sometimes\s+|also\s+)*(?:believed|thought|estimated|considered|assumed|attributed
        |credited|said|rumou?red|reported|supposed|traditionally)|estimates?|believe\s+(?:that|it)
      |(?:could|might|may|must)\s+(?:\w+\s+)?(?:be(?!\s+(?:able|due|because|possible|available|more
        |other|referring|thinking|worth|useful|helpful|that|any))|have\s+been)
      |(?:seems|appears)\s+to\s+(?:be|have\s+been)|roughly|approximately)\b""",
    re.VERBOSE | re.IGNORECASE,
)
GUESS_AT_THE_END = re.compile(
    r",[^,]{1,60}\b(?:maybe|perhaps|probably|possibly|i\s+(?:think|guess|believe|suppose))\W*\Z",
    re.IGNORECASE,
)
# Opening of a conclusion.
CONCLUDES = re.compile(
    r"\A\W*(?:so|therefore|thus|hence|consequently|in\s+conclusion|overall|(?:the\s+)?"
    r"(?:final\s+|correct\s+)?answer)\b",
    re.IGNORECASE,
)
ANSWERED_CONDITION = re.compile(
    r"\bif\s+you\b[^,]{1,120},\s+(?:then\s+)?(?!please|kindly|could|can|would|i\b|i'|you|let)",
    re.IGNORECASE,
)
