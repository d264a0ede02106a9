"""
Every error evalstore raises, and the exit code each one carries.

    EvalstoreError              4   broken: anything not named below
    ├── UsageError              2   a wrong option, name, value or configuration
    │   └── EmptyChartError     2   a chart of a metric without a value in the run or the store
    ├── UndecidedError          3   nothing failed, yet nothing can be decided
    ├── UnreadableInputError    4   a file nobody can read as results
    ├── SkippedRecordsError     5   --strict, and some records would have been skipped
    ├── DoubtfulInputError      5   --strict, and something is probably not what was meant
    ├── UnexplainedFiguresError 5   --strict, and a log's own figures differ without a known reason
    ├── StoreError              4   no store there, or one that cannot be used as it is
    │   ├── CorruptStoreError   4   what is on disk contradicts itself
    │   ├── NewerFormatError    4   made by a newer evalstore, whose format this one does not know
    │   ├── DiskFullError       4   no room on a disk; what was accepted is safe
    │   ├── NotFoldedError      4   nothing was folded yet, so there is nothing to ask
    │   └── StoreBusyError      4   another process holds the store
    └── QueryError              2   a statement that is not one read-only SELECT, or that fails
"""

from typing import ClassVar


class EvalstoreError(Exception):
    """Something evalstore can name; its text says what was found and the way out."""

    exit_code: ClassVar[int] = 4


class UsageError(EvalstoreError):
    """A wrong option, name, value or configuration."""

    exit_code: ClassVar[int] = 2


class EmptyChartError(UsageError):
    """
    A chart without data.

    ``sentence`` says what is missing; ``way_out`` what the chart needs and what to run.
    """

    def __init__(self, sentence: str, way_out: str) -> None:
        super().__init__(f"{sentence.removesuffix('.')}; {way_out}")
        self.sentence = sentence
        self.way_out = way_out


class UndecidedError(EvalstoreError):
    """Nothing failed, yet nothing can be decided."""

    exit_code: ClassVar[int] = 3


class UnreadableInputError(EvalstoreError):
    """A file that cannot be read as results."""


class NotRecognisedError(UnreadableInputError):
    """A file in which no format is recognised."""


class SkippedRecordsError(EvalstoreError):
    """Some records would have been skipped, and ``--strict`` forbids that."""

    exit_code: ClassVar[int] = 5


class DoubtfulInputError(EvalstoreError):
    """Something in the input is probably not what was meant, and ``--strict`` forbids it."""

    exit_code: ClassVar[int] = 5


class UnexplainedFiguresError(EvalstoreError):
    """Figures that a log reports differ without a known reason, and ``--strict`` forbids it."""

    exit_code: ClassVar[int] = 5


class StoreError(EvalstoreError):
    """No store there, or one that cannot be used as it is."""


class CorruptStoreError(StoreError):
    """What is on disk contradicts itself."""


class NewerFormatError(StoreError):
    """A store, a segment or a remote of a newer format than this evalstore knows."""


class DiskFullError(StoreError):
    """
    No room on a disk.

    ``what`` names file and disk, ``state`` what became of the events, None if nobody said so yet.
    """

    def __init__(self, what: str, state: str | None = None) -> None:
        super().__init__(f"{what}; {state or 'inbox and segments are whole, no event is lost'}")
        self.what = what
        self.state = state


class NotFoldedError(StoreError):
    """Nothing was folded yet, so there is nothing to ask."""


class StoreBusyError(StoreError):
    """Another process holds the store."""


class QueryError(UsageError):
    """A statement that is not one read-only SELECT, or that fails."""


class DoubtfulInputWarning(UserWarning):
    """Something that was appended is probably not what was meant."""


class OutdatedDatabaseWarning(UserWarning):
    """Another state of evalstore made the database, and answers are by its SQL."""


class RefusedEventError(EvalstoreError):
    """
    One event that cannot be kept.

    ``reason`` is a short fixed phrase to count by; ``detail`` names the field, what was found,
    what was expected and the way out.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
