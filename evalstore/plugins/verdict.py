"""Verdicts of validators on responses."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SHOWN_CHARACTERS = 200
OUTCOMES = ("right", "wrong", "abstained", "measured", "undetermined", "unscored", "error")


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    The judgement of one response: one of ``OUTCOMES``, with the ``reason`` for it.

    ``score`` is a grade in [0, 1], None if the outcome suffices; ``scores`` are its named parts,
    each in [0, 1]; ``tags`` are failure tags of the taxonomy. A validator that measures returns
    the outcome ``measured`` and a finite ``value`` on its own scale. ``judge`` describes the
    model that judged, if any, by the fields of the schema: system, model, prompt_sha256 etc.
    """

    outcome: str
    reason: str
    score: float | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    value: float | None = None
    judge: Mapping[str, object] = field(default_factory=dict)


def validation_error(verdict: object) -> str | None:
    """
    Return the first error in the return value of a validator, None if it is a valid verdict.

    >>> validation_error(Verdict("right", "sure", score=7.0))
    'score 7.0, expected a number from 0 to 1'
    >>> validation_error(Verdict("right", "sure")) is None
    True
    """
    if not isinstance(verdict, Verdict):
        return f"{shown(verdict)}, expected a Verdict"
    return next(_errors(verdict), None)


def shown(value: object) -> str:
    """Return any value as a short text; its type if ``str`` raises an error."""
    try:
        return str(value)[:SHOWN_CHARACTERS]
    except Exception:  # noqa: BLE001 - a plugin's object may raise anything
        return f"a {type(value).__name__}"


def _errors(verdict: Verdict) -> Iterator[str]:
    if verdict.outcome not in OUTCOMES:
        yield f"outcome {shown(verdict.outcome)}, expected one of {', '.join(OUTCOMES)}"
    if not isinstance(verdict.reason, str):
        yield f"reason {shown(verdict.reason)}, expected a text"
    if verdict.score is not None and not _is_share(verdict.score):
        yield f"score {shown(verdict.score)}, expected a number from 0 to 1"
    if verdict.value is not None and not _is_number(verdict.value):
        yield f"value {shown(verdict.value)}, expected a finite number"
    if verdict.outcome == "measured" and verdict.value is None:
        yield "outcome measured without a value"
    if not isinstance(verdict.tags, list | tuple) or not all(
        isinstance(tag, str) for tag in verdict.tags
    ):
        yield f"tags {shown(verdict.tags)}, expected texts"
    if not isinstance(verdict.scores, Mapping) or not all(
        isinstance(name, str) and (score is None or _is_share(score))
        for name, score in verdict.scores.items()
    ):
        yield f"scores {shown(verdict.scores)}, expected numbers from 0 to 1 by name"
    if not isinstance(verdict.judge, Mapping):
        yield f"judge {shown(verdict.judge)}, expected a mapping"
    elif verdict.judge:
        yield from _judge_errors(verdict.judge)


def _judge_errors(judge: Mapping[str, object]) -> Iterator[str]:
    for name in ("system", "model", "prompt_sha256", "raw_reply"):
        if not isinstance(judge.get(name), str | None):
            yield f"judge.{name} {shown(judge[name])}, expected a text"
    digest = judge.get("prompt_sha256")
    if isinstance(digest, str) and not re.fullmatch("[0-9a-f]{64}", digest):
        yield f"judge.prompt_sha256 {shown(digest)}, expected 64 lower-case hex digits"
    for name in ("temperature", "tokens_in", "tokens_out", "cost_usd"):
        amount = judge.get(name)
        if amount is not None and not _is_amount(name, amount):
            yield f"judge.{name} {shown(amount)}, expected a number of at least 0"
    try:
        json.dumps(dict(judge), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        yield f"judge that is not JSON: {error}"


def _is_amount(name: str, value: object) -> bool:
    if not _is_number(value) or (name.startswith("tokens") and not isinstance(value, int)):
        return False
    return name == "temperature" or value >= 0  # type: ignore[operator]


def _is_share(value: object) -> bool:
    return _is_number(value) and 0 <= value <= 1  # type: ignore[operator]


def _is_number(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value)  # type: ignore[arg-type]
