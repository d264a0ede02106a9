"""Scans of Inspect Scout over logs of Inspect: ``_scan.json`` and the Parquet files next to it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.inspect.strict_json import decode, repaired
from evalstore.harnesses.inspect_scout.inspect_scout_files import (
    SCAN,
    SUMMARY,
    companions,
    recognises,
)
from evalstore.harnesses.inspect_scout.scan_verdicts import verdict_of
from evalstore.harnesses.inspect_scout.scanner_results import ScannedResults
from evalstore.harnesses.non_finite import warning
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import mapping, name

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "companions", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "inspect_scout"
# 2: an answer that could not be read is not false; several samples of one id are left out.
READING = 2
HOLDS_WHOLE_RUN = False
SIZE_MAX = 64 * 1024 * 1024


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield a record for each scanner and transcript, in the order of the scanners' names.

    Raises UnreadableInputError for a part of a scan, or for a scan without results.
    """
    if source.path.name != SCAN:
        raise UnreadableInputError(
            f"{source.name}: one file of a scan; ingest {SCAN} next to it, which reads all files "
            "of the scan"
        )
    scan = _object(source.path, source.name)
    files = [file for file in source.companions if file.suffix == ".parquet"]
    if not files:
        raise UnreadableInputError(
            f"{source.name}: found no results of a scanner next to it, expected NAME.parquet"
        )
    missing = sorted(mapping(scan.get("scanners")).keys() - {file.stem for file in files})
    if missing:
        source.warnings.append(f"{source.name}: no results of {', '.join(missing)[:200]}")
    summary = next((file for file in source.companions if file.name == SUMMARY), None)
    if summary is not None and _object(summary, summary.name).get("complete") is False:
        source.warnings.append(
            f"{source.name}: the scan is not complete; run `scout scan resume` to complete it"
        )
    scan_id = name(scan.get("scan_id"))
    for path in files:
        results = ScannedResults(path)
        results.read()
        yield from results.skips
        source.warnings += [
            warning(source.name, scanner, count)
            for scanner, count in sorted(results.infinite_counts().items())
        ]
        for location, record in results.records():
            clean = repaired(record, "", [])
            at = event_records.moment(clean["at"])
            verdict = event_records.verdict(verdict_of(clean, scan_id), at)
            yield event_records.record(location, clean["run_id"], verdict)


def _object(path: Path, spoken: str) -> dict[str, Any]:
    """Return the JSON object in a file of a scan; raises UnreadableInputError if it has none."""
    if path.stat().st_size > SIZE_MAX:
        raise UnreadableInputError(f"{spoken}: larger than {SIZE_MAX >> 20} MiB; scan fewer logs")
    try:
        scan, _ = decode(input_file.read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(f"{spoken}: {error}; copy the scan again") from error
    if not isinstance(scan, dict):
        kind = type(scan).__name__
        raise UnreadableInputError(f"{spoken}: found a {kind}, expected the object of a scan")
    clean: dict[str, Any] = repaired(scan, "", [])
    return clean
