"""Assignment of sample lines to attempts, and the names of their verdicts."""

from dataclasses import dataclass, field
from typing import Any

from evalstore.errors import RefusedEventError

# Run id, sample id and system id.
Sample = tuple[str, str, str]
# A sample and the digest of its question.
Case = tuple[Sample, str]
# Longer numbers are not numbers of attempts.
NUMBER_DIGITS_MAX = 9


@dataclass(frozen=True, slots=True)
class Judgement:
    """
    The properties of a line that determine its attempt.

    ``evaluation`` is the evaluation of a line that names no result, else None; ``shared_count``
    is the number of metrics that such a line may belong to. ``stated`` is the attempt number in
    the line, or None; ``reply`` is a digest of the reply, empty for a missing one.
    """

    case: Case
    validator_id: str
    evaluation: str | None
    shared_count: int
    stated: int | None
    is_error: bool
    reply: str

    def key(self, place: int) -> tuple[str, str | None, int, bool]:
        """Return a key that is unique among the lines of one attempt."""
        return self.validator_id, self.evaluation, place, self.is_error

    @property
    def answer(self) -> tuple[Case, str]:
        """The case and the reply; failed calls without a reply are all equal."""
        return self.case, self.reply or f"is_error={self.is_error}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attempt of a line, the name of its verdict, and whether no line before had its reply."""

    attempt: int
    validator_id: str
    is_new_reply: bool


@dataclass(slots=True)
class Attempts:
    """
    The attempts of a file: ``note`` every line first, then call ``attempt_of`` for each.

    Lines with an attempt number keep it, counted from 0 or from 1; lines without one get the
    numbers that are left.
    """

    # Whether all lines of an attempt at a case report that the call failed.
    failed: dict[tuple[Case, int], bool] = field(default_factory=dict)
    taken: set[tuple[Case, int, tuple[Any, ...]]] = field(default_factory=set)
    given: set[tuple[Case, int]] = field(default_factory=set)
    asked: dict[tuple[Case, tuple[Any, ...] | None], int] = field(default_factory=dict)
    # The attempts with the same answer; and counts of lines that name no result, by metric.
    replies: dict[tuple[Case, str], list[int]] = field(default_factory=dict)
    counts: dict[tuple[Any, ...], int] = field(default_factory=dict)
    # Answers of lines without an error; an error in another line of one is the judge's.
    judged: set[tuple[Case, str]] = field(default_factory=set)
    evaluations: dict[tuple[Case, str], str] = field(default_factory=dict)
    # Evaluations of one metric that judge the same case, so that each is a separate metric.
    apart: set[tuple[str, str | None]] = field(default_factory=set)
    # The first attempt number by run: most tools count from 1, some from 0.
    first: dict[str, int] = field(default_factory=dict)
    # The number of lines of failed calls, if another line has the reply of the same attempt.
    retried_count: int = 0

    def note(self, line: Judgement) -> int:
        """
        Register a line; return its place among the metrics that share its name.

        Raises RefusedEventError if the attempt already has a line with the same key.
        """
        place = 0
        if not line.is_error:
            self.judged.add(line.answer)
        if line.stated is not None:
            place = self._free_place(line, line.stated)
            self.first[line.case[0][0]] = min(self._first(line), line.stated)
            self.taken.add((line.case, line.stated, line.key(place)))
            self._keep_reply(line, line.stated)
            attempt_key = (line.case, line.stated)
            self.failed[attempt_key] = self.failed.get(attempt_key, True) and line.is_error
        if line.evaluation is not None:
            other = self.evaluations.setdefault((line.case, line.validator_id), line.evaluation)
            if other != line.evaluation:
                self.apart |= {(line.validator_id, name) for name in (other, line.evaluation)}
        return place

    def attempt_of(self, line: Judgement, place: int) -> Attempt:
        """Return the attempt of a line, after all lines were noted."""
        attempt = line.stated
        if attempt is None:
            attempt, place = self._counted(line)
            self.taken.add((line.case, attempt, line.key(place)))
            self.failed.setdefault((line.case, attempt), self._is_failed(line))
        attempt_key = (line.case, attempt)
        # A failed call that was repeated is not a separate attempt: the reply counts.
        is_retried = line.is_error and not self.failed[attempt_key]
        self.retried_count += is_retried
        is_new_reply = attempt_key not in self.given and self.failed[attempt_key] == line.is_error
        if is_new_reply:
            self.given.add(attempt_key)
        name = self.name_of(line.validator_id, line.evaluation)
        return Attempt(
            attempt + 1 - self._first(line), f"{name}:{place + 1}" if place else name, is_new_reply
        )

    def name_of(self, validator_id: str, evaluation: str | None) -> str:
        """Return the name of a metric, with its evaluation if another judges the same case."""
        is_apart = (validator_id, evaluation) in self.apart
        return f"{validator_id}:{evaluation}" if is_apart else validator_id

    def _free_place(self, line: Judgement, attempt: int) -> int:
        for place in range(max(line.shared_count, 1)):
            if (line.case, attempt, line.key(place)) not in self.taken:
                return place
        raise RefusedEventError(
            "told twice",
            f"sample {line.case[0][1]!r}: attempt {attempt} already has "
            f"{'an error' if line.is_error else 'a score'} from {line.validator_id}; give each "
            "attempt a number",
        )

    def _counted(self, line: Judgement) -> tuple[int, int]:
        """
        Return the attempt of a line without an attempt number.

        The second value is its place among the metrics that share its name.
        """
        attempts = self.replies.setdefault(line.answer, [])
        if line.evaluation is None:
            # Lines with the same reply are of the same attempt. A different reply may be the
            # output of another filter.
            free = (at for at in attempts if (line.case, at, line.key(0)) not in self.taken)
            free_attempt = next(free, None)
            attempt = self._next(line, line.key(0), 0) if free_attempt is None else free_attempt
            self._keep_reply(line, attempt)
            return attempt, 0
        counted = (line.answer, line.key(0))
        count = self.counts.get(counted, 0)
        while True:
            at, place = divmod(count, max(line.shared_count, 1))
            count += 1
            if at == len(attempts):
                attempts.append(self._next(line, None, place))
            if (line.case, attempts[at], line.key(place)) not in self.taken:
                break
        self.counts[counted] = count
        return attempts[at], place

    def _next(self, line: Judgement, counter: tuple[Any, ...] | None, place: int) -> int:
        attempt = self.asked.get((line.case, counter), self._first(line) - 1) + 1
        is_failed = self._is_failed(line)
        # A failed and a successful call are not of the same attempt.
        while (
            self.failed.get((line.case, attempt), is_failed) != is_failed
            or (line.case, attempt, line.key(place)) in self.taken
        ):
            attempt += 1
        self.asked[line.case, counter] = attempt
        return attempt

    def _first(self, line: Judgement) -> int:
        return self.first.get(line.case[0][0], 1)

    def _is_failed(self, line: Judgement) -> bool:
        """Return whether the call failed, rather than a judge of its reply."""
        return line.is_error and line.answer not in self.judged

    def _keep_reply(self, line: Judgement, attempt: int) -> None:
        attempts = self.replies.setdefault(line.answer, [])
        if attempt not in attempts:
            attempts.append(attempt)
