"""Fields of a line of samples: their validation, and the values used if they are invalid."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import orjson

from evalstore.errors import RefusedEventError
from evalstore.harnesses.every_eval_ever.aggregate import KNOWN_VERSIONS, is_text, shown
from evalstore.harnesses.inspect.strict_json import repaired
from evalstore.harnesses.json_lines import Field
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.values import amount, listed, mapping, number, whole

# The figure for which evalstore writes lines, and the fields that each has in `metadata`.
OWN_RESULT = "accuracy"
OWN_NAMES = {"attempt", "status"}


@dataclass(frozen=True, slots=True)
class SamplePart:
    """The requirement for a part of a line; null and absent mean that it is unknown."""

    path: tuple[str, ...]
    fits: Callable[[Any], bool]
    expected: str

    def found_in(self, line: dict[str, Any]) -> Any:
        """Return the part of a line; None if it is absent."""
        value: Any = line
        for name in self.path:
            value = mapping(value).get(name)
        return value

    def leave_out_of(self, line: dict[str, Any]) -> None:
        """Set the part of a line to None."""
        *outer, name = self.path
        holder = line
        for key in outer:
            holder = holder[key]
        holder[name] = None

    def objection(self, line: dict[str, Any]) -> str | None:
        """Return a message about an invalid value, else None."""
        value = self.found_in(line)
        if value is None or self.fits(value):
            return None
        return f"{'.'.join(self.path)}: found {shown(value)}, expected {self.expected}"


def is_score(value: Any) -> bool:
    """
    Return whether a value is a score: a number, or null, NaN or an infinity for a missing one.

    >>> is_score(0.5), is_score(None), is_score("Infinity"), is_score(True), is_score("high")
    (True, True, True, False, False)
    """
    return value is None or number(value) is not None or written(value) is not None


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    # Earlier versions of the format had a text, which is read as a list of one.
    return isinstance(value, str | list)


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _is_question(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("raw"), str)


def _is_judged(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("is_correct"), bool)
        and "score" in value
        and is_score(value["score"])
    )


FIELDS = (
    Field("evaluation_id", is_text, "text"),
    Field("model_id", is_text, "text"),
    Field("evaluation_name", is_text, "text"),
    Field("sample_id", is_text, "text"),
    Field("input", _is_question, "an object with raw, a text"),
    Field("evaluation", _is_judged, "an object with score and is_correct"),
)
# All fields of a line in the known versions.
KNOWN = frozenset((
    "answer_attribution", "error", "evaluation", "evaluation_id", "evaluation_name",
    "evaluation_result_id", "input", "interaction_type", "messages", "metadata", "model_id",
    "output", "performance", "sample_hash", "sample_id", "schema_version", "token_usage",
))  # fmt: skip
# Without these the question or the answer is unknown.
NEEDED = (
    SamplePart(("input", "reference"), _are_texts, "a list of texts"),
    SamplePart(("input", "choices"), _is_list, "a list of texts"),
    SamplePart(("output",), _is_object, "an object with raw"),
    SamplePart(("output", "raw"), _are_texts, "a list of texts"),
    SamplePart(("messages",), _is_list, "a list of turns"),
)
# A line is read without these if they are invalid.
BESIDE = (
    SamplePart(("metadata",), _is_object, "an object of texts"),
    SamplePart(("answer_attribution",), _are_objects, "a list of objects"),
    SamplePart(("token_usage",), _is_object, "an object of numbers"),
    SamplePart(("token_usage", "input_tokens"), lambda n: whole(n) is not None, "a number from 0"),
    SamplePart(
        ("token_usage", "output_tokens"), lambda n: whole(n) is not None, "a number from 0"
    ),
    SamplePart(("performance",), _is_object, "an object of numbers"),
    SamplePart(("performance", "latency_ms"), lambda n: amount(n) is not None, "a number from 0"),
)


def checked(line: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """
    Return a line without its invalid optional parts, and messages about these.

    Raises RefusedEventError if a part of the question or the answer is invalid.

    >>> checked({"input": {"raw": "2 + 3?", "reference": "5"}, "performance": 7, "error": ""})
    ({'input': {'raw': '2 + 3?', 'reference': ['5']}, 'performance': None, 'error': None}, \
['performance: found "7", expected an object of numbers'])
    """
    for part in NEEDED:
        objection = part.objection(line)
        if objection is not None:
            raise RefusedEventError("wrong value", objection)
    objections = []
    for part in BESIDE:
        objection = part.objection(line)
        if objection is not None:
            objections.append(objection)
            part.leave_out_of(line)
    for holder, name in ((line.get("input"), "reference"), (line.get("output"), "raw")):
        if isinstance(holder, dict) and isinstance(holder.get(name), str):
            holder[name] = [holder[name]]
    judged = mapping(line.get("evaluation"))
    if not isinstance(judged.get("score"), int | float):
        judged |= {"score": None, "score_text": judged.get("score")}
    return {**line, "error": _error(line.get("error"))}, objections


def unknown_version(line: dict[str, Any]) -> str | None:
    """
    Return the version of a line's schema if it is unknown, else None.

    >>> unknown_version({"schema_version": "9"}), unknown_version({"schema_version": "0.3.0"})
    ('9', None)
    """
    version = line.get("schema_version")
    is_known = version is None or KNOWN_VERSIONS.fullmatch(str(version)) is not None
    return None if is_known else str(version)[:100]


def is_own(line: dict[str, Any]) -> bool:
    """
    Return whether evalstore wrote a line, judged by its fields without the aggregate.

    >>> is_own({"evaluation_result_id": "accuracy/exact",
    ...         "metadata": {"attempt": "1", "status": "ok", "validator_id": "exact"}})
    True
    """
    noted = mapping(line.get("metadata"))
    parts = (OWN_RESULT, noted.get("validator_id"))
    result_id = "/".join(str(part) for part in parts if part is not None)
    return noted.keys() >= OWN_NAMES and line.get("evaluation_result_id") == result_id


def own_json(noted: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """
    Return the object or list that evalstore wrote as one JSON text; an empty one if absent.

    Raises RefusedEventError if the text is not JSON of this kind.
    """
    stored = noted.get(name)
    try:
        content = None if stored is None else orjson.loads(str(stored))
    except orjson.JSONDecodeError:
        content = stored
    if content is not None and not isinstance(content, kind):
        expected = "an object" if kind is dict else "a list"
        raise RefusedEventError(
            "wrong value", f"metadata.{name}: found {shown(stored)}, expected {expected} as JSON"
        )
    return kind() if content is None else content


def question(line: dict[str, Any]) -> str:
    """Return the digest of a line's question: text, references and choices."""
    fields = mapping(line.get("input"))
    return digest(
        fields.get("raw"), listed(fields.get("reference")), listed(fields.get("choices"))
    )


