"""
Write Inspect logs with the mock model: ``python make_inspect_log.py SAMPLES LOGS PATH``.

One log is the file PATH; several are the files of a folder PATH.
"""

import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from inspect_ai import Task
from inspect_ai import eval as run_tasks
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import includes
from inspect_ai.solver import generate


def main() -> None:
    """Run the samples through Inspect and move the logs to their place."""
    sample_count, log_count, path = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    if log_count > 1:
        path.mkdir()
    for number in range(log_count):
        file = path / f"log-{number:04d}.eval" if log_count > 1 else path
        _write(sample_count, random.Random(20 + number), file)


def _write(sample_count: int, rng: random.Random, path: Path) -> None:
    def answer(*_: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", f"I think it was {rng.randint(1, 40)}.")
        # Without it Inspect fetches a tokenizer from the network to count.
        output.usage = ModelUsage(input_tokens=20, output_tokens=6, total_tokens=26)
        return output

    samples = [
        Sample(
            id=f"history-{number:06d}",
            input=f"In which year of the reign did event {number} happen? Think, then answer.",
            target=str(rng.randint(1, 40)),
            metadata={"domain": rng.choice(["history", "math"]), "difficulty": rng.randint(1, 5)},
        )
        for number in range(sample_count)
    ]
    with tempfile.TemporaryDirectory() as folder:
        [log] = run_tasks(
            Task(dataset=MemoryDataset(samples), solver=generate(), scorer=includes()),
            model=get_model("mockllm/model", custom_outputs=answer),
            log_dir=folder,
            log_format="eval",
            display="none",
        )
        if log.status != "success":
            raise SystemExit(f"the run ended as {log.status}: {log.error}")
        [written] = Path(folder).glob("*.eval")
        shutil.move(written, path)


if __name__ == "__main__":
    main()
