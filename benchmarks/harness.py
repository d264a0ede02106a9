"""
What the benchmarks share: costs of processes and calls, alternating sides, tables.

CPU-seconds, not wall time: machines are noisy. Sides take turns, so that a change of the machine
meets all of them. The process that measures imports nothing big, because the peak memory of a
child is at least that of the process it came from.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import evalstore

ROOT = Path(__file__).parent.parent
CACHE = Path(__file__).parent / ".cache"
EVALSTORE = (sys.executable, "-m", "evalstore")
# Kilobytes on Linux, bytes elsewhere.
RSS_UNIT_BYTES = 1024 if sys.platform == "linux" else 1


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took; ``rss_mb`` is its peak memory in 10^6 bytes."""

    cpu_s: float
    rss_mb: float
    wall_s: float


def cost_of(
    command: Sequence[str | Path], cwd: Path = ROOT, variables: Mapping[str, str] | None = None
) -> Cost:
    """
    Run a command to its end, with more environment variables; raises RuntimeError if it fails.

    Bytecode is written: without it each process would compile the package again.
    """
    environment = {**os.environ, **(variables or {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command],
            cwd=cwd,
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            words = said.read().decode(errors="replace")
            raise RuntimeError(f"{command} exited {process.returncode}: {words}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * RSS_UNIT_BYTES / 1e6, wall_s)


def alternated(sides: Mapping[str, Callable[[], Cost]], rounds: int) -> dict[str, Cost]:
    """Let the sides take turns; return the median of each."""
    costs: dict[str, list[Cost]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            costs[name].append(side())
    return {name: _median(found) for name, found in costs.items()}


def _median(costs: list[Cost]) -> Cost:
    return Cost(
        statistics.median(cost.cpu_s for cost in costs),
        max(cost.rss_mb for cost in costs),
        statistics.median(cost.wall_s for cost in costs),
    )


def cost_of_call(function: Callable[[], object]) -> Cost:
    """Return what a call took in this process, all its threads included."""
    started, cpu_started = time.perf_counter(), time.process_time()
    function()
    return Cost(time.process_time() - cpu_started, 0.0, time.perf_counter() - started)


def compare(
    title: str, costs: Mapping[str, Cost], base: str, limits: Mapping[str, str] | None = None
) -> None:
    """Print the costs of all sides, each as a multiple of the base's CPU-seconds."""
    limits = limits or {}
    rows = [
        (
            name,
            f"{cost.cpu_s:.3f}",
            f"{cost.rss_mb:.0f}" if cost.rss_mb else "-",
            f"{cost.wall_s:.3f}",
            f"{cost.cpu_s / costs[base].cpu_s:.2f}",
            limits.get(name, ""),
        )
        for name, cost in costs.items()
    ]
    table(title, ("side", "CPU s", "peak MB", "wall s", "ratio", "to reach"), rows)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table: the first column and the last to the left, numbers to the right."""
    lines = [list(columns), *(list(row) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    print(f"\n{title}")
    for line in lines:
        cells = [
            cell.rjust(width) if 0 < place < len(columns) - 1 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        print("  " + "  ".join(cells).rstrip())
    sys.stdout.flush()


def cached(name: str, make: Callable[[Path], object]) -> Path:
    """Return a file of the cache, made first where it is not there."""
    CACHE.mkdir(exist_ok=True)
    path = CACHE / name
    if not path.exists():
        temporary = path.with_name(f"making-{name}")
        make(temporary)
        temporary.rename(path)
    return path


@contextmanager
def copied_store(empty: Path) -> Iterator[evalstore.Store]:
    """Open a store that begins as a copy of an empty one, which is quicker than to make one."""
    with tempfile.TemporaryDirectory() as folder:
        yield evalstore.open(shutil.copytree(empty, Path(folder) / "warehouse"), create=True)
