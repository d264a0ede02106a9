"""The parts of a difference between two sizes of a log."""

from dataclasses import asdict, dataclass

from evalstore.base.phrases import counted
from evalstore.store.facts.facts import KINDS_BESIDE_ANSWERS

Row = dict[str, object]
# What events have to share with a number to be its reason, the nearest first.
NEARNESS = (("system_id", "validator_id"), ("system_id",), ())
PARTS = ("value", "ci_low", "ci_high", "scored_count", "missing_count", "error_count",
         "unscored_count")  # fmt: skip


@dataclass(frozen=True, slots=True)
class LaterEvents:
    """
    Events of one kind between the sizes, about one system and validator where they name one.

    For a retraction ``retracted_kind`` is the kind of the events that it withdraws, or restores
    (``is_restored``), since it names the retraction that withdrew them.
    """

    run_id: str
    kind: str
    retracted_kind: str | None
    is_restored: bool
    system_id: str | None
    validator_id: str | None
    is_revision: bool
    source: str
    event_count: int
    first_position: int

    def may_change(self, number: Row, *columns: str) -> bool:
        """Return True if they may have changed a number of their run, and have these names."""
        return (
            self.run_id == number["run_id"]
            and (self.retracted_kind or self.kind) not in KINDS_BESIDE_ANSWERS
            and all(
                getattr(self, name) in (None, number[name]) or not number[name] for name in columns
            )
        )

    def __str__(self) -> str:
        """Return how many events of which kind, and what they do."""
        if self.retracted_kind is not None:
            what = "restored" if self.is_restored else "retracted"
            return f"{self.event_count} {self.retracted_kind} {what}"
        return f"{self.event_count} {self.kind}{' revised' if self.is_revision else ''}"


@dataclass(frozen=True, slots=True)
class ChangedNumber:
    """
    A number of ``metrics.all_metrics`` that the sizes differ in; None where a side lacks it.

    ``number`` has the metric and the columns of its grain. ``because`` are the later events of
    its run, system and validator; without any, those of its run and system, since a number may
    compare validators; and without any of those, all that may change a number of its run.
    """

    number: Row
    before: Row | None
    after: Row | None
    because: list[LaterEvents]


def reasons(number: Row, events: list[LaterEvents]) -> list[LaterEvents]:
    """Return the events nearest to a number that may have changed it."""
    for columns in NEARNESS:
        if found := [item for item in events if item.may_change(number, *columns)]:
            return found
    return []


@dataclass(frozen=True, slots=True)
class LogSize:
    """A size of the log: events, root in hex, and the definition of facts that a fold recorded."""

    tree_size: int
    root: str
    definition: str | None


@dataclass(frozen=True, slots=True)
class LogDifference:
    """
    What two sizes of a log differ in, by number.

    ``compared`` are the runs with events before and between the sizes, the only ones of which
    numbers are computed. ``new`` are those that began between them, ``left_out`` those of which a
    partial replica lacks events.
    """

    before: LogSize
    after: LogSize
    numbers: list[ChangedNumber]
    events: list[LaterEvents]
    compared: list[str]
    new: list[str]
    left_out: list[str]

    @property
    def is_defined_otherwise(self) -> bool | None:
        """Return True if facts were computed by another definition then; None if unknown."""
        if self.before.definition is None or self.after.definition is None:
            return None
        return self.before.definition != self.after.definition

    def __str__(self) -> str:
        """Return a sentence with both sizes and how many numbers differ."""
        return (
            f"from {self.before.tree_size} events (root {self.before.root[:12]}) to "
            f"{self.after.tree_size} (root {self.after.root[:12]}): "
            f"{counted(len(self.numbers), 'number differs', 'numbers differ')} in "
            f"{counted(len(self.compared), 'run')} with events on both sides, "
            f"{counted(len(self.new), 'run')} new"
        )

    def to_dict(self) -> Row:
        """Return everything as one JSON object, which docs/explain.md describes."""
        return {
            "before": asdict(self.before),
            "after": asdict(self.after),
            "is_defined_otherwise": self.is_defined_otherwise,
            "compared_runs": self.compared,
            "new_runs": self.new,
            "left_out_runs": self.left_out,
            "numbers": [
                {
                    **item.number,
                    "before": item.before,
                    "after": item.after,
                    "because": [asdict(events) for events in item.because],
                }
                for item in self.numbers
            ],
            "events": [asdict(item) for item in self.events],
        }
