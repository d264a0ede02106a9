"""
Phenomenological: whether a reply to a dream, desire or fantasy is respectful, reflects and guides.

A keyword heuristic for English replies: whole words and phrases from lists, not understanding.
docs/phenomenology.md says what counts, how far it agrees with a person, and where it is wrong.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.types.case import Case
from evalstore.types.response import Response
from evalstore.types.verdict import Verdict
from evalstore.validators._phenomenology_reply import ParsedReply, read
from evalstore.validators._phrases import PhraseMatch, compiled, find
from evalstore.validators._text import is_english

VERSION = "1"
JUDGES_UNPARSABLE = False

DIMENSIONS = ("respect", "integration", "orientation")
# The grade of no, one, two, and three or more different phrases. Above zero passes.
GRADES = (0.0, 0.5, 0.75, 1.0)
LACKS = {
    "respect": "nothing honours what was shared",
    "integration": "nothing reflects on what the image may mean",
    "orientation": "nothing says what one could do with it",
}
PHRASES_SHOWN = 3
EXCUSE_WORDS = 6

# Words after which a preceding action verb is a noun: "light is ...".
AFTER_A_NOUN = """is are was were may might can could will would often has have does do stands
speaks here and or me"""
NOT_AFTER_A_VERB = frozenset(AFTER_A_NOUN.split())
FOLDER = Path(__file__).parent / "data" / "phenomenological"
VETOES = ("dismissive", "pathologising", "over_literal")

Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class Cues:
    """The compiled phrases of each dimension and veto."""

    respect: Patterns
    symbolic: Patterns
    beside_the_image: Patterns
    orientation: Patterns
    vetoes: dict[str, Patterns]
    whole: frozenset[str]
    acts: frozenset[str]
    openers: frozenset[str]
    others: frozenset[str]
    hedges: frozenset[str]


@cache
def cues() -> Cues:
    """Return the cues, read once."""
    lists = {name: text.split() for name, text in _read("words").items()}
    orientation, integration, vetoes = _read("orientation"), _read("integration"), _read("vetoes")
    return Cues(
        respect=compiled(_read("respect")["phrases"], lists),
        symbolic=compiled(integration["symbolic"], lists),
        beside_the_image=compiled(integration["beside_the_image"], lists),
        orientation=compiled(orientation["phrases"], lists),
        vetoes={tag: compiled(vetoes[tag], lists) for tag in VETOES},
        whole=frozenset(lists["whole"]),
        acts=frozenset(lists["act"]),
        openers=frozenset(orientation["openers"].split()),
        others=frozenset(vetoes["others"].split()),
        hedges=frozenset(vetoes["hedges"].split()),
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class PhenomenologyGrades:
    """The matched phrases of each dimension, and those that veto respect, by tag."""

    phrases: dict[str, tuple[str, ...]]
    vetoes: dict[str, tuple[str, ...]]

    def grade(self, dimension: str) -> float:
        """Return how well a dimension is met, in [0, 1]."""
        if dimension == "respect" and self.vetoes:
            return 0.0
        return GRADES[min(len(self.phrases[dimension]), len(GRADES) - 1)]


def judge(case: Case, response: Response) -> Verdict:
    """
    Return right if respect, integration and orientation are all above zero.

    ``scores`` holds the three grades. ``score`` stays None: a mean of the three could be one half
    or more for a reply that fails one of them, and would then count as right.
    """
    reply = _reply(response)
    if not reply.strip():
        return _verdict(
            PhenomenologyGrades(dict.fromkeys(DIMENSIONS, ()), {}), "the reply is empty; "
        )
    if not is_english(reply):
        return Verdict("undetermined", "the reply is not in English, and the word lists are")
    return _verdict(_grades(read("\n".join(case.turns), case.answer_key, reply)))


def _reply(response: Response) -> str:
    """Return the reply; an answer wrapped in JSON is unwrapped."""
    text = response.text or (response.turns[-1] if response.turns else "")
    is_wrapped = text.lstrip().startswith("{") and response.answer
    return (response.answer or "") if is_wrapped or not text else text


def _grades(reading: ParsedReply) -> PhenomenologyGrades:
    integration = _integration(reading)
    vetoes = {tag: _veto(tag, reading) for tag in VETOES}
    # A literal remark is allowed in addition to a reflection, not instead of one.
    if len(vetoes["over_literal"]) <= len(integration):
        vetoes["over_literal"] = ()
    return PhenomenologyGrades(
        phrases={
            "respect": _different(find(cues().respect, reading.without_repetition)),
            "integration": integration,
            "orientation": _orientation(reading),
        },
        vetoes={tag: phrases for tag, phrases in vetoes.items() if phrases},
    )


def _integration(reading: ParsedReply) -> tuple[str, ...]:
    """Return the phrases of meaning that are about an image of the prompt."""
    about_image: list[bool] = []
    about_it: list[bool] = []
    for place, text in enumerate(reading.sentence_texts):
        is_continuation = place > 0 and reading.is_continuation[place]
        is_image = reading.names_image[place] or (is_continuation and about_image[-1])
        is_whole = bool(cues().whole & set(text.split()))
        about_image.append(is_image)
        about_it.append(is_image or is_whole or (is_continuation and about_it[-1]))
    found = _about(reading, cues().beside_the_image, about_image)
    found += _about(reading, cues().symbolic, about_it)
    return _different(found)


def _about(reading: ParsedReply, patterns: Patterns, is_about: list[bool]) -> list[PhraseMatch]:
    """Find in the sentences that are about something; words of the prompt reflect nothing."""
    return [
        found
        for found in find(patterns, reading.without_repetition)
        if is_about[found.sentence] and not set(found.words.split()) <= reading.prompt_words
    ]


def _orientation(reading: ParsedReply) -> tuple[str, ...]:
    found = _different(find(cues().orientation, reading.without_repetition))
    asked = [
        act
        for text in reading.without_repetition
        for clause in text.strip().split(" , ")
        if (act := _asked_for(clause.split()))
    ]
    return tuple(dict.fromkeys((*found, *asked)))


def _asked_for(words: list[str]) -> str | None:
    """Return the verb, and the next word, of a clause that opens with a request."""
    for place, word in enumerate(words[:-1]):
        if word in cues().acts and words[place + 1] not in NOT_AFTER_A_VERB:
            return f"{word} {words[place + 1]}"
        if word not in cues().openers:
            return None
    return None


def _veto(tag: str, reading: ParsedReply) -> tuple[str, ...]:
    found = find(cues().vetoes[tag], reading.without_repetition)
    if tag == "dismissive":
        found = [
            one
            for one in found
            if not _is_excused(reading.without_repetition[one.sentence], one.start)
        ]
    return _different(found)


def _is_excused(text: str, start: int) -> bool:
    """Return whether a phrase is attributed to others, outdone or hedged."""
    before = text[:start].split()[-EXCUSE_WORDS:]
    is_outdone = before[-2:] in (["more", "than"], ["far", "from"], ["anything", "but"])
    is_others_view = bool(cues().others & set(before)) and "i" not in before
    is_hedged = bool(cues().hedges & set(before)) and before[-1] in {"sound", "seem", "feel"}
    return is_outdone or is_others_view or is_hedged


def _different(found: list[PhraseMatch]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.words for one in found))


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
    """Word one dimension: its grade, and the phrases it rests on."""
    if dimension == "respect" and grades.vetoes:
        why = ", ".join(f"{tag} ({_shown(found)})" for tag, found in grades.vetoes.items())
        return f"respect 0: {why}"
    if not score:
        return f"{dimension} 0: {LACKS[dimension]}"
    return f"{dimension} {score:g}: {_shown(grades.phrases[dimension])}"


def _shown(phrases: tuple[str, ...]) -> str:
    shown = ", ".join(f"'{phrase}'" for phrase in phrases[:PHRASES_SHOWN])
    rest = len(phrases) - PHRASES_SHOWN
    return f"{shown} and {rest} more" if rest > 0 else shown
