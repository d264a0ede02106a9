"""
Files that others wrote, each read into a store of its own: what came, and which figures agree.

    python -m benchmarks.real_files [FOLDER] > benchmarks/real_files.md

FOLDER is that of EVALSTORE_REAL_DATA, where none is named. Files that are read with another one,
such as the samples of results, stand with that one.
"""

import argparse
import os
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import evalstore
from benchmarks.harness import copied_store
from evalstore.errors import EvalstoreError
from evalstore.harnesses.detect import EVENT_LINES, companions_of, format_of

SAMPLES = "select count(*) as count from facts.responses"
FIGURES = """
    select verdict, coalesce(reason, if(verdict = 'differs', 'nobody knows why', '')) as reason
    from facts.reported_scores
    order by all
"""
HEAD = """\
# Files of others

Printed by `python -m benchmarks.real_files`. Samples are responses; figures are those that a
file reports of itself, compared with the same of its cases ([how](../docs/reported-figures.md)).
"""
COUNTED = ("agrees", "differs", "not_comparable")


@dataclass
class FileRead:
    """What became of one file: records, samples, and its figures by verdict and reason."""

    name: str
    format: str
    read: int = 0
    skipped: int = 0
    samples: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    refused: str = ""


def main() -> None:
    """Print a row for each file, a sum for each format, and why figures differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=os.environ.get("EVALSTORE_REAL_DATA")
    )
    asked = parser.parse_args()
    if asked.folder is None:
        parser.error("name a folder, or set EVALSTORE_REAL_DATA")
    with tempfile.TemporaryDirectory() as empty:
        evalstore.open(empty, create=True)
        files = [_read(path, asked.folder, Path(empty)) for path in _logs(asked.folder)]
    print(HEAD)
    _print_sums(files)
    _print_files(files)


def _logs(folder: Path) -> list[Path]:
    """List the files of a tool's format that are not read with another one."""
    known = {
        path: found
        for path in sorted(folder.rglob("*"))
        if path.is_file() and (found := format_of(path)) not in (None, EVENT_LINES)
    }
    beside = {one for path, found in known.items() for one in companions_of(path, found)}
    return [path for path in known if path not in beside]


def _read(path: Path, folder: Path, empty: Path) -> FileRead:
    found = FileRead(str(path.relative_to(folder)), str(format_of(path)))
    with copied_store(empty) as store:
        try:
            ingested = store.ingest(str(path))
        except EvalstoreError as error:
            found.refused = str(error)
            return found
        found.read = sum(one.read for one in ingested.files)
        found.skipped = sum(one.skipped.total() for one in ingested.files)
        [(found.samples,)] = store.query(SAMPLES).rows()
        for one in ingested.files:
            found.reasons.update({f"left out: {why}": n for why, n in one.skipped.items()})
        for verdict, reason in store.query(FIGURES).rows():
            found.verdicts[verdict] += 1
            if verdict != "agrees":
                found.reasons[f"{verdict.replace('_', ' ')}: {reason}"] += 1
    return found


def _print_sums(files: list[FileRead]) -> None:
    print("| format | files | records | samples | agree | differ | not comparable | left out |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in sorted({one.format for one in files}):
        own = [one for one in files if one.format == name]
        verdicts = sum((one.verdicts for one in own), Counter())
        counts = [
            len(own), sum(one.read for one in own), sum(one.samples for one in own),
            *(verdicts[one] for one in COUNTED), sum(one.skipped for one in own),
        ]  # fmt: skip
        print(f"| {name} | " + " | ".join(f"{count:,}" for count in counts) + " |")


def _print_files(files: list[FileRead]) -> None:
    print("\n| file | records | samples | agree | differ | not comparable | left out | why |")
    print("|---|---:|---:|---:|---:|---:|---:|---|")
    for one in files:
        counts = [one.read, one.samples, *(one.verdicts[name] for name in COUNTED), one.skipped]
        why = one.refused or "; ".join(
            f"{reason} ({count})" for reason, count in one.reasons.most_common()
        )
        shown = " | ".join(f"{count:,}" for count in counts)
        print(f"| {one.name} | {shown} | {why.replace('|', '/')} |")


if __name__ == "__main__":
    main()
