"""Evaluations in OTLP JSON, each put to the span or the response that it is of."""

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evalstore.harnesses.experiment_rows.exported import ExportedRow
from evalstore.harnesses.otlp.attributes import attributes_of
from evalstore.harnesses.values import amount, mapping, mappings, name, number, text

EVALUATION = "gen_ai.evaluation.result"
OF_EVALUATIONS, OF_MODELS = "gen_ai.evaluation.", "gen_ai."
# Labels that the conventions give as examples, and what they say; others are no verdict.
LABELS = {"pass": True, "passed": True, "correct": True, "fail": False, "failed": False,
          "incorrect": False}  # fmt: skip
UNNAMED = "unnamed"
RESPONSE = "response "
NANOSECONDS = 1_000_000


class Origin(NamedTuple):
    """Who wrote a span or a record: a service, and the run of a pipeline that it ran in."""

    service: str | None
    pipeline_run: str | None

    @property
    def name(self) -> str:
        """Both in one, to tell the runs of a file apart."""
        return "-".join(part for part in (self.service or UNNAMED, self.pipeline_run) if part)


NOBODY = Origin(None, None)


class OtlpEvaluation(NamedTuple):
    """An evaluation: its nanosecond, 0 where it has none, its place, and who wrote it."""

    at: int
    place: str | None
    origin: Origin
    found: dict[str, Any]


@dataclass(slots=True)
class EvaluatedSpan:
    """
    What is known of one reply: its span, where the file has it, and its evaluations.

    ``origin`` is that of the span, ``teller`` that of the first evaluation.
    """

    location: str
    span: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)
    origin: Origin = NOBODY
    teller: Origin = NOBODY
    scores: list[OtlpEvaluation] = field(default_factory=list)


class Spans:
    """All that was evaluated, by the place of the span or the id of the response."""

    def __init__(self) -> None:
        self._by_place: dict[str, EvaluatedSpan] = {}
        self._places_of_response: dict[str, set[str]] = {}
        self._origins: set[Origin] = set()
        self.unplaced: list[str] = []
        self.repeated_count = 0
        self.shared_responses: set[str] = set()

    def take(self, found: dict[str, Any], location: str) -> None:
        """Take the spans, the events of spans, and the log records of one export request."""
        for resource in mappings(found.get("resourceSpans")):
            origin = _origin(resource)
            for scope in mappings(resource.get("scopeSpans")):
                for span in mappings(scope.get("spans")):
                    self._take_span(span, origin, location)
        for resource in mappings(found.get("resourceLogs")):
            origin = _origin(resource)
            for scope in mappings(resource.get("scopeLogs")):
                for record in mappings(scope.get("logRecords")):
                    known = attributes_of(record)
                    if EVALUATION in (record.get("eventName"), known.get("event.name")):
                        at = record.get("timeUnixNano") or record.get("observedTimeUnixNano")
                        self._score(_place(record), known, at, location, origin)

    def rows(self) -> list[tuple[Origin, ExportedRow]]:
        """
        Return a row for each span or response with an evaluation, and whose it is.

        Of several evaluations of one name the newest counts; ``repeated_count`` are the others.
        """
        merged: dict[str, EvaluatedSpan] = {}
        for place, one in self._by_place.items():
            # A response that was named by its id alone is that of the span which says this id.
            spans = self._places_of_response.get(place, set())
            into = merged.setdefault(min(spans, default=place), EvaluatedSpan(one.location))
            into.span, into.known = into.span or one.span, into.known or one.known
            into.origin = _first_of(into.origin, one.origin)
            for score in one.scores:
                target = into
                if len(spans) > 1 and score.place in spans:
                    target = merged.setdefault(str(score.place), EvaluatedSpan(one.location))
                elif len(spans) > 1:
                    self.shared_responses.add(place.removeprefix(RESPONSE))
                target.scores.append(score)
                target.teller = _first_of(target.teller, score.origin)
        evaluated = {place: one for place, one in merged.items() if one.scores}
        named = {_first_of(one.origin, one.teller) for one in evaluated.values()} - {NOBODY}
        # Who says nothing of a service is of the only one that there is.
        only = named.pop() if len(named) == 1 else NOBODY
        origins = [_first_of(one.origin, one.teller, only) for one in evaluated.values()]
        return [
            (origin, self._row(place, one, origin))
            for origin, (place, one) in zip(origins, evaluated.items(), strict=True)
        ]

    def _row(self, place: str, one: EvaluatedSpan, origin: Origin) -> ExportedRow:
        # The sort keeps the order of what came at one time, or at none that is known.
        ordered = sorted(one.scores, key=lambda score: score.at)
        newest = {score.found["validator_id"]: score.found for score in ordered}
        self.repeated_count += len(ordered) - len(newest)
        return _row(place, one, list(newest.values()), origin.service or UNNAMED)

    def _take_span(self, span: dict[str, Any], origin: Origin, location: str) -> None:
        known = attributes_of(span)
        place = _place(span)
        events = [
            event for event in mappings(span.get("events")) if event.get("name") == EVALUATION
        ]
        is_of_model = any(
            key.startswith(OF_MODELS) and not key.startswith(OF_EVALUATIONS) for key in known
        )
        if place is None or not (events or is_of_model):
            return
        one = self._by_place.setdefault(place, EvaluatedSpan(location))
        one.span, one.known, one.origin = span, known, origin
        response = name(known.get("gen_ai.response.id"))
        if response is not None:
            self._places_of_response.setdefault(f"{RESPONSE}{response}", set()).add(place)
        for event in events:
            self._score(place, attributes_of(event), event.get("timeUnixNano"), location, origin)

    def _score(
        self, place: str | None, known: dict[str, Any], at: object, location: str, origin: Origin
    ) -> None:
        response = name(known.get("gen_ai.response.id"))
        validator = name(known.get("gen_ai.evaluation.name"))
        own = place
        # An evaluator that looks at many replies in one span of its own says which it means.
        if response is not None:
            place = f"{RESPONSE}{response}"
        if place is None or validator is None:
            self.unplaced.append(location)
            return
        label = text(known.get("gen_ai.evaluation.score.label"))
        value = known.get("gen_ai.evaluation.score.value")
        value = value if isinstance(value, float) else number(value)
        truth = LABELS.get(label.lower()) if label is not None else None
        one = self._by_place.setdefault(place, EvaluatedSpan(location))
        score = {
            "validator_id": validator,
            "score": truth if truth is not None else value,
            "value": value,
            "label": label,
            "reason": known.get("gen_ai.evaluation.explanation"),
            "error": known.get("error.type"),
        }
        one.scores.append(OtlpEvaluation(_whole(at) or 0, own, origin, score))


