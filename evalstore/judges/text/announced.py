r"""
The answer that a reply announces: tags, boxes, JSON, "the answer is", the last line alone.

Patterns on wording. ``<answer>``, ``\boxed{}`` and JSON take precedence over words, since prompts
ask for such formats; of several announcements, the last counts. An announcement that is denied,
attributed to others, conditional or retracted does not count.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from evalstore.base.word_file import PatternFile
from evalstore.judges.text.wording import READ_CHARACTERS_MAX

FILE = Path(__file__).with_name("announcing.toml")
PATTERNS = PatternFile(FILE)

# Each character maps to one character, so positions in the masked text and the reply agree.
MASKED = str.maketrans({"*": " ", "`": " ", "\u2019": "'", "\u2018": "'", "\u00a0": " "})


def _compiled(name: str) -> re.Pattern[str]:
    """Return a pattern with bounded white space, so that long runs of it cost nothing."""
    bounded = PATTERNS.text(name).replace(r"\s*", r"\s{0,6}").replace(r"\s+", r"\s{1,6}")
    return re.compile(bounded, re.VERBOSE)


SAID = _compiled("said")
LABEL = _compiled("label")
HEADING = _compiled("heading")
CHOSEN = _compiled("chosen")
IS_CORRECT = _compiled("is_correct")
# Each pattern with a list of words; every match contains one of them.
WORDS = (
    (SAID, ("answer", "option", "choice", "solution", "verdict", "decision", "conclusion",
            "response", "guess")),
    (LABEL, ("ans", "solution", "verdict", "decision", "choice", "guess", "prediction")),
    (HEADING, ("answer", "solution")),
    (CHOSEN, ("choose", "pick", "select", "opt", "with", "answer", "conclude")),
)  # fmt: skip
CORRECT = ("answer", "choice", "option")
TAG = _compiled("tag")
BOX = _compiled("box")
BARE_BOX = _compiled("bare_box")
IN_JSON = _compiled("in_json")
HASHES = _compiled("hashes")
ALONE = _compiled("alone")

NEGATED = _compiled("negated")
EITHER = _compiled("either")
NOT_OWN = _compiled("not_own")
TAKEN_BACK = _compiled("taken_back")
SENTENCE_END = _compiled("sentence_end")
ABBREVIATION = PATTERNS["abbreviation"]
NEXT_QUESTION = _compiled("next_question")
CONCLUDES = _compiled("concludes")
QUOTED = PATTERNS["quoted"]
GAP = _compiled("gap")
AROUND = " \t\r\n*_`\"'\u201c\u201d\u2018\u2019:;,.!-\u2013\u2014"

ANSWER_CHARACTERS_MAX = 2_000
# Only this many of the last announcements are read.
ANNOUNCEMENTS_MAX = 20
LAST_LINE_CHARACTERS_MAX = 120
# Shorter replies state an answer without deriving it.
REASONED_CHARACTERS_MIN = 500
# Distance before an announcement that is searched for an attribution to somebody else.
BEFORE_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Announcement:
    """
    The announced answer, ``reply[start:end]``, without quotes, emphasis and closing marks.

    ``is_marked`` is True for a tag, a box, JSON and ``####``, False for words.
    """

    text: str
    start: int
    end: int
    is_marked: bool = False


def announced_answer(reply: str, *, is_reply: bool = False) -> Announcement | None:
    r"""
    Return the answer that a reply announces, None if it announces none.

    Also None if the last announcement names two ("either 3 or 4") or is retracted. Only the first
    ``READ_CHARACTERS_MAX`` characters are read. ``is_reply`` is True for a reply to a push-back,
    in which "I was wrong" retracts an earlier answer, not this one.

    >>> announced_answer("Z = False or True = True. So the answer is True.").text
    'True'
    >>> announced_answer(r"Thus $x=\boxed{\frac{1}{2}}$.").text
    '\\frac{1}{2}'
    >>> announced_answer("The answer is not 4.") is None
    True
    """
    reply = reply[:READ_CHARACTERS_MAX]
    masked = reply.translate(MASKED)
    announcements = sorted(_said(reply, masked), key=lambda announcement: announcement.start)
    if announcements and (rest := NEXT_QUESTION.search(reply, announcements[0].end)):
        return announced_answer(reply[: rest.start()], is_reply=is_reply)
    marked = [announcement for announcement in announcements if announcement.is_marked]
    if marked and (is_reply or not _is_taken_back(masked, marked[-1])):
        return _joined(reply, marked)
    if not announcements or EITHER.match(announcements[-1].text):
        return None
    if not is_reply and _is_taken_back(masked, announcements[-1]):
        return None
    return announcements[-1]


def without_next_question(reply: str) -> str:
    r"""
    Return a reply without further questions that a base model invents after its answer.

    >>> without_next_question("No.\n\nQuestion: Is it old?\nAnswer: Yes.")
    'No.'
    """
    match = NEXT_QUESTION.search(reply[:READ_CHARACTERS_MAX])
    before = reply[: match.start()].rstrip() if match else ""
    is_answer = len(before) <= LAST_LINE_CHARACTERS_MAX and not before.endswith((":", "?"))
    return before if before and (is_answer or announced_answer(before)) else reply


def conclusion_of(reply: str) -> str | None:
    """
    Return the end of a long reply from its last concluding word, None without one.

    >>> conclusion_of("It is either. Thus Rome.") is None
    True
    """
    if len(reply) < REASONED_CHARACTERS_MIN:
        return None
    matches = list(CONCLUDES.finditer(reply[:READ_CHARACTERS_MAX]))
    return reply[matches[-1].start() :] if matches else None


def _is_taken_back(masked: str, announcement: Announcement) -> bool:
    return TAKEN_BACK.search(masked, announcement.end) is not None


def _joined(reply: str, marked: list[Announcement]) -> Announcement:
    """Return the last announcement, with the boxes joined to it by a comma, "and" or "or"."""
    start = marked[-1].start
    for earlier, other in reversed(list(pairwise(marked))):
        between = reply[earlier.end : other.start]
        is_list = re.fullmatch(r"[\s}$]*(?:,|and|or|;|\s)+[\s$]*\\f?boxed\s*\{", between)
        if not is_list:
            break
        start = earlier.start
    return _announcement(reply, start, marked[-1].end, is_marked=True) or marked[-1]


def _said(reply: str, masked: str) -> Iterator[Announcement]:
    yield from _marked(reply)
    lower = masked.lower()
    for pattern in _patterns_in(lower):
        for match in _outermost(pattern, masked):
            if announcement := _after(reply, masked, match):
                yield announcement
    may_be_correct = any(word in lower for word in CORRECT)
    for match in _outermost(IS_CORRECT, masked) if may_be_correct else ():
        if not NOT_OWN.search(match["answer"]):
            announcement = _announcement(reply, match.start("answer"), match.end("answer"))
            if announcement:
                yield announcement
    body = reply.rstrip()
    start = body.rfind("\n") + 1
    if len(body) - start <= LAST_LINE_CHARACTERS_MAX and ALONE.fullmatch(body[start:].strip()):
        announcement = _announcement(reply, start, len(body))
        if announcement:
            yield announcement


def _patterns_in(lower: str) -> Iterator[re.Pattern[str]]:
    """Yield the patterns of which a required word occurs in a lower-case text."""
    for pattern, telling in WORDS:
        if any(word in lower for word in telling):
            yield pattern


def _outermost(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the first match and the last ones."""
    matches = list(pattern.finditer(text))
    return matches[:1] + matches[1:][-ANNOUNCEMENTS_MAX:]


