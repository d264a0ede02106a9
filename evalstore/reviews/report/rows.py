"""Query the store for a report, and turn columns into anchors and timestamps."""

import hashlib
from datetime import datetime

from evalstore.base import sql_files
from evalstore.reviews.charts.drawing.rows import Row, RowReader

ANCHOR_LENGTH = 12


def run_query(reader: RowReader, name: str, /, **parameters: object) -> list[Row]:
    """Run one of the report's queries."""
    return reader.rows(sql_files.read(f"sql/report/{name}"), **parameters)


def anchor(kind: str, *parts: str) -> str:
    """
    Return the name by which a page links to one thing: the same in every report.

    Ids are text of others, so it is a hash of them that stands in the page.

    >>> anchor("run", "r1")
    'run-9bb44bfc61c5'
    """
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    return f"{kind}-{digest.hexdigest()[:ANCHOR_LENGTH]}"


def timestamp_of(row: Row, column: str) -> datetime | None:
    """Return a column as a moment, None where it is null."""
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
    """Return the address of what one gate decided on one number."""
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
