"""Optional chat model that reads retrieved passages; its prompt is a file."""

import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evalstore.base.settings import setting, system_place, wrong
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.running.chat.default_prompt import sha256_hex
from evalstore.suites.epistemic.readers.card_answer import strict

PROMPTS = Path(__file__).parent / "prompts"
_PLACE = re.compile(r"\{(passages|card)\}")
# An optional bullet or number before a fact.
_BULLET = re.compile(r"^(?:[-*•]|\d+[.)])\s+")
RULES = "Rules:"
_QUESTION = re.compile(r"^question\s*:\s*", re.IGNORECASE)


class CardModel:
    """A model that answers a card from retrieved passages."""

    def __init__(self, system: Any, prompt_file: str) -> None:
        self._system = system
        self._prompt = (PROMPTS / prompt_file).read_text(encoding="utf-8")
        self.configuration: Mapping[str, object] = {
            **system.configuration,
            "prompt": prompt_file,
            "prompt_sha256": sha256_hex(self._prompt),
        }

    def ask(self, question: Question, passages: Sequence[str], attempt: int) -> Response:
        """Return the model's response to a card with these passages before it."""
        prompt = filled(self._prompt, passages, question.turns[-1])
        prompted = Question(question.case_id, (prompt,), question.answer_schema, question.history)
        response: Response = self._system.ask(prompted, attempt)
        return strict(response)

    def close(self) -> None:
        """Close the model."""
        self._system.close()


class CardSystem:
    """Base of systems that answer cards from their prompt, with an optional chat model."""

    needs_truth = False

    def __init__(
        self, system_id: str, model: CardModel | None, configuration: Mapping[str, object]
    ) -> None:
        self.system_id = system_id
        self.configuration = configuration
        self._model = model

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return the answer to a card; an error if its prompt cannot be parsed."""
        if isinstance(question, Case):
            raise TypeError(question)
        began_at = time.perf_counter()
        parts = facts_and_question(question.turns[-1])
        if parts is None:
            return Response("error", error="the prompt holds no question that could be read")
        return self._answer(question, *parts, attempt, began_at)

    def close(self) -> None:
        """Close the model, if any."""
        if self._model is not None:
            self._model.close()

    def _answer(
        self,
        question: Question,
        facts: list[str],
        question_text: str,
        attempt: int,
        began_at: float,
    ) -> Response:
        raise NotImplementedError


def filled(prompt: str, passages: Sequence[str], card: str) -> str:
    """
    Return a prompt with passages and card inserted; braces within them are kept.

    >>> filled("{passages} / {card}", ["{card}"], "Is it?")
    '- {card} / Is it?'
    """
    values = {
        "passages": "\n".join(f"- {passage}" for passage in passages) or "(none)",
        "card": card,
    }
    return _PLACE.sub(lambda match: values[match[1]], prompt)


def described_model() -> Any:
    """Declare the setting ``model_system``: a table as under [systems] of the configuration."""

    def read(value: object) -> Mapping[str, object]:
        if not isinstance(value, Mapping) or not isinstance(value.get("kind"), str):
            raise TypeError
        return value

    return setting(read, 'a table such as { kind = "chat_model", model = "…" }', None)


def model_of(
    described: Mapping[str, object] | None, system_id: str, kind: str, seed: str, prompt_file: str
) -> CardModel | None:
    """Return the model that ``model_system`` describes, None if it is not set."""
    if described is None:
        return None
    settings = {str(key): value for key, value in described.items() if key != "kind"}
    system = registry.load("systems", str(described["kind"])).build(system_id, settings, seed)
    if system.needs_truth:
        expected = "a system that is not given the truth"
        place = system_place(system_id, kind)
        raise wrong({"model_system": described}, "model_system", place, expected)
    return CardModel(system, prompt_file)


def facts_and_question(text: str) -> tuple[list[str], str] | None:
    """
    Return the facts and the question of a card; None if the text has no question.

    The facts come first, one a line, then rules under their own heading, the question, and the
    instructions. Headings (lines that end with a colon) and rules are not facts. The question is
    the line that begins with "Question:", else the first that ends with a question mark.

    >>> card = ["Facts:", "- Ash flows into Elm.", "", "Question: Does Ash flow into Elm?", "Say"]
    >>> facts_and_question(chr(10).join(card))
    (['Ash flows into Elm.'], 'Does Ash flow into Elm?')
    """
    lines = [line.strip() for line in text.splitlines()]
    place = _place_of_question(lines)
    if place is None:
        return None
    end = lines.index(RULES, 0, place) if RULES in lines[:place] else place
    facts = [_BULLET.sub("", line) for line in lines[:end]]
    return (
        [fact for fact in facts if fact and not fact.endswith(":")],
        _QUESTION.sub("", lines[place]),
    )


def _place_of_question(lines: list[str]) -> int | None:
    named = [place for place, line in enumerate(lines) if _QUESTION.match(line)]
    marked = [place for place, line in enumerate(lines) if line.endswith("?")]
    places = named or marked
    return places[0] if places else None
