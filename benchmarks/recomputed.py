"""
Every metric of every run of a folder of logs, as the database says it and as the segments give it.

    python -m benchmarks.recomputed --logs FOLDER

Files that ``ingest`` refuses are named. Ends with 1 if a number or a row differs.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import evalstore
from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import catalog
from evalstore.store.explanation import explaining
from evalstore.store.explanation.recomputing import recomputed
from evalstore.store.query.queries import Filter, Slice
from evalstore.store.query.reader import reading
from evalstore.store.verify import integrity


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=Path, required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="recomputed-") as folder:
        store = evalstore.open(Path(folder) / "store", create=True)
        for path in sorted(options.logs.iterdir()):
            try:
                store.ingest(path)
            except EvalstoreError as error:
                print(f"refused: {path.name}: {str(error).splitlines()[0][:100]}")
        store.fold()
        return compared(store)


def compared(store):
    """Print a row for each run and the sum; return whether something differs."""
    metrics = catalog().values()
    files = dict.fromkeys(name for metric in metrics for name in explaining.needed_files(metric))
    metric_count = number_count = row_count = different_count = 0
    print(f"{'metrics':>8}{'numbers':>9}{'rows':>8}{'differ':>8}  run")
    with reading(store.layout) as reader:
        # The definitions are those of all explanations.
        problems = integrity.definition_problems(reader)
        runs = [row["run_id"] for row in reader.rows("select run_id from facts.runs order by all")]
        for run_id in runs:
            with recomputed(store.layout, run_id, files) as now:
                found = [
                    explaining.beside(
                        reader, now, metric, Filter(run_id, slices=(Slice("all"),)),
                        problems=problems,
                    )
                    for metric in metrics
                ]  # fmt: skip
            given = [item for item in found if item.numbers]
            numbers = sum(len(item.numbers) for item in given)
            rows = sum(item.row_count for item in given)
            different = sum(
                len(item.changed_rows) + sum(bool(one.different) for one in item.numbers)
                for item in found
            )
            print(f"{len(given):8}{numbers:9}{rows:8}{different:8}  {run_id}", flush=True)
            metric_count, number_count = metric_count + len(given), number_count + numbers
            row_count, different_count = row_count + rows, different_count + different
    print(f"{metric_count:8}{number_count:9}{row_count:8}{different_count:8}  {len(runs)} runs")
    return different_count > 0 or bool(problems)


if __name__ == "__main__":
    sys.exit(main())
