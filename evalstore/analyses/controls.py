"""Controls of a run: systems that know nothing, with which the others are compared."""

from evalstore.queries import Queryable


def controls_of(reader: Queryable, run_id: str) -> tuple[str, ...]:
    """Return the systems of a run that its start names as controls, by name."""
    rows = reader.rows(
        "select system_id from facts.controls where run_id = $run_id order by system_id",
        run_id=run_id,
    )
    return tuple(str(row["system_id"]) for row in rows)
