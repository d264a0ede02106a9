"""Context cards: facts, a question and its right answer, one JSON object a line."""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import json_lines
from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.context_cards.context_cards_files import recognises
from evalstore.harnesses.epistemic import GOLD, ID, LABEL, is_text
from evalstore.harnesses.json_lines import Field
from evalstore.harnesses.named_records import by_question
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = "ingest/context_cards"
HOLDS_WHOLE_RUN = False
# 2: cards with the same id and different questions are different cases.
READING = 2


def _is_text_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(fact, str) for fact in value)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


FIELDS = (
    ID,
    Field("facts", _is_text_list, "a list of texts"),
    Field("question", is_text, "text"),
    GOLD,
    LABEL,
    Field("claim", _is_object, "an object with subj, pred and obj", is_required=False),
)


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start and the cards in their order; there is no record of the run's end.

    Cards with the same id and different questions are different cases. If a card comes again with
    another answer, the last one counts.
    """
    yield from by_question(json_lines.read(source, "card", FIELDS), _asked, _is_known, source)


def _asked(fields: dict[str, Any]) -> tuple[str, str]:
    return fields["id"], question_digest([fields["facts"], fields["question"]])


def _is_known(fields: dict[str, Any]) -> tuple[object, object]:
    """Return a card's key, and the content by which a repeated card is compared."""
    return _asked(fields), fields["gold"].strip().upper()
