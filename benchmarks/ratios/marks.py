"""
The kept ratios (``benchmarks/ratios.toml``), and how a new measurement compares with them.

A ratio may be lowered by ``--keep``. It is raised by hand, in a commit that says why.
"""

import json
import statistics
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.ratios.paths import Measurement

FILE = Path(__file__).parent.parent / "ratios.toml"
# The share above its mark from which a path counts as slower, and below which as faster.
TOLERANCE = 0.15
HEAD = """\
# CPU-seconds of each path as a multiple of the yardstick's, and the stages they went to.
# `make ratios` compares with these. `python -m benchmarks.ratios --keep` lowers them; a higher
# one is written by hand, in a commit that says why.
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """A ratio of a path to the yardstick, in total and by stage."""

    ratio: float
    stages: Mapping[str, float]


def of_measurements(
    measurements: Sequence[Measurement], yardsticks_cpu_s: Sequence[float]
) -> Mark:
    """
    Return the medians of a path and its stages, as multiples of the median yardstick.

    All yardsticks of a call count: the noise of a path and of the yardstick next to it in time
    are unrelated, so a ratio of those two is noisier than either.
    """
    yardstick_cpu_s = statistics.median(yardsticks_cpu_s)
    names = dict.fromkeys(name for item in measurements for name in item.stages_cpu_s)
    stages = {
        name: statistics.median(item.stages_cpu_s.get(name, 0.0) for item in measurements)
        for name in names
    }
    return Mark(
        statistics.median(item.cpu_s for item in measurements) / yardstick_cpu_s,
        {name: cpu_s / yardstick_cpu_s for name, cpu_s in stages.items()},
    )


def kept(file: Path = FILE) -> dict[str, Mark]:
    """Return the marks by path; none if there is no file."""
    if not file.exists():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: Mark(table["ratio"], table["stages"]) for name, table in tables.items()}


def keep(measured: Mapping[str, Mark], file: Path = FILE) -> None:
    """Write each measured mark that is new or lower than the kept one."""
    marks = kept(file)
    for name, mark in measured.items():
        if name not in marks or mark.ratio < marks[name].ratio:
            marks[name] = mark
    parts = [HEAD, *(_table(name, mark) for name, mark in marks.items())]
    file.write_text("\n".join(parts), encoding="utf-8")


def _table(name: str, mark: Mark) -> str:
    stages = "".join(
        f"{json.dumps(stage)} = {ratio:.3f}\n" for stage, ratio in mark.stages.items()
    )
    return f"[{json.dumps(name)}]\nratio = {mark.ratio:.3f}\n[{json.dumps(name)}.stages]\n{stages}"


def is_slower(now: Mark, mark: Mark) -> bool:
    """Return True if a path takes more than TOLERANCE above its mark."""
    return now.ratio > mark.ratio * (1 + TOLERANCE)


def is_faster(now: Mark, mark: Mark) -> bool:
    """Return True if a path takes more than TOLERANCE below its mark."""
    return now.ratio < mark.ratio * (1 - TOLERANCE)


def grown_stage(now: Mark, mark: Mark) -> tuple[str, float, float]:
    """Return the stage that grew most, with its ratio at the mark and now."""
    growth = {name: ratio - mark.stages.get(name, 0.0) for name, ratio in now.stages.items()}
    name = max(growth, key=growth.__getitem__)
    return name, mark.stages.get(name, 0.0), now.stages[name]


def slower_twice(slower: Sequence[str], file: Path) -> list[str]:
    """Return the paths that the call before this one also found slower; write down these."""
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    file.write_text(json.dumps(list(slower)), encoding="utf-8")
    return [name for name in slower if name in before]
