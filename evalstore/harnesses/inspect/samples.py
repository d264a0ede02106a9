"""Samples reduced to the mapped fields; events, transcripts and stores stay in the log."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.inspect import content, scores, tools, usage
from evalstore.harnesses.inspect.content import ATTACHMENT
from evalstore.harnesses.inspect.graders import Grader
from evalstore.harnesses.inspect.sample_ids import SampleId
from evalstore.harnesses.inspect.scorers import Scorers
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, encode, kept, repaired
from evalstore.harnesses.scales import PART
from evalstore.harnesses.values import ATTRIBUTE_LENGTH_MAX, unknown_fields
from evalstore.plugins.image import NotAnImageError, image_of_uri

# The fields of a sample, including those of the members of a chunked one.
FIELDS = frozenset((
    "id", "epoch", "input", "choices", "target", "description", "sandbox", "files", "setup",
    "messages", "output", "score", "scores", "metadata", "store", "events", "timelines",
    "model_usage", "role_usage", "model_fallbacks", "started_at", "completed_at", "total_time",
    "working_time", "uuid", "invalidation", "error", "error_retries", "attachments", "transcript",
    "events_data", "limit", "turn_count", "token_limit", "token_limit_type", "token_limit_usage",
    "message_limit", "time_limit", "message_refs", "event_refs", "called_tools",
))  # fmt: skip

# The only fields that the functions below read.
KEPT = (
    "id",
    "epoch",
    "input",
    "choices",
    "target",
    "metadata",
    "output",
    "score",
    "scores",
    "model_usage",
    "completed_at",
    "total_time",
    "working_time",
    "limit",
    "error",
    "invalidation",
    "attachments",
    "transcript",
    "called_tools",
)
# Repairs of these fields are recorded in the case, all others in the response.
CASE_PARTS = ("input", "choices", "target", "metadata")

# The events whose times decide which of two logs of one run is the newer.
SCORING_EVENTS = ("score", "score_edit")

TEXT, TRUTH = (str,), (bool,)
TEXT_OR_NUMBER = (str, int, float)
# Sample metadata copied to a field of the case, if it has one of these types.
LIFTED = {
    "domain": TEXT,
    "label": TEXT,
    "cluster_id": TEXT_OR_NUMBER,
    "session_id": TEXT_OR_NUMBER,
    "severity": TEXT_OR_NUMBER,
    "is_canary": TRUTH,
    "tags": (list,),
}


# The fields that distinguish questions with one id.
ASKED = ("prompt", "messages", "images", "choices", "target")


@dataclass(frozen=True, slots=True)
class Newest:
    """
    Facts about the newest sample that its log needs in addition to the record.

    ``has_unscored`` is True if one of its scores has no value at all; ``infinite`` are the scorers
    whose value for it is infinite.
    """

    sample_id: SampleId
    completed_at: datetime | None
    has_unscored: bool
    infinite: tuple[str, ...]


@dataclass(slots=True)
class Log:
    """The log that contains the samples, and the scores seen in it so far."""

    run_id: str
    task: str
    model: str
    nameless_scorer: str = "score"
    graders: dict[str, Grader] = field(default_factory=dict)
    scored_at: datetime | None = None
    seen: Scorers = field(default_factory=Scorers)
    newest: Newest | None = None
    # Number of samples that cannot be read and that a later sample of the same name replaces.
    unreadable_count: int = 0
    # Number of images without bytes in the log, or of a kind that is not kept.
    left_out_image_count: int = 0
    # The models that were called, including graders.
    models: set[str] = field(default_factory=set)
    is_version_known: bool = True


class NotASampleError(Exception):
    """A value that is not a sample: not an object, or without an id."""


def record_text(sample: object, is_strict: bool, log: Log) -> str:
    """Return the record of one sample as strict JSON; raises NotASampleError."""
    if not isinstance(sample, dict) or not isinstance(sample.get("id"), str | int):
        raise NotASampleError(
            "expected an object with an `id` that is text or a number, found "
            + (f"keys {sorted(sample)[:5]}" if isinstance(sample, dict) else type(sample).__name__)
        )
    # Counted before the conversation is dropped; a chunked sample does not contain it.
    if "called_tools" not in sample:
        sample["called_tools"] = tools.called(sample.get("messages"))
    scored_at = last_scored(sample)
    if scored_at is not None and (log.scored_at is None or scored_at > log.scored_at):
        log.scored_at = scored_at
    if is_strict:
        try:
            return _record_text(sample, [], log)
        except NotStrictJsonError:
            # The fast decoder accepts integers that its own encoder refuses.
            pass
    repairs: list[dict[str, str]] = []
    names = (*KEPT, *raw_fields(sample, is_version_known=log.is_version_known))
    return _record_text(repaired(kept(sample, names), "", repairs), repairs, log)


def _record_text(sample: dict[str, Any], repairs: list[dict[str, str]], log: Log) -> str:
    entries = _scores(sample, repairs, log)
    attachments = _attachments(sample)
    question = _question(sample, attachments, log)
    record = {
        "kind": "sample",
        "run_id": log.run_id,
        "suite": log.task,
        "model": log.model,
        "sample": {
            "case_id": str(sample["id"]),
            **question,
            **_answer(sample, attachments, log),
            **_noted(entries),
            "scores": entries,
            "raw_fields": raw_fields(sample, is_version_known=log.is_version_known) or None,
            **_repairs(repairs),
        },
    }
    text = encode(record)
    log.newest = Newest(
        SampleId(
            str(sample["id"]),
            question_digest([question[name] for name in ASKED]),
            _epoch(sample.get("epoch")),
        ),
        time_in(sample.get("completed_at")),
        any(entry["value"] is None and entry["part"] is None for entry in entries),
        tuple(scores.infinite(entries)),
    )
    return text


def _epoch(stated: Any) -> int:
    try:
        return int(stated)
    except (TypeError, ValueError, OverflowError):
        # The mapping also takes a missing epoch as the first.
        return 1


def _attachments(sample: dict[str, Any]) -> dict[str, Any]:
    attachments = sample.get("attachments")
    if not attachments and isinstance(sample.get("transcript"), dict):
        # The oldest logs keep them here.
        attachments = sample["transcript"].get("content")
    return attachments if isinstance(attachments, dict) else {}


def _question(sample: dict[str, Any], attachments: Mapping[str, Any], log: Log) -> dict[str, Any]:
    question = sample.get("input")
    metadata = sample.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    lifted = {
        name: metadata[name]
        for name, types in LIFTED.items()
        # A bool is an int to Python, but not a severity.
        if type(metadata.get(name)) in types
    }
    attributes = {
        name: value
        for name, value in scores.scalars(metadata).items()
        if name not in lifted
        and not (isinstance(value, str) and len(value) > ATTRIBUTE_LENGTH_MAX)
    }
    return {
        "prompt": content.resolved(question, attachments) if isinstance(question, str) else None,
        "messages": content.messages(question, attachments)
        if isinstance(question, list)
        else None,
        "images": _images(question, attachments, log),
        "choices": sample.get("choices"),
        "target": sample.get("target"),
        "lifted": lifted,
        "attributes": attributes or None,
    }


def _images(
    messages: object, attachments: Mapping[str, Any], log: Log
) -> list[dict[str, str]] | None:
    shown, left_out_count = images(messages, attachments)
    log.left_out_image_count += left_out_count
    return shown or None


def _answer(sample: dict[str, Any], attachments: Mapping[str, Any], log: Log) -> dict[str, Any]:
    output = sample.get("output")
    output = output if isinstance(output, dict) else {}
    choices = output.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    text = None
    if isinstance(message, dict):
        text = content.plain_text(message.get("content"), attachments)
    elif isinstance(output.get("completion"), str):
        # Without a message an empty text means that the log has no answer.
        text = output["completion"] or None
    error = sample.get("error")
    limit = sample.get("limit")
    used = usage.of_models(sample.get("model_usage"))
    log.models.update([str(entry["model"]) for entry in used])
    return {
        "epoch": sample.get("epoch"),
        "text": text,
        "response_images": _images([message], attachments, log),
        "error": content.error_text(error),
        "limit": limit.get("type") if isinstance(limit, dict) else limit,
        "output_time": output.get("time"),
        "working_time": sample.get("working_time"),
        "total_time": sample.get("total_time"),
        "model_usage": used or None,
        "tools": sample.get("called_tools"),
        "completed_at": sample.get("completed_at"),
        "invalidation": sample.get("invalidation"),
    }


def _noted(entries: list[dict[str, Any]]) -> dict[str, Any]:
    """
    Return the first answer and confidence that the scorers noted.

    Edits of a score are ignored: they do not change the answer.
    """
    answer = confidence = first = None
    for entry in entries:
        if entry["edit"] is not None:
            continue
        if answer is None:
            answer = entry["answer"]
        stated: Any = (entry["metadata"] or {}).get("confidence")
        # A bool is an int to Python, but not a confidence.
        if type(stated) not in (int, float):
            continue
        first = stated if first is None else first
        if confidence is None and 0 <= stated <= 1:
            confidence = stated
    return {
        "answer": answer,
        "confidence": confidence,
        "confidence_was": first if confidence is None else None,
    }


def _scores(
    sample: dict[str, Any], repairs: list[dict[str, str]], log: Log
) -> list[dict[str, Any]]:
    entries = scores.of_scorers(scores.of_sample(sample, log.nameless_scorer), log.seen)
    for entry in entries if repairs else ():
        part = entry["part"]
        scorer = entry["validator_id"][: None if part is None else -len(PART + part)]
        prefixes = (f"scores.{scorer}.", "score.")
        entry["repairs"] = [
            {**repair, "path": prefix + name}
            for repair in repairs
            for prefix in prefixes
            if repair["path"].startswith(prefix)
            for name in [_name_in_state(repair["path"].removeprefix(prefix), entry["history_at"])]
            if name and _is_about(name, part)
        ] or None
        scores.note_infinity(entry, prefixes)
    return entries


def _is_about(name: str, part: str | None) -> bool:
    """Return True if a repaired field concerns this part: all but the values of other parts."""
    return part is None or not name.startswith("value.") or name == f"value.{part}"


def _name_in_state(name: str, history_at: int | None) -> str | None:
    """Return a repaired field's name within this state of the score; None if it is of another."""
    if history_at is None:
        return None if name.startswith("history.") else name
    within = f"history.{history_at}."
    return name.removeprefix(within) if name.startswith(within) else None


