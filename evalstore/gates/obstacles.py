"""What in a run itself keeps every gate from deciding, whatever the metrics say."""

from evalstore.gates.decide import Said
from evalstore.queries import run_status
from evalstore.store import undeclared
from evalstore.store.reader import Reader


def obstacle(
    reader: Reader, run_id: str, *, allow_incomplete: bool, allow_undeclared: bool
) -> Said | None:
    """
    Return the answer of every gate on a run that cannot be decided on; None where it can.

    An answer under a misspelt case id counts, and the case that was meant counts as missing: no
    number of such a run is to be trusted, whichever way it errs. Without run_started nobody knows
    which systems and attempts there should be, so that what is missing is not counted.

    Raises UsageError where there is no such run.
    """
    run_status(reader, run_id)
    found = [] if allow_undeclared else undeclared.of_runs(reader.connection, [run_id])
    if found:
        return "broken", f"{found[0]}; --allow-undeclared decides all the same"
    rows = reader.rows(
        "select suite from facts.runs where run_id = $run_id and suite is null", run_id=run_id
    )
    if rows and not allow_incomplete:
        reason = (
            f"run {run_id} has no run_started event, so nobody knows which systems and attempts "
            "to expect: ingest one (kind run_started, its payload names a suite and systems), or "
            "--allow-incomplete decides all the same"
        )
        return "undecided", reason
    return None
