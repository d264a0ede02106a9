"""A sample of a run's replies whose labels may certify the judge that judged them."""

import hashlib
from collections.abc import Sequence
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader

STATEMENT = sql_files.read("sql/queries/certificate_sample")


def drawn_rows(
    reader: Reader, run_id: str, validator_id: str, count: int | None, seed: str
) -> Sequence[dict[str, Any]]:
    """
    Return ``count`` random replies of a run that a validator judged, one a case, in random order.

    Each row has ``label_set``: the set's id and size, and the only judge that it may certify.
    Cases that were labelled for another purpose are left out.

    Raises UsageError for an unknown run or validator, if no reply is left, and if several versions
    of the validator judged the run.
    """
    queries.run_status(reader, run_id)
    queries.require_name(reader, "validator", validator_id, run_id)
    rows = reader.rows(
        STATEMENT, run_id=run_id, validator_id=validator_id, seed=seed, sample_count=count
    )
    if not rows:
        raise UsageError(
            f"run {run_id} has no reply to certify {validator_id} by: it judged none, or every "
            "case that it judged has a label, which may have chosen or tuned it; take a run with "
            "cases that nobody labelled"
        )
    judges = sorted({str(row["judge"]) for row in rows})
    if len(judges) > 1:
        raise UsageError(
            f"{counted(len(judges), 'version')} of {validator_id} judged run {run_id} "
            f"({'; '.join(judges)}), and a certificate is of one; run `evalstore judge {run_id} "
            f"--validator {validator_id} --only judged` first"
        )
    label_set = {"label_set_id": _id_of(run_id, judges[0], rows), "size": len(rows)}
    return [{**row, "label_set": {**label_set, "judge": judges[0]}} for row in rows]


def _id_of(run_id: str, judge: str, rows: Sequence[dict[str, Any]]) -> str:
    """Return the id of a set: 32 hex digits of a hash over its judge and its replies."""
    replies = sorted(f"{row['system_id']}\0{row['case_id']}\0{row['attempt']}" for row in rows)
    text = "\0\0".join([run_id, judge, *replies])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
