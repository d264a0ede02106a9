"""Asking systems: several questions at a time, those of one session one after another."""

import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby, islice
from threading import Event as Flag
from typing import Any, cast

from evalstore.errors import UsageError
from evalstore.running.events import ATTEMPT
from evalstore.running.judging import Judges
from evalstore.running.soundness import fault_of
from evalstore.types.case import Case
from evalstore.types.question import Message, question_of
from evalstore.types.response import Response
from evalstore.types.verdict import Verdict

POLL_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Work:
    """Cases that one system is asked in this order: those of a session, or a single one."""

    system: Any
    cases: tuple[Case, ...]
    # What was answered in this session before, by case; such a case is not asked again.
    answered: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """A response with the verdicts on it: validator, version, verdict."""

    system_id: str
    case: Case
    response: Response
    verdicts: list[tuple[str, str, Verdict]]


def work_of(
    systems: Sequence[Any],
    cases: Iterable[Case],
    answered: dict[tuple[str, str], str],
) -> Iterator[Work]:
    """
    Yield what is still to ask, system by system within each session.

    ``answered`` holds the text of each answer that is there already, by system and case.
    """
    for _, group in groupby(enumerate(cases), key=_session_of):
        session = tuple(case for _, case in group)
        for system in systems:
            known = {
                case.case_id: answered[system.system_id, case.case_id]
                for case in session
                if (system.system_id, case.case_id) in answered
            }
            if len(known) < len(session):
                yield Work(system, session, tuple(known.items()))


def _session_of(numbered: tuple[int, Case]) -> tuple[str, str | int]:
    number, case = numbered
    return ("session", case.session_id) if case.session_id else ("case", number)


def answers(
    works: Iterator[Work], judges: Judges, concurrency: int, on_idle: Callable[[], None]
) -> Iterator[Answered]:
    """
    Ask, and yield each answer as it comes; ``on_idle`` is called at least four times a second.

    Only twice as many questions as can be asked at once are taken from ``works`` ahead.
    """
    done: queue.SimpleQueue[Answered | BaseException | None] = queue.SimpleQueue()
    stop = Flag()

    def ask(work: Work) -> None:
        try:
            for answered in _asked(work, judges, stop):
                done.put(answered)
        except BaseException as error:  # noqa: BLE001 - raised again where it is taken
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
        # Not waited for: what is being answered ends when its system is closed.
        pool.shutdown(wait=False, cancel_futures=True)


def _asked(work: Work, judges: Judges, stop: Flag) -> Iterator[Answered]:
    known = dict(work.answered)
    history: tuple[Message, ...] = ()
    for case in work.cases:
        if stop.is_set():
            return
        if case.case_id in known:
            text = known[case.case_id]
        else:
            response = _response(work.system, case, history)
            text = response.text or ""
            yield Answered(work.system.system_id, case, response, judges.verdicts(case, response))
        history += (Message("user", case.turns[-1]), Message("assistant", text))


def _response(system: Any, case: Case, history: tuple[Message, ...]) -> Response:
    """Ask one question; what a system raises is an error of its own, and no wrong answer."""
    question = case if system.needs_truth else question_of(case, history)
    try:
        response = system.ask(question, ATTEMPT)
    except UsageError:
        raise
    except SystemExit as error:
        return Response("error", error=f"the system broke: SystemExit: {error}")
    except Exception as error:  # noqa: BLE001 - a stranger's system may raise anything
        return Response("error", error=f"the system broke: {type(error).__name__}: {error}")
    fault = fault_of(response)
    if fault is not None:
        return Response("error", error=f"the system gave {fault}")
    return cast("Response", response)
