"""Weights for rows of ``facts.scored`` that a test wrote by hand, by the statement of a fold."""

from evalstore.base import sql_files

DERIVED = (
    "weight",
    "claim_weight",
    "represents_case",
    "case_correctness",
    "case_value",
    "case_attempt_count",
    "case_error_count",
    "case_missing_count",
)


def weigh(connection):
    """Replace the rows of facts.scored by themselves, weighted; no attempt means the first."""
    connection.execute(
        f"create or replace temp table judged_attempts as select * exclude ({', '.join(DERIVED)}) "
        "replace (coalesce(attempt, 1) as attempt), true as is_repeated from facts.scored"
    )
    connection.execute("delete from facts.scored")
    connection.execute(
        "insert into facts.scored by name " + sql_files.read("sql/facts/tables/scored")
    )
    connection.execute("drop table temp.judged_attempts")
