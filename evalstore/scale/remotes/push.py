"""Push: append the events that a remote lacks to the end of its log."""

import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evalstore.base import sql_files
from evalstore.errors import StoreBusyError
from evalstore.scale.remotes import known, remote_log, replica, unpushed
from evalstore.scale.remotes.known import Known
from evalstore.scale.remotes.objects import Objects
from evalstore.scale.remotes.outgoing import OutgoingSegment, outgoing
from evalstore.scale.remotes.remote_log import RemoteLog, no_log, read_log
from evalstore.store.connections import exclusive
from evalstore.store.layout import Layout, link
from evalstore.store.log import log_entry
from evalstore.store.log.batch import Batch
from evalstore.store.log.fold import fold, fold_locked
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.query.reader import reading
from evalstore.store.replica import partial

TRIES_MAX = 100
PAUSE_SECONDS_MAX = 2.0
Report = Callable[[str], None]


@dataclass(slots=True)
class Pushed:
    """
    The result of a push: events and segments added, and the end of the remote's log.

    ``lost_race_count`` is the number of times another push was first.
    """

    url: str
    event_count: int = 0
    segment_count: int = 0
    lost_race_count: int = 0
    tree_size: int = 0
    root: str = ""
    entry_sha256: str = ""


def push(
    layout: Layout,
    objects: Objects,
    report: Report = lambda _: None,
    *,
    is_created: bool = True,
) -> Pushed:
    """
    Fold the inbox, and append missing events to a remote; the store's own log is unchanged.

    If the remote's log is the beginning of the store's own, the following segments are sent
    unchanged. Otherwise the events are appended in new segments, at other positions, with the same
    ids. Raises StoreBusyError if another process locks the store or other pushes were first too
    often, CorruptStoreError if the remote does not continue its known state, UsageError for a
    partial replica of another remote, and for a remote without a log unless ``is_created``, and
    StoreError if the remote cannot be reached; a failed call can always be repeated. Unchanged
    segments are sent with facts from the database: CorruptStoreError is raised unless these match
    the segments.
    """
    folded = fold(layout)
    if not folded.is_folded:
        raise StoreBusyError(f"not pushed: {folded.holder}")
    known_before = known.read(layout, objects.url)
    log = read_log(objects)
    known.require_continued(known_before, log)
    if not (log.entries or is_created):
        raise no_log(objects.url)
    partial.require_of(layout, log.entries, objects.url)
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        pushed = _Push(layout, log, Path(folder), report).run(known_before)
    last = log.last
    pushed.tree_size, pushed.root = log.tree.tree_size, log.tree.root.hex()
    pushed.entry_sha256 = last.sha256 if last else ""
    return pushed


class _Push:
    def __init__(self, layout: Layout, log: RemoteLog, folder: Path, report: Report) -> None:
        self._layout = layout
        self._log = log
        self._folder = folder
        self._report = report
        self._pushed = Pushed(log.objects.url)
        self._try_count = 0

    def run(self, known_before: Known | None) -> Pushed:
        batches = unpushed.batches(self._layout)
        roots = unpushed.roots(batches)
        own_size = max(roots)
        base = max(known.common_size(self._log, roots), known.pushed_size(known_before, roots))
        if base < own_size:
            is_prefix = roots.get(self._log.tree.tree_size) == self._log.tree.root.hex()
            if not (is_prefix and self._append(self._layout, self._log.tree.tree_size)):
                self._append_behind(batches, base)
        last = self._log.last
        if last is not None:
            met = Known(self._log.tree.tree_size, last.sha256, own_size, roots[own_size])
            known.write(self._layout, self._log.objects.url, met)
        return self._pushed

    def _append_behind(self, batches: list[Batch], base: int) -> None:
        """Rebase local events after ``base`` onto the remote log, retrying until it succeeds."""
        waiting = Layout(self._folder / "waiting")
        waiting.create()
        writer = InboxWriter(waiting)
        own_files = unpushed.take(self._layout, batches, base, writer).own_names
        names = writer.publish()
        run_ids = self._runs_behind(base)
        for number in range(1, TRIES_MAX + 1):
            scratch = replica.make_for_push(
                self._log, run_ids, self._folder / f"try-{number}", self._layout.segments
            )
            for name in names:
                link(waiting.inbox / name, scratch.inbox / name)
            with exclusive(scratch):
                fold_locked(scratch, own_files=own_files)
            is_done = self._append(scratch, self._log.tree.tree_size)
            shutil.rmtree(scratch.root)
            if is_done:
                return
        raise StoreBusyError(
            f"{self._log.objects.url}: other pushes changed it during each of {TRIES_MAX} tries; "
            "push again"
        )

    def _runs_behind(self, base: int) -> list[str]:
        with reading(self._layout) as reader:
            reader.connection.execute(
                sql_files.read("sql/queries/changed_runs"), {"first_position": base}
            )
            rows = reader.rows("select run_id from changed_runs order by run_id")
        return [str(row["run_id"]) for row in rows]

    def _append(self, source: Layout, first_position: int) -> bool:
        """Append a store's segments from a position on; False if another push was first."""
        self._try_count += 1
        folder = self._folder / f"outgoing-{self._try_count}"
        folder.mkdir()
        try:
            parts = outgoing(
                source,
                first_position,
                folder,
                self._layout,
                is_computed_here=source is not self._layout,
            )
            for part in parts:
                if not self._append_segment(part):
                    self._lose()
                    return False
        finally:
            shutil.rmtree(folder)
        return True

    def _append_segment(self, part: OutgoingSegment) -> bool:
        entry = log_entry.following(
            self._log.last,
            part.batch,
            part.sha256,
            part.path.stat().st_size,
            images=part.images,
            facts=[pack for pack, _ in part.packs],
            has_unmatched_retractions=part.has_unmatched_retractions,
        )
        self._report(f"{part.batch.event_count} events, {entry.segment_bytes} bytes")
        self._upload(remote_log.segment_key(entry), part.path)
        for pack, path in part.packs:
            self._upload(remote_log.facts_key(pack), path)
        for name in part.images:
            self._upload(remote_log.image_key(name), self._layout.attachments / name)
        if not self._log.append(entry):
            return False
        self._pushed.event_count += part.batch.event_count
        self._pushed.segment_count += 1
        remote_log.write_index(self._log)
        return True

    def _upload(self, key: str, path: Path) -> None:
        if self._log.objects.byte_count(key) != path.stat().st_size:
            self._log.objects.upload(key, path)

    def _lose(self) -> None:
        """Wait a random time, so that pushes do not collide again, and read the new entries."""
        self._pushed.lost_race_count += 1
        longest = min(PAUSE_SECONDS_MAX, 0.05 * 2**self._try_count)
        time.sleep(random.uniform(0, longest))  # noqa: S311 - no secret
        self._log.read_on()
