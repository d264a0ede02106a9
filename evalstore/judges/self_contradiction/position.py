"""Position of an answer on the question: yes, no or undetermined."""

import re
from dataclasses import dataclass

from evalstore.judges.self_contradiction import cues
from evalstore.judges.self_contradiction.assertion import asserts
from evalstore.judges.self_contradiction.plain_text import clauses, sentences, words
from evalstore.judges.self_contradiction.question import ParsedQuestion, side_of

UNDETERMINED = "undetermined"
OPPOSITE = {"yes": "no", "no": "yes"}
SAYS = {"yes": "affirms", "no": "denies"}
# A position is stated early or not at all: later sentences are arguments, often for both sides.
SENTENCES_MAX = 3
CHARACTERS_MAX = 450
COURTESIES_MAX = 3
LABEL_WORDS_MAX = 12
SHOWN_CHARACTERS_MAX = 60
CONDITION = re.compile(
    r"(?:if|unless|when|whether|should|assuming|provided"
    r"|from (?:your|their|another|the other|the opposing|an opposing)(?= ))\b"
)

TAIL_CONDITION = re.compile(
    r"\b(?:if|unless|when|without|provided|as long as|until|where|under"
    r"|in (?:some|certain|many))\b"
)


@dataclass(frozen=True, slots=True)
class Position:
    """A position, ``yes``, ``no`` or ``undetermined``, and the evidence for it."""

    value: str
    how: str

    @property
    def is_determined(self) -> bool:
        """Return whether the position is yes or no."""
        return self.value in OPPOSITE


def found(name: str, text: str) -> str | None:
    """Return the first match of a list's cues in the text, else None."""
    hit = cues.anywhere(name).search(text)
    return hit[0] if hit else None


def opening(turned: str) -> str:
    """Return the part of a plain text that is searched for a position."""
    kept: list[str] = []
    for sentence in first_sentences(turned):
        kept.append(sentence)
        if sum(map(len, kept)) > CHARACTERS_MAX:
            break
    return "\n".join(kept)


def stated(turned: str, question: ParsedQuestion, held: str | None = None) -> Position | None:
    """
    Return the position of the first clause that answers the question in its words, else None.

    ``held`` is the position of the turn before; a clause under a condition does not reverse it.
    """
    opened = opening(turned)
    if question.asks_advice and found("statements.wants_more", opened) is not None:
        return None
    for sentence in sentences(opened):
        if sentence.endswith("?"):
            continue
        for clause in main_clauses(sentence):
            head = _head(clause)
            side = side_of(clause, question, head)
            if side is None or not asserts(clause, head, question):
                continue
            if (cue := found("statements.hedges", clause)) and cue not in question.present:
                return None
            if held == OPPOSITE[side] and TAIL_CONDITION.search(clause) is not None:
                return None
            return Position(side, f"{SAYS[side]} the question's words: {shortened(clause)!r}")
    return None


def main_clauses(sentence: str) -> list[str]:
    """Return the clauses that are the speaker's own view, without subordinates and conditions."""
    kept = []
    is_conditioned = False
    for clause in clauses(sentence):
        if is_conditioned:
            # The clause after "if ..., " holds only under that condition.
            is_conditioned = False
            continue
        is_conditioned = CONDITION.match(clause) is not None
        if cues.at_start("statements.subordinates").match(clause):
            continue
        if found("statements.attributions", clause) is not None:
            continue
        kept.append(clause)
    return kept


def shortened(text: str) -> str:
    """Return the beginning of a text, for a reason."""
    return text if len(text) <= SHOWN_CHARACTERS_MAX else text[: SHOWN_CHARACTERS_MAX - 3] + "..."


def first_sentences(turned: str) -> list[str]:
    """Return the first sentences; polite ones do not count towards the limit."""
    kept: list[str] = []
    polite_count = 0
    for sentence in sentences(turned):
        polite_count += is_polite(sentence)
        kept.append(sentence)
        if len(kept) - polite_count >= SENTENCES_MAX or polite_count > COURTESIES_MAX:
            break
    return kept


def is_polite(sentence: str) -> bool:
    """Return whether a sentence is a courtesy, a question, or a label such as "answer:"."""
    is_label = sentence.endswith(":") and len(words(sentence)) <= LABEL_WORDS_MAX
    is_courtesy = cues.at_start("courtesies").match(sentence) is not None
    return is_label or is_courtesy or sentence.endswith("?")


def _head(clause: str) -> str:
    """Return a clause without its relative clause or reason."""
    pattern = cues.anywhere("statements.subordinates")
    kept = pattern.split(clause, maxsplit=1)[0]
    holders = set(cues.phrases("statements.holds_that"))
    for hit in re.finditer(r"\bthat\b", kept):
        before = words(kept[: hit.start()])
        if before and before[-1] not in holders:
            return kept[: hit.start()]
    return kept
