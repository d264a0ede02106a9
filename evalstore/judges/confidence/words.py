"""Patterns for the words around a stated confidence; ``BREAK`` replaces line breaks."""

import re

from evalstore.judges.confidence.amounts import APPROXIMATE

BREAK = "\u00b6"
FLAGS = re.IGNORECASE | re.VERBOSE
NOUN = r"""confidence|confiance|confian[z\u00e7]a|konfidenz|zuversicht|sicherheit|zekerheid
    |vertrouwen|fiducia|certeza|certezza|certitude|certainty|credence|sureness
    |conf(?=\.?\s?[:=(]|\s[\d.])
    |\u7f6e\u4fe1\u5ea6|\u4fe1\u5fc3|\u78ba\u4fe1\u5ea6|\u4fe1\u983c\u5ea6
    |\u0443\u0432\u0435\u0440\u0435\u043d\u043d\u043e\u0441\u0442\u044c"""
CHANCE = r"""prob(?=\.?\s?[:=])|probability|likelihood|wahrscheinlichkeit|probabilit[\u00e9\u00e0]
    |probabilidad"""
ADJECTIVE = r"""confident|sure|certain|positive|sicher|s\u00fbre?|segur[oa]|sicur[oa]
    |\u0443\u0432\u0435\u0440\u0435\u043d\u0430?"""
LEVEL = r"""(?:(?:very|quite|fairly|pretty|rather|reasonably|extremely|moderately|mostly|somewhat
    |relatively)[\s-]?)?(?:high|low|medium|moderate|strong|weak|good|fair|full|absolute|solid)"""
ANSWER = "(?:answer|response|reply|guess|claim|statement|conclusion|estimate|assessment|it|this)"
RIGHT = "(?:right|correct|true|accurate)"
IS_RIGHT = rf"""(?:that\s)?(?:i\sam|i'm|it's|that's
    |(?:(?:my|this|the)\s)?{ANSWER}\s(?:is|was))\s{RIGHT}
    |(?:of\s|to\s)?be(?:ing)?\s{RIGHT}|of\s(?:its\s)?correctness
    |\({RIGHT}\)"""

