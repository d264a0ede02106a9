"""Ingest files, folders, stdin or other stores: read them, append their events, and fold."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from evalstore.base.phrases import counted
from evalstore.errors import (
    NotFoldedError,
    NotRecognisedError,
    StoreBusyError,
    UnreadableInputError,
    UsageError,
)
from evalstore.events import secrets
from evalstore.harnesses import (
    companions,
    declared,
    detect,
    joint_run,
    preview,
    reported,
    requirements,
    standing,
)
from evalstore.harnesses.broken_json import fault_in_json
from evalstore.harnesses.known import KnownFiles, folded_by_others, source_of
from evalstore.harnesses.mapped.event_map import EventMap
from evalstore.harnesses.offered_files import offered_files
from evalstore.harnesses.prices import Prices
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.result import FileResult, Ingested, Settled
from evalstore.harnesses.scales import Scales, of_store
from evalstore.store.connections import exclusive, without_database
from evalstore.store.layout import Layout
from evalstore.store.log import checkpoint, disk_errors, merge
from evalstore.store.log.fold import FoldResult, fold_locked, fold_published
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.query.reader import reading


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """
    Options of an ingest; if ``format_name`` is None, the format is detected by content.

    ``scales`` declares which scorers give shares and which give measurements, ``event_map`` the
    meaning of a table's columns, ``prices`` the cost of tokens. With ``is_dry_run`` all files are
    read and validated, but no event is appended.
    """

    format_name: str | None = None
    is_strict: bool = False
    run_id: str | None = None
    is_salted: bool = False
    wait_seconds: float = 10.0
    scales: Mapping[str, str] = field(default_factory=dict)
    event_map: EventMap | None = None
    prices: Prices = field(default_factory=Prices)
    is_dry_run: bool = False

    @property
    def format(self) -> str | None:
        """The format that the caller names, or ``mapped`` if there is a map."""
        return detect.MAPPED if self.event_map is not None else self.format_name


def ingest(
    layout: Layout,
    paths: Iterable[str],
    options: IngestOptions | None = None,
    on_progress: Callable[[str, int], None] = lambda _name, _read_count: None,
) -> Ingested:
    """
    Append the events of these files, then fold.

    ``on_progress`` is called with a file's name and its record count: before the file is read,
    with 0, and after each batch of its records.

    Raises UnreadableInputError if a named file cannot be read or no file was recognised. With
    ``is_strict`` it also raises SkippedRecordsError if a record would be skipped,
    DoubtfulInputError if a field is probably misspelt, records were merged or renamed, or an
    answer names a case that its run does not declare, and UnexplainedFiguresError if a reported
    figure differs from evalstore's without a known reason. After any of these errors nothing of
    this call was appended.
    """
    options = options or IngestOptions()
    layout.require()
    requirements.require_sound(options.format_name, options.run_id, options.event_map)
    ingested = Ingested()
    with ExitStack() as stack:
        stack.enter_context(disk_errors.explaining(disk_errors.NOTHING_APPENDED))
        writer = InboxWriter(layout)
        stack.callback(writer.discard)
        files, stores = _offered(paths, stack, options)
        files = companions.together(files)
        known_files = _take_files(layout, writer, files, ingested, options, on_progress)
        _require_taken(ingested, stores, options)
        if options.is_dry_run:
            ingested.preview = preview.of(writer)
            return ingested
        _settle(layout, writer, ingested, options)
        if options.is_strict:
            _require_explained(layout, writer, ingested, stores)
        run_ids = reported.touched_runs(writer)
        own_files = _take_stores(writer, stores, ingested, on_progress)
        folded = (
            known_files.folded
            if known_files.folded is not None and not writer.unpublished
            else fold_published(writer, own_files, wait_seconds=options.wait_seconds)
        )
    _warn_of_foreign(ingested, folded, own_files)
    _warn_of_rewritten(ingested, folded.rewritten_checkpoints)
    _count(layout, ingested, folded)
    if ingested.is_folded:
        known_files.note(ingested.root, ingested.files)
    _compare_figures(layout, ingested, folded, run_ids)
    return ingested


def _offered(
    paths: Iterable[str], stack: ExitStack, options: IngestOptions
) -> tuple[list[joint_run.File], list[tuple[Path, str]]]:
    """Return the files to read, and the paths and names of the stores to merge."""
    files, stores = [], []
    for file in joint_run.arranged(offered_files(paths, stack), options.format, options.run_id):
        if not merge.is_store(file.path):
            files.append(file)
        elif options.run_id is None:
            stores.append((file.path, file.name))
        else:
            raise UsageError(
                f"--run-id applies to files, {file.name} is a store, whose runs keep their ids; "
                "omit --run-id"
            )
    requirements.require_files(stores, options.event_map, is_dry_run=options.is_dry_run)
    return files, stores


def _require_taken(
    ingested: Ingested, stores: list[tuple[Path, str]], options: IngestOptions
) -> None:
    """Raise an error if nothing was recognised, or what ``is_strict`` does not allow was found."""
    requirements.require_something(ingested, stores)
    if not options.is_strict:
        requirements.require_accepted(ingested, stores)
        return
    requirements.require_no_skips(ingested)
    requirements.require_no_misspellings(ingested.files)
    requirements.require_no_doubts(ingested.files)


def _require_explained(
    layout: Layout, writer: InboxWriter, ingested: Ingested, stores: list[tuple[Path, str]]
) -> None:
    """Raise an error for a reported figure without an explanation, or an undeclared case."""
    _warn_of_rewritten(ingested, reported.require_no_surprise(layout, writer))
    declared.require_declared(layout, writer.unpublished, [path for path, _ in stores])


def _take_stores(
    writer: InboxWriter,
    stores: list[tuple[Path, str]],
    ingested: Ingested,
    on_progress: Callable[[str, int], None],
) -> list[str]:
    """Read the stores into inbox files; return the names of those whose decisions stay own."""
    own_files: list[str] = []
    for path, name in stores:
        on_progress(name, 0)
        ingested.files.append(take_store(writer, path, name, own_files))
    return own_files


def _settle(
    layout: Layout, writer: InboxWriter, ingested: Ingested, options: IngestOptions
) -> None:
    """
    Write the events that give the newest log of a run precedence.

    If the store is busy, add a warning that this was not done.
    """

    def settled() -> Settled:
        return standing.settle(
            layout, writer, ingested.files, has_own_run_id=options.run_id is not None
        )

    try:
        try:
            ingested.settled = settled()
        except NotFoldedError:
            # Files of this call may share a run, so there has to be a log to compare with.
            with exclusive(layout, wait_seconds=options.wait_seconds):
                _warn_of_rewritten(ingested, fold_locked(layout).rewritten_checkpoints)
            ingested.settled = settled()
    except StoreBusyError as error:
        ingested.warnings.append(
            f"{error}; the files were not compared with earlier files of their runs"
        )


def _take_files(
    layout: Layout,
    writer: InboxWriter,
    files: list[joint_run.File],
    ingested: Ingested,
    options: IngestOptions,
    on_progress: Callable[[str, int], None],
) -> KnownFiles:
    """
    Read the files whose events are not all in the log, and write unpublished inbox files.

    Results, and files that could not be read, are added to ``ingested``. Returns the files whose
    events are in the log.
    """
    scales = of_store(layout, options.scales)
    sources = _sources(files, scales, ingested, options)
    known_files = KnownFiles(layout, [source for _, source in sources])
    results = [known_files.result(file, source.sha256) for file, source in sources]
    if None in results:
        # Imported only here, since it is not needed if no file is new.
        from evalstore.harnesses.pipeline import Pipeline

        with without_database() as connection:
            pipeline = Pipeline(
                connection,
                writer,
                is_salted=options.is_salted,
                on_progress=lambda result: on_progress(result.name, result.read),
            )
            for place, (file, source) in enumerate(sources):
                on_progress(file.name, 0)
                if results[place] is not None:
                    continue
                if file.format_name in joint_run.FORMATS:
                    pipeline.flush()
                    joint_run.remember(connection, layout, writer, file.run_id)
                try:
                    results[place] = pipeline.take(source, str(file.format_name), file.run_id)
                except (OSError, UnreadableInputError) as error:
                    _leave_out(file, error, ingested)
            pipeline.finish()
    ingested.files += [result for result in results if result is not None]
    return known_files


def _sources(
    files: list[joint_run.File], scales: Scales, ingested: Ingested, options: IngestOptions
) -> list[tuple[joint_run.File, SourceFile]]:
    """Return each readable file with its format set, and as a source; leave out the others."""
    sources = []
    for file in files:
        try:
            format_name = file.format_name or _format_of(file)
            if options.event_map is not None:
                from evalstore.harnesses.mapped import table

                table.require_table(file.path, file.name, is_named=file.is_named)
            name = secrets.redact(file.name)[0]
            source = source_of(file.path, name, scales, file.companions)
            source.run_id, source.prices = file.run_id, options.prices
            source.event_map = options.event_map
        except (OSError, UnreadableInputError) as error:
            _leave_out(file, error, ingested)
        else:
            sources.append((replace(file, format_name=format_name), source))
    return sources


def _format_of(file: joint_run.File) -> str:
    format_name = detect.format_of(file.path)
    if format_name is None:
        raise NotRecognisedError(requirements.not_recognised(file.path, file.name))
    return format_name


def _leave_out(
    file: joint_run.File, error: OSError | UnreadableInputError, ingested: Ingested
) -> None:
    """
    Record a file that cannot be read, if it was offered as part of a folder.

    Raises UnreadableInputError if the file was named, and the OSError if the disk is full.
    """
    if isinstance(error, NotRecognisedError) and not file.is_named:
        ingested.unrecognised.append(file.name)
        if len(ingested.unrecognised) <= requirements.HINTS_MAX:
            ingested.hints.append(requirements.hint_of(file.path, file.name))
        return
    if isinstance(error, OSError) and error.errno in disk_errors.FULL_CODES:
        # The error of a write that happened during the read, not of the file.
        raise error
    message = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
    message = message if file.name in message else f"{file.name}: {message}"
    if isinstance(error, UnreadableInputError) and " column " not in message:
        message = "; ".join(filter(None, (message, fault_in_json(file.path))))
    if file.is_named:
        raise UnreadableInputError(message) from error
    ingested.damaged.append(message)


def _warn_of_foreign(ingested: Ingested, folded: FoldResult, own_files: list[str]) -> None:
    """Warn that decisions of merged stores become foreign if another process folds them."""
    if own_files and not folded.is_folded:
        ingested.warnings.append(
            "the decisions of the merged stores will be marked as foreign, because the inbox was "
            "not folded yet. Once the store is free, merge those stores again into a new one"
        )


def _warn_of_rewritten(ingested: Ingested, sizes: list[int]) -> None:
    """Warn about checkpoints that were missing and written again."""
    if sizes:
        ingested.rewritten_checkpoints += sizes
        ingested.warnings.append(checkpoint.rewritten_words(sizes))


def _compare_figures(
    layout: Layout, ingested: Ingested, folded: FoldResult, run_ids: list[str]
) -> None:
    """Compare the figures that the logs report with evalstore's, unless nothing was folded."""
    ingested.undeclared = folded.undeclared
    if ingested.is_folded and run_ids:
        with reading(layout) as reader:
            ingested.undeclared = declared.after_fold(reader, folded, run_ids)
            ingested.compared = reported.compared(reader, run_ids)
            ingested.warnings += ingested.compared.lost_samples


