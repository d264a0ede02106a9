"""The figures that Inspect logs report themselves, each beside ours, as a Markdown table."""

import argparse
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import evalstore
from benchmarks.harness import CACHE, ROOT, copied_store
from benchmarks.inspect_logs import environment

MADE = CACHE / "reported"
FIXTURES = ROOT / "tests" / "fixtures" / "inspect"
REAL_DATA = os.environ.get("EVALSTORE_REAL_DATA")
VERDICTS = ("agrees", "differs", "not_comparable")
FIGURES = """
    select
        validator_id,
        metric,
        concat_ws(' ', reducer, group_name) as reducer,
        reported_value,
        computed_value,
        verdict,
        coalesce(reason, if(verdict = 'differs', 'nobody knows why', '')) as reason
    from facts.reported_scores
    order by all
"""
Row = tuple[str, str, str, float | None, float | None, str, str]


def main() -> None:
    """Take in every log by itself and print what became of its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="logs or folders of them")
    parser.add_argument("--all", action="store_true", help="also figures that agree")
    asked = parser.parse_args()
    total: Counter[str] = Counter()
    details = []
    print("| log | agree | differ | not comparable |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as empty:
        evalstore.open(empty, create=True)
        for path in _logs(asked.paths or list(_default_paths())):
            rows = _figures(path, Path(empty))
            counts = Counter(row[5] for row in rows)
            total += counts
            print(f"| {path.name} | " + " | ".join(str(counts[name]) for name in VERDICTS) + " |")
            details += [(path, row) for row in rows if asked.all or row[5] != "agrees"]
    print("| all | " + " | ".join(str(total[name]) for name in VERDICTS) + " |\n")
    print("| log | scorer | metric | reducer, group | reported | here | verdict | reason |")
    print("|---|---|---|---|---:|---:|---|---|")
    for path, (scorer, metric, reducer, reported, computed, verdict, reason) in details:
        numbers = f"{_shown(reported)} | {_shown(computed)}"
        print(
            f"| {path.name} | {scorer} | {metric} | {reducer} | {numbers} | {verdict} | {reason} |"
        )
    unexplained = sum(row[5] == "differs" and row[6] == "nobody knows why" for _, row in details)
    print(f"\n{unexplained} differ for no known reason")


def _default_paths() -> Iterator[Path]:
    """Yield the logs others made, those of the tests, and what the mock model makes."""
    if REAL_DATA:
        yield Path(REAL_DATA) / "inspect"
    yield FIXTURES
    if not MADE.exists():
        maker = Path(__file__).parent / "make_reported_logs.py"
        # Inspect writes its own copies of the logs where it runs.
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([environment(), maker, MADE], check=True, cwd=folder)
    yield MADE


def _logs(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        found = sorted(path.iterdir()) if path.is_dir() else [path]
        yield from (file for file in found if file.suffix in {".eval", ".json"})


def _figures(path: Path, empty: Path) -> list[Row]:
    with copied_store(empty) as store:
        store.ingest(str(path))
        return store.query(FIGURES).rows()


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


if __name__ == "__main__":
    main()
