"""Queries for single attempts: every answer, and those that failed."""

from evalstore.base import sql_files
from evalstore.store.query.queries import require_name, run_status
from evalstore.store.query.reader import Reader

# The statements by the grouping of failures, None for single failures.
STATEMENTS = {
    None: "sql/queries/failures",
    "tag": "sql/queries/failures_by_tag",
    "reason": "sql/queries/failures_by_reason",
}
GROUPINGS = tuple(name for name in STATEMENTS if name)
Statement = tuple[str, dict[str, object]]


def answers_statement(
    reader: Reader, run_id: str | None, system_id: str | None, case_id: str | None
) -> Statement:
    """
    Return the statement for the rows of ``facts.answers`` with these names, None for any.

    Raises UsageError for an unknown run or system.
    """
    _require_names(reader, run_id, system_id)
    names = {"run_id": run_id, "system_id": system_id, "case_id": case_id}
    parameters: dict[str, object] = {
        name: value for name, value in names.items() if value is not None
    }
    # An equality reads one run; a condition that may be left out would read them all.
    conditions = " and ".join(["true", *(f"{name} = ${name}" for name in parameters)])
    return (
        f"from facts.answers where {conditions} order by run_id, system_id, case_id, attempt",
        parameters,
    )


def failures_statement(
    reader: Reader,
    run_id: str | None,
    system_id: str | None,
    validator_id: str | None,
    *,
    by: str | None = None,
    row_limit: int | None = None,
) -> Statement:
    """
    Return the statement for failing attempts, or for their counts by ``tag`` or ``reason``.

    Raises UsageError for an unknown run, system or validator.
    """
    _require_names(reader, run_id, system_id, validator_id)
    return sql_files.read(STATEMENTS[by]), {
        "run_id": run_id,
        "system_id": system_id,
        "validator_id": validator_id,
        "row_limit": row_limit,
    }


def _require_names(
    reader: Reader, run_id: str | None, system_id: str | None, validator_id: str | None = None
) -> None:
    if run_id is not None:
        run_status(reader, run_id)
    require_name(reader, "system", system_id, run_id)
    require_name(reader, "validator", validator_id, run_id)