def _count(layout: Layout, ingested: Ingested, folded: FoldResult) -> None:
    """Set the counts of new, revised and duplicate events of each file."""
    ingested.is_folded = folded.is_folded
    ingested.holder = folded.holder
    ingested.tree_size, ingested.root = folded.tree_size, folded.root
    if not folded.is_folded:
        return
    inbox_names = [name for file in ingested.files for name in file.inbox_names]
    by_part = {
        **folded_by_others(layout, [name for name in inbox_names if name not in folded.by_file]),
        **folded.by_part,
    }
    for file in ingested.files:
        if file.is_known:
            continue
        counts = [by_part[part] for part in file.inbox_parts if part in by_part]
        file.new = sum(item.new for item in counts)
        file.revised = sum(item.revised for item in counts)
        # The remainder was in the log: a fold that records nothing leaves no counts.
        file.duplicate = file.accepted - file.new - file.revised
        if file.event_source in ingested.settled.unread:
            file.read_anew = file.revised + ingested.settled.unread[file.event_source]


def take_store(writer: InboxWriter, path: Path, name: str, own_files: list[str]) -> FileResult:
    """
    Read another store into inbox files and return the result.

    If its checkpoint is valid, its own decisions stay evalstore's own: the names of its inbox
    files are added to ``own_files``. Otherwise they become foreign and a warning says so.
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
            f"{counted(len(merged.missing_images), 'image')} named by events of {name} but "
            f"missing there, such as {merged.missing_images[0]}; restore its folder `attachments` "
            "next to its segments and ingest the store again"
        )
    if merged.waiting_count:
        result.warnings.append(
            f"{counted(merged.waiting_count, 'event')} of {name} not folded yet and not merged; "
            f"run `evalstore fold --store {name}` and ingest the store again"
        )
    return result
