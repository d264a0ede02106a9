"""Which tests read a relation or macro: those of everything that is made of it."""

import re
from functools import cached_property
from pathlib import Path

from benchmarks.harness import ROOT
from benchmarks.mutants.coverage_map import NOT_TESTS, CoverageMap
from benchmarks.mutants.mutant import Place

SCHEMAS = {"views": "metrics", "sql/macros": "macros", "sql/facts/macros": "macros"}
# Twins are given their facts as rows, so that nothing which computes facts is seen there.
COMPUTED = ("sql/facts/tables/", "sql/facts/derived/")
# They hold the text of a metric's file, which is another one in any mutant.
OF_TEXTS = (
    "tests/test_docs.py",
    "tests/metrics/test_catalog.py", "tests/metrics/test_check.py", "tests/metrics/test_header.py",
    "tests/views/",
)  # fmt: skip
# A name that more files have is a word like others.
NAMING_FILES_MAX = 12


class SqlTests:
    """Tests by the SQL file whose relation, or one that reads it, they name."""

    def __init__(self, coverage_map: CoverageMap) -> None:
        self._map = coverage_map

    def tests_of(self, place: Place) -> list[str]:
        """Return the tests to run for a place in SQL, the twins first."""
        name = name_of(place.file)
        users = self._users(name)
        metrics = [user.partition(".")[2] for user in users if user.startswith("metrics.")]
        is_computed = place.file.startswith(COMPUTED)
        twins = (
            [] if is_computed else [f"tests/views/{metric}.sql::{metric}" for metric in metrics]
        )
        python = [
            test
            for file in self._files(
                name, users, "tests/store/" if is_computed else "tests/metrics/"
            )
            for test in self._map.in_order(
                {known for known in self._map.seconds if known.startswith(f"{file}::")}
            )
        ]
        return [*(twin for twin in twins if twin in self._map.seconds), *python]

    def _files(self, name: str, users: list[str], nearest: str) -> list[str]:
        """Return the files of tests that name a relation or, beside it, one that reads it."""
        naming = self._files_naming([name.partition(".")[2]])
        if len(naming) > NAMING_FILES_MAX:
            qualified = self._files_naming([name])
            naming = {
                file: count
                for file, count in naming.items()
                if file in qualified or file.startswith(nearest)
            }
        # Of a relation that many read, what each of them gives is told by its twin.
        is_read_by_few = nearest == "tests/store/" or len(users) <= NAMING_FILES_MAX
        through = self._files_naming([user.partition(".")[2] for user in users])
        for file, count in through.items():
            if is_read_by_few and file.startswith(nearest):
                naming.setdefault(file, count)
        return sorted(naming, key=lambda file: (not file.startswith(nearest), -naming[file], file))

    def _users(self, name: str) -> list[str]:
        """Return what a relation is part of, itself included, the nearest first."""
        found = [name]
        for known in found:
            found += [user for user in self._read_by.get(known, []) if user not in found]
        return found

    def _files_naming(self, names: list[str]) -> dict[str, int]:
        """Return how often each file of tests has one of these names, where it does."""
        words = "|".join(re.escape(name) for name in names)
        pattern = re.compile(rf"\b(?:{words})\b")
        found = {file: len(pattern.findall(text)) for file, text in self._test_texts.items()}
        return {file: count for file, count in found.items() if count}

    @cached_property
    def _read_by(self) -> dict[str, list[str]]:
        """Return, for each relation and macro, what is made of it."""
        texts = {
            name_of(path.relative_to(ROOT).as_posix()): re.sub(r"--[^\n]*", "", path.read_text())
            for folder in ("views", "sql/facts", "sql/macros")
            for path in sorted((ROOT / folder).rglob("*.sql"))
        }
        read_by: dict[str, list[str]] = {}
        for name in texts:
            # What is computed together is named without its schema.
            bare = name.partition(".")[2]
            word = rf"\b{re.escape(name)}\b|(?<![\w.]){re.escape(bare)}\b"
            read_by[name] = [
                user for user, text in texts.items() if user != name and re.search(word, text)
            ]
        return read_by

    @cached_property
    def _test_texts(self) -> dict[str, str]:
        return {
            path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted((ROOT / "tests").rglob("test_*.py"))
            if not path.relative_to(ROOT).as_posix().startswith((*NOT_TESTS, *OF_TEXTS))
        }


def name_of(file: str) -> str:
    """
    Return the qualified name of what a file defines.

    >>> name_of("views/accuracy/accuracy.sql"), name_of("sql/facts/views/sliced.sql")
    ('metrics.accuracy', 'facts.sliced')
    """
    schema = next((name for folder, name in SCHEMAS.items() if file.startswith(folder)), "facts")
    return f"{schema}.{Path(file).stem}"
