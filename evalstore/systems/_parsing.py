"""Parse the answer from a text that should be one JSON object."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Only a fence around the whole text is removed.
_FENCED = re.compile(r"```(?:json|JSON)?[ \t]*\r?\n(.*)\n[ \t]*```", re.DOTALL)
PROBLEM_CHARACTERS_MAX = 300


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer with its confidence, or the ``problem``."""

    answer: str | None = None
    confidence: float | None = None
    problem: str | None = None
    is_fenced: bool = False


class _NotStrictError(ValueError):
    """JSON that is ambiguous between parsers."""


def parsed(text: str, answer_schema: Mapping[str, object] | None) -> Parsed:
    """
    Return the answer in a text, or why there is none; free text is its own answer.

    All of the text has to be one JSON object of the schema; a Markdown fence around all of it is
    taken off and noted.

    >>> schema = {"type": "object", "required": ["answer"]}
    >>> parsed('{"answer": "Paris", "confidence": 0.9}', schema)
    Parsed(answer='Paris', confidence=0.9, problem=None, is_fenced=False)
    >>> parsed("It is Paris.", schema).problem
    'the text is not JSON: Expecting value at character 0'
    >>> parsed("It is Paris.", None)
    Parsed(answer=None, confidence=None, problem=None, is_fenced=False)
    """
    if answer_schema is None:
        return Parsed()
    fenced = _FENCED.fullmatch(text.strip())
    is_fenced = fenced is not None
    try:
        value = json.loads(
            fenced[1] if fenced else text,
            object_pairs_hook=_without_duplicates,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        return _unparsable(
            f"the text is not JSON: {error.msg} at character {error.pos}", is_fenced
        )
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
    Return an answer as a text; what is no text is written as JSON.

    >>> words_of("Paris"), words_of(1.5), words_of(True), words_of(None)
    ('Paris', '1.5', 'true', None)
    """
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)


def share_of(value: object) -> float | None:
    """
    Return a number from 0 to 1, None for everything else.

    >>> share_of(1), share_of(1.5), share_of("0.5"), share_of(True)
    (1.0, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _unparsable(problem: str, is_fenced: bool) -> Parsed:
    return Parsed(problem=problem[:PROBLEM_CHARACTERS_MAX], is_fenced=is_fenced)


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
