"""Counts of the events that a map returns, and the warnings and doubts about them."""

import math
from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.harnesses.mapped import verdict_columns
from evalstore.harnesses.mapped.profile import columns_of
from evalstore.harnesses.non_finite import InfiniteValues
from evalstore.harnesses.records import SourceFile

JUDGED = ("verdict_recorded", "score_reported")
NUMBERS = ("value", "score")
TWICE = {
    "case_generated": ("case", "with another question or expected answer",
                       "give each question a unique case_id"),
    "response_recorded": ("response", "with different content", "number them by `attempt`"),
    "verdict_recorded": ("verdict", "with different content",
                         "distinguish them by `attempt` or validator_id"),
}  # fmt: skip
# With the kind and the run, these fields of the payload identify an event's subject.
SUBJECT = ("case_id", "system_id", "validator_id", "value_dim")


@dataclass(slots=True)
class Given:
    """Counts of the events that a map returns, filled event by event."""

    kinds: Counter[str] = field(default_factory=Counter)
    infinite: InfiniteValues = field(default_factory=InfiniteValues)
    _subjects: "array[int]" = field(default_factory=lambda: array("q"))

    def note(self, event: dict[str, Any]) -> None:
        """Count an event, and note its subject."""
        kind, payload = str(event.get("kind")), event.get("payload")
        self.kinds[kind] += 1
        if kind in TWICE and isinstance(payload, dict):
            parts = [str(payload.get(name)) for name in SUBJECT]
            attempt = str(payload.get("attempt") or 1)
            self._subjects.append(hash((kind, event.get("run_id"), attempt, *parts)))

    def leave_unscored(self, event: dict[str, Any]) -> None:
        """Make a verdict unscored if its number is infinite or NaN, with that as its reason."""
        payload = event.get("payload")
        if event.get("kind") != "verdict_recorded" or not isinstance(payload, dict):
            return
        for name in NUMBERS:
            number = payload.get(name)
            if isinstance(number, float) and not math.isfinite(number):
                if math.isinf(number):
                    self.infinite.counts[str(payload.get("validator_id"))] += 1
                nature = "infinite, which no mean can hold" if math.isinf(number) else "NaN"
                reason = f"its {name} is {nature}"
                payload |= {"outcome": "unscored", name: None, "reason": reason}

    def tell(self, source: SourceFile, connection: duckdb.DuckDBPyConnection) -> None:
        """Add the warnings and doubts about the map's events to a source."""
        self.infinite.tell(source)
        for kind, count, example in self._told_twice(connection):
            noun, how, way_out = TWICE[kind]
            source.doubts.append(
                f"{source.name}: the map returns {counted(count, noun)} more than once {how}, "
                f"such as one of {example}; only the last of each counts, {way_out}"
            )
        if not any(self.kinds[kind] for kind in JUDGED):
            self._tell_of_no_verdict(source, connection)

    def _told_twice(self, connection: duckdb.DuckDBPyConnection) -> list[tuple[str, int, str]]:
        if len(set(self._subjects)) == len(self._subjects):
            return []
        return connection.execute(sql_files.read("sql/mapped/told_twice")).fetchall()

    def _tell_of_no_verdict(
        self, source: SourceFile, connection: duckdb.DuckDBPyConnection
    ) -> None:
        count = self.kinds["response_recorded"]
        columns = verdict_columns.listed(verdict_columns.unused(columns_of(connection)))
        if not count and not columns:
            return
        of_what = counted(count, "response") if count else counted(self.kinds.total(), "event")
        way_out = f"columns that could be verdicts: {columns}" if columns else verdict_columns.NONE
        source.warnings.append(
            f"{source.name}: the map returns {of_what} but no verdict, so nothing is scored until "
            f"the run is judged; {way_out}"
        )
