"""Accuracy with cluster-robust intervals, clustered by a key of the caller's choice."""

from dataclasses import replace

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.metrics.catalog import find
from evalstore.store.query.queries import Filter, require_names
from evalstore.store.query.reader import Reader
from evalstore.store.query.result import Result, concatenated

METRIC = "accuracy"
SQL_NAME = "sql/facts/macros/accuracy_clustered"
# Keys that cases can always be clustered by; other keys are names of attributes.
KEYS = ("case", "cluster", "session")
NAMES_MAX = 20


def require_offered(metric: str) -> None:
    """Raise UsageError for a metric whose interval is not clustered."""
    if metric != METRIC:
        raise UsageError(
            f"{metric} has no clustered interval, only {METRIC} has one; leave --cluster out, or "
            f"run `evalstore bootstrap {metric} --cluster cluster` to resample by cluster"
        )


def result_of(reader: Reader, row_filter: Filter, cluster: str) -> Result:
    """
    Return the rows of ``macros.accuracy_clustered`` that the filter selects.

    ``cluster`` is ``case``, ``cluster``, ``session`` or the name of an attribute of some case.
    Raises UsageError for any other key, and for a variant, which accuracy does not have.
    """
    if row_filter.variant is not None:
        raise UsageError(f"{METRIC} has no variant; leave --variant out")
    _require_key(reader, row_filter.run_id, cluster)
    parts = []
    for part in row_filter.slices:
        result = reader.result(
            sql_files.read("sql/queries/accuracy_clustered"),
            {
                "run_id": row_filter.run_id,
                "system_id": row_filter.system_id,
                "validator_id": row_filter.validator_id,
                "slice_name": part.name,
                "slice_value": part.value,
                "cluster": cluster,
            },
        )
        if not result:
            require_names(reader, find(METRIC), replace(row_filter, slices=(part,)))
        parts.append(result)
    return concatenated(parts)


def _require_key(reader: Reader, run_id: str | None, cluster: str) -> None:
    """Raise UsageError for a key that no case has: every case would be its own cluster."""
    if cluster in KEYS:
        return
    rows = reader.rows(sql_files.read("sql/queries/attribute_names"), run_id=run_id)
    names = [str(row["name"]) for row in rows]
    if cluster in names:
        return
    offered = [*KEYS, *(repr(name) for name in names[:NAMES_MAX])]
    more = f" and {len(names) - NAMES_MAX} more" if len(names) > NAMES_MAX else ""
    raise UsageError(
        f"no case has the attribute {cluster!r} to cluster by; available: "
        f"{', '.join(offered)}{more}"
    )
