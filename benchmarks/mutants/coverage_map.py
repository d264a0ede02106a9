"""Which tests run which line: the whole suite once under coverage, kept for the next time."""

import ast
import hashlib
import json
from collections import Counter
from functools import cached_property
from pathlib import Path

import coverage

from benchmarks.harness import CACHE, ROOT
from benchmarks.mutants.mutant import Place
from benchmarks.mutants.workplace import Workplace

FOLDER = CACHE / "mutants"
# They hold the text of the code, so any fault could fail them: that is no test of what it does.
# Those of the package and of the benchmarks run in processes of their own.
NOT_TESTS = (
    "tests/house/test_house.py", "tests/test_package.py", "tests/docs/test_pages.py",
    "tests/benchmarks", "tests/judges/test_lock.py",
)  # fmt: skip
SLOW_SECONDS = 2.0
# So few tests of a line may be those that happened to come first.
FEW = 10
CONFIGURATION = """[run]
source = evalstore
relative_files = true
data_file = {data}
"""


class CoverageMap:
    """
    Tests by the lines that they run.

    A test file that changed since is run again, alone. Where a module changed its line numbers
    mean nothing any more: all tests that ran any of it are taken for each of its lines.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._folder.mkdir(parents=True, exist_ok=True)
        self._data_file = folder / "coverage"
        self._known_file = folder / "known.json"
        self._known: dict[str, dict] = {"digests": {}, "seconds": {}, "failed": {}}
        if self._known_file.exists():
            self._known = json.loads(self._known_file.read_text("utf-8"))

    def bring_up_to_date(self, workplace: Workplace) -> None:
        """Run the test files that were not run as they are now."""
        digests = {name: digest for name, digest in _digests().items() if name not in NOT_TESTS}
        before = self._known["digests"]
        stale = [
            name
            for name in sorted(digests)
            if _is_test(name) and digests[name] != before.get(name)
        ]
        if not stale:
            return
        print(f"running {len(stale)} files of tests under coverage, once", flush=True)
        configuration = workplace.root / "coverage.ini"
        configuration.write_text(CONFIGURATION.format(data=self._data_file), encoding="utf-8")
        options = [
            "--cov", f"--cov-config={configuration}", "--cov-context=test", "--cov-append",
            "--cov-report=",
        ]  # fmt: skip
        ran = workplace.run(stale, None, options)
        if ran.exit_code not in {0, 1}:
            raise RuntimeError(f"pytest exited {ran.exit_code}:\n{ran.output}")
        for name in stale:
            for kind in ("seconds", "failed"):
                for nodeid in [key for key in self._known[kind] if _file_of(key) == name]:
                    del self._known[kind][nodeid]
        self._known["seconds"] |= ran.seconds
        self._known["failed"] |= dict.fromkeys(ran.failed, True)
        is_first = not before
        for name, digest in digests.items():
            if name in stale or is_first:
                before[name] = digest
        self._known_file.write_text(json.dumps(self._known), encoding="utf-8")

    def tests_of(self, place: Place) -> list[str]:
        """Return the tests to run for a place in Python, the most telling first."""
        if _digests().get(place.file) != self._known["digests"].get(place.file):
            return self.in_order(self._expanded(self._contexts([place.file])))
        lines = self._lines.get(place.file, {})
        first, last = place.statement
        contexts = {context for line in range(first, last + 1) for context in lines.get(line, ())}
        found = self.in_order(self._expanded(contexts - {""}))
        if contexts and len(found) < FEW:
            # What runs at import, or is kept by a cache, does so in one test for all others.
            own = self.in_order(self._expanded(self._contexts([place.file])))
            found = list(dict.fromkeys([*found, *own]))
        return found or (self.in_order(self._tests_of_users(place.file)) if contexts else [])

    def in_order(self, tests: set[str]) -> list[str]:
        """Leave out what fails without a fault; the quick and particular ones come first."""
        there = (test for test in tests if test in self.seconds and not self.has_failed(test))
        return sorted(
            there,
            key=lambda test: (self.seconds[test] > SLOW_SECONDS, self._line_counts[test], test),
        )

    @property
    def seconds(self) -> dict[str, float]:
        """How long each test took."""
        return self._known["seconds"]

    def has_failed(self, test: str) -> bool:
        """Say whether a test failed on the code as it is."""
        return test in self._known["failed"]

    def _expanded(self, contexts: set[str]) -> set[str]:
        """Return the tests of contexts; what sets up for one may do so for all of its file."""
        tests = {context.rpartition("|")[0] for context in contexts if context}
        files = {_file_of(context) for context in contexts if context.endswith("|setup")}
        return tests | {test for test in self.seconds if _file_of(test) in files}

    def _tests_of_users(self, file: str) -> set[str]:
        """Return the tests that run a module or those that import it, from near to far."""
        files, seen = [file], {file}
        while files:
            users = [user for name in files for user in _users(name) if user not in seen]
            found = self._expanded(self._contexts([*files, *users]))
            if found:
                return found
            seen.update(users)
            files = list(dict.fromkeys(users))
        return set()

    def _contexts(self, files: list[str]) -> set[str]:
        """Return in which contexts any line of these files runs."""
        return {
            context
            for name in files
            for found in self._lines.get(name, {}).values()
            for context in found
            if context
        }

    @cached_property
    def _lines(self) -> dict[str, dict[int, list[str]]]:
        data = coverage.CoverageData(basename=str(self._data_file))
        data.read()
        return {name: data.contexts_by_lineno(name) for name in data.measured_files()}

    @cached_property
    def _line_counts(self) -> Counter[str]:
        return Counter(
            context.rpartition("|")[0]
            for lines in self._lines.values()
            for contexts in lines.values()
            for context in contexts
        )


def _file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _is_test(name: str) -> bool:
    is_excluded = any(name == part or name.startswith(f"{part}/") for part in NOT_TESTS)
    is_python_test = name.startswith("tests/") and Path(name).name.startswith("test_")
    is_doctest = name.startswith("evalstore/") and ">>> " in (ROOT / name).read_text("utf-8")
    return not is_excluded and (is_python_test or is_doctest or name.startswith("tests/views/"))


def _digests() -> dict[str, str]:
    """Return the SHA-256 of every file of code or tests."""
    if not _found_digests:
        for folder, ending in (("evalstore", "py"), ("tests", "py"), ("tests/views", "sql")):
            for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
                name = path.relative_to(ROOT).as_posix()
                _found_digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return _found_digests


def _users(file: str) -> list[str]:
    """Return the modules that import one."""
    if not _found_users:
        for path in sorted((ROOT / "evalstore").rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                for module in _imported(node):
                    _found_users.setdefault(module, []).append(name)
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return list(dict.fromkeys(_found_users.get(module, [])))


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


_found_digests: dict[str, str] = {}
_found_users: dict[str, list[str]] = {}
