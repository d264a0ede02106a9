"""Responses of a system to a question, and their validation."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

STATUSES = ("ok", "missing", "error", "unparsable")
# The field of an event, and its value if the source did not keep the answer.
TEXT_STATUS, NOT_KEPT = "text_status", "not_kept"
COUNT_MAX = 2**63 - 1
# The most characters that are read from a service or a program.
TEXT_CHARACTERS_MAX = 4 * 2**20
TEXTS = ("text", "answer", "confidence_kind", "error")
COUNTS = ("tokens_in", "tokens_out")
AMOUNTS = {"confidence": 1.0, "latency_ms": math.inf, "cost_usd": math.inf}


@dataclass(frozen=True, slots=True)
class ValueReading:
    """
    A critic's reading of one value dimension.

    ``alignment`` lies in [-1, 1]; ``uncertainty`` is a standard deviation, at least 0;
    ``domain_doubt`` in [0, 1] is the part of it that comes from texts unlike those the critic
    knows. Each is None if the critic does not state it.
    """

    value_dim: str
    alignment: float | None = None
    uncertainty: float | None = None
    domain_doubt: float | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """
    The answer of a system, or the reason why it is missing.

    ``status`` is ``ok``; ``error`` if the call failed (network, refusal by the service, time-out;
    never a wrong answer); ``unparsable`` if the text has no answer of the requested form;
    ``missing`` if nothing came back. ``error`` is the reason. ``text`` is the raw last turn,
    ``turns`` the text of each turn if there were several. ``answer`` is parsed from the text;
    ``confidence`` lies in [0, 1] or is None, and ``confidence_kind`` is its origin (stated,
    logprob, vote, simulated). ``readings`` are a critic's readings, one per value dimension.
    """

    status: str
    text: str | None = None
    turns: tuple[str, ...] = ()
    answer: str | None = None
    confidence: float | None = None
    confidence_kind: str | None = None
    latency_ms: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    error: str | None = None
    readings: tuple[ValueReading, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_text_lost(self) -> bool:
        """Return True if the source of a recorded response kept neither its text nor an answer."""
        has_content = self.text is not None or self.answer is not None or bool(self.turns)
        return self.extra.get(TEXT_STATUS) == NOT_KEPT and not has_content


def validation_error(response: object) -> str | None:
    """
    Return the first error in the response of a plugin system, None if it is valid.

    >>> validation_error(Response("ok", confidence=1.5))
    'confidence 1.5, expected a number from 0 to 1'
    >>> validation_error(Response("ok", text="Paris")) is None
    True
    """
    if not isinstance(response, Response) or response.status not in STATUSES:
        return f"{_shown(response)}, not a Response"
    return next(_errors(response), None)


def _errors(response: Response) -> Iterator[str]:
    for name in TEXTS:
        text: object = getattr(response, name)
        if not isinstance(text, str | None):
            yield f"{name} {_shown(text)}, expected a text"
        elif len(text or "") > TEXT_CHARACTERS_MAX:
            yield f"{name} of {len(text or '')} characters, expected {TEXT_CHARACTERS_MAX} at most"
    for name, high in AMOUNTS.items():
        if not _is_number(amount := getattr(response, name), high):
            bounds = "from 0 to 1" if high < math.inf else "of at least 0"
            yield f"{name} {_shown(amount)}, expected a number {bounds}"
    for name in COUNTS:
        count = getattr(response, name)
        if isinstance(count, float) or not _is_number(count, COUNT_MAX):
            yield f"{name} {_shown(count)}, expected a whole number of at least 0"
    turns: object = response.turns
    if not isinstance(turns, list | tuple) or not all(isinstance(turn, str) for turn in turns):
        yield f"turns {_shown(turns)}, expected texts"
    yield from _reading_errors(response.readings)
    yield from _extra_errors(response.extra)


def _reading_errors(readings: object) -> Iterator[str]:
    if not isinstance(readings, list | tuple):
        yield f"readings {_shown(readings)}, expected ValueReadings"
        return
    seen = set()
    for reading in readings:
        if not isinstance(reading, ValueReading) or not isinstance(reading.value_dim, str):
            yield f"reading {_shown(reading)}, expected a ValueReading of a value dimension"
            return
        if reading.value_dim in seen or not reading.value_dim:
            yield f"readings of {reading.value_dim!r} twice, expected one for each name"
        seen.add(reading.value_dim)
        if not _is_number(reading.uncertainty, math.inf):
            yield f"uncertainty {_shown(reading.uncertainty)}, expected a number of at least 0"
        if not _is_number(reading.domain_doubt, 1.0):
            yield f"domain_doubt {_shown(reading.domain_doubt)}, expected a number from 0 to 1"
        if not _is_number(reading.alignment, 1.0, low=-1.0):
            yield f"alignment {_shown(reading.alignment)}, expected a number from -1 to 1"


def _extra_errors(extra: object) -> Iterator[str]:
    if not isinstance(extra, Mapping):
        yield f"extra {_shown(extra)}, expected a mapping"
        return
    reserved = {*Response.__dataclass_fields__, "case_id", "system_id", "attempt"} & extra.keys()
    if reserved:
        yield f"extra {min(reserved)!r}, a reserved field"
    try:
        json.dumps(dict(extra), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        yield f"extra that is not JSON: {error}"


def _is_number(value: object, high: float, low: float = 0.0) -> bool:
    if value is None:
        return True
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return low <= value <= high and value != math.inf


def _shown(value: object) -> str:
    return str(value)[:200]
