"""What compare.md shows is what happens, on the event lines that come with the demo."""

import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evalstore.analyses.paired import LEVEL, POWER
from evalstore.student import quantile

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "compare.md").read_text(encoding="utf-8")
EVENTS = ROOT / "evalstore" / "demo" / "events" / "capitals.ndjson"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT_CODE = re.compile(r"# exits (\d+)$")


@pytest.fixture(scope="module")
def steps(tmp_path_factory):
    """Every command of the page in turn, in a folder of its own, with what is shown below it."""
    folder = tmp_path_factory.mktemp("compared")
    shutil.copy(EVENTS, folder)
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("EVALSTORE_STORE", None)
    found = []
    for text in CONSOLE.findall(PAGE):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            done = subprocess.run(
                ["bash", "-c", command], cwd=folder, env=environment, capture_output=True,
                text=True, check=False,
            )  # fmt: skip
            found.append((command, shown, done))
    return found


def test_commands_exit_as_said(steps):
    """Every command exits 0, or with the code its comment says."""
    expected = [
        (command, int(found[1]) if (found := EXIT_CODE.search(command)) else 0)
        for command, _, _ in steps
    ]

    assert len(expected) >= 7
    assert expected == [(command, done.returncode) for command, _, done in steps]


def test_output_is_as_shown(steps):
    """A line that is only … stands for some lines, … in a line for the rest of it."""
    different = [
        (command, done.stdout)
        for command, shown, done in steps
        if shown and not re.fullmatch(pattern(shown), done.stdout)
    ]

    assert [] == different


def pattern(shown):
    """Return what shown output stands for."""
    rest = shown.removeprefix("…\n")
    lines = ".*".join(re.escape(piece) for piece in rest.split("…"))
    return lines if rest == shown else rf"(?:.*\n)*{lines}"


def test_numbers_in_the_prose():
    """Wins and losses of the example, how many more cases, and how many standard errors."""
    assert "eight answers became right and five wrong" in PAGE
    assert 12 == round((0.35 / 0.1) ** 2)
    assert "2.36 standard errors with 8 of them, ± 1.96" in PAGE
    assert "2.80 standard errors\n  with many clusters or pairs, 3.26 with 8." in PAGE
    for unit_count, reach, effect in ((8, 2.36, 3.26), (100_000, 1.96, 2.80)):
        found = quantile(1 - LEVEL / 2, unit_count - 1)
        assert math.isclose(reach, found, abs_tol=0.005)
        assert math.isclose(effect, found + quantile(POWER, unit_count - 1), abs_tol=0.005)
