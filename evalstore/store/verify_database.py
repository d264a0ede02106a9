"""Compare the database with the segments, with this installation, and with its own events."""

from collections.abc import Iterator

import duckdb

from evalstore import sql_files
from evalstore.phrases import counted
from evalstore.store import definitions, facts, incoming, schema, sums
from evalstore.store.connections import first_line
from evalstore.store.finding import (
    POSITIONS_SHOWN_MAX,
    IntegrityFinding,
    SegmentFile,
    SegmentRecord,
)
from evalstore.store.partial import Partial


def findings(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord, replica: Partial | None
) -> Iterator[IntegrityFinding]:
    """
    Yield what does not hold in the attached database, given the segments.

    The facts that a partial replica took from packs are left to ``partial_facts``.
    """
    incoming.define_macros(connection)
    checks = [
        ("log.batches", _batch_findings(connection, record.segments)),
        ("log.events", _event_findings(connection, record)),
    ]
    if _is_current(connection):
        yield from _definition_findings(connection)
        checks.append(("facts", _fact_findings(connection, record, replica)))
    else:
        yield IntegrityFinding(
            "another version", f"{schema.made_by(connection)}; {schema.WAY_OUT}"
        )
    for what, check in checks:
        try:
            yield from check
        except (duckdb.CatalogException, duckdb.BinderException, ValueError) as error:
            yield IntegrityFinding(f"table {what}", f"it cannot be asked: {first_line(error)}")


def _is_current(connection: duckdb.DuckDBPyConnection) -> bool:
    try:
        return schema.is_current(connection)
    except duckdb.CatalogException:
        return False


def _definition_findings(connection: duckdb.DuckDBPyConnection) -> Iterator[IntegrityFinding]:
    """Compare every object of the database with those this installation makes."""
    for item in definitions.differences(connection):
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
                f"log.batches has {row.get('segment')}, for which there is no segment file "
                "of its own",
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
            f"{name} is not in the database; `evalstore fold` finishes it",
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
        ("log_payloads", "the row's payload does not give its hash"),
        ("log_positions", "the position is there more than once, or no segment has it"),
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
                f"log.events does not hold the row of {part.path.name}; `evalstore rebuild` makes "
                "the database again from segments that hold",
                position,
            )


def _fact_findings(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord, replica: Partial | None
) -> Iterator[IntegrityFinding]:
    """Compute again all that is derived from events, or from the events that came, and compare."""
    if record.first_position:
        connection.execute(
            sql_files.read("sql/queries/changed_runs"), {"first_position": record.first_position}
        )
        connection.execute(sql_files.read("sql/verify/changed_runs"))
    else:
        connection.execute(
            sql_files.read("sql/verify/whole_runs"),
            {"incomplete_runs": sorted(replica.incomplete_runs) if replica else []},
        )
    from_packs = {
        "run_ids": sorted(replica.runs_by_facts) if replica else [],
        "is_whole": not record.first_position,
    }
    connection.execute(sql_files.read("sql/fold/no_new_events"))
    facts.compute(connection)
    for schema_name, table in facts.TABLES:
        # Of two tables with as many rows, one holds all rows of the other or they differ.
        [(missing_count, expected_count, found_count)] = connection.execute(
            f"select (select count(*) from (from temp.{table} except all from "
            f"{schema_name}.{table})), (select count(*) from temp.{table}), "
            f"(select count(*) from {schema_name}.{table} where not "
            "list_contains($run_ids::varchar[], run_id) and ($is_whole or run_id in "
            "(select run_id from touched_runs)))",
            from_packs,
        ).fetchall()
        if missing_count or expected_count != found_count:
            yield IntegrityFinding(
                "facts altered",
                f"{schema_name}.{table} has {found_count} rows; {missing_count} of the "
                f"{expected_count} that the events give are not among them; "
                "`evalstore rebuild` computes them again",
            )
    for name, row_count in sums.differences(connection):
        yield IntegrityFinding(
            "facts altered",
            f"{name}: {counted(row_count, 'row is', 'rows are')} not what the facts give; "
            "`evalstore rebuild` computes them again",
        )