LABEL = re.compile(
    rf"""(?<![a-z])(?:(?P<noun>{NOUN})|(?P<adjective>{ADJECTIVE})
    |(?P<chance>{CHANCE}))(?![a-z])""",
    FLAGS,
)
# Words that may come between a label and its amount.
LINK = re.compile(
    rf"""\({RIGHT}\)|[\s:=*_"'>|\[(?,\u2192\u2600-\u27ff\ufe0f\U0001f000-\U0001faff]|{BREAK}
    |-(?!\s?[\d.])|-(?=\s[\d.])|\.(?=\s?:)
    |(?<![a-z])(?:{IS_RIGHT}|level|score|rating|value|estimate|number|is|was|of|at|as|to|would|be
        |a|an|the|degree|i'd|i|say|(?:put|rate|set|estimate)(?:\s(?:it|this|that))?|are\syou
        |stands|overall
        |now|\u00e0|al|all|\u043d\u0430|here|so|only|just|(?:in|for|about|on|of)\s(?:(?:this|my|the
        |that)\s)?(?:\w+\s)?{ANSWER}
        |that\s(?:the|my)\sanswer\sis\s[\w'-]+(?:\s[\w'-]+){{0,3}}?(?=\s(?:is|at)\b)
        |{LEVEL}|{APPROXIMATE})(?![a-z])|{APPROXIMATE}(?=\s?[\d.])""",
    FLAGS,
)
LINKS_MAX = 16
IS_LEVEL = re.compile(rf"(?<![a-z])(?:{LEVEL})(?![a-z])", FLAGS)
IS_STATED = re.compile(
    rf"[:=|{BREAK}(\[>?\u2192-]|\b(?:is|was|of|at|as|level|score|rating|value)\b", re.IGNORECASE
)
RIGHT_ANSWER = re.compile(IS_RIGHT, FLAGS)
CHANCE_OF_SOMETHING = re.compile(
    r"\b(?:the|an?|this|total|joint|conditional|prior|posterior|marginal|required|equal)\s$",
    re.IGNORECASE,
)
# Text that may follow an amount without a scale; "Confidence: 12 sources" does not match.
ENDS_AMOUNT = re.compile(
    rf"[\s\"'*_]*(?:$|[.,;:!?)\]|{BREAK}}}<(-]|(?:because|since|as|that|in|for|and|but|given)\b)",
    re.IGNORECASE,
)
ENDS_LINE = re.compile(rf"[\s\"'*_|)\].]*(?:$|{BREAK})")
# Words that turn the amount before them into a statement: "90% sure".
FOLLOWED = re.compile(
    rf"""[\s)*_-]*(?:(?:of\s)?(?:my\s|a\s)?(?:level|degree)\sof\s)?
    (?:(?P<adjective>{ADJECTIVE})|(?P<noun>{NOUN})
    |(?P<right>(?:chance|probability|likelihood|likely|odds)\s(?:{IS_RIGHT}))
    |(?P<chance>(?:chance|likely|probability|likelihood)
        (?:\s(?:that\s)?(?:it|this|the\sanswer)(?:'s|\sis|\swas)(?!\s\w+ing)
        |(?=\s?[.)]?\s?(?:$|{BREAK})))))
    (?![a-z])""",
    FLAGS,
)
NO_STATEMENT = re.compile(
    r"\s?(?:level\s?)?(?:intervals?|bounds?|limits?|regions?|bands?|index|indices|vote|trick"
    r"|man)\b",
    re.IGNORECASE,
)
IN_OTHERS = re.compile(
    rf"\sin\s(?!(?:(?:this|my|the|that)\s)?(?:\w+\s)?{ANSWER}\b)", re.IGNORECASE
)
OF_OTHERS = re.compile(
    r"(?:\b(?:consumer|business|investor|market|economic|public|voter|industry|household"
    r"|employee|customer|retail|statistical|builder|ceo|self|popular|parental"
    r"|national)[\s-]|\bvote\sof\s)$",
    re.IGNORECASE,
)
STATISTICS = re.compile(
    r"\b(?:confidence intervals?|significan(?:t|ce)|margin of error|hypothes[ie]s|p-values?"
    r"|poll(?:s|ed)?|survey(?:s|ed)?|sample size|respondents|correlation|at (?:the|a)? ?\d+ ?%)\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"(?:\bnot\b|n't\b|\bnever\b|\bcannot\b|\bnobody\b|\bno[ -]one\b|\bwithout\b|\bif\b|\bunless\b"
    rf"|\bwhether\b|\bwish\b|\buntil\b|\bhardly\b|\bfar from\b)(?! only)[^.;:!?,{BREAK}]{{0,28}}$",
    re.IGNORECASE,
)
SUBJECT = re.compile(
    r"(?P<subject>[\w-]+)(?:'s|'re|\s(?:is|are|was|were|be|feels?|felt|seem(?:s|ed)?"
    r"|remain(?:s|ed)?))\s(?:(?:\w+ly|about|now|still|also)\s)?$",
    re.IGNORECASE,
)
CERTAIN_THAT = re.compile(r"\bit(?:'s|\sis|\swas)\s(?:\w+\s)?$", re.IGNORECASE)
I_AM = re.compile(r"\bi(?:'m|\sam)\s(?:\w+\s)?$", re.IGNORECASE)
# Someone else: "are you 90% sure", "she said that she is 90% sure".
OF_SOMEBODY_ELSE = re.compile(
    r"\b(?:are|were|is|was)\s(?:you|he|she|they)\s$"
    r"|\b(?!i\b|we\b)[\w-]+\s(?:said|says|claims|claimed|wrote|told\s\w+|replied)\b[^.;!?]{0,40}$",
    re.IGNORECASE,
)
OWN_SUBJECTS = frozenset({"i", "we", "answer", "guess", "this", "that", "it", "would", "still"})
OWN_WORDS = re.compile(r"\b(?:i|my|guess|answer|call it|it's|it is)\b", re.IGNORECASE)
WITH_PROBABILITY = re.compile(
    r"\bwith (?:a |an )?(?:probability|likelihood|credence)(?: of)?:?\s(?=[\d.])", re.IGNORECASE
)
P_EQUALS = re.compile(
    r"(?<![\w-])p\s?(?:\(\s?(?:(?:is|i am|answer is)\s)?(?:correct|true|right)\s?\)\s?[:=\u2248]"
    r"|=)\s?(?=[\d.])(?!0?\.0)",
    re.IGNORECASE,
)
# A hedge with an amount in brackets: "fairly sure (80%)", "probably Lyon (70%)".
IN_BRACKETS = re.compile(
    rf"""(?:(?<![a-z])(?:{ADJECTIVE}|unsure|uncertain|(?:un)?likely|doubtful
    |(?:probably|perhaps|maybe|possibly|my\s(?:best\s)?guess)\b[^.;!?()%\d{BREAK}]{{1,60}}?)
    |(?:^|[.;!?,{BREAK}]\s?)(?:{LEVEL}))\s?[\[(]\s?
    (?={APPROXIMATE}?\s?[\d.]+\s?(?:%|per\s?cent|/\s?10))""",
    FLAGS,
)
ON_A_SCALE = re.compile(r"\b(?:on|using|from)\b", re.IGNORECASE)
EVENS = re.compile(r"\b(?:fifty[\s-]fifty|50\s?[/-]\s?50)\b(?!\s?%)", re.IGNORECASE)
HUNDRED = re.compile(r"\ba hundred(?=\s?(?:per\s?cent|%))", re.IGNORECASE)
CORRECTED = re.compile(
    r"\b(?:actually|wait|correction|rather|on reflection|on second thoughts?|make (?:that|it)"
    rf"|sorry|no(?=,))\b[^.;!?\d{BREAK}]{{0,30}}(?=\.?\d)",
    re.IGNORECASE,
)
# A second guess with its own share: "20% that it is Oslo, 80% that it is Bergen".
SECOND_GUESS = re.compile(
    r"[,;]\s?(?:and\s|but\s)?(?=\d{1,3}\s?%\s(?:that\s|for\s|on\s|it's\s|it\sis\s))", re.IGNORECASE
)
# A stake: "I'd bet 3:1 that it is Oslo", "the odds are 4 to 1 in favour".
ODDS = re.compile(
    rf"""\b(?:odds|(?:i|i'd|i'll|we|we'd)\s(?:would\s|will\s|say\s)?
        (?:bet|wager|stake|lay|give|offer)
    |my\sbet)\b[^.;!?\d{BREAK}]{{0,30}}?(?<![\d.])(?P<stake>\d{{1,3}})
    \s?(?::|to|-to-)\s?(?P<against>\d{{1,3}})(?![\d.,]*\d)(?:\sodds)?
    \s(?:that|on\b|in\sfavou?r|(?P<is_against>against))""",
    FLAGS,
)
# "a two-in-three chance".
HYPHENED_SHARE = re.compile(
    r"\b(?:[a-z]{3,5}|\d{1,3})-(?:in|out-of)-(?:[a-z]{3,7}|\d{1,3})\b", re.IGNORECASE
)
# The only uses of "one" as a number: "one to ten", "one in four".
ONE = re.compile(
    r"\bone(?=\s(?:in|to|and|out\sof)\s(?:an?\s)?(?:two|three|four|five|seven|ten|hundred|\d))",
    re.IGNORECASE,
)
BY_ONESELF = re.compile(r"\b(?:i|i'd|i'll|i'm|we|my)\b", re.IGNORECASE)
IS_OVERALL = re.compile(
    r"\b(?:overall|final|total|combined|aggregate|joint)(?:\sanswer)?\s$", re.IGNORECASE
)
IS_STEP = re.compile(
    rf"\b(?:step|stage|part|claim|premise|point|fact|reason|sub-?(?:step|question|claim))s?\b"
    rf"|(?:^|{BREAK})\s*(?:\(?\d{{1,2}}[.)]|-)\s",
    re.IGNORECASE,
)
# "Answer and Confidence (0-100): Oslo, 90".
WITH_ANSWER = re.compile(
    r"\b(?:answer|guess|response)\s?(?:and|&|,|/|\+)\s(?:(?:your|my)\s)?$", re.IGNORECASE
)
LAST_OF_LINE = re.compile(
    rf"[^:{BREAK}]{{0,40}}:[^{BREAK}]{{0,300}}?[\s,;(|]"
    rf"(?=\d?[\d.]{{1,5}}\s?%?[\s)*.]*(?:$|{BREAK}))"
)
SENTENCE_END = re.compile(rf"[.;!?](?=\s|$)|{BREAK}")
