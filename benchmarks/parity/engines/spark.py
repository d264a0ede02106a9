"""A cluster of Spark on loopback: a master and two workers, as processes of their own."""

import os
import socket
import subprocess
import time
from pathlib import Path

CLASS = "org.apache.spark.deploy"
HOST = "127.0.0.1"
WORKERS = 2
CORES = 1
MEMORY = "2g"
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "4",
    "spark.driver.memory": "2g",
    "spark.executor.memory": MEMORY,
    "spark.driver.bindAddress": HOST,
    "spark.driver.host": HOST,
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.catalogImplementation": "in-memory",
    # A statement is one plan that is used once.
    "spark.sql.maxMetadataStringLength": "100",
}


def home():
    """Return where the Spark that comes with pyspark lies."""
    import pyspark

    return Path(pyspark.__file__).parent


def _free_port():
    """Return a port that nobody listens on, so that workers of two clusters do not mix."""
    with socket.socket() as server:
        server.bind((HOST, 0))
        return server.getsockname()[1]


class Cluster:
    """A master and workers, running until they are closed."""

    def __init__(self, scratch, worker_count, memory=MEMORY):
        run = home() / "bin" / "spark-class"
        port = _free_port()
        self.address = f"spark://{HOST}:{port}"
        self._processes = []
        commands = [[run, f"{CLASS}.master.Master", "--host", HOST, "--port", str(port),
                     "--webui-port", "0"]]  # fmt: skip
        commands += [
            [run, f"{CLASS}.worker.Worker", "--host", HOST, "--cores", str(CORES),
             "--memory", memory, "--webui-port", "0", "--work-dir",
             scratch / f"worker-{number}", self.address]
            for number in range(worker_count)
        ]  # fmt: skip
        for number, command in enumerate(commands):
            with (scratch / f"spark-{number}.log").open("wb") as log:
                self._processes.append(
                    subprocess.Popen(
                        command, stdout=log, stderr=subprocess.STDOUT,
                        env=os.environ | {"SPARK_HOME": str(home()), "SPARK_LOCAL_IP": HOST},
                    )
                )  # fmt: skip
            time.sleep(4 if number == 0 else 1)

    def close(self):
        """End the workers, then the master."""
        for process in reversed(self._processes):
            process.terminate()
            process.wait()


class Spark:
    """Ask a cluster that is started for it, the tables in its catalog."""

    has_null_lists = True

    def __init__(self, folder, scratch, *, is_cluster=True):
        self.scratch = Path(scratch)
        os.environ["SPARK_LOCAL_IP"] = HOST
        self.cluster = Cluster(self.scratch, WORKERS) if is_cluster else None
        master = self.cluster.address if self.cluster else "local[2]"
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master(master)
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
        builder = builder.config("spark.sql.warehouse.dir", str(self.scratch / "warehouse"))
        self.session = builder.getOrCreate()
        self.session.sparkContext.setLogLevel("OFF")
        self.version = f"Spark {self.session.version}"
        for path in sorted(Path(folder).glob("*.parquet")):
            self.session.sql(f"create database if not exists {path.stem.partition('.')[0]}")
            self.session.sql(f"create table {path.stem} using parquet location '{path}'")

    def answer(self, sql, name):
        """Return the path of the Parquet files that an answer was written to."""
        path = self.scratch / "found" / name
        self.session.sql(sql.rstrip().removesuffix(";")).write.mode("overwrite").parquet(str(path))
        return f"{path}/*.parquet"

    def close(self):
        self.session.stop()
        if self.cluster:
            self.cluster.close()
