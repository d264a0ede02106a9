"""Questions about failures to a model, in parallel, and repeated once if a reply is unreadable."""

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

# An unreadable reply is requested once more, as another sample.
SAMPLES_MAX: Final = 2
# The parsed reply or None, all replies to the question, and the problem if there is one.
Reading = tuple[dict[str, Any] | None, list[JudgeReply], str]


class NoReplyError(EvalstoreError):
    """The service gave no reply to a question about failures."""


@dataclass
class Questioner:
    """A model that is asked about failures, and all of its replies."""

    asker: Asker
    concurrency: int
    replies: list[JudgeReply] = field(default_factory=list)
    unreadable_count: int = 0
    problem: str = ""

    def ask_all(
        self,
        task: Task,
        parts: Sequence[Sequence[PromptPart]],
        on_asked: Callable[[int], None] = lambda _count: None,
    ) -> list[dict[str, Any] | None]:
        """
        Return the model's parsed reply about each list of parts, None if it is unreadable.

        ``on_asked`` is called with the number of parts after each question.

        Raises SpentError if the spending limit is reached, and NoReplyError if a question has no
        reply, after all others were asked: their replies are kept for the next call.
        """
        pool = ThreadPoolExecutor(self.concurrency, thread_name_prefix="review")
        is_whole = False
        try:
            futures = [pool.submit(self._ask, task, each) for each in parts]
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
        answers = []
        for future in futures:
            answer, replies, problem = future.result()
            self.replies += replies
            self.unreadable_count += answer is None
            self.problem = self.problem or problem
            answers.append(answer)
        return answers

    def _ask(self, task: Task, parts: Sequence[PromptPart]) -> Reading:
        replies: list[JudgeReply] = []
        first_problem = ""
        for sample in range(SAMPLES_MAX):
            reply = self.asker.ask(messages(task, parts), task.schema, sample)
            replies.append(reply)
            answer, problem = _read(task, reply)
            if answer is not None:
                return answer, replies, ""
            first_problem = first_problem or problem
        return None, replies, first_problem


def _read(task: Task, reply: JudgeReply) -> tuple[dict[str, Any] | None, str]:
    if not reply.text or not reply.text.strip():
        return None, "the reply has no text"
    answer, problem = object_in(reply.text)
    if answer is None:
        return None, problem
    error = next(task.checker.iter_errors(answer), None)
    if error is None:
        return answer, ""
    place = ".".join(map(str, error.absolute_path)) or "the object"
    return None, f"{place}: {error.message[:200]}"


def _raise_worst(errors: Sequence[BaseException | None]) -> None:
    """Raise errors of settings or limits first, else NoReplyError for refused questions."""
    raised = [error for error in errors if error is not None]
    refused = [error for error in raised if isinstance(error, ServiceError)]
    other = [error for error in raised if not isinstance(error, (ServiceError, SpentError))]
    spent = [error for error in raised if isinstance(error, SpentError)]
    if other or spent:
        raise (other or spent)[0]
    if refused:
        raise NoReplyError(
            f"{counted(len(refused), 'question')} of {len(errors)} to the model had no reply: "
            f"{refused[0]}; other replies are kept; run the same command to ask again"
        )
