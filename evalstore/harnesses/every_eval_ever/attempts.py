"""Attempts: the one that a line of samples is of, and the name of its verdict."""

from dataclasses import dataclass, field
from typing import Any

from evalstore.errors import RefusedEventError

# A sample of a run, and the system that was asked.
Sample = tuple[str, str, str]
# The same, and the digest of what it asks.
Case = tuple[Sample, str]
# Longer numbers are none of an attempt.
NUMBER_DIGITS_MAX = 9


@dataclass(frozen=True, slots=True)
class Judgement:
    """
    A line as far as its attempt depends on it.

    ``evaluation`` is what a line is of that names no result; ``shared_count`` between how many
    metrics that leaves open. ``said`` is the attempt that it names, ``reply`` a digest of what
    was answered, empty where nothing was.
    """

    case: Case
    validator_id: str
    evaluation: str | None
    shared_count: int
    said: int | None
    is_error: bool
    reply: str

    def key(self, place: int) -> tuple[str, str | None, int, bool]:
        """Return what no other line of the same attempt has."""
        return self.validator_id, self.evaluation, place, self.is_error

    @property
    def answer(self) -> tuple[Case, str]:
        """What was answered to the case; failed calls without an answer are like each other."""
        return self.case, self.reply or f"is_error={self.is_error}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attempt of a line, the name of its verdict, and whether it is the first of its reply."""

    attempt: int
    validator_id: str
    is_new_reply: bool


@dataclass(slots=True)
class Attempts:
    """
    The attempts of a file, which all lines tell together: each is noted, then each is asked for.

    Attempts have the numbers that lines say, from 0 or from 1; lines without one come after.
    """

    # Whether all that is said of a case at an attempt is that the call failed.
    failed: dict[tuple[Case, int], bool] = field(default_factory=dict)
    told: set[tuple[Case, int, tuple[Any, ...]]] = field(default_factory=set)
    given: set[tuple[Case, int]] = field(default_factory=set)
    asked: dict[tuple[Case, tuple[Any, ...] | None], int] = field(default_factory=dict)
    # The attempts with an answer; and of lines that name no result how often each metric was told.
    replies: dict[tuple[Case, str], list[int]] = field(default_factory=dict)
    counts: dict[tuple[Any, ...], int] = field(default_factory=dict)
    # Answers that a line has without an error: what failed beside them is the judge.
    judged: set[tuple[Case, str]] = field(default_factory=set)
    evaluations: dict[tuple[Case, str], str] = field(default_factory=dict)
    # Evaluations that judge the same case: each is a metric of its own.
    apart: set[tuple[str, str | None]] = field(default_factory=set)
    # By run: tools count repetitions from 1, and some from 0.
    first: dict[str, int] = field(default_factory=dict)
    # Lines of a call that failed, where another line has the reply to the same attempt.
    retried_count: int = 0

    def note(self, line: Judgement) -> int:
        """
        Note a line, and return which of the metrics that share its name it is of.

        Raises RefusedEventError where another line has said the same of its attempt.
        """
        place = 0
        if not line.is_error:
            self.judged.add(line.answer)
        if line.said is not None:
            place = self._free_place(line, line.said)
            self.first[line.case[0][0]] = min(self._first(line), line.said)
            self.told.add((line.case, line.said, line.key(place)))
            self._keep_reply(line, line.said)
            spoken = (line.case, line.said)
            self.failed[spoken] = self.failed.get(spoken, True) and line.is_error
        if line.evaluation is not None:
            other = self.evaluations.setdefault((line.case, line.validator_id), line.evaluation)
            if other != line.evaluation:
                self.apart |= {(line.validator_id, name) for name in (other, line.evaluation)}
        return place

    def attempt_of(self, line: Judgement, place: int) -> Attempt:
        """Return the attempt of a line, once all are noted."""
        attempt = line.said
        if attempt is None:
            attempt, place = self._counted(line)
            self.told.add((line.case, attempt, line.key(place)))
            self.failed.setdefault((line.case, attempt), self._is_failed(line))
        spoken = (line.case, attempt)
        # A call that failed and was made again is no attempt of its own: the reply stands.
        is_retried = line.is_error and not self.failed[spoken]
        self.retried_count += is_retried
        is_new_reply = spoken not in self.given and self.failed[spoken] == line.is_error
        if is_new_reply:
            self.given.add(spoken)
        name = self.name_of(line.validator_id, line.evaluation)
        return Attempt(
            attempt + 1 - self._first(line), f"{name}:{place + 1}" if place else name, is_new_reply
        )

    def name_of(self, validator_id: str, evaluation: str | None) -> str:
        """Return the name of a metric; with its evaluation where another judges the same case."""
        is_apart = (validator_id, evaluation) in self.apart
        return f"{validator_id}:{evaluation}" if is_apart else validator_id

    def _free_place(self, line: Judgement, said: int) -> int:
        for place in range(max(line.shared_count, 1)):
            if (line.case, said, line.key(place)) not in self.told:
                return place
        raise RefusedEventError(
            "told twice",
            f"sample {line.case[0][1]!r}: attempt {said} has "
            f"{'an error' if line.is_error else 'a score'} of {line.validator_id} already; "
            "number the attempts",
        )

    def _counted(self, line: Judgement) -> tuple[int, int]:
        """Return the attempt of a line that says none, and its place among metrics of one name."""
        attempts = self.replies.setdefault(line.answer, [])
        if line.evaluation is None:
            # The same reply is the same attempt; another may be what another filter left of it.
            free = (at for at in attempts if (line.case, at, line.key(0)) not in self.told)
            found = next(free, None)
            attempt = self._next(line, line.key(0), 0) if found is None else found
            self._keep_reply(line, attempt)
            return attempt, 0
        counted = (line.answer, line.key(0))
        count = self.counts.get(counted, 0)
        while True:
            at, place = divmod(count, max(line.shared_count, 1))
            count += 1
            if at == len(attempts):
                attempts.append(self._next(line, None, place))
            if (line.case, attempts[at], line.key(place)) not in self.told:
                break
        self.counts[counted] = count
        return attempts[at], place

    def _next(self, line: Judgement, counter: tuple[Any, ...] | None, place: int) -> int:
        attempt = self.asked.get((line.case, counter), self._first(line) - 1) + 1
        is_failed = self._is_failed(line)
        # A call that failed and one that did not are no reply to the same attempt.
        while (
            self.failed.get((line.case, attempt), is_failed) != is_failed
            or (line.case, attempt, line.key(place)) in self.told
        ):
            attempt += 1
        self.asked[line.case, counter] = attempt
        return attempt

    def _first(self, line: Judgement) -> int:
        return self.first.get(line.case[0][0], 1)

    def _is_failed(self, line: Judgement) -> bool:
        """Say whether the call failed, and not a judge of what came of it."""
        return line.is_error and line.answer not in self.judged

    def _keep_reply(self, line: Judgement, attempt: int) -> None:
        attempts = self.replies.setdefault(line.answer, [])
        if attempt not in attempts:
            attempts.append(attempt)
