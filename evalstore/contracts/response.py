"""A response: what a system made of a question, or that it made nothing of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

STATUSES = ("ok", "missing", "error", "unparsable")


@dataclass(frozen=True, slots=True)
class Reading:
    """
    What a critic reads of one value dimension.

    ``alignment`` lies in [-1, 1] and ``uncertainty``, a standard deviation, is at least 0; None
    where the critic does not say.
    """

    value_dim: str
    alignment: float | None = None
    uncertainty: float | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """
    What a system answered.

    ``status`` is ``ok``; ``error`` where the system could not be asked (network, refusal of the
    service, time-out: never a wrong answer); ``unparsable`` where text came that holds no answer
    of the form asked for; ``missing`` where nothing came. ``error`` says why. ``text`` is the
    last turn as it came, ``turns`` the text of each turn where there were several. ``answer`` is
    parsed out of the text; ``confidence`` lies in [0, 1] or is None, and ``confidence_kind``
    says where it comes from (stated, logprob, vote, simulated). ``readings`` is what a critic
    found, one for each value dimension.
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
    readings: tuple[Reading, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
