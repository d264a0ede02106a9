"""Evaluations in OTLP JSON, each assigned to its span or response."""

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalstore.harnesses.experiment_rows.exported import ExportedRow
from evalstore.harnesses.otlp.attributes import attributes_of
from evalstore.harnesses.values import amount, mapping, mappings, name, number, text

EVALUATION = "gen_ai.evaluation.result"
OF_EVALUATIONS, OF_MODELS = "gen_ai.evaluation.", "gen_ai."
# Labels that the conventions give as examples, and the verdict they mean; others mean none.
LABELS = {"pass": True, "passed": True, "correct": True, "fail": False, "failed": False,
          "incorrect": False}  # fmt: skip
UNNAMED = "unnamed"
RESPONSE = "response "
NANOSECONDS = 1_000_000


class Origin(NamedTuple):
    """The writer of a span or record: a service, and the pipeline run in which it ran."""

    service: str | None
    pipeline_run: str | None

    @property
    def name(self) -> str:
        """Service and pipeline run in one text, to distinguish the runs of a file."""
        return "-".join(part for part in (self.service or UNNAMED, self.pipeline_run) if part)


NOBODY = Origin(None, None)


class OtlpEvaluation(NamedTuple):
    """An evaluation: its time in nanoseconds (0 if unknown), its place, and its writer."""

    at: int
    place: str | None
    origin: Origin
    found: dict[str, Any]


@dataclass(slots=True)
class EvaluatedSpan:
    """
    One reply: its span, if the file has it, and its evaluations.

    ``origin`` is that of the span, ``teller`` that of the first evaluation.
    """

    location: str
    span: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    origin: Origin = NOBODY
    teller: Origin = NOBODY
    scores: list[OtlpEvaluation] = field(default_factory=list)


class Spans:
    """All evaluated replies, by the place of the span or the id of the response."""

    def __init__(self) -> None:
        self._by_place: dict[str, EvaluatedSpan] = {}
        self._places_of_response: dict[str, set[str]] = {}
        self._origins: set[Origin] = set()
        self.unplaced: list[str] = []
        self.repeated_count = 0
        self.shared_responses: set[str] = set()

    def take(self, request: dict[str, Any], location: str) -> None:
        """Add the spans, the events of spans, and the log records of one export request."""
        for resource in mappings(request.get("resourceSpans")):
            origin = _origin(resource)
            for scope in mappings(resource.get("scopeSpans")):
                for span in mappings(scope.get("spans")):
                    self._take_span(span, origin, location)
        for resource in mappings(request.get("resourceLogs")):
            origin = _origin(resource)
            for scope in mappings(resource.get("scopeLogs")):
                for record in mappings(scope.get("logRecords")):
                    attributes = attributes_of(record)
                    if EVALUATION in (record.get("eventName"), attributes.get("event.name")):
                        at = record.get("timeUnixNano") or record.get("observedTimeUnixNano")
                        self._score(_place(record), attributes, at, location, origin)

    def rows(self) -> list[tuple[Origin, ExportedRow]]:
        """
        Return a row for each span or response with an evaluation, and its origin.

        Of several evaluations of one name the newest counts; ``repeated_count`` counts the others.
        """
        merged: dict[str, EvaluatedSpan] = {}
        for place, reply in self._by_place.items():
            # A response referred to by id only belongs to the span with this id.
            spans = self._places_of_response.get(place, set())
            into = merged.setdefault(min(spans, default=place), EvaluatedSpan(reply.location))
            into.span, into.known = into.span or reply.span, into.known or reply.known
            into.origin = _first_of(into.origin, reply.origin)
            for score in reply.scores:
                target = into
                if len(spans) > 1 and score.place in spans:
                    target = merged.setdefault(str(score.place), EvaluatedSpan(reply.location))
                elif len(spans) > 1:
                    self.shared_responses.add(place.removeprefix(RESPONSE))
                target.scores.append(score)
                target.teller = _first_of(target.teller, score.origin)
        evaluated = {place: reply for place, reply in merged.items() if reply.scores}
        named = {_first_of(reply.origin, reply.teller) for reply in evaluated.values()} - {NOBODY}
        # A reply without an origin gets the only origin in the file, if there is just one.
        only = named.pop() if len(named) == 1 else NOBODY
        origins = [_first_of(reply.origin, reply.teller, only) for reply in evaluated.values()]
        return [
            (origin, self._row(place, reply, origin))
            for origin, (place, reply) in zip(origins, evaluated.items(), strict=True)
        ]

    def _row(self, place: str, reply: EvaluatedSpan, origin: Origin) -> ExportedRow:
        # The sort is stable: evaluations of the same or an unknown time keep their order.
        ordered = sorted(reply.scores, key=lambda score: score.at)
        newest = {score.found["validator_id"]: score.found for score in ordered}
        self.repeated_count += len(ordered) - len(newest)
        return _row(place, reply, list(newest.values()), origin.service or UNNAMED)

    def _take_span(self, span: dict[str, Any], origin: Origin, location: str) -> None:
        attributes = attributes_of(span)
        place = _place(span)
        events = [
            event for event in mappings(span.get("events")) if event.get("name") == EVALUATION
        ]
        is_of_model = any(
            key.startswith(OF_MODELS) and not key.startswith(OF_EVALUATIONS) for key in attributes
        )
        if place is None or not (events or is_of_model):
            return
        reply = self._by_place.setdefault(place, EvaluatedSpan(location))
        reply.span, reply.known, reply.origin = span, attributes, origin
        response = name(attributes.get("gen_ai.response.id"))
        if response is not None:
            self._places_of_response.setdefault(f"{RESPONSE}{response}", set()).add(place)
        for event in events:
            self._score(place, attributes_of(event), event.get("timeUnixNano"), location, origin)

    def _score(
        self,
        place: str | None,
        attributes: dict[str, Any],
        at: object,
        location: str,
        origin: Origin,
    ) -> None:
        response = name(attributes.get("gen_ai.response.id"))
        validator = name(attributes.get("gen_ai.evaluation.name"))
        span_place = place
        # An evaluator of many replies may have one span, and refer to each by its response id.
        if response is not None:
            place = f"{RESPONSE}{response}"
        if place is None or validator is None:
            self.unplaced.append(location)
            return
        label = text(attributes.get("gen_ai.evaluation.score.label"))
        value = attributes.get("gen_ai.evaluation.score.value")
        value = value if isinstance(value, float) else number(value)
        truth = LABELS.get(label.lower()) if label is not None else None
        reply = self._by_place.setdefault(place, EvaluatedSpan(location))
        score = {
            "validator_id": validator,
            "score": truth if truth is not None else value,
            "value": value,
            "label": label,
            "reason": attributes.get("gen_ai.evaluation.explanation"),
            "error": attributes.get("error.type"),
        }
        reply.scores.append(OtlpEvaluation(_whole(at) or 0, span_place, origin, score))


