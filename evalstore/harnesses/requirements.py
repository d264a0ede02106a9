"""Checks of an ingest that happen before anything is appended."""

import re
import shlex
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from evalstore.base.phrases import counted
from evalstore.errors import (
    DoubtfulInputError,
    SkippedRecordsError,
    UnreadableInputError,
    UsageError,
)
from evalstore.events import secrets
from evalstore.harnesses import detect, recognisable
from evalstore.harnesses.broken_json import fault_in_json
from evalstore.harnesses.mapped.event_map import EventMap
from evalstore.harnesses.result import FileResult, Ingested

ENDINGS_SHOWN_MAX = 8
# The maximum number of hints about unrecognised files of a folder.
HINTS_MAX = 5
# File name suffixes that almost only tables have.
TABLES = (".csv", ".tsv", ".parquet", ".jsonl", ".ndjson")
RUN_ID = re.compile(r"[^\x00-\x1f\x7f-\x9f]{1,512}")


def require_sound(format_name: str | None, run_id: str | None, event_map: EventMap | None) -> None:
    """Raise UsageError for an unknown or contradictory format, or an invalid run id."""
    if event_map is not None and format_name not in (None, detect.MAPPED):
        raise UsageError(
            f"--map cannot be used with --format {format_name}, which has a fixed mapping; omit "
            "one of them"
        )
    if event_map is None and format_name == detect.MAPPED:
        raise UsageError("--format mapped needs a map; use --map FILE instead")
    if format_name == detect.STORE:
        raise UsageError("--format store is not needed, because stores are recognised; omit it")
    if format_name is not None:
        detect.require_known(format_name)
    if run_id is not None and (not RUN_ID.fullmatch(run_id) or secrets.redact(run_id)[1]):
        raise UsageError(
            f"run id {run_id[:80]!r} is invalid; expected 1 to 512 characters without control "
            "characters or secrets"
        )


def require_files(
    stores: list[tuple[Path, str]], event_map: EventMap | None, *, is_dry_run: bool
) -> None:
    """Raise UsageError if there is a store, but an option that only supports files."""
    if stores and (event_map is not None or is_dry_run):
        option = "--map" if event_map is not None else "--dry-run"
        raise UsageError(f"{option} applies to files, {stores[0][1]} is a store; omit {option}")


def require_something(ingested: Ingested, stores: list[tuple[Path, str]]) -> None:
    """Raise UnreadableInputError if no file was recognised and there is no store."""
    if not ingested.files and not stores:
        problems = [by_ending(ingested.unrecognised)] if ingested.unrecognised else []
        problems += ingested.damaged[:5]
        summary = "; ".join(problems) or "no files"
        hints = "".join(f"\n  {hint}" for hint in ingested.hints if hint)
        raise UnreadableInputError(
            f"no format recognised: found {summary}; {way_out(ingested.unrecognised)}{hints}"
        )


def not_recognised(path: Path, name: str) -> str:
    """Return the message about a file that no format recognises, with a hint or advice."""
    hint = hint_of(path, name)
    if hint:
        return hint
    is_table = recognisable.is_list_of_records(path)
    advice = way_out([name], is_table=is_table)
    return f"{name}: no format recognised{detect.hindrance(path)}; {advice}"


def hint_of(path: Path, name: str) -> str:
    """
    Return a message that identifies a file that no format recognises, or its JSON syntax error.

    The text is empty if neither is known.
    """
    kind = recognisable.recognised(path)
    hint = kind.words if kind is not None else fault_in_json(path)
    if kind is not None and kind.is_table:
        hint = f"{hint}, or run {_sketched(name)} to begin a map for it"
    return f"{name}: no format recognised: {hint}" if hint else ""


def require_for_map(path: Path, name: str) -> str:
    """
    Return a remark on a file that is to be read with a map, or an empty text.

    Raises UnreadableInputError if the file is recognised as something other than a table.
    """
    kind = recognisable.recognised(path)
    if kind is not None and not kind.is_table:
        raise UnreadableInputError(f"{name}: {kind.words}")
    return f"{name}: {kind.words}" if kind is not None else ""