def _origin(resource: dict[str, Any]) -> Origin:
    known = attributes_of(mapping(resource.get("resource")))
    return Origin(name(known.get("service.name")), name(known.get("cicd.pipeline.run.id")))


def _first_of(*origins: Origin) -> Origin:
    return next((one for one in origins if one != NOBODY), NOBODY)


def _place(found: dict[str, Any]) -> str | None:
    trace, span = name(found.get("traceId")), name(found.get("spanId"))
    return f"{trace}/{span}" if trace is not None and span is not None else None


def _row(
    place: str, one: EvaluatedSpan, scores: list[dict[str, Any]], service: str
) -> ExportedRow:
    known = one.known
    start, end = (amount(_whole(one.span.get(f"{side}TimeUnixNano"))) for side in ("start", "end"))
    is_failed = mapping(one.span.get("status")).get("code") in (2, "STATUS_CODE_ERROR")
    said = text(mapping(one.span.get("status")).get("message"))
    return ExportedRow(
        one.location,
        _messages(known.get("gen_ai.input.messages")),
        case_id=place.removeprefix(RESPONSE),
        system_id=name(known.get("gen_ai.request.model"))
        or name(known.get("gen_ai.response.model"))
        or service,
        output=_said(known.get("gen_ai.output.messages")),
        error=(said or str(known.get("error.type") or "the span failed")) if is_failed else None,
        latency_ms=(end - start) / NANOSECONDS if start and end and end >= start else None,
        tokens_in=amount(known.get("gen_ai.usage.input_tokens")),
        tokens_out=amount(known.get("gen_ai.usage.output_tokens")),
        attributes={
            key.replace(".", "_"): known[key]
            for key in ("gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.agent.name")
            if key in known
        },
        scores=scores,
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
    said = [part["content"] for part in mappings(message.get("parts")) if _is_text(part)]
    return "\n".join(part for part in said if part) if said else None


def _is_text(part: dict[str, Any]) -> bool:
    """Say whether a part of a message is a text, which may be empty."""
    return isinstance(part.get("content"), str)


def _parsed(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None
