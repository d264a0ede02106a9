"""Checks of an ingest before anything is appended."""

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
# Of how many files of a folder it is said what they are.
HINTS_MAX = 5
# How the name of a file ends that is hardly anything but a table.
TABLES = (".csv", ".tsv", ".parquet", ".jsonl", ".ndjson")
RUN_ID = re.compile(r"[^\x00-\x1f\x7f-\x9f]{1,512}")


def require_sound(format_name: str | None, run_id: str | None, event_map: EventMap | None) -> None:
    """Raise UsageError for a format there is not, or a run id no event may have."""
    if event_map is not None and format_name not in (None, detect.MAPPED):
        raise UsageError(f"--map is for tables of any shape, --format {format_name} for its own")
    if event_map is None and format_name == detect.MAPPED:
        raise UsageError("--format mapped needs a map; --map FILE names it and is enough")
    if format_name == detect.STORE:
        raise UsageError("--format store is not needed: a store is recognised as one")
    if format_name is not None:
        detect.require_known(format_name)
    if run_id is not None and (not RUN_ID.fullmatch(run_id) or secrets.redact(run_id)[1]):
        raise UsageError(
            f"run id {run_id[:80]!r}; expected 1 to 512 characters, none of them a "
            "control character and no secret among them"
        )


def require_files(
    stores: list[tuple[Path, str]], event_map: EventMap | None, *, is_dry_run: bool
) -> None:
    """Raise UsageError for a store where only files can be read."""
    if stores and (event_map is not None or is_dry_run):
        option = "--map" if event_map is not None else "--dry-run"
        raise UsageError(f"{option} is for files; {stores[0][1]} is a store")


def require_something(ingested: Ingested, stores: list[tuple[Path, str]]) -> None:
    """Raise UnreadableInputError where no file was recognised."""
    if not ingested.files and not stores:
        found = [by_ending(ingested.unrecognised)] if ingested.unrecognised else []
        found += ingested.damaged[:5]
        said = "; ".join(found) or "no file at all"
        hints = "".join(f"\n  {hint}" for hint in ingested.hints if hint)
        raise UnreadableInputError(
            f"nothing recognised: found {said}; {way_out(ingested.unrecognised)}{hints}"
        )


def not_recognised(path: Path, name: str) -> str:
    """Say that nobody recognises a file, what it is where that shows, and the way out."""
    hint = hint_of(path, name)
    if hint:
        return hint
    is_table = recognisable.is_list_of_records(path)
    out = way_out([name], is_table=is_table)
    return f"{name}: nothing recognised in it{detect.hindrance(path)}; {out}"


def hint_of(path: Path, name: str) -> str:
    """Say what a file is that nobody recognises, or where it is no JSON; else nothing."""
    known = recognisable.recognised(path)
    said = known.words if known is not None else fault_in_json(path)
    if known is not None and known.is_table:
        said = f"{said}, or make a map of it, which {_sketched(name)} begins"
    return f"{name}: nothing recognised in it: {said}" if said else ""


def require_for_map(path: Path, name: str) -> str:
    """
    Return what there is to say of a table that is to be mapped, mostly nothing.

    Raises UnreadableInputError for what is known to be no table.
    """
    known = recognisable.recognised(path)
    if known is not None and not known.is_table:
        raise UnreadableInputError(f"{name}: {known.words}")
    return f"{name}: {known.words}" if known is not None else ""


def way_out(names: Iterable[str], *, is_table: bool = False) -> str:
    """
    Say what to do about files that nobody recognises, by their names.

    ``is_table`` says that the first is a table, however its name ends.

    >>> way_out(["a.log"])
    '`evalstore list formats` says what is read, and --format names it'
    """
    said = "`evalstore list formats` says what is read, and --format names it"
    found = next((n for n in names if is_table or Path(n).suffix.lower() in TABLES), None)
    if found is None:
        return said
    return f"{said}; a table of any other shape is read by a map, which {_sketched(found)} begins"


def _sketched(name: str) -> str:
    return f"`evalstore ingest --sketch {shlex.quote(name)}`"


def by_ending(names: Iterable[str]) -> str:
    """
    Count files by how their names end, the most frequent first.

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
    """Raise UnreadableInputError where files hold records and not one is fit to be kept."""
    if stores or not ingested.skipped or any(file.accepted for file in ingested.files):
        return
    skips = [(file.name, skip) for file in ingested.files for skip in file.skips]
    shown = [f"{name}, {skip.location}: {skip.reason}: {skip.detail}" for name, skip in skips[:5]]
    raise UnreadableInputError(
        f"none of {ingested.skipped.total()} records can be kept, so nothing was appended:\n  "
        + "\n  ".join(shown)
    )


def require_no_skips(ingested: Ingested) -> None:
    """Raise SkippedRecordsError, naming the first ones, where anything was left out."""
    skips = [(file.name, skip) for file in ingested.files for skip in file.skips]
    count = ingested.skipped.total() + len(ingested.unrecognised) + len(ingested.damaged)
    if not count:
        return
    shown = [f"{name}, {skip.location}: {skip.reason}: {skip.detail}" for name, skip in skips[:5]]
    shown += [f"{name}: not recognised" for name in ingested.unrecognised[:5]]
    shown += ingested.damaged[:5]
    raise SkippedRecordsError(
        f"{counted(count, 'record')} would have been skipped, so nothing was appended:\n  "
        + "\n  ".join(shown)
    )


def require_no_misspellings(files: Iterable[FileResult]) -> None:
    """Raise DoubtfulInputError, naming the first ones, where fields are probably misspelt."""
    found = [f"{file.name}, {one}" for file in files for one in file.misspellings]
    if not found:
        return
    raise DoubtfulInputError(
        f"{counted(len(found), 'field is', 'fields are')} probably misspelt, so nothing was "
        "appended:\n  "
        + "\n  ".join(found[:5])
        + "\nwithout --strict they are kept as fields without a meaning"
    )


def require_no_doubts(files: Iterable[FileResult]) -> None:
    """Raise DoubtfulInputError, naming the first ones, where records were merged or renamed."""
    found = [doubt for file in files for doubt in file.doubts]
    if found:
        raise DoubtfulInputError(
            "nothing was appended:\n  "
            + "\n  ".join(found[:5])
            + "\nwithout --strict this is a warning"
        )
