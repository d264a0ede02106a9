"""
Parsing of the answer from a text that should be one JSON object.

Reasoning before the answer is removed. If the schema offers a few words, such as YES, NO and
UNKNOWN, the answer may also have another form, which is recorded.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalstore.running.chat.reasoning import without_reasoning
from evalstore.running.replies.offered_words import find_word, offered_word, offered_words

# Only a fence around the whole text is removed.
_FENCED = re.compile(r"```(?:json|JSON)?[ \t]*\r?\n(.*)\n[ \t]*```", re.DOTALL)
PROBLEM_CHARACTERS_MAX = 300
BEGINNING_CHARACTERS_MAX = 80


@dataclass(frozen=True, slots=True)
class Parsed:
    """
    An answer with its confidence, or the ``problem``.

    ``form`` is ``json in text`` or ``word`` if the answer was not given as the requested JSON
    object.
    """

    answer: str | None = None
    confidence: float | None = None
    problem: str | None = None
    is_fenced: bool = False
    form: str | None = None


class _NotStrictError(ValueError):
    """JSON that is ambiguous between parsers."""


def parsed(text: str, answer_schema: Mapping[str, object] | None) -> Parsed:
    """
    Return the answer in a text, or the problem; without a schema, free text is its own answer.

    The whole text has to be one JSON object of the schema; reasoning and a Markdown fence around
    it are removed. If the schema offers words, a text that clearly gives one of them is accepted,
    and so is an answer without a confidence.

    >>> schema = {"type": "object", "required": ["answer"]}
    >>> parsed('{"answer": "Paris", "confidence": 0.9}', schema).answer
    'Paris'
    >>> parsed("It is Paris.", schema).problem
    "the text is not JSON: Expecting value at character 0; it begins with 'It is Paris.'"
    >>> parsed("It is Paris.", None).problem
    >>> offered = {"type": "object", "properties": {"answer": {"enum": ["YES", "NO"]}}}
    >>> parsed("<think>Hm.</think> **Yes.**", offered).answer
    'YES'
    """
    if answer_schema is None:
        return Parsed()
    as_given = _parsed_json(text, answer_schema)
    if as_given.problem is None:
        return as_given
    body = without_reasoning(text)
    if not body:
        return _unparsable("the text holds reasoning and no answer after it", False)
    parsed_body = as_given if body == text.strip() else _parsed_json(body, answer_schema)
    words = offered_words(answer_schema)
    if parsed_body.problem is None or not words:
        return parsed_body
    word = find_word(body, words)
    if word is None:
        return Parsed(problem=_none_of(words, body), is_fenced=parsed_body.is_fenced)
    return Parsed(word.word, word.confidence, is_fenced=parsed_body.is_fenced, form=word.form)


def parsed_answer(value: object, answer_schema: Mapping[str, object] | None) -> str | None:
    """
    Return an answer given separately from a text: the offered word it equals, else as text.

    >>> parsed_answer("Yes.", {"properties": {"answer": {"enum": ["YES", "NO"]}}})
    'YES'
    >>> parsed_answer("Perhaps", {"properties": {"answer": {"enum": ["YES", "NO"]}}})
    'Perhaps'
    """
    return offered_word(value, offered_words(answer_schema)) or words_of(value)


def _parsed_json(text: str, answer_schema: Mapping[str, object]) -> Parsed:
    fenced = _FENCED.fullmatch(text.strip())
    is_fenced = fenced is not None
    try:
        value = json.loads(
            fenced[1] if fenced else text,
            object_pairs_hook=_without_duplicates,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        place = f"{error.msg} at character {error.pos}"
        return _unparsable(f"the text is not JSON: {place}{_beginning(text)}", is_fenced)
    except (ValueError, RecursionError) as error:
        return _unparsable(f"the text is not strict JSON: {error}", is_fenced)
    if not isinstance(value, dict):
        return _unparsable("the text is JSON, but no object", is_fenced)
    if problem := _against(value, answer_schema):
        return _unparsable(problem, is_fenced)
    return Parsed(
        answer=words_of(value.get("answer")),
        confidence=share_of(value.get("confidence")),
        is_fenced=is_fenced,
    )


def words_of(value: object) -> str | None:
    """
    Return an answer as text; a value of another type is written as JSON.

    >>> words_of("Paris"), words_of(1.5), words_of(True), words_of(None)
    ('Paris', '1.5', 'true', None)
    """
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def share_of(value: object) -> float | None:
    """
    Return a number from 0 to 1, None for any other value.

    >>> share_of(1), share_of(1.5), share_of("0.5"), share_of(True)
    (1.0, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _unparsable(problem: str, is_fenced: bool) -> Parsed:
    return Parsed(problem=problem[:PROBLEM_CHARACTERS_MAX], is_fenced=is_fenced)


def _none_of(words: Sequence[str], text: str) -> str:
    return f"the text does not plainly give one of {', '.join(words)}{_beginning(text)}"


def _beginning(text: str) -> str:
    """Return a clause that quotes the beginning of a text, for a message."""
    words = " ".join(text[: 4 * BEGINNING_CHARACTERS_MAX].split())
    if not words:
        return ""
    is_cut = len(words) > BEGINNING_CHARACTERS_MAX
    shown = words[: BEGINNING_CHARACTERS_MAX - 1] + "…" if is_cut else words
    return f"; it begins with {shown!r}"


def _against(value: dict[str, Any], answer_schema: Mapping[str, object]) -> str | None:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    error = best_match(Draft202012Validator(dict(answer_schema)).iter_errors(value))
    if error is None:
        return None
    return f"the JSON is not of the form asked for: {error.json_path}: {error.message}"


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _NotStrictError("a key stands twice in one object")
    return fields


def _no_constant(name: str) -> float:
    raise _NotStrictError(f"{name} is no number of JSON")
