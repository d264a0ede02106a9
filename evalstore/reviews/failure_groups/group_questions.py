"""Questions about failures to a model: batches at once, and once more where a reply is no use."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final

from evalstore.base.phrases import counted
from evalstore.errors import EvalstoreError
from evalstore.reviews.failure_groups.prompts import Task, messages
from evalstore.running.chat.protocol import ServiceError
from evalstore.running.model_calls.asker import Asker, JudgeReply
from evalstore.running.model_calls.fencing import PromptPart
from evalstore.running.model_calls.json_reply import object_in
from evalstore.running.model_calls.spending import SpentError

# A reply that cannot be read is asked for once more, as another sample.
SAMPLES_MAX: Final = 2
# What a reply says if it can be read, all replies to the question, and else why it cannot.
Reading = tuple[dict[str, Any] | None, list[JudgeReply], str]


class NoReplyError(EvalstoreError):
    """A question about failures to which the service gave no reply."""


@dataclass
class Questioner:
    """A model that is asked about failures, and all that it replied."""

    asker: Asker
    concurrency: int
    replies: list[JudgeReply] = field(default_factory=list)
    unreadable_count: int = 0
    problem: str = ""

    def ask_all(
        self,
        asked: Task,
        parts: Sequence[Sequence[PromptPart]],
        on_asked: Callable[[int], None] = lambda _count: None,
    ) -> list[dict[str, Any] | None]:
        """
        Return what the model says about each list of parts; None where it cannot be read.

        ``on_asked`` is called with the number of parts of each question that was asked.

        Raises SpentError where no more may be spent, and NoReplyError where a question has no
        reply, after the others were asked: what was replied is kept for the next call.
        """
        pool = ThreadPoolExecutor(self.concurrency, thread_name_prefix="review")
        is_whole = False
        try:
            futures = [pool.submit(self._ask, asked, each) for each in parts]
            errors = []
            for future, each in zip(futures, parts, strict=True):
                errors.append(future.exception())
                on_asked(len(each))
            is_whole = True
        finally:
            if not is_whole:
                self.asker.close()
            pool.shutdown(cancel_futures=True)
        _raise_worst(errors)
        found = []
        for future in futures:
            told, replies, problem = future.result()
            self.replies += replies
            self.unreadable_count += told is None
            self.problem = self.problem or problem
            found.append(told)
        return found

    def _ask(self, asked: Task, parts: Sequence[PromptPart]) -> Reading:
        replies: list[JudgeReply] = []
        first_problem = ""
        for sample in range(SAMPLES_MAX):
            reply = self.asker.ask(messages(asked, parts), asked.schema, sample)
            replies.append(reply)
            told, problem = _read(asked, reply)
            if told is not None:
                return told, replies, ""
            first_problem = first_problem or problem
        return None, replies, first_problem


def _read(asked: Task, reply: JudgeReply) -> tuple[dict[str, Any] | None, str]:
    if not reply.text or not reply.text.strip():
        return None, "it gave no text"
    told, problem = object_in(reply.text)
    if told is None:
        return None, problem
    error = next(asked.checker.iter_errors(told), None)
    if error is None:
        return told, ""
    place = ".".join(map(str, error.absolute_path)) or "the object"
    return None, f"{place}: {error.message[:200]}"


def _raise_worst(errors: Sequence[BaseException | None]) -> None:
    """Raise what is wrong with the settings or the limits first, else what the service refused."""
    found = [error for error in errors if error is not None]
    refused = [error for error in found if isinstance(error, ServiceError)]
    other = [error for error in found if not isinstance(error, (ServiceError, SpentError))]
    spent = [error for error in found if isinstance(error, SpentError)]
    if other or spent:
        raise (other or spent)[0]
    if refused:
        raise NoReplyError(
            f"{counted(len(refused), 'question')} of {len(errors)} to the model had no reply: "
            f"{refused[0]}; other replies are kept, and the same command asks again"
        )
