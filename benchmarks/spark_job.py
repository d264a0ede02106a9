"""
The job on a cluster of Spark: a whole log, then one more run, by its size and the executors.

    python -m benchmarks.spark_job --folder FOLDER [--millions 1 10] [--workers 1 2] [--gates]
    python -m benchmarks.spark_job --folder FOLDER --store STORE --as-it-is

A store of simulated runs grows to each size and is published with its log alone. A master and
workers of one core each are started for each call, so that all their CPU-seconds are counted, and
`spark-submit` runs the job: once with no table of facts or metrics there, once after one more run.
With `--as-it-is` a store, of whatever runs, gets none: one call for each number of workers.
With `--gates` a call between them decides on all runs, and the last one on the new run.
Each table that it wrote is compared with the store's, row by row. pyspark has to be installed.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import duckdb

from benchmarks.gates import CONFIGURATION
from benchmarks.harness import ROOT, table
from benchmarks.parity.difference import difference
from benchmarks.parity.engines import spark
from benchmarks.scale import EVENT_COUNT, runs
from evalstore.scale.lake.job.job_lake import JobLake
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

MILLION = 1_000_000
COMPUTED = ("facts", "metrics", "gates")
# A driver plans for minutes and then ends: compiling its methods a second time does not pay.
DRIVER = {"spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1"}


@dataclass(frozen=True, slots=True)
class Call:
    """What a call of the job took, and how its tables compare with the store's."""

    event_count: int
    run_count: int
    worker_count: int
    cpu_s: float
    wall_s: float
    compared_count: int
    different: tuple[str, ...]


