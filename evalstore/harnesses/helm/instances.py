"""Records of instances: question, reply, and stats."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.helm.instance_stats import Key, Mean, is_metric
from evalstore.harnesses.helm.perturbations import Perturbations
from evalstore.harnesses.helm.run_folder import trial_of
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.values import amount, listed, mapping, mappings, name, number, text, whole

CORRECT = "correct"
CHOICES = "multiple_choice"
SEPARATE = "_separate_"
LANGUAGE_MODELING = "language_modeling"
# The fields of a question: instances that differ in them have different questions.
QUESTION = ("input", "references")
# The grade of a judge, who must reply one of two words; the metric counts all other replies as 0.
EQUIVALENCE = "equivalence_judgement"
WORDS = ("TRUE", "FALSE")
SHOWN_LENGTH_MAX = 60
# The range of valid times, 2001 to 2096, in seconds since 1970.
SECONDS_MIN, SECONDS_MAX = 1e9, 4e9


@dataclass(slots=True)
class AskedInstance:
    """
    An instance under one perturbation in one trial.

    ``states`` are its requests: one, or one for each reference.
    """

    key: Key
    location: str
    instance: dict[str, Any]
    states: list[dict[str, Any]] = field(default_factory=list)
    requests: set[tuple[Any, Any]] = field(default_factory=set)

    @property
    def digest(self) -> str:
        """A digest of the question, which distinguishes instances with the same id."""
        return question_digest([self.instance.get(part) for part in QUESTION])

    def takes(self, key: Key, instance: dict[str, Any], request: tuple[Any, Any] | None) -> bool:
        """
        Return whether a request belongs to this instance.

        It does if key and question are equal and ``request``, its reference index and mode, is
        new: an instance has one request in a trial, or one for each reference. With None any
        request may belong to it.
        """
        return (
            self.key == key
            and request not in self.requests
            and all(self.instance.get(part) == instance.get(part) for part in QUESTION)
        )


def grouped(
    states: Iterator[tuple[str, dict[str, Any]]], perturbations: Perturbations, method: str
) -> Iterator[AskedInstance]:
    """Yield instances, each with its consecutive requests."""
    last: AskedInstance | None = None
    for location, state in states:
        instance = mapping(state.get("instance"))
        key = (
            name(instance.get("id")) or f"instance {location}",
            perturbations.key_of(instance),
            trial_of(state),
        )
        request = (whole(state.get("reference_index")), text(state.get("request_mode")))
        # A long text has several requests, one for each piece.
        is_piece = method == LANGUAGE_MODELING
        if last is None or not last.takes(key, instance, None if is_piece else request):
            if last is not None:
                yield last
            last = AskedInstance(key, location, instance)
        last.requests.add(request)
        last.states.append(
            {"reference": state.get("reference_index"), "mapping": state.get("output_mapping"),
             "result": mapping(state.get("result")), "annotations": state.get("annotations")}
        )  # fmt: skip
    if last is not None:
        yield last


def unread_grades(states: list[dict[str, Any]]) -> dict[str, str]:
    """
    Return the invalid grades, other than TRUE and FALSE, as ``KEY is "GRADE"`` by annotator.

    >>> unread_grades([{"annotations": {"omni_math": {"equivalence_judgement": "**TRUE"}}}])
    {'omni_math': 'equivalence_judgement is "**TRUE"'}
    >>> unread_grades([{"annotations": {"omni_math": {"equivalence_judgement": " true"}}}])
    {}
    """
    return {
        annotator: f'{key} is "{grade[:SHOWN_LENGTH_MAX]}"'
        for state in states
        for annotator, annotation in mapping(state.get("annotations")).items()
        for key, grade in mapping(annotation).items()
        if key.endswith(EQUIVALENCE)
        and isinstance(grade, str)
        and grade.strip().upper() not in WORDS
    }


def objection_to(metric: str, unread: dict[str, str]) -> str | None:
    """
    Return the reason why a metric is unscored: its grade was not parsed; else None.

    >>> objection_to("omni_math_accuracy", {"omni_math": 'equivalence_judgement is ""'})
    'the grade was not read: equivalence_judgement is "", neither TRUE nor FALSE'
    >>> objection_to("exact_match", {"omni_math": 'equivalence_judgement is ""'})
    """
    for annotator, grade in unread.items():
        if metric.startswith(annotator):
            return f"the grade was not read: {grade}, neither TRUE nor FALSE"
    return None


def record_of(
    asked_instance: AskedInstance, stats: dict[str, Mean], method: str, attempt: int
) -> dict[str, Any]:
    """Return the record of an instance, with its reply and a score for each metric."""
    instance, last = asked_instance.instance, asked_instance.states[-1]
    references = mappings(instance.get("references"))
    texts = [_output(item) for item in references]
    expected = [_output(item) for item in references if CORRECT in listed(item.get("tags"))]
    result = last["result"]
    failed = next((state["result"] for state in asked_instance.states if _has_failed(state)), None)
    completions = [text(item.get("text")) or "" for item in mappings(result.get("completions"))]
    is_separate = SEPARATE in method
    unread = unread_grades(asked_instance.states)
    return {
        "attempt": attempt,
        "prompt": text(mapping(instance.get("input")).get("text")),
        "expected": expected[0] if len(expected) == 1 else expected or None,
        "choices": texts if method.startswith(CHOICES) else None,
        "attributes": {
            item: instance[item] for item in ("split", "sub_split") if name(instance.get(item))
        },
        "has_result": bool(result),
        "is_separate": is_separate,
        "error": None if failed is None else name(failed.get("error")) or "the request failed",
        "text": None if is_separate or not completions else completions[0],
        "completions": completions if len(completions) > 1 and not is_separate else None,
        "answer": _answer(last, stats, texts, completions, is_separate=is_separate),
        "confidence": _confidence(stats, is_separate=is_separate),
        "latency_ms": _milliseconds(asked_instance.states),
        "tokens_in": amount(stats.get("num_prompt_tokens")),
        "tokens_out": amount(stats.get("num_output_tokens")),
        "at": at if SECONDS_MIN < (at := amount(result.get("request_datetime")) or 0)
        < SECONDS_MAX else None,
        "scores": [
            {"validator_id": metric, "value": number(mean), "value_text": written(mean),
             "objection": objection_to(metric, unread)}
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
    stats: dict[str, Mean],
    texts: list[str],
    completions: list[str],
    *,
    is_separate: bool,
) -> str | None:
    """Return the chosen reference; None if none was to be chosen, or no letter was parsed."""
    if is_separate:
        predicted = number(stats.get("predicted_index"))
        is_one = predicted is not None and 0 <= predicted < len(texts) and predicted % 1 == 0
        return texts[int(predicted or 0)] if is_one else None
    letters = mapping(last["mapping"])
    chosen = letters.get(completions[0].strip()) if completions else None
    return chosen if isinstance(chosen, str) else None


def _confidence(stats: dict[str, Mean], *, is_separate: bool) -> float | None:
    """
    Return the probability of the reply in HELM's stats, or None.

    Unless ``is_separate``, a log probability of 0 or none means that it is unknown.
    """
    probability = number(stats.get("max_prob"))
    if probability is None or not 0 <= probability <= 1:
        return None
    return probability if is_separate or (number(stats.get("logprob")) or 0) < 0 else None


def _milliseconds(states: list[dict[str, Any]]) -> float | None:
    """Return the total time of the requests; None if it is unknown for one of them."""
    times = [amount(state["result"].get("request_time")) for state in states]
    known_times = [time for time in times if time is not None]
    return 1000 * sum(known_times) if len(known_times) == len(times) else None
