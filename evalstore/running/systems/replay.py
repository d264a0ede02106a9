"""Replay of recorded answers, from a file or an earlier run."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.base.settings import parsed, system_place, text
from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.running.replies.payloads import PayloadError, completed, response_of
from evalstore.running.replies.readings import FIELDS as READING_FIELDS

Payload = Mapping[str, Any]
_NAMES_SHOWN_MAX = 5


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """The file, and which run and system of it."""

    file: str = text(expected="the path of a file with one JSON object per line")
    run: str | None = text(None)
    system: str | None = text(None)


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Replay":
    """Return a replay of a file's answers; for a store's run use ``build_from_payloads``."""
    del seed  # Not random.
    place = system_place(system_id, "replay")
    if "store" in settings:
        raise UsageError(
            f"{place}: `store` is set, but a run of a store can be replayed only by `evalstore "
            "run`; set `file` to a file of event lines instead"
        )
    chosen = parsed(ReplaySettings, settings, place)
    path, run, system = Path(chosen.file), chosen.run, chosen.system
    try:
        content = input_file.read_bytes(path)
    except OSError as error:
        raise UsageError(f"{place}: {path} cannot be read: {error.strerror}") from error
    source = {
        "file": str(path),
        "file_sha256": hashlib.sha256(content).hexdigest(),
        **({} if run is None else {"run": run}),
        **({} if system is None else {"system": system}),
    }
    payloads = _chosen(_lines(content, path), path, run, system)
    return build_from_payloads(system_id, payloads, source)


def build_from_payloads(
    system_id: str, payloads: Iterable[Payload], source: Mapping[str, object]
) -> "Replay":
    """
    Return a replay of ``response_recorded`` payloads, all of one system and one run.

    The attempts at a case are replayed in their order; of several events of an attempt the last
    counts, and of a critic's readings in it the last of each value. ``source`` describes the
    origin and becomes the configuration.
    """
    latest = _by_case_and_attempt(payloads)
    try:
        answers = {
            case_id: [
                (by_attempt[number], response_of(by_attempt[number]))
                for number in sorted(by_attempt)
            ]
            for case_id, by_attempt in latest.items()
        }
    except PayloadError as error:
        raise UsageError(f"system {system_id!r} (replay): {error}") from error
    return Replay(system_id, answers, source)


class Replay:
    """A system that returns recorded answers."""

    needs_truth = False

    def __init__(
        self,
        system_id: str,
        answers: Mapping[str, Sequence[tuple[Payload, Response]]],
        source: Mapping[str, object],
    ) -> None:
        self.system_id = system_id
        self.configuration = {**source, "answer_count": sum(map(len, answers.values()))}
        self._answers = answers

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """
        Return the recorded answer to this case, or a missing response.

        Attempts are answered in their recorded order. An attempt without a recorded answer is
        missing: repeating an answer would make the system appear to be consistent.
        """
        answers = self._answers.get(question.case_id, ())
        if not answers:
            return Response("missing", error="the replayed answers have none to this case")
        if attempt > len(answers):
            reason = f"the replayed answers have {len(answers)} to this case, none for attempt"
            return Response("missing", error=f"{reason} {attempt}")
        payload, response = answers[attempt - 1]
        return completed(response, payload, question.answer_schema)

    def close(self) -> None:
        """Do nothing; there is nothing to close."""


def _lines(content: bytes, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{path}, line {number} is not JSON: {error}") from error
        if not isinstance(value, dict):
            raise UsageError(f"{path}, line {number} is not a JSON object")
        yield number, value


def _chosen(
    lines: Iterable[tuple[int, dict[str, Any]]], path: Path, run: str | None, system: str | None
) -> list[Payload]:
    """Return the responses of one run and one system; raise UsageError if there are several."""
    payloads: list[Payload] = []
    runs: dict[str, None] = {}
    systems: dict[str, None] = {}
    for number, line in lines:
        is_event = "kind" in line and "payload" in line
        if is_event and line["kind"] != "response_recorded":
            continue
        payload = line["payload"] if is_event else line
        if not isinstance(payload, dict) or not isinstance(payload.get("case_id"), str):
            raise UsageError(f"{path}, line {number} has no case_id, or one that is not text")
        try:
            response_of(_whole(payload))
        except PayloadError as error:
            raise UsageError(f"{path}, line {number}: {error}") from error
        its_run = line.get("run_id")
        its_system = payload.get("system_id")
        if run in {None, its_run} and (system is None or its_system in {None, system}):
            payloads.append(payload)
            runs.update({} if its_run is None else {str(its_run): None})
            systems.update({} if its_system is None else {str(its_system): None})
    for name, names in (("run", runs), ("system", systems)):
        if len(names) > 1:
            shown = ", ".join(sorted(names)[:_NAMES_SHOWN_MAX])
            raise UsageError(
                f"{path} has answers of {len(names)} {name}s ({shown}); set `{name}` to one of "
                "them"
            )
    if not payloads:
        raise UsageError(f"{path} has no response that matches the settings `run` and `system`")
    return payloads


def _by_case_and_attempt(payloads: Iterable[Payload]) -> dict[str, dict[int, Payload]]:
    """Return the payload of each attempt at each case, including readings from separate events."""
    by_case: dict[str, dict[int, Payload]] = {}
    readings: dict[tuple[str, int], dict[str, Payload]] = {}
    for payload in payloads:
        case_id, attempt = str(payload["case_id"]), _attempt(payload)
        attempts = by_case.setdefault(case_id, {})
        if payload.get("value_dim") is None:
            attempts[attempt] = payload
            continue
        [reading] = _whole(payload)["readings"]
        readings.setdefault((case_id, attempt), {})[str(payload["value_dim"])] = reading
        attempts.setdefault(attempt, _whole(payload))
    for (case_id, attempt), by_value in readings.items():
        whole = {**by_case[case_id][attempt], "readings": list(by_value.values())}
        by_case[case_id][attempt] = whole
    return by_case


def _whole(payload: Payload) -> Payload:
    """Return the payload of a single reading as one of a response with a list of readings."""
    if payload.get("value_dim") is None:
        return payload
    reading = {name: payload.get(name) for name in READING_FIELDS}
    rest = {name: value for name, value in payload.items() if name not in READING_FIELDS}
    return {**rest, "readings": [reading]}


def _attempt(payload: Payload) -> int:
    attempt = payload.get("attempt")
    return attempt if isinstance(attempt, int) else 1
