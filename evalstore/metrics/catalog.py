"""Every metric there is: one file of ``views/`` each, described by its own header."""

from dataclasses import dataclass
from functools import cache

from evalstore import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics import header
from evalstore.phrases import unknown_name

FOLDER = "views"


@dataclass(frozen=True, slots=True)
class Metric:
    """
    One metric, as its file describes it.

    ``name`` is that of the file, of the view in schema ``metrics`` and, where ``shape`` is
    ``value``, of its value column; ``family`` is its folder; ``sql_name`` finds the file again
    (``sql_files.read``). ``parameters`` is empty where there are none.
    """

    name: str
    family: str
    sentence: str
    prose: str
    grain: tuple[str, ...]
    unit: str
    range: str
    better: str
    source: str
    shape: str
    parameters: str
    sql_name: str

    @property
    def has_value(self) -> bool:
        """Say whether it is one number per grain, and so part of ``metrics.all_metrics``."""
        return self.shape == "value"


@cache
def catalog() -> dict[str, Metric]:
    """
    Return every metric by its name, in the order of families and names.

    >>> catalog()["accuracy"].better
    'higher'
    """
    return described({name: sql_files.read(name) for name in sql_files.names(FOLDER)})


def described(texts: dict[str, str]) -> dict[str, Metric]:
    """Return the metrics that these texts, by their ``views/<family>/<metric>`` name, define."""
    metrics: dict[str, Metric] = {}
    for sql_name, text in texts.items():
        metric = _metric(sql_name, text)
        if metric.name in metrics:
            raise EvalstoreError(
                f"{sql_name}.sql and {metrics[metric.name].sql_name}.sql both define the metric "
                f"{metric.name!r}; rename one of them"
            )
        metrics[metric.name] = metric
    return metrics


def find(name: str) -> Metric:
    """Return the metric of that name; raise UsageError, naming the closest, if there is none."""
    metrics = catalog()
    if name in metrics:
        return metrics[name]
    raise unknown_name("metric", name, sorted(metrics), listed_by="metrics")


def _metric(sql_name: str, text: str) -> Metric:
    folder, _, name = sql_name.rpartition("/")
    root, _, family = folder.partition("/")
    if root != FOLDER or not family or "/" in family:
        raise EvalstoreError(
            f"{sql_name}.sql: a metric stands in {FOLDER}/<family>/<metric>.sql; move it there"
        )
    described_as = header.parse(text, f"{sql_name}.sql")
    return Metric(
        name=name,
        family=family,
        sentence=described_as.sentence,
        prose=described_as.prose,
        grain=described_as.grain,
        unit=described_as.unit,
        range=described_as.range,
        better=described_as.better,
        source=described_as.source,
        shape=described_as.shape,
        parameters=described_as.parameters,
        sql_name=sql_name,
    )
