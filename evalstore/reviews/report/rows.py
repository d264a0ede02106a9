"""Query the store for a report, and convert columns to anchors and timestamps."""

import hashlib
from datetime import datetime

from evalstore.base import sql_files
from evalstore.reviews.charts.drawing.rows import Row, RowReader

ANCHOR_LENGTH = 12


def run_query(reader: RowReader, name: str, /, **parameters: object) -> list[Row]:
    """Run a query in ``sql/report`` and return its rows."""
    return reader.rows(sql_files.read(f"sql/report/{name}"), **parameters)


def anchor(kind: str, *parts: str) -> str:
    """
    Return the anchor of an item, the same in every report.

    Ids are untrusted text, so the anchor contains only their hash.

    >>> anchor("run", "r1")
    'run-9bb44bfc61c5'
    """
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return f"{kind}-{digest.hexdigest()[:ANCHOR_LENGTH]}"


def timestamp_of(row: Row, column: str) -> datetime | None:
    """Return a column as a datetime, None if it is null."""
    value = row[column]
    return value if isinstance(value, datetime) else None


def gate_anchor(
    run_id: str,
    gate_id: str,
    system_id: str,
    validator_id: str,
    slice_name: str,
    slice_value: str,
    variant: str,
) -> str:
    """Return the anchor of one gate's decision on one number."""
    return anchor(
        "gate",
        run_id,
        gate_id,
        system_id,
        validator_id,
        slice_name or "all",
        slice_value or "all",
        variant,
    )
