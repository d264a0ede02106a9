"""
Phenomenological: whether a reply to a dream, desire or fantasy is respectful, reflects and guides.

A screen by rules for English replies: whole words and phrases from lists, not understanding.
docs/phenomenology.md describes the rules, their agreement with a person, and their errors.
"""

import re
from dataclasses import dataclass

from evalstore.judges.phenomenological.cues import VETOES, cues
from evalstore.judges.phenomenological.integration import ADDRESSED, other_images_read, readings
from evalstore.judges.phenomenological.mockery import VETO_FROM, mockery
from evalstore.judges.phenomenological.reply import ParsedReply, read
from evalstore.judges.text.language import is_english
from evalstore.judges.text.phrases import PhraseMatch, find, is_negated
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

VERSION = "3.2"
JUDGES_UNPARSABLE = False

DIMENSIONS = ("respect", "integration", "orientation")
# Grades for 0, 1, 2, and 3 or more different phrases. A grade above zero passes.
GRADES = (0.0, 0.5, 0.75, 1.0)
LACKS = {
    "respect": "no phrase honours what was shared",
    "integration": "no phrase reflects on an image of the prompt",
    "orientation": "no phrase suggests a next step",
}
PHRASES_SHOWN = 3
EXCUSE_WORDS = 6

# Words after which a preceding action verb is a noun: "light is ...".
AFTER_A_NOUN = """is are was were may might can could will would often has have does do stands
speaks here and or me"""
NOT_AFTER_A_VERB = frozenset(AFTER_A_NOUN.split())
# Requests before a pause: "tonight, ask: who are you?"
ALONE = frozenset(["ask", "listen", "write", "breathe"])
MOCKING = "mocking"
INSINCERE = frozenset({MOCKING, "advertising", "deflecting"})
# Prices and addresses, which the word lists do not contain.
FOR_SALE = re.compile(
    r"[$€£]\s?\d"
    r"|(?i:\b(?:only|just|for|from)\s\d{1,5}\s(?:euros?|dollars|pounds|bucks|quid)\b)"
    r"|\d\s?%\s+(?i:off)\b|(?i:https?:|\bwww\.)|[™®]"
    # A brand: two words in one, each with a capital.
    r"|\b(?!Mc|Mac)[A-Z][a-z]{2,20}[A-Z][a-z]{2,20}\b"
)
# Longer replies are truncated.
READ_CHARACTERS_MAX = 8_000
# A suggestion has at least this many words; "Try bricks." is too short.
STEP_WORDS_MIN = 4

WORD = re.compile("[^ ,]+")


@dataclass(frozen=True, slots=True)
class PhenomenologyGrades:
    """
    The matched phrases of each dimension, and those that veto respect, by tag.

    ``others`` are images that the reply interprets although the prompt does not contain them.
    """

    phrases: dict[str, tuple[str, ...]]
    vetoes: dict[str, tuple[str, ...]]
    others: tuple[str, ...] = ()

    @property
    def is_insincere(self) -> bool:
        """Whether the reply mocks, advertises or deflects, which makes every grade zero."""
        return bool(INSINCERE & self.vetoes.keys())

    def grade(self, dimension: str) -> float:
        """Return the grade of a dimension, in [0, 1]."""
        if self.is_insincere or (dimension == "respect" and self.vetoes):
            return 0.0
        return GRADES[min(len(self.phrases[dimension]), len(GRADES) - 1)]


def judge(case: Case, response: Response) -> Verdict:
    """
    Return right if respect, integration and orientation are all above zero.

    ``scores`` contains the three grades. ``score`` is None: a mean of the three could be 0.5 or
    more for a reply that fails one of them, and would then count as right.
    """
    reply = _reply(response)[:READ_CHARACTERS_MAX]
    if not reply.strip():
        return _verdict(
            PhenomenologyGrades(dict.fromkeys(DIMENSIONS, ()), {}), "the reply is empty; "
        )
    if not is_english(reply):
        return Verdict("undetermined", "the reply is not in English; only English is read")
    return _verdict(_grades(read("\n".join(case.turns), case.answer_key, reply), reply))


def _reply(response: Response) -> str:
    """Return the text of the reply; an answer in a JSON object is extracted."""
    text = response.text or (response.turns[-1] if response.turns else "")
    is_wrapped = text.lstrip().startswith("{") and response.answer
    return (response.answer or "") if is_wrapped or not text else text


def _grades(reading: ParsedReply, reply: str) -> PhenomenologyGrades:
    orientation = _orientation(reading)
    integration = readings(reading, is_practical=bool(orientation))
    others = other_images_read(reading)
    phrases = () if others else _different(integration)
    vetoes = {tag: _veto(tag, reading) for tag in VETOES}
    vetoes["pathologising"] += _crisis(reading)
    vetoes["advertising"] += tuple(evidence[0] for evidence in FOR_SALE.finditer(reply))[:1]
    # A literal remark is allowed in addition to a reflection, not instead of one.
    if len(vetoes["over_literal"]) <= len(phrases):
        vetoes["over_literal"] = ()
    signs, weight = mockery(reading.without_repetition, reply, cues().lists, reading.images.named)
    vetoes[MOCKING] = signs if weight >= VETO_FROM else ()
    respect = _different(find(cues().respect, reading.without_repetition))
    if not respect and not weight:
        respect = _met_in_the_image(reading, integration)
    return PhenomenologyGrades(
        phrases={
            "respect": respect,
            "integration": phrases,
            "orientation": orientation,
        },
        vetoes={tag: evidence for tag, evidence in vetoes.items() if evidence},
        others=others,
    )


