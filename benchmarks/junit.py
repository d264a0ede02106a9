"""JUnit XML: a file of 100,000 test cases, beside lxml and junitparser reading the same file."""

import argparse
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from benchmarks.harness import CACHE, Cost, alternated, cached, compare, cost_of

CASE_COUNT = 100_000
ROUNDS = 3
# Its own environment, so that neither side meets the other's libraries.
ENVIRONMENT = CACHE / "junit"
REQUIREMENTS = ("lxml", "junitparser")
OURS, READER = "evalstore ingest", "its reader alone"
READ = (
    "import sys; from pathlib import Path; from evalstore.harnesses.junit import junit; "
    "from evalstore.harnesses.records import SourceFile; "
    "print(sum(1 for _ in junit.read(SourceFile(Path(sys.argv[1]), 'a', '0' * 64))))"
)
PEERS = {
    "lxml.etree.parse": "import sys; from lxml import etree; etree.parse(sys.argv[1])",
    "junitparser": (
        "import sys; from junitparser import JUnitXml; "
        "print(sum(1 for suite in JUnitXml.fromfile(sys.argv[1]) for case in suite))"
    ),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=CASE_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    python = environment()
    path = cached(f"junit-{asked.cases}.xml", lambda made: write(made, asked.cases))
    compare(
        f"JUnit XML: {asked.cases:,} test cases, {path.stat().st_size / 1e6:.0f} MB, "
        f"median of {asked.rounds}",
        alternated(
            {
                OURS: lambda: ingested(path),
                READER: lambda: cost_of([sys.executable, "-c", READ, path]),
                **{
                    name: lambda code=code: cost_of([python, "-c", code, path])
                    for name, code in PEERS.items()
                },
            },
            asked.rounds,
        ),
        OURS,
        {OURS: "at most 350 MB", READER: "at most 3x of lxml"},
    )


def write(path: Path, case_count: int) -> None:
    """Write a file as pytest does: one test in ten fails, each has two properties and output."""
    with path.open("w", encoding="utf-8") as file:
        file.write(f'<testsuites><testsuite name="pytest" tests="{case_count}">')
        for number in range(case_count):
            file.write(
                f'<testcase classname="tests.test_{number % 50}" name="test_case[{number}]" '
                f'time="0.{number % 997:03}"><properties>'
                f'<property name="confidence" value="0.{number % 89:02}" />'
                f'<property name="difficulty" value="{("easy", "hard")[number % 2]}" />'
                "</properties>"
            )
            if number % 10 == 0:
                file.write('<failure message="assert 1 == 2">def test():\n    assert 1 == 2')
                file.write("</failure>")
            file.write(f"<system-out>the answer is {number}</system-out></testcase>")
        file.write("</testsuite></testsuites>")


def ingested(path: Path) -> Cost:
    """Return what the ingestion into a fresh store costs, its facts included."""
    command = [sys.executable, "-m", "evalstore"]
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        cost_of([*command, "init", "--store", store])
        return cost_of([*command, "ingest", path, "--store", store])


def environment() -> Path:
    """Return the interpreter of an environment with the peers, made where it is not there."""
    python = ENVIRONMENT / "bin/python"
    if not python.exists():
        venv.create(ENVIRONMENT, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)
    return python


if __name__ == "__main__":
    main()
