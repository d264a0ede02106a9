"""A model card with 1,000 results, beside PyYAML reading its front matter."""

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import Cost, alternated, cached, compare, cost_of

RESULT_COUNT = 1_000
ROUNDS = 3
OURS, READER, PYYAML = "evalstore ingest", "its reader alone", "yaml.safe_load"
READ = (
    "import sys; from pathlib import Path; "
    "from evalstore.harnesses.hugging_face import hugging_face; "
    "from evalstore.harnesses.records import SourceFile; "
    "print(sum(1 for _ in hugging_face.read(SourceFile(Path(sys.argv[1]), 'a', '0' * 64))))"
)
PARSE = (
    "import sys, yaml; from pathlib import Path; "
    "print(len(yaml.safe_load(Path(sys.argv[1]).read_text('utf-8').split('---')[1])))"
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=int, default=RESULT_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    path = cached(f"hugging-face-{asked.results}.md", lambda made: write(made, asked.results))
    compare(
        f"Hugging Face: {asked.results:,} results, {path.stat().st_size / 1e6:.1f} MB, "
        f"median of {asked.rounds}",
        alternated(
            {
                OURS: lambda: ingested(path),
                READER: lambda: cost_of([sys.executable, "-c", READ, path]),
                PYYAML: lambda: cost_of([sys.executable, "-c", PARSE, path]),
            },
            asked.rounds,
        ),
        OURS,
        {OURS: "at most 350 MB", READER: "at most 3x of PyYAML"},
    )


def write(path: Path, result_count: int) -> None:
    """Write a card whose model-index has many results of three metrics."""
    results = "".join(
        f"  - task:\n      type: question-answering\n    dataset:\n      name: Set {number}\n"
        f"      type: our/set-{number}\n      split: test\n    metrics:\n"
        + "".join(
            f"    - type: {metric}\n      value: {number % 100}.5\n"
            for metric in ("exact_match", "f1", "accuracy")
        )
        for number in range(result_count)
    )
    card = f"---\nmodel-index:\n- name: maia-2\n  results:\n{results}---\n# maia-2\n"
    path.write_text(card, encoding="utf-8")


def ingested(path: Path) -> Cost:
    """Return what the ingestion into a fresh store costs, its facts included."""
    command = [sys.executable, "-m", "evalstore"]
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        cost_of([*command, "init", "--store", store])
        return cost_of([*command, "ingest", path, "--store", store])


if __name__ == "__main__":
    main()
