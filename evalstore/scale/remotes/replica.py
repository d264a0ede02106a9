"""Partial replicas of a remote: their contents and construction."""

from collections.abc import Iterable
from pathlib import Path

from evalstore.scale.remotes import fetching
from evalstore.scale.remotes.remote_log import RemoteLog
from evalstore.store.connections import exclusive
from evalstore.store.facts import facts_pack, rebuild
from evalstore.store.layout import Layout
from evalstore.store.log import json_file
from evalstore.store.log.log_entry import FactsPack, LogEntry
from evalstore.store.replica import partial
from evalstore.store.replica.partial import Partial


def needed(entries: Iterable[LogEntry], run_ids: Iterable[str]) -> list[LogEntry]:
    """
    Return the entries whose segments are needed for a replica with these complete runs.

    In addition to those of the runs, these are segments with retractions, which may name any
    event, and those with more runs than they list.
    """
    wanted = {*run_ids}
    return [
        entry
        for entry in entries
        if entry.batch.runs is None
        or not wanted.isdisjoint(entry.batch.runs)
        or entry.batch.counts.get("retracted")
    ]


def known_by_facts(
    entries: list[LogEntry], run_ids: Iterable[str]
) -> tuple[dict[str, FactsPack], list[str]]:
    """
    Return the newest pack of each run, and the runs without a complete pack.

    A pack is complete if no later segment has events of the run or may retract some of them, and
    if this installation computes facts by the same definition.
    """
    newest: dict[str, tuple[int, FactsPack]] = {}
    changed: dict[str, int] = {}
    unmatched = -1
    for place, entry in enumerate(entries):
        changed |= dict.fromkeys(entry.batch.runs or (), place)
        newest |= {run_id: (place, pack) for pack in entry.facts for run_id in pack.run_ids}
        if entry.has_unmatched_retractions:
            unmatched = place
    definition = facts_pack.definition()
    packs_by_run, missing = {}, []
    for run_id in run_ids:
        place, pack = newest.get(run_id, (-1, None))
        is_whole = place >= changed.get(run_id, -1) and place >= unmatched
        if pack is not None and is_whole and pack.definition == definition:
            packs_by_run[run_id] = pack
        else:
            missing.append(run_id)
    return packs_by_run, missing


def describe(
    url: str,
    entries: list[LogEntry],
    held: Iterable[LogEntry],
    by_facts: dict[str, FactsPack],
    *,
    is_for_push: bool = False,
) -> Partial:
    """Describe a replica by the parts it contains."""
    packs: dict[str, list[str]] = {}
    for run_id, pack in by_facts.items():
        packs.setdefault(pack.sha256, []).append(run_id)
    names = frozenset(entry.batch.segment for entry in held)
    return Partial(url, entries, names, packs, is_for_push=is_for_push)


def write_description(layout: Layout, description: Partial, prefix: str = "") -> None:
    """Write the remote's log, and the description of a replica, into files with a prefix."""
    write_entries(layout, description.entries, prefix)
    partial.write(layout, description, prefix)


def write_entries(layout: Layout, entries: Iterable[LogEntry], prefix: str = "") -> None:
    """Write the remote's log into a replica."""
    text = b"".join(entry.to_bytes() + b"\n" for entry in entries)
    json_file.write_bytes(layout.remote / f"{prefix}log.ndjson", text)


def make_for_push(log: RemoteLog, run_ids: Iterable[str], folder: Path, held: Path) -> Layout:
    """Build in a folder the end of a remote's log, with all its events of some runs."""
    layout = Layout(folder)
    layout.create()
    entries = needed(log.entries, run_ids)
    fetching.segments(log.objects, entries, layout.segments, held=held)
    write_description(
        layout, describe(log.objects.url, list(log.entries), entries, {}, is_for_push=True)
    )
    with exclusive(layout):
        rebuild.rebuild_locked(layout, has_views=False)
    return layout
