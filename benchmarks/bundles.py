"""
500 mutations of a bundle, by a kept seed, each checked by the check.py of the pristine bundle.

A third changes members, a third writes SHA256SUMS again after it, and a third does so while
check.py is told the SHA-256 of the true SHA256SUMS. Ends with 1 if a mutation holds.
``--every-metric`` also writes and checks a bundle of each metric.

    python -m benchmarks.bundles --store STORE --run RUN
"""

import argparse
import hashlib
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

import evalstore
from evalstore.metrics.catalog import catalog
from tests.store.explanation.bundle_checks import checked, mutated, unpacked, verdicts

MUTATIONS = 500


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--every-metric", action="store_true")
    options = parser.parse_args()
    store = evalstore.open(options.store)
    with tempfile.TemporaryDirectory(prefix="bundles-") as name:
        folder = Path(name)
        failed = swept(store, options.run, folder)
        if options.every_metric:
            failed += of_every_metric(store, options.run, folder)
    return failed > 0


def swept(store, run, folder):
    store.explain("accuracy", run=run, bundle=folder / "a.zip")
    pristine = unpacked(folder / "a.zip", folder / "pristine")
    told = hashlib.sha256((pristine / "SHA256SUMS").read_bytes()).hexdigest()
    changed = {False: [], True: []}
    for number in range(MUTATIONS):
        place = folder / str(number)
        name, is_told = mutated(pristine, place, number)
        shutil.copyfile(pristine / "check.py", place / "check.py")
        changed[is_told].append((place, name))
    counts, held = Counter(), 0
    for is_told, places in changed.items():
        lines = checked([at for at, _ in places], folder / "modules", told if is_told else "")
        for (at, name), verdict in zip(places, verdicts(lines), strict=True):
            counts[name] += 1
            if verdict == "HOLDS":
                held += 1
                print(f"mutation {at.name} holds: {name}")
    for name, count in sorted(counts.items()):
        print(f"{count:4} {name}")
    print(f"{MUTATIONS} mutations, {held} of which hold")
    return held


def of_every_metric(store, run, folder):
    folders = []
    for name in catalog():
        store.explain(name, run=run, bundle=folder / f"{name}.zip")
        folders.append(unpacked(folder / f"{name}.zip", folder / f"of-{name}"))
    lines = verdicts(checked(folders, folder / "modules"))
    found = dict(zip(catalog(), lines, strict=True))
    refused = {name: line for name, line in found.items() if line != "HOLDS"}
    print(f"{len(found)} metrics, {len(refused)} bundles of which do not hold", refused or "")
    return len(refused)


if __name__ == "__main__":
    sys.exit(main())
