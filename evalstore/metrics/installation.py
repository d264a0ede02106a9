"""The statements that put the metric views into a database, in their order."""

from functools import cache

from evalstore import sql_files
from evalstore.metrics.catalog import catalog


@cache
def statements() -> tuple[str, ...]:
    """Return them: the metrics, then the union of all metrics."""
    # Reading SQL as a tree is needed only here: a command that installs nothing starts faster.
    from evalstore.metrics import union

    metrics = catalog().values()
    return (
        *(sql_files.read(metric.sql_name) for metric in metrics),
        union.statement(metrics),
    )
