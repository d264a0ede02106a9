"""Spark computes what the store has: the whole log, then what changed, after a broken call."""

import shutil

import duckdb
import pytest
from deltalake import DeltaTable

from benchmarks.parity import history
from benchmarks.parity.difference import difference
from benchmarks.parity.quizzes import quiz
from evalstore.scale.lake.job import spark_session
from evalstore.scale.lake.job.job_lake import JobLake
from evalstore.scale.lake.job.running import Job
from evalstore.scale.lake.portable import PortableRows
from evalstore.scale.lake.publish import FACT_TABLES, publish
from evalstore.store.query.reader import reading

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'evalstore[spark]'")
pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs java")

METRICS = ["metrics.accuracy", "metrics.ece", "metrics.pass_at_k", "metrics.error_rate"]
# So little data that to compile its plans would take most of the time.
SETTINGS = {
    "spark.master": "local[1]",
    "spark.ui.enabled": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}


def differences(layout, lake):
    """Yield the tables of the lake that are not the store's, to 1e-9."""
    with reading(layout) as reader, duckdb.connect() as connection:
        connection.execute("set TimeZone = 'UTC'")
        for name in (*FACT_TABLES, *METRICS):
            expected = PortableRows(reader.connection.table(name).to_arrow_reader(65536))
            found = DeltaTable(f"{lake}/{name.replace('.', '/')}").to_pyarrow_table()
            connection.register("expected", expected.stream().read_all())
            connection.register("found", found.select(expected.schema.names))
            differs = difference(connection, name)
            if differs:
                yield name, differs


def test_a_lake_is_the_store(tmp_path, monkeypatch):
    """The whole log, then a run and a retraction in another, whose first call is broken off."""
    monkeypatch.setattr(spark_session, "SETTINGS", spark_session.SETTINGS | SETTINGS)
    lake = tmp_path / "la ke"
    layout = history.build(tmp_path / "store", is_small=True)
    list(publish(layout, str(lake), is_log_only=True))
    first = list(Job(JobLake(str(lake)), METRICS).run())

    assert [*FACT_TABLES, *METRICS] == [one.name for one in first]
    assert [] == list(differences(layout, lake))

    [[event_id]] = history._rows(
        layout,
        "select event_id::varchar from log.events "
        "where kind = 'verdict_recorded' and run_id = 'run 00 ü' order by position limit 1",
    )
    taken = {"event_id": event_id, "reason": "mistaken"}
    retraction = {"kind": "retracted", "run_id": "review", "payload": taken}
    history._add(layout, [*quiz(5, case_count=5), retraction], "fifth")
    list(publish(layout, str(lake), is_log_only=True))
    broken_off = Job(JobLake(str(lake)), METRICS).run()
    assert next(broken_off).run_count == 3
    broken_off.close()
    list(Job(JobLake(str(lake)), METRICS).run())

    assert [] == list(differences(layout, lake))
    assert Job(JobLake(str(lake)), METRICS).is_done
