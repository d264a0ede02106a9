"""Any program: a question as JSON on its standard input, a response as JSON on its output."""

import json
import shutil
import time
from collections.abc import Mapping
from dataclasses import replace
from threading import BoundedSemaphore

from evalstore.errors import UsageError
from evalstore.systems._payloads import PayloadError, completed, response_of
from evalstore.systems._programs import Ended, Programs
from evalstore.systems._settings import Settings
from evalstore.types.case import Case
from evalstore.types.question import Question
from evalstore.types.response import Response

KNOWN = ("argv", "timeout_s", "concurrency")
_STDERR_LINES_SHOWN = 5
_STDERR_CHARACTERS_SHOWN = 500
# A program may repeat the case it was asked; who asked, and how often, is not its to say.
_NOT_ITS = ("system_id", "attempt", "repairs", "redactions")


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Command":
    """Return a program by its settings."""
    del seed  # Nothing is drawn.
    given = Settings(system_id, "command", settings, KNOWN)
    argv = given.texts("argv")
    if shutil.which(argv[0]) is None:
        raise UsageError(
            f"{given.place}: there is no program {argv[0]!r} on PATH that can be executed; "
            "argv takes the program and its arguments as a list, without a shell"
        )
    return Command(
        system_id,
        argv,
        timeout_s=given.number("timeout_s", 60.0, 0.001, 86_400.0),
        concurrency=given.whole("concurrency", 2, 1, 256),
    )


class Command:
    """A program that is started once per question."""

    needs_truth = False

    def __init__(
        self, system_id: str, argv: tuple[str, ...], *, timeout_s: float, concurrency: int
    ) -> None:
        self.system_id = system_id
        self.configuration = {
            "argv": list(argv),
            "timeout_s": timeout_s,
            "concurrency": concurrency,
        }
        self._argv = argv
        self._timeout_s = timeout_s
        self._programs = Programs()
        self._slots = BoundedSemaphore(concurrency)

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Start the program, and read what it says; what it does wrong is an error."""
        del attempt  # The program is asked the same each time.
        asked = {
            "case_id": question.case_id,
            "turns": list(question.turns),
            "history": [
                {"role": message.role, "content": message.content}
                for message in getattr(question, "history", ())
            ],
            "answer_schema": question.answer_schema,
        }
        stdin = json.dumps(asked, default=dict).encode()
        with self._slots:
            started = time.monotonic()
            ended = self._programs.run(self._argv, stdin, self._timeout_s)
            latency_ms = round((time.monotonic() - started) * 1000.0, 3)
        try:
            response = _response_of(ended, question)
        except PayloadError as error:
            reason = f"{error}{_last_lines(ended.stderr)}"
            return Response("error", latency_ms=latency_ms, error=reason)
        return response if response.latency_ms else replace(response, latency_ms=latency_ms)

    def close(self) -> None:
        """Kill what still runs."""
        self._programs.close()


def _response_of(ended: Ended, question: Question | Case) -> Response:
    """Return what the program said; raise PayloadError where that is no response."""
    if ended.problem:
        raise PayloadError(ended.problem)
    try:
        payload = json.loads(ended.stdout.decode())
    except (ValueError, RecursionError) as error:
        raise PayloadError(f"the program's output is not one JSON object: {error}") from None
    if not isinstance(payload, dict):
        raise PayloadError("the program's output is JSON, but no object")
    if payload.get("case_id", question.case_id) != question.case_id:
        raise PayloadError("the program answered another case_id than it was asked")
    for name in _NOT_ITS:
        if name in payload:
            raise PayloadError(f"the program's output has {name}, which it has no say in")
    # What it repeats of the question is no part of its answer.
    payload.pop("answer_schema", None)
    payload.pop("history", None)
    return completed(response_of(payload), payload, question.answer_schema)


def _last_lines(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()[-_STDERR_LINES_SHOWN:]
    shown = "\n".join(lines)[-_STDERR_CHARACTERS_SHOWN:]
    return f"; its last words: {shown}" if shown else ""
