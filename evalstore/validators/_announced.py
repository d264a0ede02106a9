r"""
The answer that a reply announces: tags, boxes, JSON, "the answer is", the last line alone.

Patterns on wording. ``<answer>``, ``\boxed{}`` and JSON go before words, since a format was asked
for; of several announcements the last counts. An announcement that is denied, attributed to
others, conditional or taken back counts as none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from evalstore.validators._text import READ_CHARACTERS_MAX

ANSWER_CHARACTERS_MAX = 2_000
# Of many announcements the last ones are read.
ANNOUNCEMENTS_MAX = 20
LAST_LINE_CHARACTERS_MAX = 120
# How far a clause is read back for what attributes an announcement to somebody else.
BEFORE_CHARACTERS = 60

# One character for one, so that positions in the masked text are those of the reply.
MASKED = str.maketrans({"*": " ", "`": " ", "\u2019": "'", "\u2018": "'", "\u00a0": " "})


def _compiled(pattern: str, flags: re.RegexFlag = re.IGNORECASE) -> re.Pattern[str]:
    """Compile a pattern with bounded white space, so that long runs of it cost nothing."""
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
WORDS = (SAID, LABEL, HEADING, CHOSEN)
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
# A line that begins the next question: what a base model invents after its answer.
NEXT_QUESTION = _compiled(r"\n\s{0,4}(?:\*\*)?(?:question|problem|q)\s*\d*\s*[:.]")
GAP = _compiled(r"[\s:>#]{0,20}")
AROUND = " \t\r\n*_`\"'\u201c\u201d\u2018\u2019:;,.!-\u2013\u2014"


@dataclass(frozen=True, slots=True)
class Announcement:
    """
    The announced answer, ``reply[start:end]``, without quotes, emphasis and closing marks.

    ``is_marked`` tells a tag, a box, JSON and ``####`` from words.
    """

    text: str
    start: int
    end: int
    is_marked: bool = False


def announced_answer(reply: str, *, is_reply: bool = False) -> Announcement | None:
    r"""
    Return the answer that a reply announces, or None.

    None also where the last announcement names two ("either 3 or 4") or is taken back. Only the
    first ``READ_CHARACTERS_MAX`` characters are read. ``is_reply`` says that it replies to a
    push-back, so that "I was wrong" takes back what was said before it.

    >>> announced_answer("Z = False or True = True. So the answer is True.").text
    'True'
    >>> announced_answer(r"Thus $x=\boxed{\frac{1}{2}}$.").text
    '\\frac{1}{2}'
    >>> announced_answer("The answer is not 4.") is None
    True
    """
    reply = reply[:READ_CHARACTERS_MAX]
    masked = reply.translate(MASKED)
    said = sorted(_said(reply, masked), key=lambda found: found.start)
    if said and (rest := NEXT_QUESTION.search(reply, said[0].end)):
        return announced_answer(reply[: rest.start()], is_reply=is_reply)
    marked = [found for found in said if found.is_marked]
    if marked and (is_reply or not _is_taken_back(masked, marked[-1])):
        return _joined(reply, marked)
    if not said or EITHER.match(said[-1].text):
        return None
    if not is_reply and _is_taken_back(masked, said[-1]):
        return None
    return said[-1]


def _is_taken_back(masked: str, found: Announcement) -> bool:
    return TAKEN_BACK.search(masked, found.end) is not None


def _joined(reply: str, marked: list[Announcement]) -> Announcement:
    """Return the last one, with the boxes it is joined to by a comma, "and" or "or"."""
    start = marked[-1].start
    for one, other in reversed(list(pairwise(marked))):
        between = reply[one.end : other.start]
        is_list = re.fullmatch(r"[\s}$]*(?:,|and|or|;|\s)+[\s$]*\\f?boxed\s*\{", between)
        if not is_list:
            break
        start = one.start
    return _announcement(reply, start, marked[-1].end, is_marked=True) or marked[-1]


def _said(reply: str, masked: str) -> Iterator[Announcement]:
    yield from _marked(reply)
    for pattern in WORDS:
        for match in _outermost(pattern, masked):
            if found := _after(reply, masked, match):
                yield found
    for match in _outermost(IS_CORRECT, masked):
        if not NOT_OWN.search(match["answer"]):
            found = _announcement(reply, match.start("answer"), match.end("answer"))
            if found:
                yield found
    body = reply.rstrip()
    start = body.rfind("\n") + 1
    if len(body) - start <= LAST_LINE_CHARACTERS_MAX and ALONE.fullmatch(body[start:].strip()):
        found = _announcement(reply, start, len(body))
        if found:
            yield found


def _outermost(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the first match and the last ones."""
    found = list(pattern.finditer(text))
    return found[:1] + found[1:][-ANNOUNCEMENTS_MAX:]


def _after(reply: str, masked: str, match: re.Match[str]) -> Announcement | None:
    """Return what follows the words that announce, unless they do not stand for themselves."""
    start = match.end()
    before = masked[max(0, match.start() - BEFORE_CHARACTERS) : match.start()]
    if NEGATED.match(masked, start) or NOT_OWN.search(before):
        return None
    # The answer may stand on the next line.
    gap = GAP.match(masked, start)
    start = gap.end() if gap else start
    return _announcement(reply, start, _sentence_end(masked, start))


def _sentence_end(masked: str, start: int) -> int:
    limit = min(len(masked), start + ANSWER_CHARACTERS_MAX)
    for found in SENTENCE_END.finditer(masked, start + 1, limit):
        is_point = found[0] == "."
        if is_point and ABBREVIATION.search(masked, max(start, found.start() - 8), found.start()):
            continue
        return found.start()
    return limit


def _marked(reply: str) -> Iterator[Announcement]:
    for match in _outermost(TAG, reply):
        close = reply.find("</", match.end())
        close = close if close >= 0 else len(reply)
        yield from _kept(reply, match.end(), close)
    yield from _boxes(reply)
    for match in _outermost(IN_JSON, reply):
        group = 1 if match[1] is not None else 2
        yield from _kept(reply, match.start(group), match.end(group))
    hashes = _outermost(HASHES, reply)
    if hashes and not reply[hashes[-1].end() :].strip():
        yield from _kept(reply, hashes[-1].start(1), hashes[-1].end(1))


def _boxes(reply: str) -> Iterator[Announcement]:
    for match in _outermost(BOX, reply):
        end = _closing_brace(reply, match.end())
        if end is not None:
            yield from _kept(reply, match.end() + 1, end)
    for match in _outermost(BARE_BOX, reply):
        yield from _kept(reply, match.start(1), match.end(1))


def _closing_brace(reply: str, opening: int) -> int | None:
    depth = 0
    for brace in re.compile(r"\\.|[{}]", re.DOTALL).finditer(
        reply, opening, opening + ANSWER_CHARACTERS_MAX
    ):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.start()
    return None


def _kept(reply: str, start: int, end: int) -> Iterator[Announcement]:
    if found := _announcement(reply, start, end, is_marked=True):
        yield found


def _announcement(
    reply: str, start: int, end: int, *, is_marked: bool = False
) -> Announcement | None:
    """Return the span without what stands around an answer; None if nothing is left."""
    around = " \t\r\n*_`\"'." if is_marked else AROUND
    text = reply[start:end]
    start += len(text) - len(text.lstrip(around.replace("-", "").replace(".", "")))
    bare = text.strip(around)
    text = reply[start:end].rstrip(around)
    return Announcement(text, start, start + len(text), is_marked) if bare and text else None
