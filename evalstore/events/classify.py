"""
Sort candidates into those that may be appended and those that are refused.

Most events are accepted by SQL, all of them at once: the fast path. The others, and all of a small
batch, are validated one by one in Python: the slow path. Both keep the same bytes for the same
event, which a property test checks.
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
# The most repairs of each rule in each file that are kept; the others are only counted.
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
    The differences of accepted events from their input, and fields that are probably misspelt.

    ``redactions`` and ``repairs`` count by rule; ``repaired`` are the first repairs of each rule;
    ``misspellings`` are by the kind of event and the name of the field.
    """

    redactions: Counter[str] = field(default_factory=Counter)
    repairs: Counter[str] = field(default_factory=Counter)
    repaired: list[Repaired] = field(default_factory=list)
    misspellings: dict[tuple[str, str], Misspelling] = field(default_factory=dict)

    def add(self, other: "Changed") -> None:
        """Add the changes of later events."""
        self.redactions += other.redactions
        for repaired in other.repaired:
            self._keep(repaired)
        self.repairs += other.repairs
        for misspelt_field in other.misspellings.values():
            self.misspelt(misspelt_field)

    def repair(self, repaired: Repaired) -> None:
        """Count a repair, and keep it if it is among the first of its rule."""
        self._keep(repaired)
        self.repairs[repaired.rule] += 1

    def misspelt(self, new: Misspelling) -> None:
        """Count a field that is probably misspelt; keep the location of the first one."""
        first = self.misspellings.setdefault((new.kind, new.field), new)
        if first is not new:
            first.count += new.count

    def _keep(self, repaired: Repaired) -> None:
        of_rule = sum(kept.rule == repaired.rule for kept in self.repaired)
        if of_rule < REPAIRED_KEPT_MAX:
            self.repaired.append(repaired)


@dataclass(frozen=True, slots=True)
class ImageTaker:
    """
    The handling of images in events: ``keep`` is called with each image.

    ``folders`` are the folders of event files by the numbers of these; a file without one cannot
    name image files. ``is_held`` returns True if the store has the image of that file name and
    length in bytes.
    """

    keep: Callable[[Image], None] = lambda _: None
    is_held: Callable[[str, int], bool] = lambda _name, _byte_count: True
    folders: Mapping[int, Path] = field(default_factory=dict)


def prepare(connection: duckdb.DuckDBPyConnection) -> None:
    """Define the macros and variables that the SQL of validation uses, in this connection."""
    _execute_all(connection, "sql/append/macros/envelope")
    prefilter.set_variables(connection, prefilter.FAST_PATH_MIN)


def classify(
    connection: duckdb.DuckDBPyConnection,
    *,
    are_prefiltered: bool = False,
    images: ImageTaker | None = None,
) -> dict[int, Changed]:
    """
    Sort the temporary table ``candidates`` into the view ``accepted`` and the table ``skipped``.

    Return the changes in the events of each file, by its number. Both relations read from
    ``candidates``, which must exist until they were read; ``prepare`` must be called before.
    ``are_prefiltered`` is True if every candidate that is clear was already checked against the
    suspicious pattern, as ``ingest/event_lines.sql`` does. ``images`` handles those of accepted
    events.
    """
    counts = connection.execute("select kind, count(*) from candidates group by all").fetchall()
    candidate_count = sum(count for _, count in counts)
    prefilter.set_variables(connection, candidate_count)
    kinds = [kind for kind, count in counts if count >= prefilter.FAST_PATH_MIN]
    accept_fast(connection, kinds, are_prefiltered=are_prefiltered)
    changed = _run_slow_path(connection, images or ImageTaker())
    _find_misspellings(connection, changed)
    return changed


def accept_fast(
    connection: duckdb.DuckDBPyConnection, kinds: Collection[str], *, are_prefiltered: bool
) -> None:
    """
    Create ``accepted`` with the candidates that are surely valid, and an empty ``skipped``.

    ``kinds`` are those that SQL checks; no event of another kind is accepted here.
    """
    _execute_all(connection, "sql/append/outcomes")
    if kinds:
        connection.execute("set variable are_prefiltered = $value", {"value": are_prefiltered})
        for folder in ("sql/append/macros/values", "sql/append/macros/keys"):
            _execute_all(connection, folder)
        if not are_prefiltered:
            connection.execute(sql_files.read("sql/append/suspicious_names"))
        connection.execute(sql_files.read("sql/append/prefiltered"))
        for kind in schemas.line_kinds():
            if kind in kinds:
                select = sql_files.read(f"sql/append/fast_path/{kind}")
                connection.execute(f"insert into fast_path {select}")
        connection.execute("drop view prefiltered")
    connection.execute(sql_files.read("sql/append/accepted"))


def _execute_all(connection: duckdb.DuckDBPyConnection, folder: str) -> None:
    for name in sql_files.in_order_of_use(folder):
        connection.execute(sql_files.read(name))


def _run_slow_path(
    connection: duckdb.DuckDBPyConnection, images: ImageTaker
) -> dict[int, Changed]:
    changed: dict[int, Changed] = defaultdict(Changed)
    connection.execute(sql_files.read("sql/append/queue"))
    queued_count = connection.execute("select count(*) from queue").fetchall()[0][0]
    if queued_count < prefilter.FAST_PATH_MIN:
        prefilter.take_all_for_secrets(connection)
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
        # It quotes the input, which may contain a secret too.
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
    """Keep the images of an event; raise RefusedEventError if one that it names is missing."""
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
    """Count the unknown fields of event lines that are probably misspelt known ones."""
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
