"""Pull: make a store a replica of a remote, complete or partial."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from evalstore.base.phrases import counted, unknown_name
from evalstore.errors import StoreError
from evalstore.scale.remotes import fetching, known, replica, unpushed
from evalstore.scale.remotes.known import Known
from evalstore.scale.remotes.objects import Objects
from evalstore.scale.remotes.remote_log import RemoteLog, no_log, read_log
from evalstore.scale.remotes.unpushed import Taken
from evalstore.store.connections import attached_for_writing, exclusive
from evalstore.store.facts import rebuild
from evalstore.store.facts.current_database import attached_current
from evalstore.store.layout import Layout, sync_folder
from evalstore.store.log import inbox, recovery, segment
from evalstore.store.log.fold import fold_locked
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.log.log_entry import FactsPack, LogEntry
from evalstore.store.replica import partial, replacement
from evalstore.store.replica.replacement import Replacement


@dataclass(frozen=True, slots=True)
class RemotePart:
    """
    The part of a remote to pull: complete runs, and the facts of runs since a time.

    If ``run_ids`` and ``since`` (UTC) are empty, everything is pulled. ``since`` refers to the
    time of folding, which may be earlier than that of the push. ``is_newest`` selects the runs of
    the newest segment in which a run began.
    """

    run_ids: Sequence[str] = ()
    since: datetime | None = None
    is_newest: bool = False

    @property
    def is_all(self) -> bool:
        """Whether everything is pulled."""
        return not self.run_ids and self.since is None and not self.is_newest


@dataclass(frozen=True, slots=True)
class Pulled:
    """
    The state of a store after a pull.

    Of ``tree_size`` events ``unverified_count`` are left out: only the remote's log states them,
    and in a partial replica also the root, which depends on them. ``behind_count`` is the number
    of events that the remote lacks, or may lack if the replica is partial, and that were folded
    after its log; ``waiting_count`` are those that could not be folded, for the reason in
    ``why_waiting``, and are in the inbox. ``whole_for_want_of_facts`` lists runs that were pulled
    completely because the remote has no facts that this installation can use.
    """

    url: str
    tree_size: int
    root: str
    entry_sha256: str
    segment_count: int
    left_out_count: int
    unverified_count: int
    whole_run_ids: list[str]
    facts_run_ids: list[str]
    whole_for_want_of_facts: list[str]
    behind_count: int = 0
    waiting_count: int = 0
    why_waiting: str = ""


# A callback with the bytes downloaded so far, and their total.
Show = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class _Choice:
    """The entries whose segments the replica contains, and the runs by how they are pulled."""

    held: list[LogEntry]
    run_ids: list[str]
    by_facts: dict[str, FactsPack]
    without_facts: list[str]


def pull(
    layout: Layout,
    objects: Objects,
    part: RemotePart,
    show: Show = lambda _done, _total: None,
    *,
    is_exact: bool = False,
) -> Pulled:
    """
    Make a store a replica of a remote; events that the remote lacks are appended after its log.

    Raises StoreError, with ``is_exact``, if the remote lacks an event of the store; UsageError if
    the remote is empty or lacks a requested run, or if the store is a partial replica of another
    one; StoreBusyError if another process locks the store; CorruptStoreError if the remote is
    damaged or does not continue its known state. The store is then unchanged.
    """
    known_before = known.read(layout, objects.url)
    log = read_log(objects, _entries_read(layout, known_before))
    known.require_continued(known_before, log)
    if log.last is None:
        raise no_log(objects.url)
    partial.require_of(layout, log.entries, objects.url)
    layout.create()
    choice = _choice(log, part)
    with exclusive(layout):
        if replacement.carry_out(layout):
            rebuild.rebuild_locked(layout)
    brought = _bring(layout, log, choice, show)
    with exclusive(layout):
        if is_exact:
            _require_empty_inbox(layout)
        taken, why_waiting = Taken(), ""
        if not (part.is_all and _go_on(layout, log, brought)):
            taken = _replace(
                layout, log, choice, known_before, is_all=part.is_all, is_exact=is_exact
            )
            rebuild.rebuild_locked(layout)
            with attached_for_writing(layout) as connection:
                recovery.write_missing_checkpoints(connection, layout)
            why_waiting = _fold_behind(layout, taken)
    met = Known(log.tree.tree_size, log.last.sha256, log.tree.tree_size, log.tree.root.hex())
    known.write(layout, objects.url, met)
    return Pulled(
        url=objects.url,
        tree_size=log.tree.tree_size,
        root=log.tree.root.hex(),
        entry_sha256=log.last.sha256,
        segment_count=len(choice.held),
        left_out_count=len(log.entries) - len(choice.held),
        unverified_count=log.tree.tree_size
        - sum(entry.batch.event_count for entry in choice.held),
        whole_run_ids=choice.run_ids,
        facts_run_ids=sorted(choice.by_facts),
        whole_for_want_of_facts=choice.without_facts,
        behind_count=0 if why_waiting else taken.event_count,
        waiting_count=taken.event_count if why_waiting else 0,
        why_waiting=why_waiting,
    )


def _entries_read(layout: Layout, known_before: Known | None) -> list[LogEntry]:
    """Return the entries that an earlier pull from the same remote stored here."""
    entries = partial.read_entries(layout)
    is_same = known_before is not None and known_before.entry_sha256 in {
        entry.sha256 for entry in entries
    }
    return entries if is_same else []


def _choice(log: RemoteLog, part: RemotePart) -> _Choice:
    if part.is_all:
        return _Choice(list(log.entries), [], {}, [])
    listed = {run_id for entry in log.entries for run_id in entry.batch.runs or ()}
    run_ids = {*part.run_ids}
    unknown = sorted(run_ids - listed)
    if unknown and all(entry.batch.runs is not None for entry in log.entries):
        raise unknown_name("run", unknown[0], sorted(listed), f" in {log.objects.url}")
    if part.is_newest:
        run_ids |= _newest(log)
    since = {
        run_id
        for entry in log.entries
        if part.since is not None and _recorded_at(entry) >= part.since
        for run_id in entry.batch.runs or ()
    }
    by_facts, without_facts = replica.known_by_facts(log.entries, sorted(since - run_ids))
    run_ids |= {*without_facts}
    return _Choice(replica.needed(log.entries, run_ids), sorted(run_ids), by_facts, without_facts)


def _newest(log: RemoteLog) -> set[str]:
    for entry in reversed(log.entries):
        if entry.batch.counts.get("run_started"):
            return {*(entry.batch.runs or ())}
    return set()


def _recorded_at(entry: LogEntry) -> datetime:
    return datetime.fromisoformat(entry.batch.recorded_at).replace(tzinfo=UTC)


def _bring(layout: Layout, log: RemoteLog, choice: _Choice, show: Show) -> list[LogEntry]:
    """Download everything needed; return the entries whose segments were missing here."""
    packs = {pack.sha256: pack for pack in choice.by_facts.values()}
    total = sum(entry.segment_bytes for entry in choice.held)
    total += sum(pack.byte_count for pack in packs.values())
    done = 0

    def progress(byte_count: int) -> None:
        nonlocal done
        done += byte_count
        show(done, total)

    folder = replacement.incoming(layout)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    brought = fetching.segments(
        log.objects, choice.held, folder, held=layout.segments, progress=progress
    )
    fetching.packs(log.objects, packs.values(), layout.remote / "facts", progress)
    images = {name for entry in choice.held for name in entry.images}
    fetching.images(log.objects, sorted(images), layout.attachments, progress)
    return brought


def _go_on(layout: Layout, log: RemoteLog, brought: list[LogEntry]) -> bool:
    """
    Append the new segments to the store's own, if these are the beginning of the remote's.

    Returns False, without a change, if they are not, or if the store is a partial replica.
    """
    names = {entry.batch.segment for entry in brought}
    own_names = [path.name for path in segment.on_disk(layout)]
    here = [entry.batch.segment for entry in log.entries if entry.batch.segment not in names]
    if own_names != here or own_names != [
        entry.batch.segment for entry in log.entries[: len(own_names)]
    ]:
        return False
    if partial.of(layout) is not None:
        return False
    for entry in brought:
        path = replacement.incoming(layout) / entry.batch.segment
        path.rename(layout.segments / path.name)
        sync_folder(layout.segments)
    shutil.rmtree(replacement.incoming(layout))
    if sum(entry.batch.event_count for entry in brought) > log.tree.tree_size // 2:
        # Loading many segments in sequence would compute facts again for each.
        rebuild.rebuild_locked(layout)
    with attached_current(layout) as connection:
        recovery.recover(connection, layout)
    replica.write_entries(layout, log.entries)
    return True


def _replace(
    layout: Layout,
    log: RemoteLog,
    choice: _Choice,
    known_before: Known | None,
    *,
    is_all: bool,
    is_exact: bool,
) -> Taken:
    """Replace the store's log by the remote's; return the events that go to the inbox."""
    batches = unpushed.batches(layout)
    roots = unpushed.roots(batches)
    base = max(known.common_size(log, roots), known.pushed_size(known_before, roots))
    writer = InboxWriter(layout)
    try:
        known_segments = sorted(replacement.incoming(layout).glob("*.parquet")) if is_all else []
        taken = unpushed.take(layout, batches, base, writer, known_segments)
        if is_exact and taken.event_count:
            events = counted(taken.event_count, "event")
            raise _not_exact(layout, f"{events} that the remote lacks")
        writer.publish()
    finally:
        writer.discard()
    description = replica.describe(
        log.objects.url, list(log.entries), choice.held, choice.by_facts
    )
    replica.write_description(layout, description, prefix="new-")
    segments = [entry.batch.segment for entry in choice.held]
    replacement.plan(layout, Replacement(segments, is_partial=not is_all))
    replacement.carry_out(layout)
    return taken


def _require_empty_inbox(layout: Layout) -> None:
    waiting = inbox.names(layout)
    if waiting:
        raise _not_exact(layout, f"{counted(len(waiting), 'file')} waiting in its inbox")


def _not_exact(layout: Layout, what: str) -> StoreError:
    return StoreError(
        f"{layout.root} has {what}, but with --exact it must have only events of the remote; pull "
        "into a new folder, or run `evalstore push` first"
    )


def _fold_behind(layout: Layout, taken: Taken) -> str:
    """
    Fold the events put into the inbox; return the reason of a failure, empty on success.

    Decisions among these events are only trusted here: this process read them from the store's own
    segments and has held the lock since. Any other fold records them as foreign.
    """
    if not taken.event_count:
        return ""
    try:
        fold_locked(layout, own_files=taken.own_names)
    except StoreError as error:
        return str(error)
    return ""
