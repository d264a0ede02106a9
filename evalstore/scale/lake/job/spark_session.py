"""A Spark session with the tables of a lake as views, and the Parquet files that it writes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from evalstore.errors import StoreError, UsageError
from evalstore.scale.dialects.engines.spark import definitions
from evalstore.scale.dialects.expansion import own_name
from evalstore.scale.lake.lake_table import MONTH, LakeTable, first_line

if TYPE_CHECKING:
    import pyarrow.dataset
    from pyspark.sql import SparkSession

SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    # Other readers do not support times of 96 bits.
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    # Each plan is used only once, so its description can be short.
    "spark.sql.maxMetadataStringLength": "100",
}


def require_installed() -> None:
    """Raise UsageError if pyspark or deltalake is missing."""
    try:
        import deltalake  # noqa: F401 - asked for, not used
        import pyspark  # noqa: F401 - as above
    except ImportError as error:
        raise UsageError(
            f"the job needs pyspark and deltalake ({error}); run `pip install 'evalstore[spark]'`"
        ) from error


class SparkSteps:
    """
    A session whose statements read views, and rows of earlier statements.

    ``scratch`` is a folder that the driver and all workers can access.
    """

    def __init__(self, session: "SparkSession", scratch: Path) -> None:
        self._session = session
        self._scratch = scratch
        for statement in definitions():
            session.sql(statement)

    def show(self, name: str, table: LakeTable, run_ids: Sequence[str] | None) -> None:
        """Create a view with a table's name and its rows of these runs, or of all runs."""
        from pyspark.sql.pandas.types import from_arrow_schema

        schema = table.table.to_pyarrow_dataset().schema
        if MONTH in schema.names:
            schema = schema.remove(schema.get_field_index(MONTH))
        kinds = from_arrow_schema(schema)
        files = files_of(table, run_ids)
        if files:
            # The values of partitions are not needed, so the files may be anywhere.
            reading = self._session.read.schema(kinds).option("recursiveFileLookup", "true")
            frame = reading.parquet(*files)
        else:
            frame = self._session.createDataFrame([], kinds)
        if run_ids is not None:
            frame = frame.where(frame["run_id"].isin(list(run_ids)))
        frame.createOrReplaceTempView(own_name(name))

    def define(self, name: str, sql: str) -> None:
        """Create a view for a statement, which reads the current views."""
        self._session.sql(sql).createOrReplaceTempView(name)

    def compute(self, name: str, sql: str) -> None:
        """Write the rows of a statement; later statements read them under this name."""
        path = str(self._scratch / name)
        frame = self._session.sql(sql)
        frame.write.mode("overwrite").parquet(path)
        self._session.read.schema(frame.schema).parquet(path).createOrReplaceTempView(name)

    def computed(self, name: str) -> "pyarrow.dataset.Dataset":
        """Return the rows that were written under a name."""
        from pyarrow import dataset

        files = sorted(str(path) for path in (self._scratch / name).glob("*.parquet"))
        return dataset.dataset(files, format="parquet")


@contextmanager
def spark_steps(scratch: Path) -> Iterator[SparkSteps]:
    """Open a session and stop it afterwards; convert Spark's errors to StoreError."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("evalstore")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session = None
    try:
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        yield SparkSteps(session, scratch)
    except (PySparkException, Py4JError) as error:
        raise StoreError(f"Spark failed: {first_line(error)}") from error
    finally:
        if session is not None:
            session.stop()


def files_of(table: LakeTable, run_ids: Sequence[str] | None) -> list[str]:
    """Return the files of a table that may contain rows of these runs, according to its log."""
    import pyarrow

    uris = table.table.file_uris()
    if run_ids is not None and uris:
        actions = pyarrow.table(table.table.get_add_actions(flatten=True)).to_pylist()
        spans = {
            action["path"]: (action.get("min.run_id"), action.get("max.run_id"))
            for action in actions
        }
        part_count = actions[0]["path"].count("/") + 1
        uris = [
            uri for uri in uris if _holds(spans["/".join(uri.split("/")[-part_count:])], run_ids)
        ]
    return [uri if "://" in uri else unquote(uri) for uri in uris]


def _holds(span: tuple[str | None, str | None], run_ids: Sequence[str]) -> bool:
    """Return True if a file may contain one of the runs; the log may truncate long ids."""
    first, last = span
    if first is None or last is None:
        return True
    return any(first <= run_id and run_id[: len(last)] <= last for run_id in run_ids)
