"""Take over another store: its events go to the inbox, their ids and times kept."""

from pathlib import Path

from evalstore.base.phrases import counted
from evalstore.harnesses import detect
from evalstore.harnesses.result import FileResult
from evalstore.store.layout import Layout
from evalstore.store.log import merge
from evalstore.store.log.inbox import InboxWriter


def take_store(writer: InboxWriter, path: Path, name: str, own_files: list[str]) -> FileResult:
    """
    Read another store; where its checkpoint vouches for it, its own decisions stay own.

    Of those the names of their inbox files are added to ``own_files``.
    """
    merged = merge.read_store(writer, Layout(path))
    if not merged.distrust:
        own_files += merged.inbox_names
    result = FileResult(name, detect.STORE, merged.event_count)
    result.inbox_parts = [(inbox_name, 0) for inbox_name in merged.inbox_names]
    if merged.own_count and merged.distrust:
        result.warnings.append(
            f"{merged.own_count} decisions and records of {name} are kept as foreign, so nothing "
            f"rests on them: {merged.distrust}; take over a store with its checkpoints folder"
        )
    if merged.missing_images:
        result.warnings.append(
            f"{counted(len(merged.missing_images), 'image')} missing in {name} that its events "
            f"name, such as {merged.missing_images[0]}; put its folder `attachments` beside its "
            "segments and take it over again"
        )
    if merged.waiting_count:
        result.warnings.append(
            f"{counted(merged.waiting_count, 'event')} of {name} accepted there but not folded; "
            f"`evalstore fold --store {name}` first"
        )
    return result
