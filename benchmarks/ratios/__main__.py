"""
Compare the cost of each path with the kept ratio: ``python -m benchmarks.ratios [PATH...]``.

Exits 1 if a path is more than 15 % above its mark in two calls in a row.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.harness import ROOT, table
from benchmarks.ratios import inputs, marks
from benchmarks.ratios.marks import Mark
from benchmarks.ratios.paths import PATHS, Measurement, measured, yardstick_cpu_s


def main() -> int:
    """Measure, print the paths that became slower first, then all; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", help=f"of {', '.join(PATHS)}")
    parser.add_argument("--rounds", type=int, help="of each path; default 3, or 5 of noisy ones")
    parser.add_argument("--keep", action="store_true", help="lower the marks to what was measured")
    parser.add_argument(
        "--planted", type=float, default=0.0, metavar="SHARE",
        help="slow every path down by this share, to see whether that is found",
    )  # fmt: skip
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "ratios")
    options = parser.parse_args()
    names = options.paths or list(PATHS)
    if unknown := [name for name in names if name not in PATHS]:
        parser.error(f"no path {unknown[0]!r}; there is {', '.join(PATHS)}")
    inputs_folder = inputs.made(options.folder)
    measurements, yardsticks_cpu_s = _measurements(names, options, inputs_folder)
    now = {
        name: marks.of_measurements(items, yardsticks_cpu_s)
        for name, items in measurements.items()
    }
    if options.keep:
        marks.keep(now)
    kept = marks.kept()
    slower = [name for name in names if name in kept and marks.is_slower(now[name], kept[name])]
    for name in slower:
        print(_slower(name, now[name], kept[name]))
    _print(measurements, now, kept)
    if options.planted:
        return 0
    twice = marks.slower_twice(slower, options.folder / "slower.json")
    if twice:
        print(f"slower in two calls in a row: {', '.join(twice)}")
    return 1 if twice else 0


def _measurements(
    names: Sequence[str], options: argparse.Namespace, inputs_folder: Path
) -> tuple[dict[str, list[Measurement]], list[float]]:
    """
    Run the paths in turn, and the yardstick after every third one; two processes at a time.

    Return the measurements of each path, and the CPU-seconds of the yardsticks.
    """
    rounds = {name: options.rounds or PATHS[name].rounds for name in names}
    turns = [name for turn in range(max(rounds.values())) for name in names if turn < rounds[name]]
    measurements: dict[str, list[Measurement]] = {name: [] for name in names}
    with ThreadPoolExecutor(max_workers=2) as pool:
        yardsticks = []
        taken = []
        for place, name in enumerate(turns):
            taken.append(pool.submit(measured, PATHS[name], inputs_folder, options.planted))
            if place % 3 == 0:
                yardsticks.append(pool.submit(yardstick_cpu_s, inputs_folder))
        for name, measurement in zip(turns, taken, strict=True):
            measurements[name].append(measurement.result())
        return measurements, [yardstick.result() for yardstick in yardsticks]


def _slower(name: str, now: Mark, mark: Mark) -> str:
    stage, before, after = marks.grown_stage(now, mark)
    growth = now.ratio / mark.ratio - 1
    return (
        f"slower: {name} takes {now.ratio:.2f} of the yardstick, {growth:+.0%} of the kept "
        f'{mark.ratio:.2f}; "{stage}" grew most, from {before:.2f} to {after:.2f}'
    )


def _print(
    measurements: Mapping[str, list[Measurement]],
    now: Mapping[str, Mark],
    kept: Mapping[str, Mark],
) -> None:
    rows = []
    for name, mark in now.items():
        cpu_s = sorted(item.cpu_s for item in measurements[name])
        before = kept.get(name)
        note = "no mark is kept"
        if before is not None:
            note = f"{mark.ratio / before.ratio - 1:+.0%}"
            if marks.is_faster(mark, before):
                note += ", faster: --keep lowers the mark"
        rows.append(
            (name, str(len(cpu_s)), f"{cpu_s[len(cpu_s) // 2]:.2f}", f"{mark.ratio:.2f}",
             f"{before.ratio:.2f}" if before else "-", note)
        )  # fmt: skip
    table(
        "Cost of each path, median",
        ("path", "rounds", "CPU s", "of the yardstick", "kept", ""),
        rows,
    )


if __name__ == "__main__":
    sys.exit(main())
