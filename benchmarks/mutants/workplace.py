"""A copy of the project in a temporary folder, where faults are made and tests run."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import ROOT
from benchmarks.mutants import recorder

# What no test of a mutant looks at; it holds what is large or not ours.
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".cache", "__pycache__", ".*_cache", ".hypothesis", "demo-store", "dist"
)
PARTS = ("benchmarks", "docs", "evalstore", "ingest", "sql", "tests", "views")
FILES = ("README.md", "pyproject.toml", "Makefile", "CHANGELOG.md")
# A fault that does not come so far is none that tests could miss.
LOADING_MODULE = "import importlib, sys; importlib.import_module(sys.argv[1])"
LOADING_SQL = """
import duckdb
from evalstore.store.facts import schema
with duckdb.connect() as connection:
    connection.execute("attach ':memory:' as evalstore (type duckdb)")
    connection.execute("use evalstore")
    schema.create(connection)
"""
LOADING_SECONDS_MAX = 120
WAITING = 10
_running: set[subprocess.Popen] = set()


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run of pytest came to; ``failed`` has the tests in the order they failed."""

    exit_code: int | None
    failed: list[str]
    passed: list[str]
    seconds: dict[str, float]
    output: str

    @property
    def is_out_of_time(self) -> bool:
        """Say whether it had to be ended."""
        return self.exit_code is None


class Workplace:
    """One copy of the project."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self._scratch = folder
        for part in PARTS:
            shutil.copytree(ROOT / part, self.root / part, ignore=NOT_COPIED)
        for name in FILES:
            shutil.copy2(ROOT / name, self.root / name)

    @contextmanager
    def holding(self, texts: dict[str, str]) -> Iterator[None]:
        """Let files have other texts for a while."""
        kept = {name: self.root / name for name in texts}
        for name, path in kept.items():
            # Compiled files are told apart by whole seconds and sizes, which may be the same.
            for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
                compiled.unlink()
            path.write_text(texts[name], encoding="utf-8")
        try:
            yield
        finally:
            for name, path in kept.items():
                shutil.copy2(ROOT / name, path)

    def loads(self, file: str) -> bool:
        """Say whether a module can be imported or, of SQL, every relation defined."""
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        program = [LOADING_MODULE, module] if file.endswith(".py") else [LOADING_SQL]
        command = [sys.executable, "-c", *program]
        try:
            done = subprocess.run(
                command, cwd=self.root, env=self._environment(), capture_output=True,
                timeout=LOADING_SECONDS_MAX, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            # What loops while it loads is told by its tests.
            return True
        return done.returncode == 0

    def run(
        self, tests: Sequence[str], seconds_max: float | None, options: Sequence[str] = ()
    ) -> Ran:
        """Run tests, named by their node ids, in this order."""
        with tempfile.TemporaryDirectory(dir=self._scratch) as folder:
            named, record = Path(folder) / "tests", Path(folder) / "record"
            named.write_text("".join(f"{test}\n" for test in tests), encoding="utf-8")
            record.touch()
            command = [
                sys.executable, "-m", "pytest", "-p", "benchmarks.mutants.recorder",
                "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=line",
                f"--basetemp={folder}/tmp", *options, f"@{named}",
            ]  # fmt: skip
            environment = self._environment() | {recorder.FILE: str(record)}
            exit_code, output = _ended(command, self.root, environment, seconds_max)
            lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
        return Ran(
            exit_code,
            list(dict.fromkeys(line["nodeid"] for line in lines if line["is_failed"])),
            [line["nodeid"] for line in lines if not line["is_failed"]],
            {line["nodeid"]: line["seconds"] for line in lines},
            output,
        )

    def _environment(self) -> dict[str, str]:
        # Real data would make tests of hours; compiled files of a fault must not stay.
        kept = {name: value for name, value in os.environ.items() if name != "EVALSTORE_REAL_DATA"}
        return kept | {"PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}


def end_all() -> None:
    """End what runs in any workplace, when nobody waits for it any more."""
    for process in [*_running]:
        # One may have ended by itself in between.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _ended(
    command: list[str], folder: Path, environment: dict[str, str], seconds_max: float | None
) -> tuple[int | None, str]:
    """
    Run a command and all it starts; the code is None where it had to be ended.

    The limit is of CPU time, which on a busy machine says more; one that waits for ever is ended
    after ten times as long.
    """
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        _running.add(process)
        exit_code: int | None
        try:
            if seconds_max is not None:
                limit = max(1, round(seconds_max))
                resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit))
            exit_code = process.wait(None if seconds_max is None else WAITING * seconds_max)
        except subprocess.TimeoutExpired:
            exit_code = None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            _running.discard(process)
        said.seek(0)
        is_ended = exit_code in {-signal.SIGXCPU, -signal.SIGKILL}
        return None if is_ended else exit_code, said.read()[-4000:]
