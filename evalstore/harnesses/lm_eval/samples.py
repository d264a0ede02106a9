"""Lines of samples reduced to the mapped fields: one for each document and filter."""

from dataclasses import dataclass, replace
from typing import Any

from evalstore.harnesses.inspect.stream_errors import reason_of
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, decode, encode, repaired
from evalstore.harnesses.lm_eval.lm_eval_figures import validator_of
from evalstore.harnesses.lm_eval.replies import DocumentReply, reply_of
from evalstore.harnesses.lm_eval.task_samples import Document, TaskSamples
from evalstore.harnesses.non_finite import INFINITE, written
from evalstore.harnesses.records import Skip, SourceRecord
from evalstore.harnesses.repeated_keys import RepeatedKeyError
from evalstore.harnesses.values import ATTRIBUTE_LENGTH_MAX, unknown_fields

# The keys that are not metrics in a line without a list of metrics.
FIELDS = frozenset((
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash",
))  # fmt: skip
# Metrics that state whether the answer is right.
RATING = ("acc", "exact_match")
# The texts of numbers that may refer to a choice.
NUMBERS = tuple(map(str, range(1000)))
NUMBER = (int, float)


@dataclass(slots=True)
class Line:
    """
    One line: its sample, its reply, its document, its filter, and the filter's suffix of names.

    ``decoded`` is the sample before it was repaired, whose numbers may be infinite.
    """

    sample: dict[str, Any]
    decoded: dict[str, Any]
    reply: DocumentReply
    document: Document
    filter_said: str | None
    filter_name: str
    repairs: list[dict[str, str]]
    is_first: bool


def record_of(line: bytes, location: str, task: TaskSamples) -> SourceRecord | Skip:
    """Return the record of one line, or a Skip if it is not a sample."""
    try:
        decoded, is_strict = decode(line, takes_other_bytes=True)
    except (RecursionError, RepeatedKeyError) as error:
        return Skip(location, reason_of(error, "sample"), str(error))
    except ValueError as error:
        return Skip(location, "sample malformed", f"not a JSON object: {error}")
    return record_of_value(decoded, location, task, is_strict=is_strict)


def record_of_value(
    decoded: Any, location: str, task: TaskSamples, *, is_strict: bool
) -> SourceRecord | Skip:
    """Return the record of a line's value or a list's element; a Skip if not a sample."""
    try:
        repairs: list[dict[str, str]] = []
        sample = decoded if is_strict else repaired(decoded, "", repairs)
        objection = _objection(sample)
        if objection is not None:
            return Skip(location, "not a sample", objection)
        line = _line(sample, decoded, repairs, task)
        try:
            text = encode(_record(line, task))
        except NotStrictJsonError:
            # The fast decoder accepts integers that its own encoder refuses.
            line = replace(line, sample=repaired(sample, "", repairs), repairs=repairs)
            text = encode(_record(line, task))
    except RecursionError as error:
        return Skip(location, reason_of(error, "sample"), str(error))
    except NotStrictJsonError as error:
        return Skip(location, "sample not writable", str(error))
    task.keep(line.document, location, line.filter_name, line.reply.answer)
    return SourceRecord(location, text)


def _objection(sample: object) -> str | None:
    if not isinstance(sample, dict):
        return f"expected an object, found {type(sample).__name__}"
    if not isinstance(sample.get("doc_id"), int | str) or "resps" not in sample:
        return f"expected `doc_id` and `resps`, found keys {sorted(sample)[:8]}"
    return None


def _line(
    sample: dict[str, Any],
    decoded: dict[str, Any],
    repairs: list[dict[str, str]],
    task: TaskSamples,
) -> Line:
    reply = reply_of(sample, decoded)
    question_hash = reply.question_hash
    filter_said = task.filter_of(sample, question_hash)
    filter_name = validator_of("", filter_said)
    document = task.document_of(sample, filter_name, question_hash)
    is_first = task.tells_reply(document, filter_name)
    return Line(
        sample, decoded, reply, document, filter_said, filter_name, repairs, is_first
    )  # fmt: skip


def _record(line: Line, task: TaskSamples) -> dict[str, Any]:
    if line.is_first and line.document.location:
        task.forget(line.document.case_id)
    return {
        "sample": {
            "case_id": line.document.case_id,
            "doc_id": line.document.doc_id,
            "filter": line.filter_said,
            "is_first": line.is_first,
            **(_case(line.sample, line.reply, task) if line.is_first else {}),
            "attempts": len(line.reply.texts),
            "answer": line.reply.answer,
            "scores": _scores(line, task),
            "repairs": line.repairs or None,
        },
    }


