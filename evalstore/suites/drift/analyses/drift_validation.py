"""
Validate a critic's uncertainty against its errors and against conflicting signals.

The correlations are read from the metrics, not computed again.
"""

from dataclasses import asdict, dataclass

import numpy as np

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.metrics import catalog
from evalstore.store.query import queries
from evalstore.store.query.queries import Filter, Slice
from evalstore.store.query.reader import Reader
from evalstore.suites.drift.analyses.drift_readings import ReadingSource, Recorded, source
from evalstore.suites.drift.engine import uncertainty
from evalstore.suites.drift.engine.arrays import ReadingRow
from evalstore.suites.drift.engine.uncertainty import ClaimCheck, Estimate, check

METHOD = "drift_validation"
PEARSON, SPEARMAN = "uncertainty_error_pearson", "uncertainty_error_spearman"


@dataclass(frozen=True, slots=True)
class ValidationPlan:
    """
    The system to validate, and the bounds it must keep.

    The correlation of variance and error must be above ``correlation_bound``, the share of
    conflicting weeks that are flagged below ``flagged_limit``.
    """

    system_id: str | None = None
    correlation_bound: float = 0.3
    flagged_limit: float = 0.2

    def require(self) -> None:
        """Raise UsageError for a bound outside its range."""
        if not -1 <= self.correlation_bound < 1:
            raise UsageError(
                f"--correlation is {self.correlation_bound:g}; expected a number from -1 to below "
                "1"
            )
        if not 0 < self.flagged_limit <= 1:
            raise UsageError(
                f"--flagged-limit is {self.flagged_limit:g}; expected a share above 0 and at most "
                "1"
            )


@dataclass(frozen=True, slots=True)
class Validated:
    """The checks, the overall answer of the deciding ones, and the analysis."""

    checks: list[ClaimCheck]
    answer: str
    recorded: Recorded


def validate(reader: Reader, run_id: str, plan: ValidationPlan) -> Validated:
    """Validate the uncertainty of a system; raise UsageError if the run has no readings."""
    plan.require()
    reading_source = source(reader, run_id, plan.system_id)
    checks = [
        *_correlations(reader, reading_source, PEARSON, plan.correlation_bound),
        *_correlations(reader, reading_source, SPEARMAN, 0.0),
        *_raised(reading_source.rows),
        *_flagged(reader, reading_source, plan.flagged_limit),
    ]
    answer = uncertainty.overall(checks)
    parameters: dict[str, object] = {
        "run_id": run_id,
        "system_id": reading_source.system_id,
        "correlation_bound": plan.correlation_bound,
        "flagged_limit": plan.flagged_limit,
    }
    results: dict[str, object] = {"answer": answer, "checks": [asdict(item) for item in checks]}
    recorded = Recorded(run_id, METHOD, parameters, reading_source.tree_size, results)
    return Validated(checks, answer, recorded)


def _correlations(
    reader: Reader, reading_source: ReadingSource, metric_name: str, bound: float
) -> list[ClaimCheck]:
    """Check the correlation over all readings, and report it for each value."""
    metric = catalog.find(metric_name)
    row_filter = Filter(
        reading_source.run_id, reading_source.system_id, slices=(Slice("all"), Slice("value_dim"))
    )
    columns, rows = queries.rows_of(reader, metric, row_filter)
    what = "variance" if metric_name == PEARSON else "uncertainty"
    checks = []
    for row in (dict(zip(columns, values, strict=True)) for values in rows):
        is_all = row["slice_name"] == "all"
        where = "" if is_all else f" of {row['slice_value']}"
        estimate = Estimate(
            _float(row[metric_name]),
            _float(row["ci_low"]),
            _float(row["ci_high"]),
            int(str(row["scored_count"])),
            None if row["ci_low"] is not None else "no correlation is defined, or no interval",
        )
        checks.append(
            check(
                metric_name if is_all else f"{metric_name} value_dim={row['slice_value']}",
                f"errors{where} grow with {what}",
                estimate,
                bound,
                is_deciding=is_all and metric_name == PEARSON,
            )
        )
    return checks


def _raised(rows: tuple[ReadingRow, ...]) -> list[ClaimCheck]:
    """Check whether conflicting signals in a value's week raise its uncertainty."""
    known_rows = [
        row for row in rows if row.is_bimodal is not None and row.uncertainty is not None
    ]
    values = np.array([row.uncertainty for row in known_rows], np.float64)
    is_bimodal = np.array([row.is_bimodal for row in known_rows], np.bool_)
    _, persona = np.unique(
        np.array([row.persona_id for row in known_rows], str), return_inverse=True
    )
    claim = "conflicting signals raise uncertainty"
    return [
        check(
            "bimodal_mean_difference",
            f"{claim}, on average",
            uncertainty.mean_difference(values, is_bimodal, persona),
            0.0,
        ),
        check(
            "bimodal_auc",
            f"{claim}, more often than not",
            uncertainty.auc(values, is_bimodal, persona),
            0.5,
            is_deciding=False,
        ),
    ]


def _flagged(reader: Reader, reading_source: ReadingSource, limit: float) -> list[ClaimCheck]:
    """Check that weeks of conflicting signals are not flagged; report other weeks as well."""
    fired = reader.rows(
        sql_files.read("sql/analyses/drift_flags"),
        run_id=reading_source.run_id,
        system_id=reading_source.system_id,
    )
    flags = {
        (row["persona_id"], row["week"], row["value_dim"])
        for row in fired
        if not row["is_suppressed"]
    }
    groups: dict[str, list[tuple[str, bool]]] = {"bimodal": [], "other quiet": [], "crisis": []}
    for row in reading_source.rows:
        is_known = row.alignment is not None and row.is_bimodal is not None
        if is_known and row.is_crisis is not None:
            name = "crisis" if row.is_crisis else "other quiet"
            is_flagged = (row.persona_id, row.week, row.value_dim) in flags
            groups["bimodal" if row.is_bimodal else name].append((row.persona_id, is_flagged))
    claims = {
        "bimodal": ("weeks of conflicting signals are not flagged with confidence", limit, True),
        "other quiet": ("other quiet weeks are not flagged", limit, True),
        "crisis": ("weeks of crisis are flagged", limit, False),
    }
    silent = Estimate(None, None, None, 0, "no trigger fired anywhere, so nothing was put to it")
    return [
        check(
            f"flagged_share {name}",
            claim,
            _share(groups[name]) if fired else silent,
            bound,
            is_below=is_below,
            is_deciding=name == "bimodal",
        )
        for name, (claim, bound, is_below) in claims.items()
    ]


def _share(flagged: list[tuple[str, bool]]) -> Estimate:
    _, persona = np.unique(np.array([name for name, _ in flagged], str), return_inverse=True)
    return uncertainty.share(np.array([is_flagged for _, is_flagged in flagged], bool), persona)


def _float(value: object) -> float | None:
    return None if value is None else float(str(value))