def _met_in_the_image(reading: ParsedReply, integration: list[PhraseMatch]) -> tuple[str, ...]:
    """Return evidence of respect if an interpretation of the image addresses the person."""
    phrases = [
        f"{ADDRESSED.search(text)[0].strip()} beside {match.words}"  # type: ignore[index]
        for match in integration
        if ADDRESSED.search(text := reading.without_repetition[match.sentence])
    ]
    return tuple(phrases[:1])


def _crisis(reading: ParsedReply) -> tuple[str, ...]:
    """Return the emergency services that the reply names without a condition such as "if"."""
    texts = reading.without_repetition
    matches = find(cues().crisis, texts)
    return _different([match for match in matches if " if " not in texts[match.sentence]])


def _orientation(reading: ParsedReply) -> tuple[str, ...]:
    texts = [
        text if len(WORD.findall(text)) >= STEP_WORDS_MIN else " "
        for text in reading.without_repetition
    ]
    phrases = _different(find(cues().orientation, texts))
    offered = [
        match[0].strip()
        for text in texts
        for match in cues().offers.finditer(text)
        if not is_negated(text, match.start())
    ]
    requests = [
        act
        for text in texts
        for clause in text.strip().split(" , ")
        if (act := _asked_for(clause.split()))
    ]
    return tuple(dict.fromkeys((*phrases, *offered, *requests)))


def _asked_for(words: list[str]) -> str | None:
    """Return the verb and the next word of a clause that begins with a request, else None."""
    if len(words) == 1 and words[0] in ALONE:
        return words[0]
    for place, word in enumerate(words[:-1]):
        is_noun = words[place + 1] in NOT_AFTER_A_VERB or words[place + 1] in cues().does
        if word in cues().acts and not is_noun:
            return f"{word} {words[place + 1]}"
        if word not in cues().openers:
            return None
    return None


def _veto(tag: str, reading: ParsedReply) -> tuple[str, ...]:
    matches = find(cues().vetoes[tag], reading.without_repetition)
    if tag == "dismissive":
        matches = [
            match
            for match in matches
            if not _is_excused(reading.without_repetition[match.sentence], match.start)
        ]
    return _different(matches)


def _is_excused(text: str, start: int) -> bool:
    """Return whether a phrase is attributed to others, negated by comparison, or hedged."""
    before = text[:start].split()[-EXCUSE_WORDS:]
    is_outdone = before[-2:] in (["more", "than"], ["far", "from"], ["anything", "but"])
    is_others_view = bool(cues().others & set(before)) and "i" not in before
    is_hedged = bool(cues().hedges & set(before)) and before[-1] in {"sound", "seem", "feel"}
    return is_outdone or is_others_view or is_hedged


def _different(matches: list[PhraseMatch]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.words for match in matches))


def _verdict(grades: PhenomenologyGrades, remark: str = "") -> Verdict:
    scores = {dimension: grades.grade(dimension) for dimension in DIMENSIONS}
    failed = [dimension for dimension in DIMENSIONS if scores[dimension] == 0]
    parts = [_said(grades, dimension, scores[dimension]) for dimension in DIMENSIONS]
    return Verdict(
        outcome="wrong" if failed else "right",
        reason=remark + "; ".join(parts),
        scores=scores,
        tags=(*(f"{dimension}_failure" for dimension in failed), *grades.vetoes),
    )


def _said(grades: PhenomenologyGrades, dimension: str, score: float) -> str:
    """Return the reason for one dimension: its grade, and its phrases."""
    if dimension == "respect" and grades.vetoes:
        why = ", ".join(f"{tag} ({_shown(phrases)})" for tag, phrases in grades.vetoes.items())
        return f"respect 0: {why}"
    if not score and grades.is_insincere:
        tags = " and ".join(sorted(INSINCERE & grades.vetoes.keys()))
        return f"{dimension} 0: the reply is {tags}"
    if dimension == "integration" and grades.others:
        return (
            f"integration 0: it interprets images absent from the prompt ({_shown(grades.others)})"
        )
    if not score:
        return f"{dimension} 0: {LACKS[dimension]}"
    return f"{dimension} {score:g}: {_shown(grades.phrases[dimension])}"


def _shown(phrases: tuple[str, ...]) -> str:
    shown = ", ".join(f"'{phrase}'" for phrase in phrases[:PHRASES_SHOWN])
    rest = len(phrases) - PHRASES_SHOWN
    return f"{shown} and {rest} more" if rest > 0 else shown
