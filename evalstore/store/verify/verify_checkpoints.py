"""Compare a store with its own checkpoints and with one that was kept elsewhere."""

from collections.abc import Iterable, Iterator

from evalstore.errors import EvalstoreError
from evalstore.store.layout import Layout
from evalstore.store.log import checkpoint
from evalstore.store.replica import partial
from evalstore.store.verify.finding import IntegrityFinding, SegmentFile, SegmentRecord

DIFFERENT_SEGMENTS = "segments differ from a checkpoint"
SIZES_SHOWN_MAX = 10


def findings(layout: Layout, record: SegmentRecord) -> Iterator[IntegrityFinding]:
    """Yield a finding for each difference between a store's checkpoints and its segments."""
    segments = _named_segments(record)
    by_size = {part.batch.tree_size: part for part in segments}
    there = checkpoint.sizes(layout)
    left_out = {part.batch.tree_size for part in record.left_out}
    missing = [size for size in by_size if size not in {*there, *left_out}]
    if missing:
        shown = ", ".join(f"{size}.json" for size in missing[:SIZES_SHOWN_MAX])
        more = ", …" if len(missing) > SIZES_SHOWN_MAX else ""
        yield IntegrityFinding(
            "checkpoint missing",
            f"{len(missing)} of {len(by_size)} checkpoints are missing: {shown}{more}; restore "
            "them from a backup, since those that the next fold writes do not prove that the "
            "segments are unchanged",
        )
    yield from _of_missing_segments([size for size in there if size in left_out])
    chain = _chain(segments)
    is_chain_told = has_chain = False
    for size in there:
        try:
            kept = checkpoint.read(layout.checkpoints / f"{size}.json")
        except EvalstoreError as error:
            yield IntegrityFinding("checkpoint", str(error))
            continue
        if kept.tree_size != size:
            yield IntegrityFinding(
                "checkpoint",
                f"{size}.json is the checkpoint of {kept.tree_size} events, expected {size}",
                size,
            )
        yield from _continued(kept, record)
        part = by_size.get(size)
        if kept.record_sha256 is None and (
            has_chain or (part is not None and checkpoint.is_step_back(kept, part.batch))
        ):
            yield IntegrityFinding(
                "checkpoint",
                f"{size}.json has no record_sha256, although the version that wrote "
                f"{'the checkpoints before it' if has_chain else 'its segment'} writes one, so "
                "it was replaced; restore it from a backup",
                size,
            )
        has_chain = has_chain or kept.record_sha256 is not None
        if part is not None and kept.segments != {part.path.name: part.digest.hex()}:
            yield IntegrityFinding(
                "checkpoint",
                f"{size}.json has another SHA-256 than the segment that ends there",
                size,
            )
        elif _is_other_record(kept, chain) and not is_chain_told:
            # Every later one differs too.
            is_chain_told = True
            yield IntegrityFinding(
                "checkpoint",
                f"{size}.json: the segments up to there differ from those that it was written for",
                size,
            )


def _of_missing_segments(sizes: list[int]) -> Iterator[IntegrityFinding]:
    """
    Report checkpoints whose segment a partial replica leaves out.

    A store writes checkpoints of segments that it has read, and a pull moves those of segments
    that it leaves out away. So the segment was in the store, and no pull left it out.
    """
    if sizes:
        shown = ", ".join(f"{size}.json" for size in sizes[:SIZES_SHOWN_MAX])
        more = ", …" if len(sizes) > SIZES_SHOWN_MAX else ""
        yield IntegrityFinding(
            "segment missing",
            f"the segments of the checkpoints {shown}{more} are missing, and no pull left them "
            f"out; {partial.WAY_OUT}, or restore the segments folder from a backup",
        )


def against(
    layout: Layout,
    kept: checkpoint.Checkpoint,
    record: SegmentRecord,
    earlier: Iterable[IntegrityFinding],
) -> Iterator[IntegrityFinding]:
    """
    Yield the findings if the log does not continue a checkpoint that was kept elsewhere.

    ``earlier`` are the findings so far: those of log.batches may name the segment that differs.
    """
    yield from _continued(kept, record)
    segments = [part for part in _named_segments(record) if part.batch.tree_size <= kept.tree_size]
    if kept.tree_size not in _chain(segments):
        return
    newest = segments[-1]
    is_other_end = kept.segments.get(newest.path.name, newest.digest.hex()) != newest.digest.hex()
    if not is_other_end and not _is_other_record(kept, _chain(segments)):
        return
    digests = _known_digests(layout) | kept.segments
    part = next(
        (
            part
            for part in segments
            if digests.get(part.path.name) not in (None, part.digest.hex())
        ),
        None,
    )
    if part is not None:
        detail = f"{part.path.name} has changed since a checkpoint was written"
        yield IntegrityFinding(DIFFERENT_SEGMENTS, detail, part.batch.first_position)
        return
    position = next((item.position for item in earlier if item.what == "segment checksum"), None)
    yield IntegrityFinding(
        DIFFERENT_SEGMENTS,
        f"the segments up to {kept.tree_size} events differ from those that the checkpoint was "
        "written for, even if they have its root: payloads, salts or footers were changed; "
        + (
            "compare them with a backup to find which, since no checkpoint here shows it"
            if position is None
            else "log.batches has another checksum for the segment at this position"
        ),
        position,
    )


def _continued(kept: checkpoint.Checkpoint, record: SegmentRecord) -> Iterator[IntegrityFinding]:
    """Yield a finding if the log does not continue a checkpoint."""
    tree_size = record.tree.tree_size
    if kept.tree_size > tree_size:
        yield IntegrityFinding(
            "checkpoint",
            f"a checkpoint has {kept.tree_size} events, this store only {tree_size}: events were "
            "lost, or the checkpoint is of another store",
            tree_size,
        )
    elif record.roots.get(kept.tree_size) != kept.root:
        root = record.roots.get(kept.tree_size, "none, since the log never ended there")
        yield IntegrityFinding(
            "checkpoint",
            f"at {kept.tree_size} events a checkpoint has root {kept.root}, this store has "
            f"{root}: an event before position {kept.tree_size} was altered, or the checkpoint is "
            "of another store",
        )


def _named_segments(record: SegmentRecord) -> list[SegmentFile]:
    """Return the segments whose names match their footers, in their order."""
    return [part for part in record.segments if part.batch.segment == part.path.name]


def _chain(segments: list[SegmentFile]) -> dict[int, str]:
    return checkpoint.chained(
        (part.batch.tree_size, part.path.name, part.digest.hex()) for part in segments
    )


def _is_other_record(kept: checkpoint.Checkpoint, chain: dict[int, str]) -> bool:
    """Return True if a checkpoint covers other bytes, False also if it has no such hash."""
    record_sha256 = chain.get(kept.tree_size)
    return None not in (kept.record_sha256, record_sha256) and kept.record_sha256 != record_sha256


def _known_digests(layout: Layout) -> dict[str, str]:
    """Return the SHA-256 of segments by name, from the store's own checkpoints."""
    digests: dict[str, str] = {}
    for size in checkpoint.sizes(layout):
        try:
            digests |= checkpoint.read(layout.checkpoints / f"{size}.json").segments
        except EvalstoreError:
            # ``findings`` reports it.
            continue
    return digests
