"""The parts of an explanation of a metric's numbers."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from evalstore.base import sql_files
from evalstore.metrics.catalog import Metric
from evalstore.metrics.lineage import Lineage, lineage
from evalstore.store.explanation.record import RunRecord

if TYPE_CHECKING:
    from evalstore.store.explanation.bundles.bundling import WrittenBundle

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class ExplainedNumber:
    """
    One row of a metric: its grain, and its other columns by name, the value as ``value``.

    ``stored`` is what the database says, ``recomputed`` what the segments give, None where there
    is no such row; ``different`` names the columns that differ by more than rounding.
    """

    grain: Row
    stored: Row | None
    recomputed: Row | None
    different: list[str]


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A row that contributes otherwise on one side; None where a side lacks it."""

    key: Row
    before: Row | None
    after: Row | None

    def __str__(self) -> str:
        """Return the row's case, attempt and item, and both contributions."""
        names = ("case_id", "attempt", "item", "system_id")
        key = " ".join(str(self.key[name]) for name in names if self.key[name] is not None)
        return (
            f"{key}: {_contribution(self.before)}, from the segments {_contribution(self.after)}"
        )


def _contribution(parts: Row | None) -> str:
    if parts is None:
        return "absent"
    if parts["reason"] is not None:
        return f"left out ({parts['reason']})"
    if parts["numerator"] is None:
        return "counted"
    return f"counted as {parts['numerator']:g} of {parts['denominator'] or 1:g}"


@dataclass(frozen=True, slots=True)
class ExplainedEvents:
    """
    The events that the rows rest on: how many, by kind and source, and those of listed rows.

    An event has ``event_id``, ``kind``, ``subject``, ``position``, ``revision``, ``source`` and
    ``leaf_hash`` (hex).
    """

    count: int = 0
    by_source: list[Row] = field(default_factory=list)
    listed: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LaterChange:
    """
    What an earlier size of the log gave, and what was appended since.

    In ``numbers`` and ``rows``, what was ``stored`` or ``before`` is that of the earlier size.
    ``events`` are the later events of the run, by kind and source. ``decisions`` are those of
    gates that were made up to that size, on a value that is no longer the present ``value_now``.
    """

    tree_size: int
    root: str
    numbers: list[ExplainedNumber]
    events: list[Row]
    rows: list[ChangedRow]
    decisions: list[Row]


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    The numbers of a metric in one run, with the rows and events that they rest on.

    ``problems`` are definitions in the database that could change a number; ``changed_rows`` are
    rows that the database has otherwise than the segments. ``reasons`` counts the rows of each
    number that were left out for a reason, None for those that were counted. ``why_no_rows`` is
    the reason why the rows of this metric cannot be named, empty if they can. ``rows`` lists the
    first of ``row_count``, each with the ``positions`` of its events.
    """

    metric: Metric
    run_id: str
    record: RunRecord
    numbers: list[ExplainedNumber]
    problems: list[str]
    why_no_rows: str
    row_count: int = 0
    rows: list[Row] = field(default_factory=list)
    reasons: list[Row] = field(default_factory=list)
    events: ExplainedEvents = field(default_factory=ExplainedEvents)
    changed_rows: list[ChangedRow] = field(default_factory=list)
    change: LaterChange | None = None
    bundle: WrittenBundle | None = None

    @property
    def is_equal(self) -> bool:
        """Return True if the database says what the segments give."""
        return not (
            self.problems or self.changed_rows or any(number.different for number in self.numbers)
        )

    @property
    def lineage(self) -> Lineage:
        """Return what value, interval and counts are computed from, back to fields of events."""
        return lineage(self.metric.name)

    def to_dict(self) -> dict[str, object]:
        """Return everything as one JSON object, which docs/explain.md describes."""
        sql = sql_files.read(self.metric.sql_name)
        return {
            "metric": self.metric.name,
            "run_id": self.run_id,
            "sentence": self.metric.sentence,
            "unit": self.metric.unit,
            "better": self.metric.better,
            "sql": sql,
            "sql_sha256": hashlib.sha256(sql.encode()).hexdigest(),
            "lineage": self.lineage.to_dict()["parts"],
            "is_equal": self.is_equal,
            "problems": self.problems,
            "numbers": [_number(number) for number in self.numbers],
            "reasons": self.reasons,
            "row_count": self.row_count,
            "why_no_rows": self.why_no_rows or None,
            "rows": self.rows,
            "changed_rows": [asdict(row) for row in self.changed_rows],
            "event_count": self.events.count,
            "events_by_source": self.events.by_source,
            "events": self.events.listed,
            "log": {
                "tree_size": self.record.tree_size,
                "root": self.record.root,
                "segments": [asdict(item) for item in self.record.of_run],
            },
            "bundle": None if self.bundle is None else asdict(self.bundle),
            "at": None
            if self.change is None
            else {
                "tree_size": self.change.tree_size,
                "root": self.change.root,
                "numbers": [
                    {**number.grain, "then": number.stored, "now": number.recomputed}
                    for number in self.change.numbers
                ],
                "events_since": self.change.events,
                "changed_rows": [asdict(row) for row in self.change.rows],
                "outdated_decisions": self.change.decisions,
            },
        }


def _number(number: ExplainedNumber) -> Row:
    return {
        **number.grain,
        "value": (number.stored or {}).get("value"),
        "recomputed": (number.recomputed or {}).get("value"),
        "stored_row": number.stored,
        "recomputed_row": number.recomputed,
        "different": number.different,
    }
