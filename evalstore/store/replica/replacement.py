"""
Replace a store's segments by those of a remote, so that a crash leaves the old or the new ones.

    remote/incoming/       the new segments, complete and durable before the plan is written
    remote/replace.json    the plan: the names of all segments; a pull carries it out

The events that only the old segments had are in the inbox before. Every step can be repeated. A
plan on the disk proves nothing, so only a pull, which then asks the remote, carries it out.
"""

import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from evalstore.errors import CorruptStoreError, UnreadableInputError
from evalstore.store.layout import Layout, sync_folder
from evalstore.store.log import checkpoint, json_file, segment
from evalstore.store.log.checkpoint import Checkpoint
from evalstore.store.log.field_types import checked
from evalstore.store.replica import partial

KIND = "evalstore_replace"
WAY_OUT = "run `evalstore pull` to write it again"
BROKEN_OFF = (
    "found remote/replace.json, left by a pull that was interrupted; run `evalstore pull` to "
    "complete it and to compare the segments with the remote"
)


@dataclass(frozen=True, slots=True)
class Replacement:
    """The planned names of all segments; ``is_partial`` if the replica leaves some out."""

    segments: list[str]
    is_partial: bool


def plan(layout: Layout, replacement: Replacement) -> None:
    """Write the plan, durably: from then on the new log is the valid one."""
    json_file.write(_plan_of(layout), KIND, asdict(replacement))


def is_planned(layout: Layout) -> bool:
    """Return True if there is a plan that a pull has to carry out."""
    return _plan_of(layout).exists()


def require_none(layout: Layout) -> None:
    """Raise CorruptStoreError if there is a plan: the right segments are then unknown."""
    if is_planned(layout):
        raise CorruptStoreError(f"{layout.root}: {BROKEN_OFF}")


def carry_out(layout: Layout) -> bool:
    """
    Carry out the plan; return False if there is no plan. The caller holds the store.

    The database is deleted, so that the caller has to rebuild it.
    """
    path = _plan_of(layout)
    fields = json_file.read(path, KIND, WAY_OUT)
    if fields is None:
        return False
    # A plan of an earlier version also lists inbox files whose decisions were trusted.
    fields.pop("own_files", None)
    try:
        replacement = checked(Replacement(**fields))
    except TypeError as error:
        raise json_file.unreadable(path, error, WAY_OUT) from error
    layout.database.unlink(missing_ok=True)
    layout.database.with_suffix(".duckdb.wal").unlink(missing_ok=True)
    _place_segments(layout, replacement)
    _describe(layout, replacement)
    _put_checkpoints_aside(layout, replacement)
    path.unlink()
    sync_folder(path.parent)
    shutil.rmtree(incoming(layout), ignore_errors=True)
    return True


def incoming(layout: Layout) -> Path:
    """Return the folder of the new segments."""
    return layout.remote / "incoming"


def _place_segments(layout: Layout, replacement: Replacement) -> None:
    wanted = set(replacement.segments)
    for path in sorted(incoming(layout).glob("*.parquet")):
        if path.name in wanted:
            path.rename(layout.segments / path.name)
    for path in segment.on_disk(layout):
        if path.name not in wanted:
            path.unlink()
    sync_folder(layout.segments)


def _put_checkpoints_aside(layout: Layout, replacement: Replacement) -> None:
    """Move checkpoints of the old log, and of segments left out, to the folder ``replaced``."""
    wanted = set(replacement.segments)
    expected = {
        entry.batch.tree_size: Checkpoint(
            entry.batch.tree_size,
            entry.batch.root,
            {entry.batch.segment: entry.segment_sha256},
            entry.record_sha256,
        )
        for entry in partial.read_entries(layout)
        if entry.batch.segment in wanted
    }
    aside = layout.checkpoints / "replaced"
    for size in checkpoint.sizes(layout):
        path = layout.checkpoints / f"{size}.json"
        try:
            kept = checkpoint.read(path)
        except UnreadableInputError:
            kept = Checkpoint(size, "unreadable", {})
        if kept != expected.get(size):
            aside.mkdir(exist_ok=True)
            path.rename(aside / f"{size}-{kept.root[:16]}.json")
    sync_folder(layout.checkpoints)


def _describe(layout: Layout, replacement: Replacement) -> None:
    """Replace the description by the new one, which was written under another name."""
    for name in ("log.ndjson", "partial.json"):
        new = layout.remote / f"new-{name}"
        if new.exists():
            new.rename(layout.remote / name)
    if not replacement.is_partial:
        (layout.remote / "partial.json").unlink(missing_ok=True)


def _plan_of(layout: Layout) -> Path:
    return layout.remote / "replace.json"
