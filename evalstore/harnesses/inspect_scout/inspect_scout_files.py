"""Recognise files of the format ``inspect_scout``."""

from pathlib import Path

SCAN, SUMMARY, ERRORS = "_scan.json", "_summary.json", "_errors.jsonl"
PARQUET_MAGIC = b"PAR1"


def recognises(path: Path, head: bytes) -> bool:
    """The ``_scan.json`` of a scan, or another file of the scan in its folder."""
    if path.name == SCAN:
        return b'"scan_id"' in head
    is_part = path.name in (SUMMARY, ERRORS) or head.startswith(PARQUET_MAGIC)
    return is_part and (path.parent / SCAN).is_file()


def companions(path: Path) -> list[Path]:
    """Return the scanners' result files, the summary and the errors next to a scan, by name."""
    if path.name != SCAN:
        return []
    parts = [path.parent / SUMMARY, path.parent / ERRORS]
    return sorted(
        [*path.parent.glob("*.parquet"), *(file for file in parts if file.is_file())],
        key=lambda file: file.name,
    )
