"""The decision before this one, which tells a recovery from one more pass."""

from evalstore import sql_files
from evalstore.reviews import decisions
from evalstore.reviews.gathering import answer_of
from evalstore.store.reader import Reader


def earlier_answer(reader: Reader, run_id: str) -> str:
    """
    Return what the gates came to on the run before, of the same suite and branch.

    Empty where no earlier run has a decision of this store. A job that runs again finds the same.
    """
    rows = reader.rows(sql_files.read("sql/queries/earlier_decided_run"), run_id=run_id)
    return answer_of(decisions.recorded(reader, str(rows[0]["run_id"]))) if rows else ""
