"""
Format compliance: whether the raw reply is JSON that satisfies the requested schema.

Prose around the JSON, a code fence, a second object and a duplicate key are violations: a program
that reads the reply would have to guess. ``allow_code_fence`` permits one fence around the JSON.
"""

import json
import re
from collections.abc import Mapping
from functools import cache

from jsonschema import Draft202012Validator

from evalstore.judges.text.wording import shown
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

VERSION = "1.0"
JUDGES_UNPARSABLE = True
ERRORS_SHOWN_MAX = 3
SETTINGS: Mapping[str, object] = {
    # Whether JSON inside one Markdown code fence counts as JSON.
    "allow_code_fence": False,
}
FENCED = re.compile(
    r"\s*```(?:json)?[ \t]*\n(?P<inside>.*)\n[ \t]*```\s*", re.DOTALL | re.IGNORECASE
)


class _DoubledKeyError(ValueError):
    """An object contains a key more than once."""


def judge(case: Case, response: Response, *, allow_code_fence: bool = False) -> Verdict:
    """Return right or wrong; unscored if no form was requested or the reply is missing."""
    if case.answer_schema is None:
        return Verdict("unscored", "no form was asked for")
    if response.status not in {"ok", "unparsable"}:
        return Verdict("unscored", f"the response is {response.status}: there is no reply")
    text = response.text or ""
    if allow_code_fence and (fenced := FENCED.fullmatch(text)):
        text = fenced["inside"]
    fault = _fault(text, json.dumps(case.answer_schema, sort_keys=True))
    if fault is not None:
        return Verdict("wrong", fault, score=0.0, tags=("format_violation",))
    return Verdict("right", "the reply is JSON that satisfies the schema", score=1.0)


def _fault(text: str, schema: str) -> str | None:
    """Return the fault of a reply, None if it satisfies the schema."""
    if not text.strip():
        return "the reply is empty"
    try:
        value = json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
    except RecursionError:
        return "the reply is nested too deeply to be read"
    except ValueError as error:
        return f"{shown(text)} is not JSON: {shown(str(error), 120)}"
    errors = sorted(_validator(schema).iter_errors(value), key=lambda error: error.json_path)
    listed = [f"{error.json_path}: {shown(error.message, 120)}" for error in errors]
    return "; ".join(listed[:ERRORS_SHOWN_MAX]) or None


def _pairs(pairs: list[tuple[str, object]]) -> Mapping[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise _DoubledKeyError("a key stands twice in one object")
    return entries


def _constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON number")


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema))
