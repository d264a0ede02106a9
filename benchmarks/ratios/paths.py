"""The measured paths: a command, or a part of one, on a small input each."""

import json
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import cost_of


@dataclass(frozen=True, slots=True)
class MeasuredPath:
    """
    A command and what it works on.

    ``work`` names its stages; ``rounds`` is how often it is measured in a call. In ``arguments``,
    ``{inputs}`` is the folder of the inputs and ``{store}`` a copy of the store ``store`` in it,
    made for each call.
    """

    work: str
    store: str
    arguments: tuple[str, ...]
    rounds: int = 3


# More rounds for what is noisy and short.
NOISY_ROUNDS = 5
LEFT, RIGHT = "left", "right"
PATHS = {
    "ingest one log": MeasuredPath("inspect logs", "empty", ("ingest", "{inputs}/log.eval")),
    "ingest small logs": MeasuredPath("inspect logs", "empty", ("ingest", "{inputs}/logs")),
    "ingest again": MeasuredPath("inspect logs", "again", ("ingest", "{inputs}/logs")),
    "ingest event lines": MeasuredPath(
        "event lines", "empty", ("ingest", "{inputs}/events.ndjson")
    ),
    "gate": MeasuredPath(
        "gate", "store", ("gate", "--config", "{inputs}/gates.toml"), NOISY_ROUNDS
    ),
    "report": MeasuredPath(
        "report", "compared/store", ("report", "--run", LEFT, "-o", "{store}.html")
    ),
    "site": MeasuredPath("site", "store", ("site", "{store}.site", "--limit", "3")),
    "chart": MeasuredPath(
        "chart", "store", ("chart", "accuracy", "-o", "{store}.svg"), NOISY_ROUNDS
    ),
    "compare": MeasuredPath("compare", "compared/store", ("compare", LEFT, RIGHT)),
    "runs": MeasuredPath("runs", "store", ("runs",), NOISY_ROUNDS),
    "read openai/evals": MeasuredPath(
        "reader", "empty", ("openai_evals", "{inputs}/openai-evals.jsonl")
    ),
    "read lm-eval": MeasuredPath(
        "reader", "empty", ("lm_eval", "{inputs}/lm-eval/results_2026-01-02T03-04-05.678901.json")
    ),
    "read promptfoo": MeasuredPath("reader", "empty", ("promptfoo", "{inputs}/promptfoo.json")),
    "read JUnit": MeasuredPath("reader", "empty", ("junit", "{inputs}/junit.xml")),
    "ece": MeasuredPath("ece", "empty", ("ece", "{inputs}/ece.duckdb")),
}


@dataclass(frozen=True, slots=True)
class Measurement:
    """CPU-seconds of a path, and of its stages."""

    cpu_s: float
    stages_cpu_s: dict[str, float]


def measured(path: MeasuredPath, inputs: Path, planted: float = 0.0) -> Measurement:
    """Run a path once, on a copy of its store, slowed down by the share ``planted``."""
    with tempfile.TemporaryDirectory(dir=inputs) as folder:
        store, stages = Path(folder) / "warehouse", Path(folder) / "stages.json"
        shutil.copytree(inputs / path.store, store)
        arguments = [text.format(inputs=inputs, store=store) for text in path.arguments]
        cost = cost_of(
            [sys.executable, "-m", "benchmarks.stages", stages, path.work,
             *arguments, "--store", store],
            variables={"PLANTED_SLOWDOWN": str(planted)},
        )  # fmt: skip
        return Measurement(cost.cpu_s, json.loads(stages.read_text(encoding="utf-8")))


def yardstick_cpu_s(inputs: Path) -> float:
    """Return the CPU-seconds of the yardstick, from one run."""
    return cost_of(
        [sys.executable, "-m", "benchmarks.ratios.yardstick", inputs / "log.eval"]
    ).cpu_s
