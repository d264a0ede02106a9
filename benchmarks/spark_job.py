"""
The job on a cluster of Spark: the whole log of a lake, then one more run.

    python -m benchmarks.spark_job --folder FOLDER --events 100000 --workers 1

A store of simulated runs is published with its log alone. A master and workers of one core each
are started, and `spark-submit` runs the job twice. CPU-seconds are those of driver, master
and workers and of all that these start. The cluster of each call is its own, so that
they end and are counted. pyspark has to be installed.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.gates import CONFIGURATION
from benchmarks.harness import ROOT, table
from benchmarks.parity.engines import spark
from benchmarks.scale import EVENT_COUNT, runs


def main():
    """Make the lake, measure both calls and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="made anew")
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=1, choices=(1, 2))
    parser.add_argument("--partitions", type=int, default=4, help="of a shuffle")
    parser.add_argument("--metric", action="append", default=[], help="only this one; else all")
    asked = parser.parse_args()
    shutil.rmtree(asked.folder, ignore_errors=True)
    asked.folder.mkdir(parents=True)
    gates = asked.folder / "gates.toml"
    gates.write_text(CONFIGURATION, encoding="utf-8")
    run_count = max(1, asked.events // EVENT_COUNT)
    evalstore("init", "--store", asked.folder / "store")
    rows = []
    for name, first, count in (("the whole log", 0, run_count), ("one more run", run_count, 1)):
        added(asked.folder, first, count)
        cpu_s, wall_s = measured(asked, gates)
        events = str((first + count) * EVENT_COUNT)
        rows.append((name, events, str(count), f"{cpu_s:.1f}", f"{wall_s:.1f}", ""))
    table(
        f"The job, {asked.workers} workers of {spark.CORES} core, pyspark in {sys.prefix}",
        ("call", "events", "new runs", "CPU s", "wall s", ""),
        rows,
    )


def added(folder, first, count):
    """Add runs to the store, and their events to the lake."""
    path = folder / "events.ndjson"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(runs(first, count))
    evalstore("ingest", path, "--store", folder / "store")
    path.unlink()
    evalstore("publish", folder / "lake", "--log-only", "--store", folder / "store")


def evalstore(*arguments):
    """Run a command of evalstore."""
    command = [sys.executable, "-m", "evalstore", *map(str, arguments)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def measured(asked, gates):
    """Run the job on a cluster of its own; return CPU-seconds of all of it and wall seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    scratch = asked.folder / "cluster"
    scratch.mkdir(exist_ok=True)
    cluster = spark.Cluster(scratch, asked.workers)
    try:
        started = time.perf_counter()
        submit(asked, cluster.address, gates)
        wall_s = time.perf_counter() - started
    finally:
        cluster.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return cpu_s, wall_s


def submit(asked, address, gates):
    """Let spark-submit run the job; what it says goes to a file."""
    settings = spark.SETTINGS | {"spark.sql.shuffle.partitions": str(asked.partitions)}
    command = [spark.home() / "bin" / "spark-submit", "--master", address]
    for name, value in settings.items():
        command += ["--conf", f"{name}={value}"]
    command += [ROOT / "evalstore" / "lake" / "spark_job.py", asked.folder / "lake"]
    command += ["--gates", gates, *(part for name in asked.metric for part in ("--metric", name))]
    with (asked.folder / "job.log").open("ab") as log:
        subprocess.run(
            [str(part) for part in command], cwd=ROOT, check=True, stdout=log, stderr=log,
            env=os.environ | {
                "SPARK_HOME": str(spark.home()), "SPARK_LOCAL_IP": spark.HOST,
                "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(ROOT),
            },
        )  # fmt: skip


if __name__ == "__main__":
    main()