def _after(reply: str, masked: str, match: re.Match[str]) -> Announcement | None:
    """Return the answer after announcing words, None if they are negated or of others."""
    start = match.end()
    before = masked[max(0, match.start() - BEFORE_CHARACTERS) : match.start()]
    if NEGATED.match(masked, start) or NOT_OWN.search(before):
        return None
    # The answer may be on the next line.
    gap = GAP.match(masked, start)
    start = gap.end() if gap else start
    if quoted := QUOTED.match(masked, start):
        return _announcement(reply, quoted.start(1), quoted.end(1))
    return _announcement(reply, start, _sentence_end(masked, start))


def _sentence_end(masked: str, start: int) -> int:
    limit = min(len(masked), start + ANSWER_CHARACTERS_MAX)
    for match in SENTENCE_END.finditer(masked, start + 1, limit):
        is_point = match[0] == "."
        if is_point and ABBREVIATION.search(masked, max(start, match.start() - 8), match.start()):
            continue
        return match.start()
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
    if announcement := _announcement(reply, start, end, is_marked=True):
        yield announcement


def _announcement(
    reply: str, start: int, end: int, *, is_marked: bool = False
) -> Announcement | None:
    """Return the span as an announcement without marks around it, None if nothing is left."""
    around = " \t\r\n*_`\"'." if is_marked else AROUND
    text = reply[start:end]
    start += len(text) - len(text.lstrip(around.replace("-", "").replace(".", "")))
    bare = text.strip(around)
    text = reply[start:end].rstrip(around)
    return Announcement(text, start, start + len(text), is_marked) if bare and text else None
