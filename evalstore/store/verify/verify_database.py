"""Compare the database with the segments, with this installation, and with its own events."""

from collections.abc import Iterator

import duckdb

from evalstore.base import sql_files
from evalstore.store.connections import first_line
from evalstore.store.facts import definitions, schema
from evalstore.store.layout import Layout
from evalstore.store.log import incoming
from evalstore.store.replica.partial import Partial
from evalstore.store.verify import verify_facts
from evalstore.store.verify.finding import (
    POSITIONS_SHOWN_MAX,
    IntegrityFinding,
    SegmentFile,
    SegmentRecord,
)


def findings(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    record: SegmentRecord,
    replica: Partial | None,
) -> Iterator[IntegrityFinding]:
    """
    Yield the findings about the attached database, compared with the segments.

    The facts that a partial replica took from packs are checked by ``partial_facts``.
    """
    incoming.define_macros(connection)
    checks = [
        ("log.batches", _batch_findings(connection, record.segments)),
        ("log.events", _event_findings(connection, record)),
    ]
    if _is_current(connection):
        yield from _definition_findings(connection)
        checks.append(("facts", verify_facts.findings(connection, layout, record, replica)))
    else:
        yield IntegrityFinding(
            "another version", f"{schema.made_by(connection)}; {schema.WAY_OUT}"
        )
    for what, check in checks:
        try:
            yield from check
        except (duckdb.CatalogException, duckdb.BinderException, ValueError) as error:
            yield IntegrityFinding(f"table {what}", f"it cannot be queried: {first_line(error)}")


def _is_current(connection: duckdb.DuckDBPyConnection) -> bool:
    try:
        return schema.is_current(connection)
    except duckdb.CatalogException:
        return False


def _definition_findings(connection: duckdb.DuckDBPyConnection) -> Iterator[IntegrityFinding]:
    """Compare every object of the database with that of this installation."""
    for item in definitions.differences(definitions.objects(connection)):
        yield IntegrityFinding(item.what, item.detail)


def _batch_findings(
    connection: duckdb.DuckDBPyConnection, segments: list[SegmentFile]
) -> Iterator[IntegrityFinding]:
    """Compare log.batches with the footers of the segments."""
    result = connection.execute("from log.batches order by batch_id")
    names = [column[0] for column in result.description or []]
    rows = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
    by_name = {part.path.name: part for part in segments}
    recorded = [row.get("segment") for row in rows]
    for row in rows:
        part = by_name.get(str(row.get("segment")))
        if part is None or recorded.count(row.get("segment")) > 1:
            yield IntegrityFinding(
                "segment missing" if part is None else "batch repeated",
                f"log.batches lists {row.get('segment')}, which "
                f"{'has no segment file' if part is None else 'is listed more than once'}",
                _position(row),
            )
            continue
        expected = part.batch.row(part.digest)
        wrong = sorted(name for name in expected if row.get(name) != expected[name])
        if wrong:
            yield IntegrityFinding(
                "segment checksum" if wrong == ["segment_sha256"] else "batch altered",
                f"{part.path.name} and its row in log.batches differ in {', '.join(wrong)}",
                part.batch.first_position,
            )
    for name in sorted(by_name.keys() - set(recorded)):
        yield IntegrityFinding(
            "segment not recorded",
            f"{name} is not in the database; run `evalstore fold` to add it",
            by_name[name].batch.first_position,
        )


def _position(row: dict[str, object]) -> int | None:
    position = row.get("first_position")
    return position if isinstance(position, int) else None


def _event_findings(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord
) -> Iterator[IntegrityFinding]:
    """Compare log.events with the segments, row by row."""
    connection.execute("set variable tree_size = $size", {"size": record.tree.tree_size})
    for check, detail in (
        ("log_payloads", "the row's payload does not match its hash"),
        ("log_positions", "the position occurs more than once, or is in no segment"),
    ):
        rows = connection.execute(
            sql_files.read(f"sql/verify/{check}"), {"first_position": record.first_position}
        ).fetchall()
        for (position,) in rows[:POSITIONS_SHOWN_MAX]:
            yield IntegrityFinding("row altered", f"log.events: {detail}", position)
    for part in record.readable:
        rows = connection.execute(
            sql_files.read("sql/verify/differing_rows"),
            {
                "file": str(part.path),
                "first": part.batch.first_position,
                "last": part.batch.tree_size - 1,
            },
        ).fetchall()
        for (position,) in rows[:POSITIONS_SHOWN_MAX]:
            yield IntegrityFinding(
                "database differs from segments",
                f"log.events lacks or changes a row of {part.path.name}; run `evalstore rebuild` "
                "to create the database again from intact segments",
                position,
            )
