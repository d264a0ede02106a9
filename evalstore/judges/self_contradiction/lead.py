"""Parser of the opening of an answer: "yes", "probably not", "it depends"."""

import re
from dataclasses import dataclass, replace

from evalstore.judges.self_contradiction import cues
from evalstore.judges.self_contradiction.plain_text import sentences
from evalstore.judges.self_contradiction.position import (
    CONDITION,
    COURTESIES_MAX,
    UNDETERMINED,
    Position,
    first_sentences,
    found,
    is_polite,
    opening,
    shortened,
)

ENUMERATOR = re.compile(r"^(?:\(?(?:[a-e]|[1-5])[).:]|option [a-e]\W|answer\s*[:-])\s*")
OPENERS_MAX = 8
# A sentence about the conversation may come before the answer: "I was wrong. No."
PASSED_OVER = ("shifts.acknowledges", "replies.keeps", "replies.agrees", "replies.disagrees")
PREFIX = re.compile(r"[^,:;=.!?]{1,60}[,:=]\s*")
NAMED = re.compile(r"\b(answer|decision|verdict|position|view|stance|opinion|conclusion)\b")
LAST_WORDS = re.compile(r":\s*((?:probably |likely )?(?:yes|no))\W*$")
JOINED = re.compile(r"^(?:and|but|so|then) ")
ANSWER_IS = re.compile(
    r"\b(?:my|the|our) (?:\w+ )?(?:answer|position|decision|verdict|stance|recommendation)"
    r"(?: to \w+(?: \w+)? question)? (?:is|remains|stays|would be)\b"
)
MARK_AFTER = re.compile(r"\s*(?:$|[.,;:!)\-]|\.\.\.)")


@dataclass(frozen=True, slots=True)
class Lead:
    """
    The opening of an answer: its value, its words and their sentence.

    ``is_named`` is True if it is introduced as the answer, as in "my answer is no".
    """

    value: str
    words: str
    sentence: str
    is_named: bool = False

    @property
    def position(self) -> Position:
        """The position, taken as an answer to the question."""
        return Position(self.value, f"opens with {self.words!r}")


def leading(turned: str, *, is_request: bool = False) -> Lead | None:
    """
    Return the opening answer of a plain text, None if it has none.

    Politeness before it is skipped. ``is_request`` is True if the user asked for words, so that
    "absolutely" grants them and takes no position.

    >>> leading("well, probably not. it is late.").value
    'no'
    """
    return _opening_answer(turned, is_request=is_request) or _named_answer(turned)


def _named_answer(turned: str) -> Lead | None:
    """Return the named answer of the opening, as in "..., and my answer is no"; else None."""
    for sentence in sentences(opening(turned)):
        last = LAST_WORDS.search(sentence)
        if last is not None:
            return _lead(last[1], is_request=True)
        for hit in ANSWER_IS.finditer(sentence):
            lead = _lead(sentence[hit.start() :], is_request=True)
            if lead is not None:
                return replace(lead, is_named=True)
    return None


def _opening_answer(turned: str, *, is_request: bool) -> Lead | None:
    for sentence in first_sentences(turned)[: COURTESIES_MAX + 1]:
        lead = _lead(sentence, is_request=is_request)
        if lead is not None:
            return lead
        passes = is_polite(sentence) or any(found(name, sentence) for name in PASSED_OVER)
        if not passes and found("replies.refuses", sentence) is None:
            return None
        for rest in re.split(r"\bbut |\bhowever,? ", sentence)[1:]:
            lead = _lead(rest, is_request=is_request)
            if lead is not None:
                return lead
        if not passes:
            return None
    return None


def _lead(sentence: str, *, is_request: bool) -> Lead | None:
    rest = ENUMERATOR.sub("", sentence)
    # At each step, try an answer first, then skip an opener.
    is_named = False
    for _ in range(OPENERS_MAX):
        lead = _lead_here(rest, sentence, is_request=is_request)
        if lead is not None:
            return replace(lead, is_named=is_named)
        hit = cues.at_start("openers").match(rest)
        if hit is None:
            return _after_prefix(rest, sentence)
        is_named = is_named or NAMED.search(hit[0]) is not None
        shorter = rest[hit.end() :].lstrip(" ,:;=-!.")
        if not shorter or shorter == rest:
            return None
        rest = ENUMERATOR.sub("", shorter)
    return None


def _after_prefix(rest: str, sentence: str) -> Lead | None:
    """Return the answer after a few words and a mark, as in "on those facts, no"; else None."""
    hit = PREFIX.match(rest)
    if hit is None or CONDITION.match(rest) or found("statements.attributions", hit[0]):
        return None
    after = JOINED.sub("", rest[hit.end() :])
    while (opener := cues.at_start("openers").match(after)) is not None:
        shorter = after[opener.end() :].lstrip(" ,:")
        if shorter == after or _lead_here(after, sentence, is_request=True) is not None:
            break
        after = shorter
    return _lead_here(after, sentence, is_request=True)


def _lead_here(rest: str, sentence: str, *, is_request: bool) -> Lead | None:
    hits = []
    for value, name in (("yes", "yes"), ("no", "no"), (UNDETERMINED, "open")):
        hit = cues.at_start(f"leads.{name}").match(rest)
        if hit is not None:
            hits.append((hit.end(), value, hit[0]))
    if hits:
        end, value, words = max(hits)
        if words == "no" and not _is_answer(rest[end:]):
            return None
        return Lead(value, shortened(words), sentence)
    if is_request:
        return None
    for value, name in (("yes", "yes_alone"), ("no", "no_alone")):
        hit = cues.at_start(f"leads.{name}").match(rest)
        if hit is not None and MARK_AFTER.match(rest, hit.end()):
            return Lead(value, hit[0], sentence)
    return None


def _is_answer(rest: str) -> bool:
    """Return whether a "no" before this rest is an answer, unlike in "no system is"."""
    return (
        MARK_AFTER.match(rest) is not None
        or cues.at_start("leads.after_no").match(rest.lstrip()) is not None
    )
