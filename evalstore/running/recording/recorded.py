"""Responses that a run had recorded before it was resumed."""

from dataclasses import dataclass, field

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.store.query.reader import Reader

# A failed call is repeated, as the same attempt.
FAILED = "error"


@dataclass(frozen=True, slots=True)
class RecordedResponse:
    """The parts of a recorded response that are needed for judging."""

    status: str
    text: str | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class RecordedAttempts:
    """
    The answered attempts, by case, system and number.

    ``finish_event_id`` is the event of the run's end, None if it has not ended.
    """

    is_resumed: bool = False
    finish_event_id: str | None = None
    responses: dict[tuple[str, str, int], RecordedResponse] = field(default_factory=dict)

    def answered(self, case_id: str, system_id: str, attempt: int) -> RecordedResponse | None:
        """Return the response to an attempt, None if it does not exist or the call failed."""
        return self.responses.get((case_id, system_id, attempt))

    def next_attempt(self, case_id: str, system_id: str, last: int) -> int:
        """Return the lowest unanswered attempt after ``last``."""
        number = last + 1
        while (case_id, system_id, number) in self.responses:
            number += 1
        return number


def recorded_attempts(reader: Reader, run_id: str) -> RecordedAttempts:
    """Read the answered attempts of a run and the event of its end."""
    rows = reader.rows(sql_files.read("sql/queries/recorded_attempts"), run_id=run_id)
    finishes = reader.rows(sql_files.read("sql/queries/run_finish"), run_id=run_id)
    responses = {
        (str(row["case_id"]), str(row["system_id"]), int(str(row["attempt"]))): RecordedResponse(
            str(row["status"]), _text(row["text"]), _text(row["answer"])
        )
        for row in rows
        if row["status"] != FAILED
    }
    finish_event_id = str(finishes[0]["event_id"]) if finishes else None
    return RecordedAttempts(True, finish_event_id, responses)


def repeated_attempts(reader: Reader, run_id: str) -> str | None:
    """Return a warning if successful responses were recorded again, or None."""
    [row] = reader.rows(sql_files.read("sql/queries/repeated_attempts"), run_id=run_id)
    response_count = int(str(row["response_count"]))
    if not response_count:
        return None
    return (
        f"run {run_id}: {counted(response_count, 'response was', 'responses were')} recorded more "
        f"than once for the same attempt, such as {row['example']}, and only the newest counts; "
        "if several processes answer the same case, pass attempt= with each response"
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)
