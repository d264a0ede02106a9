"""
Read context cards from a file: JSON Lines or a JSON array, also packed by gzip or zstd.

A card has ``id``, ``facts``, ``question``, ``gold`` and ``label``, of the last two at least one,
and may have ``claim``. ``kg cards`` also writes what systems and reports need to treat a card as
one that was just made: ``rules``, ``rule``, ``generator``, ``case_id``, ``answer_key``,
``attributes``, ``cluster_id`` and ``severity``.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.suites.epistemic.cards.cards import ANSWER_SCHEMA, GOLD, WORDS, card_prompt
from evalstore.suites.questions.question_files.reading import FileRow, read_question_file

FORMS = ("JSON Lines", "a JSON array")
LABELS = {gold: label for label, gold in GOLD.items()}
ID_CHARACTERS_MAX = 512
SHOWN_CHARACTERS_MAX = 64
PROBLEMS_SHOWN_MAX = 10
TERMS = ("subj", "pred", "obj")
GENERATOR = "context_cards"


@dataclass(frozen=True, slots=True)
class CardFile:
    """The cards of a file in their order; ``unused`` are the fields that nothing reads."""

    name: str
    sha256: str
    form: str
    cards: tuple[Case, ...]
    unused: tuple[str, ...]

    def description(self) -> str:
        """Return the file's name, its cards by label, and its unused fields, as one line."""
        labels = Counter(card.label for card in self.cards)
        by_label = ", ".join(f"{label}: {labels[label]}" for label in GOLD)
        unused = f"; not used: {', '.join(self.unused)}" if self.unused else ""
        return f"{self.name}: {counted(len(self.cards), 'card')} ({by_label}){unused}"


class FieldError(Exception):
    """A field of a card is missing or invalid; the message names it."""


def read_card_file(path: Path) -> CardFile:
    """
    Return the cards of a file.

    Raises UsageError if the file cannot be read, and for invalid cards: the message has the line
    and field of the first ten.
    """
    file = read_question_file(path)
    if file.form not in FORMS:
        raise UsageError(
            f"{path}: found {file.form}; expected context cards as JSON Lines, an object with id, "
            "facts, question, gold and label per line"
        )
    cards: dict[str, Case] = {}
    places: dict[str, str] = {}
    problems = []
    for row in file.rows:
        try:
            card = _card(row)
        except FieldError as error:
            problems.append(f"{file.name}, {row.place}, {error}")
            continue
        if card.case_id in places:
            problems.append(
                f"{file.name}, {row.place}, id: {card.case_id!r} is also the id of "
                f"{places[card.case_id]}; expected an id of its own for each card"
            )
            continue
        cards[card.case_id] = card
        places[card.case_id] = row.place
    if problems:
        raise UsageError(_message(problems, len(file.rows)))
    unused = tuple(name for name in file.columns if name not in CHECKS)
    return CardFile(file.name, file.sha256, file.form, tuple(cards.values()), unused)


def _message(problems: Sequence[str], card_count: int) -> str:
    more = len(problems) - PROBLEMS_SHOWN_MAX
    are = "is" if len(problems) == 1 else "are"
    return "\n".join(
        [
            f"{len(problems)} of {counted(card_count, 'card')} {are} invalid, so nothing was run:",
            *problems[:PROBLEMS_SHOWN_MAX],
            *([f"… and {more} more"] if more > 0 else []),
        ]
    )


