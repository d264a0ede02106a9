"""Lines of samples cut down to what the mapping reads: one for each document and filter."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from evalstore.ingest.inspect.scorers import Scorers
from evalstore.ingest.inspect.strict_json import NotStrictJsonError, decode, encode, repaired
from evalstore.ingest.lm_eval.figures import validator_of
from evalstore.ingest.lm_eval.replies import DocumentReply, reply_of
from evalstore.ingest.records import Skip, SourceRecord

CASE_ID_DIGITS = 16
# What is no metric in a line that does not list its metrics.
FIELDS = frozenset((
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash",
))  # fmt: skip
# They say whether the answer is right.
RATING = ("acc", "exact_match")
# A longer text is no value to slice by.
ATTRIBUTE_LENGTH_MAX = 200
# A field with more values, and each in fewer than two documents, is the question itself.
VALUE_COUNT_KEPT = 20


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its number and its hash in the data set, its case, and if it is new here."""

    doc_id: str
    doc_hash: str
    case_id: str
    is_first: bool


@dataclass(slots=True)
class TaskSamples:
    """A task whose samples are read, and what was seen in them so far."""

    run_id: str
    name: str
    system_id: str
    higher_is_better: dict[str, Any]
    scorers: Scorers = field(default_factory=Scorers)
    lower: set[str] = field(default_factory=set)
    # Whether any metric has a value for each of several replies; else they are one attempt.
    judges_each: bool = False
    # Case id by document, and how many documents have a hash.
    cases: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, int] = field(default_factory=dict)
    values: dict[str, set[Any]] = field(default_factory=dict)
    # Documents with a number, by validator.
    numbered: dict[str, set[str]] = field(default_factory=dict)

    def case_of(self, sample: dict[str, Any]) -> Document:
        """Name a document by its content; another one of the same content is `…#2`."""
        doc_id = str(sample["doc_id"])
        found = sample.get("doc_hash")
        doc_hash = found if isinstance(found, str) and found else _doc_hash(sample)
        if doc_id in self.cases:
            return Document(doc_id, doc_hash, self.cases[doc_id], is_first=False)
        number = self.hashes.get(doc_hash, 0) + 1
        case_id = doc_hash[:CASE_ID_DIGITS]
        if number > 1:
            case_id = f"{case_id}#{number}"
        return Document(doc_id, doc_hash, case_id, is_first=True)

    def keep(self, case: Document) -> None:
        """Note a document whose record is whole."""
        if case.is_first:
            self.cases[case.doc_id] = case.case_id
            self.hashes[case.doc_hash] = self.hashes.get(case.doc_hash, 0) + 1

    @property
    def complete(self) -> set[str]:
        """The validators with a number for every document."""
        return {name for name, docs in self.numbered.items() if docs == self.cases.keys()}

    @property
    def slices(self) -> list[str]:
        """The fields of documents whose values come again, so that they make slices."""
        enough = max(VALUE_COUNT_KEPT, len(self.cases) // 2)
        return sorted(name for name, values in self.values.items() if len(values) <= enough)


def record_of(line: bytes, location: str, task: TaskSamples) -> SourceRecord | Skip:
    """Return the record of one line, or why it is none."""
    try:
        sample, is_strict = decode(line)
        repairs: list[dict[str, str]] = []
        if not is_strict:
            sample = repaired(sample, "", repairs)
        objection = _objection(sample)
        if objection is not None:
            return Skip(location, "not a sample", objection)
        case = task.case_of(sample)
        try:
            text = encode(_record(sample, case, repairs, task))
        except NotStrictJsonError:
            # The fast decoder lets integers through that its own encoder then refuses.
            repairs = []
            text = encode(_record(repaired(sample, "", repairs), case, repairs, task))
    except RecursionError:
        return Skip(location, "sample nested too deep", "found more levels than can be read")
    except ValueError as error:
        return Skip(location, "sample malformed", f"not one JSON object: {error}")
    except NotStrictJsonError as error:
        return Skip(location, "sample not writable", str(error))
    task.keep(case)
    return SourceRecord(location, text)


def _objection(sample: object) -> str | None:
    if not isinstance(sample, dict):
        return f"expected an object, found {type(sample).__name__}"
    if not isinstance(sample.get("doc_id"), int | str) or "resps" not in sample:
        return f"expected `doc_id` and `resps`, found keys {sorted(sample)[:8]}"
    return None


def _record(
    sample: dict[str, Any], case: Document, repairs: list[dict[str, str]], task: TaskSamples
) -> dict[str, Any]:
    reply = reply_of(sample)
    return {
        "kind": "sample",
        "run_id": task.run_id,
        "suite": task.name,
        "system_id": task.system_id,
        "sample": {
            "case_id": case.case_id,
            "doc_id": case.doc_id,
            "filter": sample.get("filter"),
            "is_first": case.is_first,
            **(_case(sample, reply, task) if case.is_first else {}),
            "attempts": len(reply.texts),
            "answer": reply.answer,
            "scores": _scores(sample, reply, task),
            "repairs": repairs or None,
        },
    }


def _case(sample: dict[str, Any], reply: DocumentReply, task: TaskSamples) -> dict[str, Any]:
    return {
        "prompt": reply.prompt,
        "messages": reply.messages,
        "choices": reply.choices,
        "target": _target(sample.get("target"), reply),
        "attributes": _attributes(sample.get("doc"), task) or None,
        "texts": reply.texts,
        "has_answer": reply.has_answer,
        "confidence": reply.confidence,
        "log_likelihoods": reply.log_likelihoods,
    }


def _doc_hash(sample: dict[str, Any]) -> str:
    """Return the hash that the harness writes from 0.4.3 on, which older samples lack."""
    doc = sample.get("doc") or [sample.get("arguments"), sample.get("target")]
    text = json.dumps(doc, indent=2, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _target(target: object, reply: DocumentReply) -> object:
    """Return the right answer: of choices the text of the one that is meant by its number."""
    choices = reply.choices
    if choices and not isinstance(target, list) and str(target).isdecimal():
        numbers = [str(at) for at in range(len(choices))]
        if str(target) in numbers and str(target) not in choices:
            return choices[numbers.index(str(target))]
    return target.strip() if isinstance(target, str) else target


def _attributes(doc: object, task: TaskSamples) -> dict[str, Any]:
    found = {
        name: value
        for name, value in (doc.items() if isinstance(doc, dict) else ())
        if isinstance(value, int | float)
        or (isinstance(value, str) and 0 < len(value) <= ATTRIBUTE_LENGTH_MAX)
    }
    for name, value in found.items():
        task.values.setdefault(name, set()).add(value)
    return found


def _scores(
    sample: dict[str, Any], reply: DocumentReply, task: TaskSamples
) -> list[dict[str, Any]]:
    listed = sample.get("metrics")
    metrics = listed if isinstance(listed, list) else [key for key in sample if key not in FIELDS]
    found = []
    # What the filter adds to the name of each metric.
    suffix = validator_of("", sample.get("filter"))
    doc_id, attempt_count = str(sample["doc_id"]), len(reply.texts)
    for metric in metrics:
        if not isinstance(metric, str) or metric not in sample:
            continue
        value = sample[metric]
        name = metric + suffix
        if metric in RATING:
            task.scorers.rating.add(name)
        if task.higher_is_better.get(metric) is False:
            task.lower.add(name)
        attempts = _of_attempts(value, attempt_count) if attempt_count > 1 else [value]
        task.judges_each |= len(attempts) > 1
        numbers = [task.scorers.number(name, one) for one in attempts]
        found += [
            {
                "validator_id": name,
                "attempt": at,
                "value": one,
                "number": number,
                "is_of_all": len(attempts) < attempt_count,
            }
            for at, (one, number) in enumerate(zip(attempts, numbers, strict=True), 1)
        ]
        if None not in numbers:
            task.numbered.setdefault(name, set()).add(doc_id)
    return found


def _of_attempts(value: object, attempt_count: int) -> list[Any]:
    """Return a value for each attempt where there is one for each; else the one there is."""
    is_of_each = (
        isinstance(value, list)
        and len(value) == attempt_count
        and all(isinstance(one, int | float) for one in value)
    )
    return value if is_of_each else [value]  # type: ignore[return-value]
