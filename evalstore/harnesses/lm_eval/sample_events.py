"""
The events of a sample under one filter: its case and its replies, and a verdict of each metric.

Of a document that was asked several times each reply is an attempt if a metric has a value for
each; if every metric has one value for all of them, they are one attempt. A metric with one value
next to one with several judges the first. The text that filters left of the reply is the answer if
all left the same; else only the verdicts have it. A line that is repeated under its filter also
has its reply.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from evalstore.harnesses import event_records
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.lm_eval.results import NO_FILTER
from evalstore.harnesses.lm_eval.task_samples import TaskSamples
from evalstore.harnesses.non_finite import INFINITE, NAN
from evalstore.harnesses.records import SourceFile, SourceRecord


@dataclass(frozen=True, slots=True)
class TaskFacts:
    """
    Facts that depend on all samples of a task.

    ``measuring`` and ``rating`` have the metrics that measure, and those that rate; ``slices`` the
    fields to slice by. With ``judges_each`` a metric has a value for each of several replies.
    """

    suite: str
    system_id: str
    measuring: list[str]
    rating: list[str]
    slices: list[str]
    generator: str = "lm_eval"
    judges_each: bool = True
    targets_are_numbers: bool = False


def held_samples(
    held: HeldRecords,
    task: TaskSamples,
    source: SourceFile,
    *,
    generator: str = "lm_eval",
    judges_each: bool = True,
) -> Iterator[SourceRecord]:
    """Yield the events of samples after all were read, since some facts depend on all of them."""
    shown = task.scorers.scales(
        lambda name, is_outside: source.scales.are_measurements(
            task.name, name, is_outside=is_outside or name in task.lower
        )
    )
    facts = TaskFacts(
        task.name,
        task.system_id,
        shown["measuring"],
        shown["rating"],
        task.slices,
        generator,
        judges_each=judges_each,
        targets_are_numbers=task.targets_are_numbers,
    )
    for location, text in held:
        if location not in task.replaced:
            sample = orjson.loads(text)["sample"]
            events = sample_events(sample, facts, is_disputed=location in task.disputed)
            yield event_records.record(location, task.run_id, *events)


def sample_events(
    sample: dict[str, Any], task: TaskFacts, *, is_disputed: bool = False
) -> Iterator[event_records.Event]:
    """Yield the events of a sample; ``is_disputed`` if filters left different answers."""
    place = {"case_id": sample["case_id"], "system_id": task.system_id}
    if sample["is_first"]:
        yield event_records.case(_case(sample, task))
        texts = sample["texts"] if task.judges_each else sample["texts"][:1]
        judged = {score["attempt"] for score in sample["scores"]}
        for attempt, text in enumerate(texts, 1):
            reply = _reply(
                sample, text, attempt,
                is_judged=attempt in judged,
                has_answer=not is_disputed,
                are_all_judged=len(texts) == len(sample["texts"]),
            )  # fmt: skip
            yield event_records.attempt({**place, "attempt": attempt, **reply})
    for score in sample["scores"]:
        verdict = _verdict(sample, score, task)
        yield event_records.verdict({**place, "attempt": score["attempt"], **verdict})


def _case(sample: dict[str, Any], task: TaskFacts) -> dict[str, Any]:
    attributes = sample["attributes"]
    number = sample.get("numbered_target")
    return {
        "case_id": sample["case_id"],
        "domain": task.suite,
        "generator": task.generator,
        "prompt": sample["prompt"],
        "messages": sample.get("messages"),
        "choices": sample.get("choices"),
        "expected": number
        if task.targets_are_numbers and number is not None
        else sample["target"],
        "doc_id": sample.get("doc_id"),
        "attributes": None
        if attributes is None
        else {name: value for name, value in attributes.items() if name in task.slices},
        "repairs": sample["repairs"],
    }


def _reply(
    sample: dict[str, Any],
    text: str | None,
    attempt: int,
    *,
    is_judged: bool,
    has_answer: bool,
    are_all_judged: bool,
) -> dict[str, Any]:
    """
    Return the fields of a reply.

    For choices and likelihoods no text is expected. An empty text is an answer if it was judged,
    else the answer is missing.
    """
    is_answered = text is None and attempt == 1 and sample["has_answer"]
    is_ok = is_judged or bool(text) or is_answered
    likelihoods, confidence = sample["log_likelihoods"], sample.get("confidence")
    is_lost = is_ok and text is None and likelihoods is None
    return {
        "status": "ok" if is_ok else "missing",
        "text": text,
        "text_status": "not_kept" if is_lost else None,
        "replies": None if are_all_judged else sample["texts"],
        "answer": sample.get("answer") if attempt == 1 and has_answer else None,
        "confidence": confidence,
        "confidence_kind": None if confidence is None else "logprob",
        "log_likelihoods": likelihoods,
        "raw_fields": sample.get("raw_fields") if attempt == 1 else None,
        "repairs": sample.get("reply_repairs"),
    }


def _verdict(sample: dict[str, Any], score: dict[str, Any], task: TaskFacts) -> dict[str, Any]:
    metric, number, value = score["validator_id"], score["number"], score["value"]
    is_measured = metric in task.measuring
    filter_name = sample.get("filter")
    return {
        "validator_id": metric,
        **event_records.grade(number, is_measured=is_measured),
        "is_rating": True if metric in task.rating and not is_measured else None,
        "reason": _reason(score, sample.get("attempts"), is_measured=is_measured),
        "filter": None if filter_name == NO_FILTER else filter_name,
        "answer": sample.get("answer"),
        # A number is in score or value already.
        "scorer_value": value if number is None and value != NAN else None,
    }


def _reason(score: dict[str, Any], attempts: int | None, *, is_measured: bool) -> str:
    value, number = score["value"], score["number"]
    shown = "nothing" if value is None else event_records.json_text(value)
    if score.get("objection") is not None:
        return str(score["objection"])
    if isinstance(value, list):
        return f"made one figure over all samples; of this one it has {shown}"
    if number is None and value in INFINITE:
        return f"the metric gave {value}, which is infinite"
    if number is None:
        return f"the metric gave {NAN if value == NAN else shown}, which is no number"
    ending = f" for all {attempts} replies" if score["is_of_all"] else ""
    if not is_measured and not 0 <= number <= 1:
        ending = ", outside 0 to 1"
    return f"the metric gave {shown}{ending}"
