"""
Readers of foreign files beside the parser of each, without the start of an interpreter.

    python -m benchmarks.readers [FORMAT ...] [--rounds N]

Each side is a process of its own that imports first and then says what the reading alone took.
``writing`` is what orjson takes for the texts of the records, which a reader gives and a parser
does not: ``at least`` has the ratio of parsing and writing alone.
The files are those of the benchmarks of the formats.
"""

import argparse
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import deepeval, helm, junit, lighteval, openai_evals
from benchmarks.harness import CACHE, ROOT, cached, cost_of, table

ROUNDS = 3
READ = """
import sys, time
from pathlib import Path
from pyarrow import parquet
from evalstore.harnesses import detect
from evalstore.harnesses.records import SourceFile
path, reader = Path(sys.argv[1]), detect.record_formats()[sys.argv[2]]
found = tuple(getattr(reader, "companions", lambda _: ())(path))
source = SourceFile(path, path.name, "0" * 64, companions=found)
began = time.process_time()
for _ in reader.read(source):
    pass
print(time.process_time() - began)
"""
# What is left of a reader that does nothing: the texts of its records.
WRITE = READ.replace("import sys, time", "import sys, time, orjson").replace(
    """for _ in reader.read(source):
    pass
""",
    """records = [orjson.loads(item.text) for item in reader.read(source)]
began = time.process_time()
for record in records:
    orjson.dumps(record).decode()
""",
)
# What each parser does with a file, after its imports.
PARSERS = {
    "orjson": ("import orjson", "orjson.loads(open(path, 'rb').read())"),
    "orjson, lines": ("import orjson", "[orjson.loads(line) and 0 for line in open(path, 'rb')]"),
    "lxml": ("from lxml import etree", "etree.parse(path)"),
    "pyarrow": (
        "from pyarrow import parquet",
        "[len(batch.to_pylist()) for batch in parquet.ParquetFile(path).iter_batches(64)]",
    ),
}  # fmt: skip
PARSE = """
import sys, time
{imports}
began = time.process_time()
for path in sys.argv[1:]:
    {parse}
print(time.process_time() - began)
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", default=[*FILES])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    rows = []
    for name in asked.formats:
        path, parser_name, parsed = FILES[name]()
        imports, parse = PARSERS[parser_name]
        python = junit.environment() if parser_name == "lxml" else sys.executable
        code = PARSE.format(imports=imports, parse=parse)
        read_s, parsed_s, written_s = [], [], []
        for _ in range(asked.rounds):
            read_s.append(_said_s([sys.executable, "-c", READ, path, name]))
            parsed_s.append(_said_s([python, "-c", code, *parsed]))
            written_s.append(_said_s([sys.executable, "-c", WRITE, path, name]))
        ours_s, theirs_s, least_s = map(statistics.median, (read_s, parsed_s, written_s))
        figures = (ours_s, theirs_s, least_s, ours_s / theirs_s, (theirs_s + least_s) / theirs_s)
        rows.append((name, *(f"{figure:.2f}" for figure in figures), parser_name))
    table(
        f"Readers beside parsers, CPU-seconds, median of {asked.rounds}",
        ("format", "reader", "parser", "writing", "ratio", "at least", "parser"), rows,
    )  # fmt: skip


def _said_s(command: list[str | Path]) -> float:
    words = [str(word) for word in command]
    return float(
        subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    )


def _made(name: str, maker: str, count: int) -> Path:
    command = [sys.executable, "-m", f"benchmarks.{maker}", str(count)]
    return cached(name, lambda path: cost_of([*command, path]))


def _helm() -> tuple[Path, str, list[Path]]:
    folder = CACHE / f"helm-{helm.INSTANCE_COUNT}"
    if not folder.exists():
        helm.write(folder, helm.INSTANCE_COUNT)
    return folder / "run_spec.json", "orjson", sorted(folder.glob("*.json"))


def _lm_eval() -> tuple[Path, str, list[Path]]:
    folder = _made("lm-eval-20000", "make_lm_eval", 20_000)
    [results], samples = folder.glob("results_*"), folder.glob("samples_*")
    return results, "orjson, lines", [*samples]


def _lighteval() -> tuple[Path, str, list[Path]]:
    count = lighteval.ROW_COUNT
    folder = cached(f"lighteval-{count}", lambda made: lighteval.write(made, count))
    return folder / f"results_{lighteval.STAMP}.json", "pyarrow", [*folder.glob("*.parquet")]


def _one_file(path: Path, parser_name: str) -> tuple[Path, str, list[Path]]:
    return path, parser_name, [path]


FILES: dict[str, Callable[[], tuple[Path, str, list[Path]]]] = {
    "openai_evals": lambda: _one_file(
        cached("openai-evals-100000.jsonl", lambda made: openai_evals.write(made, 100_000)),
        "orjson, lines",
    ),
    "helm": _helm,
    "deepeval": lambda: _one_file(
        cached("deepeval-10000.json", lambda made: deepeval.write(made, 10_000)), "orjson"
    ),
    "promptfoo": lambda: _one_file(
        _made("promptfoo-10000.json", "make_promptfoo", 10_000), "orjson"
    ),
    "lm_eval": _lm_eval,
    "lighteval": _lighteval,
    "junit": lambda: _one_file(
        cached("junit-100000.xml", lambda made: junit.write(made, 100_000)), "lxml"
    ),
}


if __name__ == "__main__":
    main()
