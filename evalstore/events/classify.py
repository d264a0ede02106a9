"""
Sort candidates into those that may be appended and those that are refused.

Most events are plain, and SQL sees that for all of them at once. The others, and all of a small
batch, are looked at one by one. Both paths keep the same bytes for the same event; a property
test holds them together.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import duckdb

from evalstore import sql_files
from evalstore.events import careful, kinds, misspelling, secrets, suspicion
from evalstore.events.misspelling import Misspelling
from evalstore.events.refusals import RefusedEventError
from evalstore.events.repaired import Repaired

BATCH_ROW_COUNT = 16384
# Of each rule in each file so many repairs are kept in words; the others are counted.
REPAIRED_KEPT_MAX = 5
# Planning the SQL of five kinds costs as much as checking so many candidates one by one.
FAST_PATH_MIN = 256
_LET_IN_COLUMNS = (
    "ordinal",
    "kind",
    "run_id",
    "subject",
    "supersedes",
    "schema_version",
    "occurred_at",
    "source",
    "payload",
)
_SKIPPED_COLUMNS = ("ordinal", "locus", "reason", "detail")


@dataclass(slots=True)
class Changed:
    """
    What is different in accepted events from what came, or probably not as it was meant.

    ``redactions`` and ``repairs`` count by rule; ``repaired`` are the first ones of each rule;
    ``misspellings`` are by the kind and the name of the field.
    """

    redactions: Counter[str] = field(default_factory=Counter)
    repairs: Counter[str] = field(default_factory=Counter)
    repaired: list[Repaired] = field(default_factory=list)
    misspellings: dict[tuple[str, str], Misspelling] = field(default_factory=dict)

    def add(self, other: "Changed") -> None:
        """Take over what is different in later events."""
        self.redactions += other.redactions
        for repaired in other.repaired:
            self._keep(repaired)
        self.repairs += other.repairs
        for found in other.misspellings.values():
            self.misspelt(found)

    def repair(self, repaired: Repaired) -> None:
        """Count a repair, and keep it in words if it is among the first."""
        self._keep(repaired)
        self.repairs[repaired.rule] += 1

    def misspelt(self, found: Misspelling) -> None:
        """Count a field that is probably misspelt; the first place it was found stays."""
        known = self.misspellings.setdefault((found.kind, found.field), found)
        if known is not found:
            known.count += found.count

    def _keep(self, repaired: Repaired) -> None:
        of_rule = sum(kept.rule == repaired.rule for kept in self.repaired)
        if of_rule < REPAIRED_KEPT_MAX:
            self.repaired.append(repaired)


def prepare(connection: duckdb.DuckDBPyConnection) -> None:
    """Define the macros and variables that the SQL of the door uses, in this connection."""
    connection.execute(sql_files.read("sql/append/macros/envelope"))
    set_prefilters(connection, FAST_PATH_MIN)
    for statement, value in (
        ("set variable deep_pattern = $value", suspicion.DEEP),
        ("set variable bracket_count_max = $value", suspicion.BRACKET_COUNT_MAX),
    ):
        connection.execute(statement, {"value": value})


def set_prefilters(connection: duckdb.DuckDBPyConnection, candidate_count: int) -> None:
    """
    Set the patterns that send a candidate down the slow path, for so many candidates.

    All of a few go there anyway. Then the patterns match every text: to compile them costs more
    than the slow path does.
    """
    is_few = candidate_count < FAST_PATH_MIN
    for statement, pattern in (
        ("set variable suspicious_pattern = $pattern", suspicion.SUSPICIOUS),
        ("set variable secret_pattern = $pattern", suspicion.MAY_HOLD_SECRET),
    ):
        connection.execute(statement, {"pattern": "" if is_few else pattern})


def classify(
    connection: duckdb.DuckDBPyConnection, *, are_screened: bool = False
) -> dict[int, Changed]:
    """
    Sort the temporary table ``candidates`` into the view ``accepted`` and the table ``skipped``.

    Return what was changed in the events of each file, by its number. Both relations read what
    ``candidates`` holds, so it has to stay until they were read; ``prepare`` comes before.
    ``are_screened`` says that the suspicious pattern was already held against every candidate that
    is clear, as ``ingest/event_lines.sql`` does.
    """
    counts = connection.execute("select kind, count(*) from candidates group by all").fetchall()
    candidate_count = sum(count for _, count in counts)
    set_prefilters(connection, candidate_count)
    found = dict(counts) if candidate_count >= FAST_PATH_MIN else {}
    accept_plain(connection, found, are_screened=are_screened)
    changed = _classify_with_care(connection)
    _find_misspellings(connection, changed)
    return changed


def accept_plain(
    connection: duckdb.DuckDBPyConnection, found: Collection[str], *, are_screened: bool
) -> None:
    """
    Let ``accepted`` give the candidates that are surely fine, and leave ``skipped`` empty.

    ``found`` are the kinds that SQL looks at; none of another kind is accepted here.
    """
    for name in sql_files.names("sql/append/tables"):
        connection.execute(sql_files.read(name))
    if found:
        connection.execute("set variable are_screened = $value", {"value": are_screened})
        for macros in ("values", "keys"):
            connection.execute(sql_files.read(f"sql/append/macros/{macros}"))
        connection.execute(sql_files.read("sql/append/screened"))
        for kind in kinds.line_kinds():
            if kind in found:
                select = sql_files.read(f"sql/append/fast_path/{kind}")
                connection.execute(f"insert into plain {select}")
        connection.execute("drop view screened")
    connection.execute(sql_files.read("sql/append/accepted"))


def _classify_with_care(connection: duckdb.DuckDBPyConnection) -> dict[int, Changed]:
    changed: dict[int, Changed] = defaultdict(Changed)
    connection.execute(
        f"create or replace temp table waiting as {sql_files.read('sql/append/waiting')}"
    )
    waiting_count = connection.execute("select count(*) from waiting").fetchall()[0][0]
    for first_place in range(0, waiting_count, BATCH_ROW_COUNT):
        let_in: list[tuple[Any, ...]] = []
        skipped: list[tuple[Any, ...]] = []
        for row in _batch(connection, first_place):
            _judge(row, let_in, skipped, changed)
        _insert(connection, let_in, skipped)
    connection.execute("drop table waiting")
    return changed


def _batch(connection: duckdb.DuckDBPyConnection, first_place: int) -> Iterator[tuple[Any, ...]]:
    connection.execute("set variable first_place = $place", {"place": first_place})
    connection.execute("set variable end_place = $place", {"place": first_place + BATCH_ROW_COUNT})
    return iter(connection.execute(sql_files.read("sql/append/batch")).fetchall())


def _judge(
    row: tuple[Any, ...],
    let_in: list[tuple[Any, ...]],
    skipped: list[tuple[Any, ...]],
    changed: dict[int, Changed],
) -> None:
    ordinal, file_number, locus, line, *columns, source, payload, may_hold_secret = row
    try:
        if line is not None:
            event = careful.accept_line(line, source, may_hold_secret=may_hold_secret)
        else:
            kind, run_id, subject, supersedes, schema_version, occurred_at = columns
            event = careful.accept_candidate(
                kind,
                run_id,
                payload,
                source=source,
                subject=subject,
                supersedes=supersedes,
                schema_version=schema_version,
                occurred_at=occurred_at,
                may_hold_secret=may_hold_secret,
            )
    except RefusedEventError as refusal:
        # It quotes what was found, which may hold a secret too.
        detail, _ = secrets.redact(refusal.detail)
        skipped.append((ordinal, locus, refusal.reason, detail))
        return
    for repair in event.changes.repairs:
        changed[file_number].repair(Repaired(locus, repair["path"], repair["was"], repair["rule"]))
    if line is not None and event.fields.keys() - misspelling.known_fields(event.kind):
        _note_misspellings(changed[file_number], event, locus)
    for redaction in event.changes.redactions:
        changed[file_number].redactions[redaction["rule"]] += redaction["count"]
    let_in.append(
        (
            ordinal,
            event.kind,
            event.run_id,
            event.subject,
            event.supersedes,
            event.schema_version,
            event.occurred_at,
            event.source,
            event.payload if event.changes else None,
        )
    )


def _note_misspellings(changed: Changed, event: careful.AcceptedEvent, locus: str) -> None:
    for name in event.fields:
        meant = misspelling.meant(event.kind, name)
        if meant is not None:
            changed.misspelt(Misspelling(locus, event.kind, name, meant))


def _find_misspellings(connection: duckdb.DuckDBPyConnection, changed: dict[int, Changed]) -> None:
    """Note the unknown fields of plain event lines that are probably known ones, misspelt."""
    rows = connection.execute(sql_files.read("sql/append/unknown_fields")).fetchall()
    for file_number, kind, name, locus, event_count in rows:
        meant = misspelling.meant(kind, name)
        if meant is not None:
            changed[file_number].misspelt(Misspelling(locus, kind, name, meant, event_count))


def _insert(
    connection: duckdb.DuckDBPyConnection,
    let_in: list[tuple[Any, ...]],
    skipped: list[tuple[Any, ...]],
) -> None:
    if let_in:
        connection.execute(
            sql_files.read("sql/append/let_in_rows"), _columns(_LET_IN_COLUMNS, let_in)
        )
        connection.execute(f"insert into accepted_with_care {sql_files.read('sql/append/let_in')}")
        connection.execute("drop table let_in")
    if skipped:
        connection.execute(
            sql_files.read("sql/append/refused_rows"), _columns(_SKIPPED_COLUMNS, skipped)
        )


def _columns(names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> dict[str, list[Any]]:
    return {
        name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)
    }
