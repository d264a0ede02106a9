"""The tables of a lake that a job reads and writes, and which of them are behind the log."""

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
# Whatever gates are configured: with others, the runs decided already are not decided anew.
GATES_APPLICATION = f"{APPLICATION} gates"


@dataclass(frozen=True, slots=True)
class Behind:
    """
    Tables of one kind that stand for fewer events than the log has.

    ``first_position`` None: one of them is not there, or by another definition, so that all its
    rows are to be written.
    """

    tables: dict[str, LakeTable]
    first_position: int | None


class JobLake:
    """
    A lake as it stood when it was opened.

    Raises UsageError where no log of evalstore is there, StoreError where it cannot be read, and
    CorruptStoreError if a table stands for more events than the log has.
    """

    def __init__(self, uri: str) -> None:
        self.uri = uri.rstrip("/")
        self.batches = self._table(BATCHES, APPLICATION)
        self.events = self._table(EVENTS, APPLICATION)
        count = self.events.event_count
        if count is None:
            raise UsageError(
                f"{self.uri} holds no log of evalstore (no table log/events that `evalstore "
                f"publish` wrote); `evalstore publish {self.uri} --log-only` writes one"
            )
        self.event_count: int = count

    def facts(self) -> Behind:
        """
        Return the tables of facts that are behind.

        Who counts is the same as for ``publish``: of one definition and one log there is one
        state of the facts, whoever computes it.
        """
        return self._behind(FACT_TABLES, facts_application(tables_fingerprint()))

    def metrics(self, names: Iterable[str]) -> Behind:
        """Return the tables of metrics that are behind."""
        views = sql_files.fingerprint(*FINGERPRINT_FOLDERS)
        return self._behind(names, f"{APPLICATION} metrics {views[:16]}")

    def decisions(self) -> Behind:
        """Return the table of decisions, where it is behind."""
        return self._behind([DECISIONS], GATES_APPLICATION)

    def fact_tables(self) -> dict[str, LakeTable]:
        """Open the tables of facts as they are now."""
        application = facts_application(tables_fingerprint())
        return {name: self._table(name, application) for name in FACT_TABLES}

    def _behind(self, names: Iterable[str], application: str) -> Behind:
        tables = {name: self._table(name, application) for name in names}
        for table in tables.values():
            if (table.event_count or 0) > self.event_count:
                # Another call may have brought both of them on since the log was opened.
                require_behind(table, self._table(EVENTS, APPLICATION).event_count or 0)
        counts = {name: table.event_count for name, table in tables.items()}
        behind = {
            name: table
            for name, table in tables.items()
            if (counts[name] or 0) < self.event_count or counts[name] is None
        }
        known = [count for name in behind if (count := counts[name]) is not None]
        is_whole = len(known) < len(behind) or not known
        return Behind(behind, None if is_whole else min(known))

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
