"""Answers to cards: YES, NO or UNKNOWN, and strict parsing of a model's answer."""

import json
import time
from collections.abc import Mapping
from dataclasses import replace

from evalstore.plugins.response import Response

WORDS = ("YES", "NO", "UNKNOWN")


def answered(
    answer: str, confidence: float, began_at: float, extra: Mapping[str, object]
) -> Response:
    """Return a response of one of the three words; ``began_at`` is from ``perf_counter``."""
    return Response(
        "ok",
        text=json.dumps({"answer": answer, "confidence": confidence}),
        answer=answer,
        confidence=confidence,
        confidence_kind="stated",
        latency_ms=round((time.perf_counter() - began_at) * 1000.0, 3),
        extra={name: value for name, value in extra.items() if value is not None},
    )


def strict(response: Response) -> Response:
    """
    Return a model's response, marked unparsable unless it is exactly one of the three words.

    >>> strict(Response("ok", text="yes", answer="yes")).status
    'unparsable'
    """
    if response.status != "ok" or response.answer in WORDS:
        return response
    answer = repr(response.answer)[:60]
    return replace(
        response,
        status="unparsable",
        answer=None,
        confidence=None,
        confidence_kind=None,
        error=f"the answer {answer} is none of {', '.join(WORDS)}",
    )
