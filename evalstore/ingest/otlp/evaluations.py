"""Evaluations in OTLP JSON, each put to the span or the response that it is of."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalstore.ingest.experiment_rows.exported import ExportedRow
from evalstore.ingest.otlp.attributes import attributes_of
from evalstore.ingest.values import amount, mapping, mappings, name, number, text

EVALUATION = "gen_ai.evaluation.result"
OF_EVALUATIONS, OF_MODELS = "gen_ai.evaluation.", "gen_ai."
# Labels that the conventions give as examples, and what they say; others are no verdict.
LABELS = {"pass": True, "passed": True, "correct": True, "fail": False, "failed": False,
          "incorrect": False}  # fmt: skip
UNNAMED = "unnamed"
NANOSECONDS = 1_000_000


@dataclass(slots=True)
class EvaluatedSpan:
    """What is known of one reply: its span, where the file has it, and its evaluations."""

    location: str
    span: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    service: str | None = None
    scores: list[dict[str, Any]] = field(default_factory=list)


class Spans:
    """All that was evaluated, by the place of the span or the id of the response."""

    def __init__(self) -> None:
        self._by_place: dict[str, EvaluatedSpan] = {}
        self._place_of_response: dict[str, str] = {}
        self.service: str | None = None
        self.unplaced: list[str] = []
        self.repeated_count = 0

    def take(self, found: dict[str, Any], location: str) -> None:
        """Take the spans, the events of spans, and the log records of one export request."""
        for resource in mappings(found.get("resourceSpans")):
            service = self._service(resource)
            for scope in mappings(resource.get("scopeSpans")):
                for span in mappings(scope.get("spans")):
                    self._take_span(span, service, location)
        for resource in mappings(found.get("resourceLogs")):
            self._service(resource)
            for scope in mappings(resource.get("scopeLogs")):
                for record in mappings(scope.get("logRecords")):
                    known = attributes_of(record)
                    if EVALUATION in (record.get("eventName"), known.get("event.name")):
                        self._score(_place(record), known, location)

    def rows(self) -> Iterator[ExportedRow]:
        """
        Yield a row for each span or response with an evaluation.

        Of several evaluations of one name the last counts; ``repeated_count`` are the others.
        """
        merged: dict[str, EvaluatedSpan] = {}
        for place, one in self._by_place.items():
            # A response that was named by its id alone is that of the span which says this id.
            key = self._place_of_response.get(place, place)
            into = merged.setdefault(key, EvaluatedSpan(one.location))
            into.span, into.known = into.span or one.span, into.known or one.known
            into.service = into.service or one.service
            into.scores += one.scores
        for place, one in merged.items():
            if one.scores:
                newest = {score["validator_id"]: score for score in one.scores}
                self.repeated_count += len(one.scores) - len(newest)
                one.scores = list(newest.values())
                yield _row(place, one, self.service or UNNAMED)

    def _service(self, resource: dict[str, Any]) -> str | None:
        service = name(attributes_of(mapping(resource.get("resource"))).get("service.name"))
        self.service = self.service or service
        return service

    def _take_span(self, span: dict[str, Any], service: str | None, location: str) -> None:
        known = attributes_of(span)
        place = _place(span)
        events = [
            attributes_of(event)
            for event in mappings(span.get("events"))
            if event.get("name") == EVALUATION
        ]
        is_of_model = any(
            key.startswith(OF_MODELS) and not key.startswith(OF_EVALUATIONS) for key in known
        )
        if place is None or not (events or is_of_model):
            return
        one = self._by_place.setdefault(place, EvaluatedSpan(location))
        one.span, one.known, one.service = span, known, service
        response = name(known.get("gen_ai.response.id"))
        if response is not None:
            self._place_of_response[f"response {response}"] = place
        for event in events:
            self._score(place, event, location)

    def _score(self, place: str | None, known: dict[str, Any], location: str) -> None:
        response = name(known.get("gen_ai.response.id"))
        validator = name(known.get("gen_ai.evaluation.name"))
        # An evaluator that looks at many replies in one span of its own says which it means.
        if response is not None:
            place = f"response {response}"
        if place is None or validator is None:
            self.unplaced.append(location)
            return
        label = text(known.get("gen_ai.evaluation.score.label"))
        value = number(known.get("gen_ai.evaluation.score.value"))
        truth = LABELS.get(label.lower()) if label is not None else None
        one = self._by_place.setdefault(place, EvaluatedSpan(location))
        one.scores.append(
            {
                "validator_id": validator,
                "score": truth if truth is not None else value,
                "value": value,
                "label": label,
                "reason": known.get("gen_ai.evaluation.explanation"),
                "error": known.get("error.type"),
            }
        )


def _place(found: dict[str, Any]) -> str | None:
    trace, span = name(found.get("traceId")), name(found.get("spanId"))
    return f"{trace}/{span}" if trace is not None and span is not None else None


def _row(place: str, one: EvaluatedSpan, service: str) -> ExportedRow:
    known = one.known
    start, end = (amount(_whole(one.span.get(f"{side}TimeUnixNano"))) for side in ("start", "end"))
    is_failed = mapping(one.span.get("status")).get("code") in (2, "STATUS_CODE_ERROR")
    said = text(mapping(one.span.get("status")).get("message"))
    return ExportedRow(
        one.location,
        _messages(known.get("gen_ai.input.messages")),
        case_id=place.removeprefix("response "),
        system_id=name(known.get("gen_ai.request.model"))
        or name(known.get("gen_ai.response.model"))
        or one.service
        or service,
        # What was evaluated was answered, though not every export says how.
        output=_said(known.get("gen_ai.output.messages")) or "",
        error=(said or str(known.get("error.type") or "the span failed")) if is_failed else None,
        latency_ms=(end - start) / NANOSECONDS if start and end and end >= start else None,
        tokens_in=amount(known.get("gen_ai.usage.input_tokens")),
        tokens_out=amount(known.get("gen_ai.usage.output_tokens")),
        attributes={
            key.replace(".", "_"): known[key]
            for key in ("gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.agent.name")
            if key in known
        },
        scores=one.scores,
    )


def _whole(value: object) -> int | None:
    return int(str(value)) if str(value).isdecimal() else None


def _messages(value: object) -> Any:
    """Return messages, which are attributes as such or as JSON text, with what each says."""
    found = _parsed(value)
    messages = [
        {"role": one.get("role"), "content": said}
        for one in mappings(found)
        if (said := _parts(one)) is not None
    ]
    return {"messages": messages} if messages else value if isinstance(value, str) else None


def _said(value: object) -> str | None:
    """Return what the last message says."""
    found = [said for one in mappings(_parsed(value)) if (said := _parts(one)) is not None]
    return found[-1] if found else value if isinstance(value, str) else None


def _parts(message: dict[str, Any]) -> str | None:
    if isinstance(message.get("content"), str):
        content: str = message["content"]
        return content
    said = [text(part.get("content")) for part in mappings(message.get("parts"))]
    return "\n".join(part for part in said if part) or None


def _parsed(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None
