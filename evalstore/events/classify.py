"""
Sort candidates into those that may be appended and those that are refused.

Most events are accepted by SQL, all of them at once: the fast path. The others, and all of a small
batch, are validated one by one in Python: the slow path. Both keep the same bytes for the same
event; a property test holds them together.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from evalstore.base import sql_files
from evalstore.errors import RefusedEventError
from evalstore.events import misspelling, prefilter, schemas, secrets, slow_path
from evalstore.events.images import may_hold_images, require_held
from evalstore.events.misspelling import Misspelling
from evalstore.events.repair import Repaired
from evalstore.plugins.image import Image

BATCH_ROW_COUNT = 16384
# Of each rule in each file so many repairs are kept in words; the others are counted.
REPAIRED_KEPT_MAX = 5
_ACCEPTED_COLUMNS = (
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
_SKIPPED_COLUMNS = ("ordinal", "location", "reason", "detail")


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


@dataclass(frozen=True, slots=True)
class ImageTaker:
    """
    What becomes of images in events: ``keep`` gets each one.

    ``folders`` are those of the files by their numbers; a file without one cannot name others.
    ``is_held`` says whether an image that an event only names is there, by file and length.
    """

    keep: Callable[[Image], None] = lambda _: None
    is_held: Callable[[str, int], bool] = lambda _name, _byte_count: True
    folders: Mapping[int, Path] = field(default_factory=dict)


def prepare(connection: duckdb.DuckDBPyConnection) -> None:
    """Define the macros and variables that the SQL of validation uses, in this connection."""
    connection.execute(sql_files.read("sql/append/macros/envelope"))
    prefilter.set_variables(connection, prefilter.FAST_PATH_MIN)


def classify(
    connection: duckdb.DuckDBPyConnection,
    *,
    are_prefiltered: bool = False,
    images: ImageTaker | None = None,
) -> dict[int, Changed]:
    """
    Sort the temporary table ``candidates`` into the view ``accepted`` and the table ``skipped``.

    Return what was changed in the events of each file, by its number. Both relations read what
    ``candidates`` holds, so it has to stay until they were read; ``prepare`` comes before.
    ``are_prefiltered`` says that the suspicious pattern was already held against every candidate
    that is clear, as ``ingest/event_lines.sql`` does. ``images`` takes those of accepted events.
    """
    counts = connection.execute("select kind, count(*) from candidates group by all").fetchall()
    candidate_count = sum(count for _, count in counts)
    prefilter.set_variables(connection, candidate_count)
    found = dict(counts) if candidate_count >= prefilter.FAST_PATH_MIN else {}
    accept_fast(connection, found, are_prefiltered=are_prefiltered)
    changed = _run_slow_path(connection, images or ImageTaker())
    _find_misspellings(connection, changed)
    return changed


def accept_fast(
    connection: duckdb.DuckDBPyConnection, found: Collection[str], *, are_prefiltered: bool
) -> None:
    """
    Let ``accepted`` give the candidates that are surely valid, and leave ``skipped`` empty.

    ``found`` are the kinds that SQL looks at; none of another kind is accepted here.
    """
    connection.execute(sql_files.read("sql/append/outcomes"))
    if found:
        connection.execute("set variable are_prefiltered = $value", {"value": are_prefiltered})
        for macros in ("values", "keys"):
            connection.execute(sql_files.read(f"sql/append/macros/{macros}"))
        connection.execute(sql_files.read("sql/append/prefiltered"))
        for kind in schemas.line_kinds():
            if kind in found:
                select = sql_files.read(f"sql/append/fast_path/{kind}")
                connection.execute(f"insert into fast_path {select}")
        connection.execute("drop view prefiltered")
    connection.execute(sql_files.read("sql/append/accepted"))


def _run_slow_path(
    connection: duckdb.DuckDBPyConnection, images: ImageTaker
) -> dict[int, Changed]:
    changed: dict[int, Changed] = defaultdict(Changed)
    connection.execute(sql_files.read("sql/append/queue"))
    queued_count = connection.execute("select count(*) from queue").fetchall()[0][0]
    for first_place in range(0, queued_count, BATCH_ROW_COUNT):
        accepted: list[tuple[Any, ...]] = []
        skipped: list[tuple[Any, ...]] = []
        for row in _batch(connection, first_place):
            _judge(row, accepted, skipped, changed, images)
        _insert(connection, accepted, skipped)
    connection.execute("drop table queue")
    return changed


def _batch(connection: duckdb.DuckDBPyConnection, first_place: int) -> Iterator[tuple[Any, ...]]:
    connection.execute("set variable first_place = $place", {"place": first_place})
    connection.execute("set variable end_place = $place", {"place": first_place + BATCH_ROW_COUNT})
    return iter(connection.execute(sql_files.read("sql/append/batch")).fetchall())


def _judge(
    row: tuple[Any, ...],
    accepted: list[tuple[Any, ...]],
    skipped: list[tuple[Any, ...]],
    changed: dict[int, Changed],
    images: ImageTaker,
) -> None:
    ordinal, file_number, location, line, *columns, source, payload, may_hold_secret = row
    try:
        if line is not None:
            event = slow_path.accept_line(
                line,
                source,
                may_hold_secret=may_hold_secret,
                folder=images.folders.get(file_number),
            )
        else:
            kind, run_id, subject, supersedes, schema_version, occurred_at = columns
            event = slow_path.accept_candidate(
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
        _keep_images(event, images)
    except RefusedEventError as refusal:
        # It quotes what was found, which may hold a secret too.
        detail, _ = secrets.redact(refusal.detail)
        skipped.append((ordinal, location, refusal.reason, detail))
        return
    for repair in event.changes.repairs:
        changed[file_number].repair(
            Repaired(location, repair["path"], repair["was"], repair["rule"])
        )
    if line is not None and event.fields.keys() - misspelling.known_fields(event.kind):
        _note_misspellings(changed[file_number], event, location)
    for redaction in event.changes.redactions:
        changed[file_number].redactions[redaction["rule"]] += redaction["count"]
    accepted.append(
        (
            ordinal,
            event.kind,
            event.run_id,
            event.subject,
            event.supersedes,
            event.schema_version,
            event.occurred_at,
            event.source,
            event.payload if event.changes or event.images else None,
        )
    )


def _keep_images(event: slow_path.AcceptedEvent, taker: ImageTaker) -> None:
    """Hand on the images of an event; raise RefusedEventError where one is only a name."""
    for image in event.images:
        taker.keep(image)
    if may_hold_images(event.kind, event.fields):
        require_held(event.fields, taker.is_held)


def _note_misspellings(changed: Changed, event: slow_path.AcceptedEvent, location: str) -> None:
    for name in event.fields:
        meant = misspelling.meant(event.kind, name)
        if meant is not None:
            changed.misspelt(Misspelling(location, event.kind, name, meant))


def _find_misspellings(connection: duckdb.DuckDBPyConnection, changed: dict[int, Changed]) -> None:
    """Note the unknown fields of event lines that are probably known ones, misspelt."""
    rows = connection.execute(sql_files.read("sql/append/unknown_fields")).fetchall()
    for file_number, kind, name, location, event_count in rows:
        meant = misspelling.meant(kind, name)
        if meant is not None:
            changed[file_number].misspelt(Misspelling(location, kind, name, meant, event_count))


def _insert(
    connection: duckdb.DuckDBPyConnection,
    accepted: list[tuple[Any, ...]],
    skipped: list[tuple[Any, ...]],
) -> None:
    if accepted:
        connection.execute(
            sql_files.read("sql/append/slow_path"), _columns(_ACCEPTED_COLUMNS, accepted)
        )
    if skipped:
        connection.execute(
            sql_files.read("sql/append/refused"), _columns(_SKIPPED_COLUMNS, skipped)
        )


def _columns(names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> dict[str, list[Any]]:
    return {
        name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)
    }
