"""
Updates of the facts, metrics and gate decisions of a lake to the state of its log, by run.

Tables are updated one after another: facts, then metrics, then decisions. Each commit contains the
number of events that its table then covers. An interrupted call therefore leaves later tables
behind, and the next call starts from the table that is furthest behind.
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
    The result for one table: rows written for runs with events from ``first_position`` on.

    ``run_count`` and ``first_position`` are None if all rows were written.
    """

    name: str
    uri: str
    row_count: int
    run_count: int | None
    first_position: int | None
    event_count: int

    def to_dict(self) -> dict[str, object]:
        """Return the entry in the output of ``--json``."""
        return asdict(self)


class Job:
    """One call: a lake, the requested metrics, and gates if they are configured."""

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
                f"{lake.uri} is not a folder; name one that the driver and all workers can access "
                "with --scratch"
            )
        self._lake = lake
        self._facts = lake.facts()
        self._metrics = lake.metrics(metrics)
        self._decisions = lake.decisions() if gates is not None else Behind({}, None)
        self._gates = gates
        self._scratch_parent = scratch or Path(lake.uri) / SCRATCH

    @property
    def is_done(self) -> bool:
        """Whether every table covers the whole log."""
        return not (self._facts.tables or self._metrics.tables or self._decisions.tables)

    def run(self) -> Iterator[WrittenTable]:
        """Write missing rows, and yield each table when it is complete."""
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
        # Nothing is written before everything is computed, so that tables differ only for a short
        # time.
        for name in self._facts.tables:
            yield self._brought(database, spark, self._facts, name, run_ids)

    def _bring_metrics(self, database: LakeDatabase, spark: SparkSteps) -> Iterator[WrittenTable]:
        """Compute metrics from the facts that are in the lake, whichever program wrote them."""
        if not self._metrics.tables:
            return
        run_ids = database.changed_runs(self._metrics.first_position)
        facts = self._lake.fact_tables()
        for name in {table for metric in self._metrics.tables for table in tables_of(metric)}:
            spark.show(name, facts[name], run_ids)
        computed: dict[str, str] = {}
        for name in self._metrics.tables:
            for part_name, sql in statements_of(name, DIALECT, frozenset(), stored_for(name)):
                # Several metrics may share a computed part.
                if computed.get(part_name) != sql:
                    spark.compute(part_name, sql)
                    computed[part_name] = sql
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
        """Replace the rows of the changed runs by computed ones."""
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
    """Write a table after concurrent writers, which may have done all of it."""
    row_count, _ = table.bring(count, write, again="run the job again")
    return WrittenTable(name, table.uri, row_count, run_count, first_position, count)


def _appended(table: LakeTable, rows: PortableRows, count: int) -> int:
    table.append(rows.stream(), count)
    return rows.row_count


def _remove(scratch: Path, parent: Path) -> None:
    """Remove a scratch folder, and its parent unless another call uses it."""
    shutil.rmtree(scratch)
    if parent.name == SCRATCH and not any(parent.iterdir()):
        parent.rmdir()
