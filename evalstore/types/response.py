"""Responses of a system to a question, failures included."""

from collections.abc import Mapping
from dataclasses import dataclass, field

STATUSES = ("ok", "missing", "error", "unparsable")


@dataclass(frozen=True, slots=True)
class ValueReading:
    """
    A critic's reading of one value dimension.

    ``alignment`` lies in [-1, 1]; ``uncertainty`` is a standard deviation, at least 0. None where
    the critic states none.
    """

    value_dim: str
    alignment: float | None = None
    uncertainty: float | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """
    The answer of a system, or the reason there is none.

    ``status`` is ``ok``; ``error`` if the call failed (network, refusal by the service, time-out;
    never a wrong answer); ``unparsable`` if the text holds no answer of the requested form;
    ``missing`` if nothing came back. ``error`` is the reason. ``text`` is the raw last turn,
    ``turns`` the text of each turn if there were several. ``answer`` is parsed from the text;
    ``confidence`` lies in [0, 1] or is None, and ``confidence_kind`` is its origin (stated,
    logprob, vote, simulated). ``readings`` holds a critic's readings, one per value dimension.
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