def _case(sample: dict[str, Any], reply: DocumentReply, task: TaskSamples) -> dict[str, Any]:
    target, numbered_target = _targets(sample, reply, task)
    return {
        "prompt": reply.prompt,
        "messages": reply.messages,
        "choices": reply.choices,
        "target": target,
        "numbered_target": numbered_target,
        "attributes": _attributes(sample.get("doc"), task) or None,
        "texts": reply.texts,
        "has_answer": reply.has_answer,
        "confidence": reply.confidence,
        "log_likelihoods": reply.log_likelihoods,
        "raw_fields": None if task.is_version_known else _raw_fields(sample) or None,
        "reply_repairs": reply.repairs or None,
    }


def _raw_fields(sample: dict[str, Any]) -> dict[str, Any]:
    """Return the unknown fields of a line; empty if it does not list its metrics."""
    metrics = sample.get("metrics")
    if not isinstance(metrics, list):
        return {}
    return unknown_fields(
        sample, FIELDS.union(metric for metric in metrics if isinstance(metric, str))
    )


def _targets(
    sample: dict[str, Any], reply: DocumentReply, task: TaskSamples
) -> tuple[object, str | None]:
    """
    Return the right answer; for choices the text of the one that the target's number refers to.

    A target that is both the text of a choice and the number of another is ambiguous: the other
    choice is returned second. `acc` may decide between them: it is 1 if the most likely choice is
    the right one.
    """
    target, choices = sample.get("target"), reply.choices
    written = str(target) if choices and not isinstance(target, list) else ""
    if choices and written in NUMBERS[: len(choices)]:
        at = int(written)
        if written not in choices or isinstance(target, int):
            return choices[at], None
        if choices[at] != written:
            _hold_against_acc(sample.get("acc"), reply.picked, (at, choices.index(written)), task)
            return written, choices[at]
    return target.strip() if isinstance(target, str) else target, None


def _hold_against_acc(
    acc: object, picked: int | None, places: tuple[int, int], task: TaskSamples
) -> None:
    """Count whether `acc` agrees with the right answer by number only, or by text only."""
    if acc not in (0, 1) or picked is None:
        return
    by_number, by_text = ((picked == place) == (acc == 1) for place in places)
    task.numbers_agreeing += by_number and not by_text
    task.texts_agreeing += by_text and not by_number


def _attributes(doc: object, task: TaskSamples) -> dict[str, Any]:
    attributes = {}
    for name, value in doc.items() if isinstance(doc, dict) else ():
        is_text = isinstance(value, str)
        if 0 < len(value) <= ATTRIBUTE_LENGTH_MAX if is_text else isinstance(value, NUMBER):
            attributes[name] = value
            task.values.setdefault(name, set()).add(value)
    return attributes


def _scores(line: Line, task: TaskSamples) -> list[dict[str, Any]]:
    sample, case_id = line.sample, line.document.case_id
    listed = sample.get("metrics")
    metrics = listed if isinstance(listed, list) else [key for key in sample if key not in FIELDS]
    scores = []
    attempt_count = len(line.reply.texts)
    for metric in metrics:
        if not isinstance(metric, str) or metric not in sample:
            continue
        value = sample[metric]
        decoded_value = line.decoded.get(metric)
        name = metric + line.filter_name
        if metric in RATING:
            task.scorers.rating.add(name)
        if task.higher_is_better.get(metric) is False:
            task.lower.add(name)
        attempts = [written(decoded_value) or value]
        if attempt_count > 1:
            attempts = _of_attempts(decoded_value, attempt_count) or attempts
            task.judges_each |= len(attempts) > 1
        is_of_all = len(attempts) < attempt_count
        is_complete, infinite_count = True, 0
        for at, attempt_value in enumerate(attempts, 1):
            number = task.scorers.number(name, attempt_value)
            infinite_count += attempt_value in INFINITE
            is_complete = is_complete and (number is not None or attempt_value in INFINITE)
            scores.append(
                {"validator_id": name, "attempt": at, "value": attempt_value, "number": number,
                 "is_of_all": is_of_all}
            )  # fmt: skip
        task.note(name, case_id, is_complete=is_complete, infinite_count=infinite_count)
    return scores


def _of_attempts(value: object, attempt_count: int) -> list[Any]:
    """Return a value for each attempt, as strict JSON; empty unless there is a number for each."""
    is_of_each = (
        isinstance(value, list)
        and len(value) == attempt_count
        and all(isinstance(item, NUMBER) for item in value)
    )
    if not is_of_each:
        return []
    return [written(item) or item for item in value]  # type: ignore[attr-defined]
