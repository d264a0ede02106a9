"""A run while it is recorded: its cases, its responses and its end."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from evalstore.errors import DoubtfulInputWarning, UsageError
from evalstore.plugins.case import content_id
from evalstore.running.recording import processes
from evalstore.running.recording.answering import described
from evalstore.running.recording.case import RunCase
from evalstore.running.recording.encoding import listed
from evalstore.running.recording.interrupts import interrupts
from evalstore.running.recording.recorded import (
    RecordedAttempts,
    recorded_attempts,
    repeated_attempts,
)
from evalstore.running.recording.recorder import Recorder
from evalstore.running.recording.response import RunResponse
from evalstore.store.facts.undeclared import worded
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading

DOUBTS_SHOWN_MAX = 5


class Run:
    """
    A run that records cases, responses and verdicts; made by ``Store.run``.

    As a context manager it finishes at the end of the block: completed, failed if an Exception
    leaves the block, cancelled for KeyboardInterrupt and other BaseExceptions. ``async with`` does
    the same without blocking the event loop.

    Every method may be called from any thread. A fork of the process and a pickled copy in another
    process join the run: they write their own events, and only the process that opened the run
    finishes it.

    Any call raises StoreError if earlier events could not be written; they are kept, and tried
    again every few seconds.
    """

    def __init__(
        self,
        layout: Layout,
        run_id: str,
        suite: str,
        systems: Sequence[str],
        *,
        is_owner: bool,
        recorded: RecordedAttempts | None = None,
    ) -> None:
        self.run_id = run_id
        self.suite = suite
        self.systems = tuple(systems)
        self._layout = layout
        self.recorder = Recorder(
            layout, run_id, is_owner=is_owner, recorded=recorded or RecordedAttempts()
        )
        processes.register(layout, self)

    def case(
        self,
        prompt: str | None = None,
        *,
        expected: object = None,
        domain: str | None = None,
        case_id: str | None = None,
        messages: Sequence[Mapping[str, object]] | None = None,
        label: str | None = None,
        validators: Iterable[str] | None = None,
        is_canary: bool | None = None,
        cluster_id: str | None = None,
        session_id: str | None = None,
        severity: str | float | None = None,
        tags: Iterable[str] | None = None,
        attributes: Mapping[str, str | float | bool | None] | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> RunCase:
        """
        Return the case of a question, and declare it if it is new.

        The question is a ``prompt``, or ``messages`` of a conversation. ``case_id`` defaults to
        one made from the suite and the question, so that the same question is the same case in
        every run. The same case may be declared repeatedly; ``case_id`` alone refers to a declared
        case. ``expected`` is a right answer of any JSON type. ``validators`` are those expected to
        judge; the default is those that do. ``extra`` are additional fields; all others are those
        of ``evalstore schema case_generated``.

        Raises UsageError if another question or answer has the same ``case_id``, and, naming the
        field, if the store would refuse a value.
        """
        conversation = listed("messages", messages)
        question = conversation if prompt is None else prompt
        if case_id is None:
            if question is None:
                raise UsageError(
                    "case: found none of prompt, messages and case_id, expected at least one of "
                    "them"
                )
            try:
                case_id = content_id(self.suite, question)
            except (TypeError, ValueError) as error:
                raise UsageError(f"case: {error}; expected a prompt that is text") from error
        fields: dict[str, object] = {
            "case_id": case_id,
            "domain": domain,
            "prompt": prompt,
            "messages": conversation,
            "expected": expected,
            "label": label,
            "validators": listed("validators", validators),
            "is_canary": is_canary,
            "cluster_id": cluster_id,
            "session_id": session_id,
            "severity": severity,
            "tags": listed("tags", tags),
            "attributes": attributes,
        }
        self.recorder.declare(case_id, {**extra, **fields} if extra else fields)
        return RunCase(self, case_id)

    def system_named(self, system: str | None) -> str:
        """Return the given system or the run's only one; raise UsageError if it is ambiguous."""
        if system is not None:
            if self.systems and system not in self.systems:
                warnings.warn(
                    f"system: found {system!r}, expected one of those that run {self.run_id!r} "
                    f"declares ({', '.join(self.systems)}); it is recorded as an additional "
                    "system",
                    DoubtfulInputWarning,
                    stacklevel=3,
                )
            return system
        if len(self.systems) != 1:
            names = ", ".join(self.systems) or "none"
            raise UsageError(
                f"system: missing, expected a name since run {self.run_id!r} declares {names}; "
                "pass system="
            )
        return self.systems[0]

    def answered(
        self, case: RunCase | str, system: str | None = None, attempt: int = 1
    ) -> RunResponse | None:
        """
        Return the response recorded before this run was resumed, or None.

        None means that no response was recorded, or that the call failed. The response accepts
        verdicts like a new one; an unchanged verdict counts once.
        """
        case_id = case if isinstance(case, str) else case.case_id
        system_id = self.system_named(system)
        recorded_response = self.recorder.recorded.answered(case_id, system_id, attempt)
        if recorded_response is None:
            return None
        return RunResponse(
            self,
            case_id,
            system_id,
            attempt,
            status=recorded_response.status,
            text=recorded_response.text,
            answer=recorded_response.answer,
        )

    def flush(self) -> None:
        """
        Return when every event recorded so far in this process is durable.

        Raises StoreError with the number of events that could not be written; they are kept.
        """
        self.recorder.buffer.flush()
        self._warn(self._taken_doubts(), depth=3)

    def judge(self, *validators: str) -> dict[str, dict[str, int]]:
        """
        Judge the responses recorded so far with evalstore's validators, and fold.

        Returns the number of verdicts by validator and outcome; ``Store.judge`` has more options.
        Raises UsageError for an unknown validator.
        """
        from evalstore.running.judging import make_validator
        from evalstore.running.judging_scopes import Selection
        from evalstore.running.store_judging import judge_run

        judges = [make_validator(name, {}) for name in validators]
        self.flush()
        fold(self._layout)
        result = judge_run(self._layout, self.run_id, judges, Selection())
        return {judged.validator.validator_id: dict(judged.outcomes) for judged in result.judged}

    def finish(self, status: str = "completed", error: str | None = None) -> None:
        """
        Finish the run: make all events durable, fold, and warn about doubtful ones.

        ``status`` is completed, failed or cancelled. A process that joined the run only flushes.
        Raises StoreError if events could not be written; it may be called again.
        """
        recorder = self.recorder
        if recorder.is_finished:
            return
        if not recorder.is_owner:
            self.flush()
            return
        recorder.finish(status, error)
        recorder.buffer.close()
        processes.unregister(self._layout, self.run_id)
        with interrupts():
            folded = fold(self._layout)
        recorder.is_finished = True
        mine = [undeclared for undeclared in folded.undeclared if undeclared.run_id == self.run_id]
        doubts = [*self._taken_doubts(), *worded(mine)]
        if recorder.buffer.is_shared and folded.is_folded:
            with reading(self._layout) as reader:
                repeated = repeated_attempts(reader, self.run_id)
            doubts += [] if repeated is None else [repeated]
        self._warn(doubts, depth=4)

    def _taken_doubts(self) -> list[str]:
        buffer = self.recorder.buffer
        doubts, buffer.doubts = buffer.doubts, []
        return doubts

    def _warn(self, doubts: Sequence[str], *, depth: int) -> None:
        rest = len(doubts) - DOUBTS_SHOWN_MAX
        messages = [
            *doubts[:DOUBTS_SHOWN_MAX],
            *([f"{rest} more such warnings"] if rest > 0 else []),
        ]
        for doubt in messages:
            warnings.warn(doubt, DoubtfulInputWarning, stacklevel=depth)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.finish()
        elif isinstance(error, Exception):
            self.finish("failed", described(error))
        else:
            self.finish("cancelled", described(error))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, trace)

    def __reduce__(self) -> tuple[Callable[..., Run], tuple[object, ...]]:
        self.recorder.buffer.is_shared = True
        root = str(self._layout.root)
        join = partial(joined, is_resumed=self.recorder.recorded.is_resumed)
        return join, (root, self.run_id, self.suite, self.systems)

    def __repr__(self) -> str:
        return f"<run {self.run_id!r} of {self._layout.root}>"


def joined(
    root: str, run_id: str, suite: str, systems: Sequence[str], *, is_resumed: bool = True
) -> Run:
    """
    Return a run that another process opened, or that is already open in this process.

    If the run was resumed, its earlier answers are read from the store.
    """
    layout = Layout(Path(root))

    def run_of_another_process() -> Run:
        recorded = RecordedAttempts()
        if is_resumed and layout.database.exists():
            with reading(layout) as reader:
                recorded = recorded_attempts(reader, run_id)
        return Run(layout, run_id, suite, systems, is_owner=False, recorded=recorded)

    return cast("Run", processes.run_of(layout, run_id, run_of_another_process))
