"""Instances as they were asked: the question, what was replied, and the stats of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalstore.ingest.helm.instance_stats import Key, is_metric
from evalstore.ingest.helm.perturbations import Perturbations
from evalstore.ingest.helm.run_folder import trial_of
from evalstore.ingest.values import amount, listed, mapping, mappings, name, text

CORRECT = "correct"
CHOICES = "multiple_choice"
SEPARATE = "_separate_"
# A time beyond these is none: 2001 to 2096, in seconds since 1970.
SECONDS_MIN, SECONDS_MAX = 1e9, 4e9


@dataclass(slots=True)
class AskedInstance:
    """
    One instance under one perturbation in one trial.

    ``states`` are its requests: one, or where each reference is asked for by itself, several.
    """

    key: Key
    location: str
    instance: dict[str, Any]
    states: list[dict[str, Any]] = field(default_factory=list)


def grouped(
    states: Iterator[tuple[str, dict[str, Any]]], perturbations: Perturbations
) -> Iterator[AskedInstance]:
    """Yield instances out of requests; those of one follow each other."""
    last: AskedInstance | None = None
    for location, state in states:
        instance = mapping(state.get("instance"))
        key = (
            name(instance.get("id")) or f"instance {location}",
            perturbations.key_of(instance),
            trial_of(state),
        )
        if last is None or last.key != key:
            if last is not None:
                yield last
            last = AskedInstance(key, location, instance)
        last.states.append(
            {"reference": state.get("reference_index"), "mapping": state.get("output_mapping"),
             "result": mapping(state.get("result"))}
        )  # fmt: skip
    if last is not None:
        yield last


def record_of(asked: AskedInstance, stats: dict[str, float | None], method: str) -> dict[str, Any]:
    """Return an instance with what was replied, and a score for each metric."""
    instance, last = asked.instance, asked.states[-1]
    references = mappings(instance.get("references"))
    texts = [_output(one) for one in references]
    expected = [_output(one) for one in references if CORRECT in listed(one.get("tags"))]
    result = last["result"]
    failed = next((state["result"] for state in asked.states if _has_failed(state)), None)
    completions = [text(one.get("text")) or "" for one in mappings(result.get("completions"))]
    is_separate = SEPARATE in method
    return {
        "case_id": asked.key[0],
        "attempt": asked.key[2] + 1,
        "prompt": text(mapping(instance.get("input")).get("text")),
        "expected": expected[0] if len(expected) == 1 else expected or None,
        "choices": texts if method.startswith(CHOICES) else None,
        "attributes": {
            one: instance[one] for one in ("split", "sub_split") if name(instance.get(one))
        },
        "has_result": bool(result),
        "error": None if failed is None else name(failed.get("error")) or "the request failed",
        "text": None if is_separate or not completions else completions[0],
        "completions": completions if len(completions) > 1 and not is_separate else None,
        "answer": _answer(last, stats, texts, completions, is_separate=is_separate),
        "confidence": _confidence(stats, is_separate=is_separate),
        "latency_ms": _milliseconds(asked.states),
        "tokens_in": amount(stats.get("num_prompt_tokens")),
        "tokens_out": amount(stats.get("num_output_tokens")),
        "at": at if SECONDS_MIN < (at := amount(result.get("request_datetime")) or 0)
        < SECONDS_MAX else None,
        "scores": [
            {"validator_id": metric, "value": mean}
            for metric, mean in stats.items()
            if is_metric(metric)
        ],
    }  # fmt: skip


def _output(reference: dict[str, Any]) -> str:
    return text(mapping(reference.get("output")).get("text")) or ""


def _has_failed(state: dict[str, Any]) -> bool:
    return bool(state["result"]) and state["result"].get("success") is False


def _answer(
    last: dict[str, Any],
    stats: dict[str, float | None],
    texts: list[str],
    completions: list[str],
    *,
    is_separate: bool,
) -> str | None:
    """Return the reference that was chosen; None where none was to be, or no letter is read."""
    if is_separate:
        predicted = stats.get("predicted_index")
        is_one = predicted is not None and 0 <= predicted < len(texts) and predicted % 1 == 0
        return texts[int(predicted or 0)] if is_one else None
    letters = mapping(last["mapping"])
    chosen = letters.get(completions[0].strip()) if completions else None
    return chosen if isinstance(chosen, str) else None


def _confidence(stats: dict[str, float | None], *, is_separate: bool) -> float | None:
    """Return the probability that HELM took; a logarithm of exactly 0 means that none is known."""
    probability = stats.get("max_prob")
    if probability is None or not 0 <= probability <= 1:
        return None
    return probability if is_separate or (stats.get("logprob") or 0) < 0 else None


def _milliseconds(states: list[dict[str, Any]]) -> float | None:
    """Return the time of all requests; None where one of them does not say it."""
    times = [amount(state["result"].get("request_time")) for state in states]
    known = [time for time in times if time is not None]
    return 1000 * sum(known) if len(known) == len(times) else None