def _repairs(repairs: list[dict[str, str]]) -> dict[str, Any]:
    """Assign the repairs that are not in scores to the case or the response."""
    case, response = [], []
    for repair in repairs:
        part = repair["path"].partition(".")[0]
        if part in CASE_PARTS:
            case.append(repair)
        elif part not in ("scores", "score"):
            response.append(repair)
    return {"case_repairs": case or None, "response_repairs": response or None}


def last_scored(sample: dict[str, Any]) -> datetime | None:
    """
    Return the time of the sample's last scoring event; None if it has no such event.

    >>> last_scored({"events": [{"event": "score", "timestamp": "2026-11-21T20:00:03+02:00"}]})
    datetime.datetime(2026, 11, 21, 18, 0, 3, tzinfo=datetime.timezone.utc)
    >>> last_scored({"events": [{"event": "model", "timestamp": "2026-11-21T20:00:03Z"}]})
    """
    events = sample.get("events")
    times = [
        time_in(event.get("timestamp"))
        for event in (events if isinstance(events, list) else [])
        if isinstance(event, dict) and event.get("event") in SCORING_EVENTS
    ]
    return max((time for time in times if time is not None), default=None)


def time_in(text: object) -> datetime | None:
    """Return a time in UTC; None if the text is not a time, or has no offset."""
    try:
        time = datetime.fromisoformat(text) if isinstance(text, str) else None
        # A time without an offset is local to an unknown machine.
        return None if time is None or time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        # The text is not a time.
        return None


