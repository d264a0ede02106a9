"""The benchmarks still run, on little data: what they watch and measure is there."""

import importlib
import re
import subprocess
import sys
from operator import attrgetter
from pathlib import Path

import pytest

from benchmarks.run import NAMES
from benchmarks.stages import STAGES

ROOT = Path(__file__).parent.parent.parent


def printed(name, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", "--rounds", "1", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


WATCHED = sorted({stage[1:] for stages in STAGES.values() for stage in stages})


@pytest.mark.parametrize(("module", "function"), WATCHED)
def test_a_stage_is_a_function_of_the_product(module, function):
    """None of the functions that are watched has moved away."""
    assert callable(attrgetter(function)(importlib.import_module(module)))


@pytest.mark.sweep
def test_every_stage_is_watched():
    """Each stage of an ingest took some time."""
    text = printed("event_lines", "--events", "2000")
    found = re.findall(r"^  (\S.*?)  +[\d.]+ +\d+%$", text.partition("By stage")[2], re.MULTILINE)

    assert "fold: commit" in found
    assert found[-1] == "rest"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_benchmark_imports_is_there(name):
    """A name that moved is noticed at once; `make sweep` runs each."""
    assert importlib.import_module(f"benchmarks.{name}").__doc__


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "arguments", "sides"),
    [
        ("metric_query", ["--rows", "2000"], ["ece", "same columns", "polars"]),
        ("bootstrap", ["--rows", "2000"], ["evalstore", "loop in numpy"]),
        ("compare", ["--cases", "300"], ["evalstore compare", "polars", "bare scan"]),
        ("drift_tuning", ["--personas", "20"], ["evalstore", "polars", "triggers in Python"]),
        ("start_up", [], ["import duckdb", "evalstore --help", "evalstore runs"]),
    ],
)
def test_sides_are_compared(name, arguments, sides):
    """Each side has its row; metric_query also stops where the sides give different numbers."""
    text = printed(name, *arguments)
    missing = [side for side in sides if not re.search(rf"^  {side}", text, re.MULTILINE)]

    assert [] == missing


def test_an_unknown_benchmark_is_named():
    """A wrong name says which there are."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.run", "speed"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "event_lines" in done.stderr