def way_out(names: Iterable[str], *, is_table: bool = False) -> str:
    """
    Return the advice on files that no format recognises, by their names.

    With ``is_table`` the first file is a table, whatever its suffix is.

    >>> way_out(["a.log"])
    'run `evalstore list formats` to see the formats, and set one with --format'
    """
    advice = "run `evalstore list formats` to see the formats, and set one with --format"
    table = next((n for n in names if is_table or Path(n).suffix.lower() in TABLES), None)
    if table is None:
        return advice
    return f"{advice}, or run {_sketched(table)} to begin a map for a table of another shape"


def _sketched(name: str) -> str:
    return f"`evalstore ingest --sketch {shlex.quote(name)}`"


def by_ending(names: Iterable[str]) -> str:
    """
    Return the counts of files by suffix as text, the most frequent suffix first.

    >>> by_ending(["a.txt", "b.PY", "c.txt", "Makefile"])
    '4 files: 2 .txt, 1 .py, 1 without an ending'
    """
    counts = Counter(Path(name).suffix.lower() or "without an ending" for name in names)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    listed = [f"{count} {ending}" for ending, count in ranked[:ENDINGS_SHOWN_MAX]]
    left_out_count = len(counts) - len(listed)
    more = [f"and {counted(left_out_count, 'other ending')}"] if left_out_count else []
    return f"{counted(counts.total(), 'file')}: {', '.join([*listed, *more])}"


def require_accepted(ingested: Ingested, stores: list[tuple[Path, str]]) -> None:
    """Raise UnreadableInputError if files have records and none of them was accepted."""
    if stores or not ingested.skipped or any(file.accepted for file in ingested.files):
        return
    skips = [(file.name, skip) for file in ingested.files for skip in file.skips]
    shown = [f"{name}, {skip.location}: {skip.reason}: {skip.detail}" for name, skip in skips[:5]]
    raise UnreadableInputError(
        f"no record was accepted ({ingested.skipped.total()} skipped), "
        "so nothing was appended:\n  " + "\n  ".join(shown)
    )


def require_no_skips(ingested: Ingested) -> None:
    """Raise SkippedRecordsError with the first cases if records or files were left out."""
    skips = [(file.name, skip) for file in ingested.files for skip in file.skips]
    count = ingested.skipped.total() + len(ingested.unrecognised) + len(ingested.damaged)
    if not count:
        return
    shown = [f"{name}, {skip.location}: {skip.reason}: {skip.detail}" for name, skip in skips[:5]]
    shown += [f"{name}: no format recognised" for name in ingested.unrecognised[:5]]
    shown += ingested.damaged[:5]
    raise SkippedRecordsError(
        f"{counted(count, 'record')} would be skipped, so nothing was appended:\n  "
        + "\n  ".join(shown)
    )


def require_no_misspellings(files: Iterable[FileResult]) -> None:
    """Raise DoubtfulInputError with the first cases if fields are probably misspelt."""
    problems = [
        f"{file.name}, {misspelling}" for file in files for misspelling in file.misspellings
    ]
    if not problems:
        return
    raise DoubtfulInputError(
        f"{counted(len(problems), 'field is', 'fields are')} probably misspelt, so nothing was "
        "appended:\n  "
        + "\n  ".join(problems[:5])
        + "\nwithout --strict they are stored as unknown fields"
    )


def require_no_doubts(files: Iterable[FileResult]) -> None:
    """Raise DoubtfulInputError with the first cases if records were merged or renamed."""
    doubts = [doubt for file in files for doubt in file.doubts]
    if doubts:
        raise DoubtfulInputError(
            "nothing was appended:\n  "
            + "\n  ".join(doubts[:5])
            + "\nwithout --strict this is a warning"
        )