def _card(row: FileRow) -> Case:
    """Return the case of a card; raise FieldError for its first invalid field."""
    if row.problem:
        raise FieldError(row.problem)
    fields: dict[str, Any] = {
        name: value for name, value in row.values.items() if value is not None
    }
    for name, (is_valid, expected) in CHECKS.items():
        if name in fields and not is_valid(fields[name]):
            raise FieldError(f"{name}: found {_shown(fields[name])}; expected {expected}")
        if name in REQUIRED and name not in fields:
            raise FieldError(f"{name}: missing; expected {expected}")
    label, gold = _label_and_gold(fields)
    claim = fields.get("claim", {})
    attributes = {"predicate": claim["pred"]} if claim else {}

    def stated(*names: str) -> dict[str, Any]:
        return {name: fields[name] for name in names if name in fields}

    return Case(
        case_id=fields.get("case_id", fields["id"]),
        domain="epistemic",
        generator=fields.get("generator", GENERATOR),
        turns=(card_prompt(fields["facts"], fields.get("rules", ()), fields["question"]),),
        validators=("abstention",),
        expected=gold,
        answer_key={
            **fields.get("answer_key", {}),
            "kind": "epistemic",
            "label": label,
            "wrong": [word for word in WORDS if word != gold],
            **stated("claim"),
        },
        answer_schema=ANSWER_SCHEMA,
        chance=1 / len(WORDS),
        label=label,
        cluster_id=fields.get("cluster_id", claim.get("subj")),
        severity=fields.get("severity"),
        attributes=fields.get("attributes", attributes),
        extra=stated("facts", "rules", "question", "claim")
        | {"gold": gold, "card_id": fields["id"]}
        | stated("rule"),
    )


def _label_and_gold(fields: Mapping[str, Any]) -> tuple[str, str]:
    """Return label and gold, of which one decides the other; raise FieldError if they differ."""
    label = fields.get("label", "").strip().upper().replace("?", "")
    gold = fields.get("gold", "").strip().upper()
    if not label and not gold:
        raise FieldError("label: missing; expected E, C or U, or gold with YES, NO or UNKNOWN")
    if label and gold and GOLD[label] != gold:
        raise FieldError(f"gold: found {gold}; expected {GOLD[label]}, since the label is {label}")
    return label or LABELS[gold], gold or GOLD[label]


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= SHOWN_CHARACTERS_MAX else shown[:SHOWN_CHARACTERS_MAX] + "…"


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= ID_CHARACTERS_MAX and "\0" not in value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value.strip().upper() in words


def _is_claim(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(term), str) for term in TERMS)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _are_scalars(value: object) -> bool:
    return isinstance(value, dict) and all(
        item is None or isinstance(item, str | int | float | bool) for item in value.values()
    )


REQUIRED = frozenset({"id", "facts", "question"})
_ID = (_is_id, f"text of 1 to {ID_CHARACTERS_MAX} characters")
CHECKS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "id": _ID,
    "facts": (_are_texts, "a list of texts"),
    "question": (_is_text, "text"),
    "gold": (_one_of(*WORDS, ""), "YES, NO or UNKNOWN"),
    "label": (_one_of(*GOLD, "?", ""), "E, C or U"),
    "claim": (_is_claim, "an object with the texts subj, pred and obj"),
    "rules": (_are_texts, "a list of texts"),
    "rule": (_is_text, "text"),
    "generator": (_is_text, "text"),
    "case_id": _ID,
    "answer_key": (_is_object, "an object"),
    "attributes": (_are_scalars, "an object of texts, numbers and Booleans"),
    "cluster_id": (_is_text, "text"),
    "severity": (_is_text, "text"),
}


def card_record(card: Case) -> dict[str, object]:
    """Return the fields of a card as they are written to a file, from which it is read back."""
    extra = card.extra
    fields = {
        "id": extra["card_id"],
        "facts": extra["facts"],
        "question": extra["question"],
        "gold": card.expected,
        "label": card.label,
        "claim": extra.get("claim"),
        "rules": extra.get("rules"),
        "rule": extra.get("rule"),
        "generator": card.generator,
        "case_id": card.case_id,
        "answer_key": dict(card.answer_key),
        "attributes": dict(card.attributes),
        "cluster_id": card.cluster_id,
        "severity": card.severity,
    }
    return {name: value for name, value in fields.items() if value is not None}
