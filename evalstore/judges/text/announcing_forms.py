"""Patterns for words that announce, deny, attribute and retract an answer."""

import re

# Each character maps to one character, so positions in the masked text and the reply agree.
MASKED = str.maketrans({"*": " ", "`": " ", "\u2019": "'", "\u2018": "'", "\u00a0": " "})


def _compiled(pattern: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """Return a compiled pattern with bounded white space, so that long runs of it cost nothing."""
    bounded = pattern.replace(r"\s*", r"\s{0,6}").replace(r"\s+", r"\s{1,6}")
    return re.compile(bounded, flags)


ADJECTIVES = (
    r"(?:(?:final|correct|right|true|best|most\s+(?:likely|probable|appropriate|accurate)|likely|"
    r"short|quick|brief|simple|simplest|only|actual|overall|one|two|single|word|last|definite|"
    r"honest|direct|numerical|exact|new|updated|revised|clear|proper)[\s-]+){0,4}"
)
OWN = (
    rf"(?:\b(?:the|this|that)\s+{ADJECTIVES}(?:answer|option|choice|solution)"
    rf"|\b(?:my|our|the\s+final)\s+{ADJECTIVES}(?:answer|option|choice|solution|verdict|"
    r"decision|conclusion|response|guess))\b"
)
TO_QUESTION = (
    r"(?:\s+(?:to|for|of|in|among)\b"
    r"(?:[^.\n\"]{0,80}?\"[^\"\n]{1,200}\"|[^.\n\"]{0,160}?))?"
)
VERB = (
    r"(?:is|was|are|were|remains?|stays|(?:would|will|should|must|has\s+to|is\s+going\s+to)\s+"
    r"(?:still\s+|therefore\s+)?(?:be|remain))"
)
ADVERBS = (
    r"(?:[\s,]+(?:then|thus|therefore|hence|here|indeed|clearly|still|simply|now|probably|"
    r"likely|most\s+likely|so|also|definitely|certainly|obviously|just|in\s+fact)\b,?){0,3}"
)
SAID = _compiled(
    rf"{OWN}(?:\s+(?:choice|option|letter))?{TO_QUESTION}{ADVERBS}"
    rf"\s+{VERB}{ADVERBS}(?:\s+that\b)?\s*[:,]?",
)
LABEL = _compiled(
    r"(?:(?<=[.!?)>\]\s])|\A)(?:(?:so|thus|therefore|hence|and)\b[\s,]*)?(?:(?:the|my|our)\s+)?"
    rf"{ADJECTIVES}(?:answer|ans|solution|verdict|decision|choice|guess|prediction)"
    r"(?:\s*\(\s*[\w\s-]{1,20}\))?\s*(?:[:=]|\s-+\s)(?!=)",
)
# A heading without a colon, with the answer below.
HEADING = _compiled(
    rf"^[ \t#]{{0,12}}(?:the\s+|my\s+)?{ADJECTIVES}(?:answer|solution)[ \t]{{0,6}}$",
    re.IGNORECASE | re.MULTILINE,
)
CHOSEN = _compiled(
    r"\bI(?:'ll|'d|\s+will|\s+would|\s+must|\s+shall|\s+have\s+to)?\s+(?:therefore\s+|thus\s+)?"
    r"(?:choose|pick|select|opt\s+for|go\s+with|answer|conclude)"
    r"(?:\s+that\s+the\s+answer\s+is)?\b\s*:?",
)
IS_CORRECT = _compiled(
    r"(?:(?<=[.!?:]\s)|(?<=\n)|\A)\s*(?:(?:so|thus|therefore|hence|and)\b[\s,]*)?"
    r"(?P<answer>[^.!?:;\n]{1,80}?)"
    rf"\s+is{ADVERBS}\s+(?:the\s+)(?:correct|right|best|final)\s+(?:answer|choice|option)\b",
)
# Each pattern with a list of words; every match contains one of them.
WORDS = (
    (SAID, ("answer", "option", "choice", "solution", "verdict", "decision", "conclusion",
            "response", "guess")),
    (LABEL, ("ans", "solution", "verdict", "decision", "choice", "guess", "prediction")),
    (HEADING, ("answer", "solution")),
    (CHOSEN, ("choose", "pick", "select", "opt", "with", "answer", "conclude")),
)  # fmt: skip
CORRECT = ("answer", "choice", "option")
TAG = _compiled(r"<\s*(final[_ -]?answer|answer)\b[^<>\n]{0,80}>")
BOX = _compiled(r"\\f?boxed\s*(?=\{)")
BARE_BOX = _compiled(r"\\f?boxed\s+([-+]?[\d.,]*\d|[A-Za-z])\b")
IN_JSON = _compiled(
    r'"(?:final[_ ])?answer"\s*:\s*'
    r'(?:"((?:[^"\\]|\\.){1,2000})"|(-?\d[\d.eE+-]{0,40}|true|false))',
)
HASHES = _compiled(r"^[ \t]{0,4}####[ \t]{1,4}(\S[^\n]*)$", re.MULTILINE)
ALONE = _compiled(
    r"\*\*[^*]{1,100}\*\*[.!]?|__[^_]{1,100}__[.!]?"
    r"|\(?[A-Z]\)?[.]?|(?:yes|no|true|false)[.!]?|[-+]?\$?\d[\d,]*(?:\.\d+)?%?\.?",
)

NEGATED = _compiled(
    r"\s*(?:(?:definitely|certainly|clearly|simply|actually|probably|likely)\s+)?"
    r"(?:not\b(?!\s+(?:only|just)\b)|never\b|neither\b|anything\s+but\b|nowhere\b)",
)
EITHER = _compiled(r"\W*either\b[^.\n]{1,120}\bor\b")
OTHERS = (
    r"(?:you|they|he|she|some|many|most|people|others|one|students?|critics|sources)\s+"
    r"(?:\w+\s+){0,2}?(?:say|says|said|think|thinks|thought|claim|claims|claimed|believe|believes|"
    r"believed|assume|assumes|assumed|expect|expects|argue|argues|suggest|suggests|suggested|"
    r"guess|guessed|answer|answered)"
)
NOT_OWN = _compiled(
    rf"\b(?:if|whether|unless|suppose|supposing|assuming|until|wonder(?:ed|ing)?|asks?|asked|"
    rf"not\s+sure|unsure|(?:i|we)\s+(?:(?:first|initially|originally)\s+)?(?:thought|assumed)|"
    rf"(?:do\s+not|don't|doesn't|does\s+not|can't|cannot)\s+(?:think|believe|say|know|mean)|"
    rf"what|where|why|how|when|{OTHERS})(?:\s+that)?[ \t,:\"']{{0,6}}\Z",
)
TAKEN_BACK = _compiled(
    r"(?<=[.!?,;:)>}\n\u2014-])\s{0,4}(?:(?:no|oh|hmm|but|and)\b[\s,]{1,4})?"
    r"(?:wait(?=\s*[,.!:\u2014\u2026-]|\s+(?:no|that|a|i)\b)|hold\s+on\b|"
    r"scratch\s+that|correction\s*:|on\s+second\s+thoughts?|actually,\s|"
    r"let\s+me\s+(?:correct|reconsider|redo|recalculate|rephrase|revise|try\s+again)|"
    r"i\s+(?:was\s+wrong|made\s+(?:a|an)\s+(?:mistake|error)|take\s+(?:that|it)\s+back|"
    r"misread|miscalculated|misspoke)|"
    r"(?:that|this)(?:'s|\s+is|\s+was)\s+(?:wrong|incorrect|not\s+(?:right|correct)|a\s+mistake))",
)
SENTENCE_END = _compiled(
    r"[.!?\u3002](?=[\s\"')\]<]|\Z)|\n|</|\s(?:because|since(?!\s+\d)|given\s+that)\b|,\s+as\b",
)
# A full stop after these ends no sentence.
ABBREVIATION = re.compile(
    r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Mt|Ft|Lt|Col|Gen|Prof|Inc|Ltd|Co|approx|ca|c)"
    r"|\.[a-z])\Z"
)
# A line that begins a further question, which base models invent after their answer.
NEXT_QUESTION = _compiled(r"\n\s{0,4}(?:\*\*)?(?:question|problem|passage|q)\s*\d*\s*[:.]")
CONCLUDES = _compiled(
    r"(?:(?<=[.!?]\s)|(?<=\n))(?:\*\*)?(?:therefore|thus|hence|in\s+conclusion|so|consequently|"
    r"to\s+conclude|conclusion|final\s+conclusion|putting\s+this\s+together)\b[\s,:*]"
)
# "No." in quotes, followed by another sentence.
QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d\n]{1,80}[.!?])[\"\u201d](?=\s+[A-Z])")
GAP = _compiled(r"[\s:>#]{0,20}")
AROUND = " \t\r\n*_`\"'\u201c\u201d\u2018\u2019:;,.!-\u2013\u2014"