def images(messages: object, attachments: Mapping[str, Any]) -> tuple[list[dict[str, str]], int]:
    """
    Return the images of messages as event lines contain them, and the number left out.

    Left out are those that the log refers to by URL or file, and those of an unsupported kind.

    >>> images([{"content": [{"type": "image", "image": "https://example.org/a.png"}]}], {})
    ([], 1)
    """
    kept_images: list[dict[str, str]] = []
    left_out_count = 0
    for address in _addresses(messages):
        held = attachments.get(address.removeprefix(ATTACHMENT), address)
        try:
            image_of_uri(str(held))
        except NotAnImageError:
            left_out_count += 1
        else:
            kept_images.append({"data": str(held)})
    return kept_images, left_out_count


def _addresses(messages: object) -> Iterator[str]:
    for message in messages if isinstance(messages, list) else ():
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") == "image":
                yield str(part.get("image"))


def raw_fields(sample: dict[str, Any], *, is_version_known: bool) -> dict[str, Any]:
    """
    Return the unknown fields of a sample, without secrets, if the log's version is unknown.

    Empty if the version is known.

    >>> raw_fields({"id": 1, "mood": "calm"}, is_version_known=False)
    {'mood': 'calm'}
    """
    return {} if is_version_known else unknown_fields(sample, FIELDS)