def main():
    """Let the lake grow, and at each size measure with each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="made anew")
    parser.add_argument("--millions", type=float, nargs="+", default=(1, 10), metavar="N")
    parser.add_argument("--workers", type=int, nargs="+", default=(1, 2), metavar="N")
    parser.add_argument("--partitions", type=int, default=4, help="of a shuffle")
    parser.add_argument("--memory", default=spark.MEMORY, help="of the driver and of a worker")
    parser.add_argument("--gates", action="store_true", help="decide on runs, seconds for each")
    parser.add_argument(
        "--store", type=Path, help="copy this one, of simulated runs, in place of an empty store"
    )
    parser.add_argument("--as-it-is", action="store_true", help="add no run to --store")
    parser.add_argument("--metric", action="append", default=[], help="only this one; else all")
    asked = parser.parse_args()
    if asked.as_it_is and asked.store is None:
        parser.error("--as-it-is wants --store")
    shutil.rmtree(asked.folder, ignore_errors=True)
    asked.folder.mkdir(parents=True)
    place = Place(asked)
    if asked.as_it_is:
        place.reach(place.run_count)
        for worker_count in asked.workers:
            place.call_anew(worker_count)
        place.print()
        return
    for million in asked.millions:
        place.reach(round(million * MILLION / EVENT_COUNT))
        for worker_count in asked.workers:
            place.call_anew(worker_count)
            if asked.gates:
                place.call(worker_count, 0, has_gates=True)
            place.reach(place.run_count + 1)
            place.call(worker_count, 1, has_gates=asked.gates)
            place.print()


class Place:
    """A store and a lake of its log, in a folder."""

    def __init__(self, asked):
        folder = asked.folder
        self.lake = folder / "lake"
        self.run_count = 0
        self.calls = []
        self._folder = folder
        self._store = folder / "store"
        self._gates = folder / "gates.toml"
        self._gates.write_text(CONFIGURATION, encoding="utf-8")
        self._settings = spark.SETTINGS | DRIVER
        self._settings["spark.sql.shuffle.partitions"] = str(asked.partitions)
        for part in ("driver", "executor"):
            self._settings[f"spark.{part}.memory"] = asked.memory
        self._memory = asked.memory
        self._metrics = asked.metric
        if asked.store:
            shutil.copytree(asked.store, self._store)
            with reading(Layout(asked.store)) as reader:
                [row] = reader.rows("select count(*) as run_count from facts.runs")
            self.run_count = row["run_count"]
        else:
            self._evalstore("init")

    def reach(self, run_count):
        """Add runs to the store until there are so many, and their events to the lake."""
        path = self._folder / "events.ndjson"
        while self.run_count < run_count:
            count = min(run_count - self.run_count, MILLION // EVENT_COUNT)
            with path.open("w", encoding="utf-8") as file:
                file.writelines(runs(self.run_count, count))
            self._evalstore("ingest", path)
            path.unlink()
            self.run_count += count
        self._evalstore("publish", self.lake, "--log-only")

    def call_anew(self, worker_count):
        """Run the job with no table of facts or metrics there."""
        for name in COMPUTED:
            shutil.rmtree(self.lake / name, ignore_errors=True)
        self.call(worker_count, self.run_count)

    def call(self, worker_count, new_run_count, *, has_gates=False):
        """Run the job on a cluster of its own, and compare what it wrote."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        scratch = self._folder / "cluster"
        scratch.mkdir(exist_ok=True)
        cluster = spark.Cluster(scratch, worker_count, self._memory)
        try:
            started = time.perf_counter()
            self._submit(cluster.address, has_gates)
            wall_s = time.perf_counter() - started
        finally:
            cluster.close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        print(
            f"{worker_count} workers: {cpu_s:.0f} CPU s, {wall_s:.0f} s",
            file=sys.stderr, flush=True,
        )  # fmt: skip
        found = {name: self._difference(name) for name in self._written()}
        different = tuple(f"{name}: {words}" for name, words in found.items() if words)
        event_count = JobLake(str(self.lake)).event_count
        self.calls.append(
            Call(event_count, new_run_count, worker_count, cpu_s, wall_s, len(found), different)
        )
        print(self.calls[-1], file=sys.stderr, flush=True)

    def print(self):
        """Print the calls so far."""
        table(
            f"The job, workers of {spark.CORES} core and {self._memory}, pyspark in {sys.prefix}",
            ("events", "new runs", "workers", "CPU s", "wall s", "tables", "equal", ""),
            [
                (
                    f"{call.event_count:,}", str(call.run_count), str(call.worker_count),
                    f"{call.cpu_s:.0f}", f"{call.wall_s:.0f}", str(call.compared_count),
                    str(call.compared_count - len(call.different)), "",
                )
                for call in self.calls
            ],
        )  # fmt: skip

    def _evalstore(self, command, *arguments):
        subprocess.run(
            [sys.executable, "-m", "evalstore", command, *map(str, arguments),
             "--store", str(self._store)],
            cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def _submit(self, address, has_gates):
        """Let spark-submit run the job; what it says goes to a file."""
        command = [spark.home() / "bin" / "spark-submit", "--master", address]
        for name, value in self._settings.items():
            command += ["--conf", f"{name}={value}"]
        command += [ROOT / "evalstore" / "scale" / "lake" / "spark_job.py", self.lake]
        command += ["--gates", self._gates] if has_gates else []
        command += [part for name in self._metrics for part in ("--metric", name)]
        with (self._folder / "job.log").open("ab") as log:
            subprocess.run(
                [str(part) for part in command], cwd=ROOT, check=True, stdout=log, stderr=log,
                env=os.environ | {
                    "SPARK_HOME": str(spark.home()), "SPARK_LOCAL_IP": spark.HOST,
                    "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(ROOT),
                },
            )  # fmt: skip

    def _written(self):
        folders = [*(self.lake / "facts").iterdir(), *(self.lake / "metrics").iterdir()]
        return sorted(f"{folder.parent.name}.{folder.name}" for folder in folders)

    def _difference(self, name):
        """Say how a table of the lake differs from the store's; None where it does not."""
        from deltalake import DeltaTable

        expected = self._folder / "expected.parquet"
        with reading(Layout(self._store)) as reader:
            reader.connection.table(name).to_parquet(str(expected))
        with duckdb.connect() as connection:
            connection.execute("set TimeZone = 'UTC'")
            rows = DeltaTable(str(self.lake / name.replace(".", "/"))).to_pyarrow_dataset()
            connection.read_parquet(str(expected)).create_view("expected")
            columns = connection.table("expected").columns
            connection.from_arrow(rows).select(*columns).create_view("found")
            return difference(connection, name)


if __name__ == "__main__":
    main()
