"""Concurrent questions to systems, with the cases of a session in sequence."""

import queue
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby, islice, product
from threading import Event as Flag
from typing import Any, cast

from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.question import Message, question_of
from evalstore.plugins.response import Response, validation_error
from evalstore.plugins.verdict import Verdict
from evalstore.running.events import ATTEMPT
from evalstore.running.judging import Validator, Validators

POLL_SECONDS = 0.25
# A run that may stop early is looked at so often, or less where few questions are asked at once.
LOOKS_MAX = 20


@dataclass(frozen=True, slots=True)
class SessionWork:
    """An attempt at the cases of a session, or at a single case, which a system gets in order."""

    system: Any
    cases: tuple[Case, ...]
    attempt: int = ATTEMPT
    # Earlier answers of the session, by case; these cases are not asked again.
    answered: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedResponse:
    """A response with its verdicts."""

    system_id: str
    case: Case
    attempt: int
    response: Response
    verdicts: list[tuple[Validator, Verdict]]


def pending_work(
    systems: Sequence[Any],
    cases: Iterable[Case],
    answered: Mapping[tuple[str, str, int], str],
    attempts: int = 1,
) -> Iterator[SessionWork]:
    """
    Yield the unfinished sessions, system by system and attempt by attempt.

    ``answered`` contains the text of each known answer, by system, case and attempt. Each attempt
    at a session starts with an empty history, which then contains answers of that attempt only.
    """
    for _, group in groupby(enumerate(cases), key=_session_of):
        session = tuple(case for _, case in group)
        for system, attempt in product(systems, range(1, attempts + 1)):
            known_answers = {
                case.case_id: answered[system.system_id, case.case_id, attempt]
                for case in session
                if (system.system_id, case.case_id, attempt) in answered
            }
            if len(known_answers) < len(session):
                yield SessionWork(system, session, attempt, tuple(known_answers.items()))


def _session_of(numbered: tuple[int, Case]) -> tuple[str, str | int]:
    number, case = numbered
    return ("session", case.session_id) if case.session_id else ("case", number)


def batches(
    works: Iterator[SessionWork], wanted_count: int | None, concurrency: int
) -> Iterator[Iterator[SessionWork]]:
    """
    Yield the work in batches, of which each is done before the next begins.

    ``wanted_count`` is the number of answers of the whole run, of which ``LOOKS_MAX`` batches are
    made; None for a single batch.
    """
    if wanted_count is None:
        yield works
        return
    size = max(2 * concurrency, -(-wanted_count // LOOKS_MAX))
    while batch := tuple(islice(works, size)):
        yield iter(batch)


def answers(
    works: Iterator[SessionWork], judges: Validators, concurrency: int, on_idle: Callable[[], None]
) -> Iterator[JudgedResponse]:
    """
    Yield judged responses as they arrive; ``on_idle`` is called at least four times a second.

    At most twice ``concurrency`` items of ``works`` are in progress or queued.
    """
    done: queue.SimpleQueue[JudgedResponse | BaseException | None] = queue.SimpleQueue()
    stop = Flag()

    def ask(work: SessionWork) -> None:
        try:
            for answered in _asked(work, judges, stop):
                done.put(answered)
        except BaseException as error:  # noqa: BLE001 - raised again by the consumer
            done.put(error)
        done.put(None)

    pool = ThreadPoolExecutor(concurrency, thread_name_prefix="ask")
    try:
        running_count = 0
        while True:
            for work in islice(works, 2 * concurrency - running_count):
                pool.submit(ask, work)
                running_count += 1
            if running_count == 0:
                return
            try:
                item = done.get(timeout=POLL_SECONDS)
            except queue.Empty:
                on_idle()
                continue
            if item is None:
                running_count -= 1
            elif isinstance(item, BaseException):
                raise item
            else:
                yield item
                on_idle()
    finally:
        stop.set()
        # Do not wait: a call in progress ends when its system is closed.
        pool.shutdown(wait=False, cancel_futures=True)


def _asked(work: SessionWork, judges: Validators, stop: Flag) -> Iterator[JudgedResponse]:
    known_answers = dict(work.answered)
    history: tuple[Message, ...] = ()
    for case in work.cases:
        if stop.is_set():
            return
        if case.case_id in known_answers:
            text = known_answers[case.case_id]
        else:
            response = _response(work.system, case, history, work.attempt)
            text = response.text or ""
            verdicts = judges.verdicts(case, response)
            yield JudgedResponse(work.system.system_id, case, work.attempt, response, verdicts)
        history += (Message("user", case.turns[-1]), Message("assistant", text))


def _response(system: Any, case: Case, history: tuple[Message, ...], attempt: int) -> Response:
    """Ask one question; an exception becomes an error response, never a wrong answer."""
    question = case if system.needs_truth else question_of(case, history)
    try:
        response = system.ask(question, attempt)
    except UsageError:
        raise
    except SystemExit as error:
        return Response("error", error=f"the system broke: SystemExit: {error}")
    except Exception as error:  # noqa: BLE001 - a plugin's system may raise anything
        return Response("error", error=f"the system broke: {type(error).__name__}: {error}")
    invalid = validation_error(response)
    if invalid is not None:
        return Response("error", error=f"the system gave {invalid}")
    return cast("Response", response)
