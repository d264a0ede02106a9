"""Faults that a person found to change nothing that anyone could see, each with the reason."""

from benchmarks.mutants.mutant import Place

FOR_SPEED = "true of every row: it is there so that DuckDB leaves a branch unread"
NULLS_LAST = "DuckDB ranks what is null behind all else by itself; other engines do not"
# (file, part of the change) -> why no test can tell.
REASONS: dict[tuple[str, str], str] = {
    **{
        (f"sql/facts/views/{view}.sql", "attribute_slices.slice_name <> '"): FOR_SPEED
        for view in ("sliced", "sliced_drift_weeks", "sliced_readings")
    },
    ("views/drift/uncertainty_error_spearman.sql", "uncertainty IS NULL"): NULLS_LAST,
    ("views/drift/uncertainty_error_spearman.sql", "distance IS NULL ORDER"): NULLS_LAST,
}


def reason(place: Place, change: str) -> str | None:
    """Return why a fault cannot be noticed; None where nobody found that."""
    return next(
        (why for (file, part), why in REASONS.items() if file == place.file and part in change),
        None,
    )
