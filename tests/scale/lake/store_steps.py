"""In the place of Spark: what it would compute, as the store has it already."""

from contextlib import contextmanager

from pyarrow import dataset, parquet

from evalstore.scale.lake.portable import PortableRows
from evalstore.scale.lake.publish import FACT_TABLES
from evalstore.store.query.reader import reading


class StoreSteps:
    """Writes the rows of the runs that it was shown, of tables of facts and metrics alone."""

    def __init__(self, layout, scratch):
        self._layout = layout
        self._scratch = scratch
        self._shown = []

    def show(self, name, table, run_ids):
        self._shown.append(run_ids)

    def define(self, name, sql):
        assert sql

    def compute(self, name, sql):
        relation = name.replace("_", ".", 1)
        # What only a later statement reads, such as a part of a metric, the store does not have.
        is_metric = relation.startswith("metrics.") and "__" not in relation
        if relation not in FACT_TABLES and not is_metric:
            return
        # Facts are computed from the events that are shown first.
        run_ids = self._shown[0 if relation in FACT_TABLES else -1]
        with reading(self._layout) as reader:
            rows = PortableRows(reader.connection.table(relation).to_arrow_reader(1000))
            found = rows.stream().read_all()
        if run_ids is not None:
            found = found.filter(dataset.field("run_id").isin(run_ids))
        (self._scratch / name).mkdir()
        parquet.write_table(found, self._scratch / name / "part.parquet")

    def computed(self, name):
        return dataset.dataset(str(self._scratch / name), format="parquet")


def steps_of(layout):
    """Return what ``running`` opens a session by."""

    @contextmanager
    def steps(scratch):
        yield StoreSteps(layout, scratch)

    return steps


def events_of(run_id, outcomes, day):
    """Yield the events of a run that began on a day of January, with an outcome for each case."""

    def event(kind, **payload):
        at = f"2026-01-{day:02}T00:00:00Z"
        return {"kind": kind, "run_id": run_id, "occurred_at": at, "payload": payload}

    yield event("run_started", suite="s", systems=["m"], git={"branch": "main"})
    for case, outcome in outcomes.items():
        answer = {"case_id": case, "system_id": "m"}
        yield event("case_generated", case_id=case, prompt=f"{case}?", domain="d")
        yield event("response_recorded", **answer, status="ok", text="x", confidence=0.5)
        yield event("verdict_recorded", **answer, validator_id="v", outcome=outcome)
    yield event("run_finished", status="completed")
