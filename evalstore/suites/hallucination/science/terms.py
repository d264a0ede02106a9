"""
Terms and their definitions, as a choice of four of one kind.

Difficulty: medium if two of the three distractors come from the term's own branch, else easy; a
term that the texts tagged for WordNet never use is a step harder.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from evalstore.suites.hallucination.drafts.draft import Draft, Subject, choice_question, kept
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, question_rng

Row = Mapping[str, Any]
WORDINGS = (
    'Which of these is defined as "{gloss}"',
    'A definition reads "{gloss}". Which of these does it define',
)


def drafts_of_terms(topic: str) -> Iterator[Draft]:
    """Yield the questions about the terms of a topic."""
    rows = kept(topic)["terms"]
    source = str(kept(topic)["sources"].get("terms") or kept(topic)["sources"]["names"])
    for row in rows:
        same = [
            other
            for other in rows
            if other["kind"] == row["kind"] and not _is_above_or_below(row, other)
        ]
        for variant, wording in enumerate(WORDINGS):
            others = _distractors(row, same, variant)
            if len(others) < len("abc"):
                continue
            siblings = sum(other["parent"] == row["parent"] for other in others)
            grade = DIFFICULTIES[int(siblings > 1) + int(not row["is_used"])]
            subject = Subject(topic, f"definition: {topic}", row["term"], source, grade)
            text = wording.format(gloss=row["gloss"])
            yield Draft(f"definition: {topic}", row["term"], partial(
                choice_question, subject, text, row["term"],
                sorted(other["term"] for other in others),
            ))  # fmt: skip


def _distractors(row: Row, same: Sequence[Row], variant: int) -> list[Row]:
    rng = question_rng("terms", row["term"], variant)
    siblings = [other for other in same if other["parent"] == row["parent"]]
    chosen = rng.sample(siblings, 2)
    rest = [other for other in same if other not in chosen]
    return chosen + rng.sample(rest, 3 - len(chosen))


def _is_above_or_below(row: Row, other: Row) -> bool:
    terms = (row["term"], other["term"])
    is_inside = terms[0] in terms[1] or terms[1] in terms[0]
    return is_inside or row["parent"] == other["term"] or other["parent"] == row["term"]
