"""The payloads of a sample: its case, and its response with usage and cost."""

from typing import Any

from evalstore.harnesses.json_texts import as_integer, as_number, as_text, without_nulls

CONFIDENCE_RULE = "confidence outside 0 to 1 becomes null"


def case_payload(sample: dict[str, Any], suite: str) -> dict[str, Any]:
    """Return the payload of case_generated; a sample without a domain belongs to its task."""
    lifted = sample["lifted"]
    tags = lifted.get("tags")
    target = sample["target"]
    return without_nulls(
        {
            "case_id": sample["case_id"],
            "domain": lifted.get("domain") or suite,
            "prompt": sample["prompt"],
            "messages": sample["messages"],
            "images": sample["images"],
            "choices": sample["choices"],
            "expected": None if target in ("", []) else target,
            "label": lifted.get("label"),
            "is_canary": lifted.get("is_canary"),
            "cluster_id": as_text(lifted.get("cluster_id")),
            "session_id": as_text(lifted.get("session_id")),
            "severity": as_text(lifted.get("severity")),
            "tags": None if tags is None else [as_text(tag) for tag in tags],
            "attributes": sample["attributes"],
            "repairs": sample["case_repairs"],
        }
    )


def response_payload(sample: dict[str, Any], system_id: str) -> dict[str, Any]:
    """
    Return the payload of response_recorded without usage and cost.

    An attempt is missing if no scorer judged it and it has no text, or an empty one. If it was
    judged and has no text, it was answered, and the log does not keep it: an agent's work is
    elsewhere.
    """
    error, text = sample["error"], sample["text"]
    is_judged = bool(sample["scores"])
    status = "error" if error is not None else "ok" if text or is_judged else "missing"
    confidence = sample["confidence"]
    return without_nulls(
        {
            "case_id": sample["case_id"],
            "system_id": system_id,
            "attempt": attempt_of(sample),
            "status": status,
            "text": text,
            "text_status": "not_kept" if status == "ok" and text is None else None,
            "images": sample["response_images"],
            "answer": as_text(sample["answer"]),
            "confidence": None if confidence is None else float(confidence),
            "confidence_kind": None if confidence is None else "stated",
            "latency_ms": _latency_ms(sample),
            "tokens_in": _sum(sample["model_usage"], "tokens_in"),
            "tokens_out": _sum(sample["model_usage"], "tokens_out"),
            "error": error,
            "limit": as_text(sample["limit"]),
            "raw_fields": sample["raw_fields"],
            "repairs": _response_repairs(sample),
        }
    )


def usage_payload(sample: dict[str, Any], prices: list[dict[str, Any]]) -> dict[str, Any]:
    """
    Return what a response took of each model and called of each tool, and its cost.

    The cost is left out unless that of every model is known: a sum without one of them would look
    like the whole cost. ``cost_source`` is ``stated`` if the log states all of it.
    """
    used, tools = sample["model_usage"], sample["tools"]
    payload: dict[str, Any] = {} if tools is None else {"tools": tools}
    if not used:
        return payload
    costs = [_cost_usd(entry, prices) for entry in used]
    payload["model_usage"] = [
        entry if cost is None else {**entry, "cost_usd": cost}
        for entry, cost in zip(used, costs, strict=True)
    ]
    known = [cost for cost in costs if cost is not None]
    if len(known) == len(used):
        # Not sum(), which has other roundings in newer versions of Python.
        total = 0.0
        for cost in known:
            total += cost
        payload["cost_usd"] = total
        is_stated = all("cost_usd" in entry for entry in used)
        payload["cost_source"] = "stated" if is_stated else "prices"
    return payload


def attempt_of(sample: dict[str, Any]) -> int:
    """Return the epoch, or 1 if it is missing."""
    epoch = as_integer(sample["epoch"])
    return 1 if epoch is None else epoch


def _latency_ms(sample: dict[str, Any]) -> float | None:
    for name in ("output_time", "working_time", "total_time"):
        seconds = as_number(sample[name])
        if seconds is not None:
            return 1000 * seconds
    return None


def _sum(used: list[dict[str, Any]] | None, name: str) -> int | None:
    counts = [entry[name] for entry in used or () if name in entry]
    return sum(counts) if counts else None


def _response_repairs(sample: dict[str, Any]) -> list[dict[str, Any]] | None:
    repairs = list(sample["response_repairs"] or ())
    was = sample["confidence_was"]
    if was is not None:
        repairs.append(
            {
                "path": "scores.metadata.confidence",
                "was": repr(float(was)),
                "rule": CONFIDENCE_RULE,
            }
        )
    return repairs or None


def _cost_usd(used: dict[str, Any], prices: list[dict[str, Any]]) -> float | None:
    """
    Return the cost of one model's tokens in US dollars: as stated, else by its price, else None.

    A token read from or written to a cache costs the price of that, the others of the question the
    full one. Reasoning is a part of the output. The formula is that of Inspect's
    ``compute_model_cost``, with caches of the default lifetime.
    """
    if "cost_usd" in used:
        return float(used["cost_usd"])
    price = next((price for price in prices if price["model"] == used["model"]), None)
    if price is None or "tokens_in" not in used or "tokens_out" not in used:
        return None
    cost = 0.0
    cache_read, cache_write = used.get("tokens_cache_read", 0), used.get("tokens_cache_write", 0)
    for count, name, is_cache in (
        (used["tokens_in"] - cache_read - cache_write, "input_usd_per_million", False),
        (used["tokens_out"], "output_usd_per_million", False),
        (cache_read, "cache_read_usd_per_million", True),
        (cache_write, "cache_write_usd_per_million", True),
    ):
        if is_cache and not count:
            continue
        usd = price.get(name)
        if usd is None:
            return None
        cost += count * float(usd)
    return cost / 1e6
