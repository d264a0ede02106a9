"""
Bring facts, metrics and decisions of a lake to the state of its log, run by run.

Tables are brought one after the other, facts before metrics and both before decisions. Each commit
carries the number of events that its table then stands for, so a call that was broken off leaves
the later ones behind, and the next call begins at the one that is furthest behind.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

from evalstore.errors import UsageError
from evalstore.scale.dialects.computing import computation
from evalstore.scale.dialects.expansion import own_name
from evalstore.scale.dialects.transpiling import statement_of, statements_of, stored_for, tables_of
from evalstore.scale.lake.job.gate_decisions import Configured, gate_decisions
from evalstore.scale.lake.job.job_lake import DECISIONS, DIALECT, Behind, JobLake
from evalstore.scale.lake.job.lake_database import LakeDatabase, lake_database
from evalstore.scale.lake.job.spark_session import SparkSteps, spark_steps
from evalstore.scale.lake.lake_log import BATCHES, EVENTS
from evalstore.scale.lake.lake_table import LakeTable
from evalstore.scale.lake.portable import PortableRows
from evalstore.store.bounded_memory import copied

TOUCHED, RETRACTIONS = "steps.touched_events", "steps.all_retractions"
SCRATCH = "scratch"


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """
    What became of one table: rows written of the runs with events from ``first_position`` on.

    ``run_count`` and ``first_position`` are None where all rows were written.
    """

    name: str
    uri: str
    row_count: int
    run_count: int | None
    first_position: int | None
    event_count: int

    def to_dict(self) -> dict[str, object]:
        """Return what ``--json`` prints of it."""
        return asdict(self)


class Job:
    """One call: a lake, the metrics that are wanted, and gates where there are any."""

    def __init__(
        self,
        lake: JobLake,
        metrics: Sequence[str],
        *,
        gates: Configured | None = None,
        scratch: Path | None = None,
    ) -> None:
        if scratch is None and "://" in lake.uri:
            raise UsageError(
                f"{lake.uri} is no folder: --scratch names one that the driver and all workers "
                "reach"
            )
        self._lake = lake
        self._facts = lake.facts()
        self._metrics = lake.metrics(metrics)
        self._decisions = lake.decisions() if gates is not None else Behind({}, None)
        self._gates = gates
        self._scratch_parent = scratch or Path(lake.uri) / SCRATCH

    @property
    def is_done(self) -> bool:
        """Whether every table stands where the log does."""
        return not (self._facts.tables or self._metrics.tables or self._decisions.tables)

    def run(self) -> Iterator[WrittenTable]:
        """Write what is missing, and yield each table that is done."""
        if self.is_done:
            return
        log = {BATCHES: self._lake.batches, EVENTS: self._lake.events}
        with ExitStack() as stack:
            database = stack.enter_context(lake_database(log))
            if self._facts.tables or self._metrics.tables:
                self._scratch_parent.mkdir(parents=True, exist_ok=True)
                scratch = Path(tempfile.mkdtemp(dir=self._scratch_parent))
                stack.callback(_remove, scratch, self._scratch_parent)
                steps = stack.enter_context(spark_steps(scratch))
                yield from self._bring_facts(database, steps)
                yield from self._bring_metrics(database, steps)
            yield from self._bring_decisions(database)

    def _bring_facts(self, database: LakeDatabase, spark: SparkSteps) -> Iterator[WrittenTable]:
        if not self._facts.tables:
            return
        run_ids = database.changed_runs(self._facts.first_position)
        for step in computation(DIALECT):
            if step.relation in {TOUCHED, RETRACTIONS}:
                # A retraction may name an event of any run.
                events_of = run_ids if step.relation == TOUCHED else None
                spark.show(EVENTS, self._lake.events, events_of)
                sql = statement_of(
                    step.relation, DIALECT, frozenset(), frozenset([EVENTS])
                )  # fmt: skip
                (spark.define if step.relation == TOUCHED else spark.compute)(step.name, sql)
            else:
                spark.compute(step.name, step.sql)
        # Nothing is written before all is computed: the tables stay behind for a short time.
        for name in self._facts.tables:
            yield self._brought(database, spark, self._facts, name, run_ids)

    def _bring_metrics(self, database: LakeDatabase, spark: SparkSteps) -> Iterator[WrittenTable]:
        """Compute metrics from the facts as they are in the lake, whoever computed those."""
        if not self._metrics.tables:
            return
        run_ids = database.changed_runs(self._metrics.first_position)
        facts = self._lake.fact_tables()
        for name in {one for metric in self._metrics.tables for one in tables_of(metric)}:
            spark.show(name, facts[name], run_ids)
        computed: dict[str, str] = {}
        for name in self._metrics.tables:
            for own, sql in statements_of(name, DIALECT, frozenset(), stored_for(name)):
                # Several metrics read what one of them had computed.
                if computed.get(own) != sql:
                    spark.compute(own, sql)
                    computed[own] = sql
            yield self._brought(database, spark, self._metrics, name, run_ids)

    def _bring_decisions(self, database: LakeDatabase) -> Iterator[WrittenTable]:
        if self._gates is None or not self._decisions.tables:
            return
        first = self._decisions.first_position
        changed = database.changed_runs(first)
        run_ids = database.run_ids() if changed is None else changed
        database.show(self._lake.fact_tables())
        database.withdraw()
        table = self._decisions.tables[DECISIONS]
        count = self._lake.event_count
        rows = PortableRows(gate_decisions(database.reader, self._gates, run_ids, count))
        yield _written(
            DECISIONS, table, count, None if changed is None else len(run_ids), first,
            lambda: _appended(table, rows, count),
        )  # fmt: skip

    def _brought(
        self,
        database: LakeDatabase,
        spark: SparkSteps,
        behind: Behind,
        name: str,
        run_ids: list[str] | None,
    ) -> WrittenTable:
        """Put computed rows in the place of those of the changed runs."""
        table, count = behind.tables[name], self._lake.event_count

        def replace() -> int:
            rows = database.rows(name, spark.computed(own_name(name)))
            table.replace(rows.stream(), count, run_ids)
            return rows.row_count

        run_count = None if run_ids is None else len(run_ids)
        first = None if run_ids is None else behind.first_position
        return _written(
            name, table, count, run_count, first, lambda: copied(database.connection, replace)
        )


def _written(
    name: str,
    table: LakeTable,
    count: int,
    run_count: int | None,
    first_position: int | None,
    write: Callable[[], int],
) -> WrittenTable:
    """Write, after those who were first; another call may have done it all."""
    row_count, _ = table.bring(count, write, again="run the job again")
    return WrittenTable(name, table.uri, row_count, run_count, first_position, count)


def _appended(table: LakeTable, rows: PortableRows, count: int) -> int:
    table.append(rows.stream(), count)
    return rows.row_count


def _remove(scratch: Path, parent: Path) -> None:
    """Remove what was computed, and the folder around it unless another call works there."""
    shutil.rmtree(scratch)
    if parent.name == SCRATCH and not any(parent.iterdir()):
        parent.rmdir()