def _origin(resource: dict[str, Any]) -> Origin:
    attributes = attributes_of(mapping(resource.get("resource")))
    return Origin(
        name(attributes.get("service.name")), name(attributes.get("cicd.pipeline.run.id"))
    )


def _first_of(*origins: Origin) -> Origin:
    return next((origin for origin in origins if origin != NOBODY), NOBODY)


def _place(holder: dict[str, Any]) -> str | None:
    trace, span = name(holder.get("traceId")), name(holder.get("spanId"))
    return f"{trace}/{span}" if trace is not None and span is not None else None


def _row(
    place: str, reply: EvaluatedSpan, scores: list[dict[str, Any]], service: str
) -> ExportedRow:
    attributes = reply.known
    start, end = (
        amount(_whole(reply.span.get(f"{side}TimeUnixNano"))) for side in ("start", "end")
    )
    is_failed = mapping(reply.span.get("status")).get("code") in (2, "STATUS_CODE_ERROR")
    message = text(mapping(reply.span.get("status")).get("message"))
    return ExportedRow(
        reply.location,
        _messages(attributes.get("gen_ai.input.messages")),
        case_id=place.removeprefix(RESPONSE),
        system_id=name(attributes.get("gen_ai.request.model"))
        or name(attributes.get("gen_ai.response.model"))
        or service,
        output=_said(attributes.get("gen_ai.output.messages")),
        error=(message or str(attributes.get("error.type") or "the span failed"))
        if is_failed
        else None,
        latency_ms=(end - start) / NANOSECONDS if start and end and end >= start else None,
        tokens_in=amount(attributes.get("gen_ai.usage.input_tokens")),
        tokens_out=amount(attributes.get("gen_ai.usage.output_tokens")),
        attributes={
            key.replace(".", "_"): attributes[key]
            for key in ("gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.agent.name")
            if key in attributes
        },
        scores=scores,
    )


def _whole(value: object) -> int | None:
    return int(str(value)) if str(value).isdecimal() else None


def _messages(value: object) -> Any:
    """Return messages with role and text; the attribute is a list or its JSON text."""
    parsed = _parsed(value)
    messages = [
        {"role": message.get("role"), "content": content}
        for message in mappings(parsed)
        if (content := _parts(message)) is not None
    ]
    return {"messages": messages} if messages else value if isinstance(value, str) else None


def _said(value: object) -> str | None:
    """Return the text of the last message."""
    contents = [
        content for message in mappings(_parsed(value)) if (content := _parts(message)) is not None
    ]
    return contents[-1] if contents else value if isinstance(value, str) else None


def _parts(message: dict[str, Any]) -> str | None:
    if isinstance(message.get("content"), str):
        content: str = message["content"]
        return content
    texts = [part["content"] for part in mappings(message.get("parts")) if _is_text(part)]
    return "\n".join(part for part in texts if part) if texts else None


def _is_text(part: dict[str, Any]) -> bool:
    """Return True if a part of a message is a text, which may be empty."""
    return isinstance(part.get("content"), str)


def _parsed(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None