def reply(line: dict[str, Any]) -> str:
    """Return the digest of a line's reply; empty if it is missing."""
    parts = mapping(line.get("output")).get("raw"), line.get("messages")
    return digest(*parts) if any(parts) else ""


def digest(*parts: Any) -> str:
    """Return the SHA-256 of parts of a line in hex."""
    return hashlib.sha256(orjson.dumps(repaired(list(parts), "", []))).hexdigest()


def warnings_of(objections: Iterable[tuple[str, str]], name: str) -> list[str]:
    """
    Return a warning for each invalid part, with the first place and the count of others.

    >>> warnings_of([("line 2", "a: found 1, expected 2"), ("line 3", "a: found 3, expected 2")],
    ...             "s.json")
    ['s.json: line 2: a: found 1, expected 2; ignored, also in 1 more']
    """
    by_path: dict[str, list[str]] = {}
    for place, objection in objections:
        by_path.setdefault(objection.partition(":")[0], []).append(f"{place}: {objection}")
    return [
        f"{name}: {places[0]}; ignored"
        + (f", also in {len(places) - 1} more" if len(places) > 1 else "")
        for places in by_path.values()
    ]


def _error(value: Any) -> str | None:
    """Return the error as text; None for the empty text or false that tools write without one."""
    if isinstance(value, str):
        return value if value.strip() else None
    return json.dumps(value) if value else None
