"""The tables of a lake that a job reads and writes, and those that lag behind the log."""

from collections.abc import Iterable
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.scale.dialects import relations, transpiling
from evalstore.scale.lake.lake_log import BATCHES, EVENTS, require_behind
from evalstore.scale.lake.lake_table import LakeTable
from evalstore.scale.lake.publish import APPLICATION, FACT_TABLES, facts_application
from evalstore.store.facts.schema import FINGERPRINT_FOLDERS, tables_fingerprint

DIALECT = "spark"
DECISIONS = "gates.decisions"
# Independent of the configured gates: changing them does not repeat decisions on earlier runs.
GATES_APPLICATION = f"{APPLICATION} gates"


@dataclass(frozen=True, slots=True)
class Behind:
    """
    Tables of one kind that cover fewer events than the log.

    ``first_position`` is None if one of them is missing or has another definition, so that all its
    rows must be written.
    """

    tables: dict[str, LakeTable]
    first_position: int | None


class JobLake:
    """
    A lake in its state at the time of opening.

    Raises UsageError if it has no log of evalstore, StoreError if it cannot be read, and
    CorruptStoreError if a table covers more events than the log.
    """

    def __init__(self, uri: str) -> None:
        self.uri = uri.rstrip("/")
        self.batches = self._table(BATCHES, APPLICATION)
        self.events = self._table(EVENTS, APPLICATION)
        count = self.events.event_count
        if count is None:
            raise UsageError(
                f"{self.uri} has no log of evalstore (table log/events); run `evalstore publish "
                f"{self.uri} --log-only` to write it"
            )
        self.event_count: int = count

    def facts(self) -> Behind:
        """
        Return the tables of facts that are behind.

        The application is the same as for ``publish``: the facts depend only on the definition and
        the log, not on the program that computes them.
        """
        return self._behind(FACT_TABLES, facts_application(tables_fingerprint()))

    def metrics(self, names: Iterable[str]) -> Behind:
        """Return the tables of metrics that are behind."""
        views = sql_files.fingerprint(*FINGERPRINT_FOLDERS)
        return self._behind(names, f"{APPLICATION} metrics {views[:16]}")

    def decisions(self) -> Behind:
        """Return the table of decisions, if it is behind."""
        return self._behind([DECISIONS], GATES_APPLICATION)

    def fact_tables(self) -> dict[str, LakeTable]:
        """Open the tables of facts in their current state."""
        application = facts_application(tables_fingerprint())
        return {name: self._table(name, application) for name in FACT_TABLES}

    def _behind(self, names: Iterable[str], application: str) -> Behind:
        tables = {name: self._table(name, application) for name in names}
        for table in tables.values():
            if (table.event_count or 0) > self.event_count:
                # Another call may have updated both since the log was opened.
                require_behind(table, self._table(EVENTS, APPLICATION).event_count or 0)
        counts = {name: table.event_count for name, table in tables.items()}
        behind = {
            name: table
            for name, table in tables.items()
            if (counts[name] or 0) < self.event_count or counts[name] is None
        }
        known_counts = [count for name in behind if (count := counts[name]) is not None]
        is_whole = len(known_counts) < len(behind) or not known_counts
        return Behind(behind, None if is_whole else min(known_counts))

    def _table(self, name: str, application: str) -> LakeTable:
        schema, _, table_name = name.partition(".")
        return LakeTable(f"{self.uri}/{schema}/{table_name}", application)


def metric_names() -> list[str]:
    """
    Return the metrics that have a statement for Spark.

    >>> "metrics.accuracy" in metric_names()
    True
    """
    refused = transpiling.refusals(DIALECT)
    return [
        name
        for name in relations.view_files()
        if name.startswith("metrics.") and name not in refused
    ]
