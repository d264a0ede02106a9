"""Responses that a run had before it was resumed."""

from dataclasses import dataclass, field

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.store.query.reader import Reader

# A call that failed is made again, as the same attempt.
FAILED = "error"


@dataclass(frozen=True, slots=True)
class RecordedResponse:
    """The parts of a recorded response that judging it needs."""

    status: str
    text: str | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class RecordedAttempts:
    """
    The attempts that were answered, by case, system and number.

    ``finish_event_id`` is the event that said how the run ended, where one did.
    """

    is_resumed: bool = False
    finish_event_id: str | None = None
    responses: dict[tuple[str, str, int], RecordedResponse] = field(default_factory=dict)

    def answered(self, case_id: str, system_id: str, attempt: int) -> RecordedResponse | None:
        """Return the response to an attempt, None where there is none or the call had failed."""
        return self.responses.get((case_id, system_id, attempt))

    def next_attempt(self, case_id: str, system_id: str, last: int) -> int:
        """Return the lowest attempt after ``last`` that is not answered."""
        number = last + 1
        while (case_id, system_id, number) in self.responses:
            number += 1
        return number


def recorded_attempts(reader: Reader, run_id: str) -> RecordedAttempts:
    """Read the attempts of a run that were answered, and how it ended."""
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
    """Return a warning where a response was recorded again though its call had not failed."""
    [found] = reader.rows(sql_files.read("sql/queries/repeated_attempts"), run_id=run_id)
    response_count = int(str(found["response_count"]))
    if not response_count:
        return None
    return (
        f"run {run_id}: {counted(response_count, 'response was', 'responses were')} recorded "
        f"again under the same attempt, such as {found['example']}, and only the newest counts; "
        "where processes answer the same case, give each response its attempt="
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)
