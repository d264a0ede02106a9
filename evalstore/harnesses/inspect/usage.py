"""Tokens that a sample used of each model, and their cost if the log states it."""

import math
from typing import Any

# Names of evalstore, and those of Inspect and vitals.
NAMES = {
    "tokens_out": ("output_tokens",),
    "tokens_cache_read": ("input_tokens_cache_read", "cache_read_input_tokens"),
    "tokens_cache_write": ("input_tokens_cache_write", "cache_creation_input_tokens"),
    "tokens_reasoning": ("reasoning_tokens",),
}
INSPECT_CACHES = ("input_tokens_cache_read", "input_tokens_cache_write")
# The maximum of DuckDB's BIGINT; a larger count is invalid.
TOKENS_MAX = 2**63 - 1


def of_models(model_usage: object) -> list[dict[str, Any]]:
    """
    Return the usage of each model; empty if the log does not state it.

    ``tokens_in`` are all input tokens, including those of caches. Inspect counts cached tokens
    apart from ``input_tokens``, but its first logs with caches did not: there ``total_tokens`` is
    the sum of input and output alone. Invalid counts are left out.

    >>> of_models({"m": {"input_tokens": 5, "output_tokens": 1, "input_tokens_cache_read": 90,
    ...                  "total_tokens": 96}})
    [{'model': 'm', 'tokens_in': 95, 'tokens_out': 1, 'tokens_cache_read': 90}]
    >>> of_models({"m": {"input_tokens": 95, "output_tokens": 1, "input_tokens_cache_read": 90,
    ...                  "total_tokens": 96}})
    [{'model': 'm', 'tokens_in': 95, 'tokens_out': 1, 'tokens_cache_read': 90}]
    """
    if not isinstance(model_usage, dict):
        return []
    return [
        _of_model(str(model), used)
        for model, used in model_usage.items()
        if isinstance(used, dict) and model
    ]


def _of_model(model: str, used: dict[str, Any]) -> dict[str, Any]:
    counts: dict[str, int] = {}
    for name, theirs in NAMES.items():
        for key in theirs:
            if (count := _count(used.get(key))) is not None:
                counts[name] = count
                break
    tokens_in = _count(used.get("input_tokens"))
    cached = counts.get("tokens_cache_read", 0) + counts.get("tokens_cache_write", 0)
    if tokens_in is not None and not (_holds_caches(used, tokens_in) and cached <= tokens_in):
        tokens_in = min(tokens_in + cached, TOKENS_MAX)
    cost = used.get("total_cost")
    return {
        "model": model,
        **({} if tokens_in is None else {"tokens_in": tokens_in}),
        **counts,
        **({"cost_usd": cost} if _is_cost(cost) else {}),
    }


def _holds_caches(used: dict[str, Any], tokens_in: int) -> bool:
    """Return True if ``input_tokens`` includes the tokens of caches."""
    tokens_out = _count(used.get("output_tokens")) or 0
    is_inspect = any(name in used for name in INSPECT_CACHES)
    return is_inspect and used.get("total_tokens") == tokens_in + tokens_out


def _is_cost(value: Any) -> bool:
    return type(value) in (int, float) and bool(0 <= value < math.inf)


def _count(value: object) -> int | None:
    # A bool is an int to Python, but not a count.
    return value if type(value) is int and 0 <= value <= TOKENS_MAX else None
