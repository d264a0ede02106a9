"""Formats of other packages, by entry points."""

import subprocess
import sys

import pytest

from evalstore.api.store import open_store

READER = '''
"""Scores of our own, one a line."""

from evalstore.harnesses.records import Skip, SourceRecord

MAPPING = "ingest/mapped"
HOLDS_WHOLE_RUN = False


def recognises(path, head):
    return head.startswith(b"our scores")


def read(source):
    for number, line in enumerate(source.path.read_text().splitlines()[1:], 2):
        case, _, mark = line.partition(" ")
        if not mark:
            yield Skip(f"line {number}", "no mark", f"found {line!r}, expected a case and a mark")
            continue
        yield SourceRecord(
            f"line {number}",
            '{"kind": "verdict_recorded", "run_id": "r1", "payload": {"case_id": "%s", '
            '"system_id": "s", "validator_id": "us", "outcome": "%s"}}' % (case, mark),
        )
'''


@pytest.fixture
def evalstore(tmp_path):
    """Carry a command out where a package with a format is installed."""
    packages = tmp_path / "packages"
    about = packages / "our_scores-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Name: our-scores\nVersion: 1\n", encoding="utf-8")
    (packages / "our_scores.py").write_text(READER, encoding="utf-8")

    def run(*arguments, points="our_scores = our_scores"):
        (about / "entry_points.txt").write_text(
            f"[evalstore.formats]\n{points}\n", encoding="utf-8"
        )
        return subprocess.run(
            [sys.executable, "-m", "evalstore", *map(str, arguments)],
            env={"PYTHONPATH": f"{packages}:{':'.join(sys.path)}", "PATH": ""},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_a_format_of_another_package(evalstore, tmp_path):
    """It is listed, recognised and read like any other; what it leaves out is named."""
    file = tmp_path / "scores.txt"
    file.write_text("our scores\nc1 right\nc2\nc3 wrong\n", encoding="utf-8")
    open_store(tmp_path / "store", create=True)

    assert (
        "our_scores         Scores of our own, one a line." in evalstore("list", "formats").stdout
    )
    done = evalstore("ingest", file, "--store", "store")

    assert "(our_scores): read 3, new 2, duplicate 0, revised 0, skipped 1" in done.stdout
    assert "line 3: found 'c2', expected a case and a mark" in done.stdout


def test_a_doubt_is_told_again_and_fatal_under_strict(evalstore, tmp_path):
    """A reader that renamed something says so each time, and under --strict nothing is kept."""
    doubting = READER.replace(
        "    for number", "    source.doubts.append('c1 is now c9')\n    for number"
    )
    (tmp_path / "packages/our_scores.py").write_text(doubting, encoding="utf-8")
    file = tmp_path / "scores.txt"
    file.write_text("our scores\nc1 right\n", encoding="utf-8")
    open_store(tmp_path / "store", create=True)

    strict = evalstore("ingest", file, "--store", "store", "--strict")
    assert (5, True) == (strict.returncode, "c1 is now c9" in strict.stderr)
    for new_count in (1, 0):
        done = evalstore("ingest", file, "--store", "store")
        assert f"read 1, new {new_count}," in done.stdout
        assert "  warning: c1 is now c9\n" == done.stderr


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("our_scores = elsewhere", "'our_scores' of our-scores cannot be loaded"),
        ("junit = our_scores", "our-scores defines a format 'junit', which already exists"),
        ("our_scores = json", "'our_scores' of our-scores lacks MAPPING, HOLDS_WHOLE_RUN"),
    ],
)
def test_formats_that_cannot_be_used(evalstore, points, said):
    """They are named with their package, and the way out."""
    done = evalstore("list", "formats", points=points)

    assert 2 == done.returncode
    assert said in done.stderr
