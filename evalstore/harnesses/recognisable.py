"""Known kinds of files that no format reads, with advice on which file to read instead."""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from evalstore.base import input_file
from evalstore.harnesses.detect import text_of, unpacked
from evalstore.harnesses.inspect.top_level_names import top_level_names

HEAD_BYTES = 65536
NAMES_SHOWN_MAX = 3
ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)")
BESIDE_ROOT = re.compile(r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE[^>]*>", re.DOTALL)
JENKINS_FILE = re.compile(r"<file>\s*([^<]{1,200}?)\s*</file>")
# Columns of a leaderboard: names of models, figures of rankings; and columns that cases have.
MODELS = frozenset(("model", "model name", "model_name", "name", "system", "models"))
RANKED = re.compile(r"rank|elo|(?:.* )?win[ _]?rate|length_controlled_winrate|overall.*|average")
OF_CASES = frozenset((
    "id", "case_id", "task_id", "prompt", "question", "input", "answer", "response", "output",
    "expected", "completion", "prediction", "reference", "user_input", "instruction",
))  # fmt: skip


class Recognised(NamedTuple):
    """A description of a file; ``is_table`` is True if it could be read with a map."""

    words: str
    is_table: bool = False


class _Head(NamedTuple):
    """The start of a file: its text, and the JSON names, XML root or table row found in it."""

    text: str
    names: frozenset[str]
    root: str
    row: Mapping[str, Any]


def recognised(path: Path) -> Recognised | None:
    """Return the description of a file by its first bytes; None if they match nothing."""
    head = _head_of(path)
    for shows, says in TABLE:
        if shows(head):
            return Recognised(says(head) if callable(says) else says, shows is _is_leaderboard)
    return None


def is_list_of_records(path: Path) -> bool:
    """Return whether a file begins as a table in JSON: a list of objects, or pandas' ``split``."""
    text = _head_of(path).text
    if re.match(r"\[\s*\{", text):
        return True
    return {"columns", "data"} <= set(top_level_names(text)) if text.startswith("{") else False


def _head_of(path: Path) -> _Head:
    with input_file.open_bytes(path) as file:
        text = text_of(unpacked(file.read(HEAD_BYTES)))
    names = frozenset(top_level_names(text)) if text.startswith("{") else frozenset()
    root = ""
    if text.startswith("<"):
        match = ROOT.search(BESIDE_ROOT.sub("", text))
        root = match[1] if match else ""
    return _Head(text, names, root, _first_row(text))


def _first_row(text: str) -> Mapping[str, Any]:
    """Return the first row of a text by column, as a table in CSV, JSON or JSON Lines; else {}."""
    if text.startswith("<"):
        return {}
    try:
        if text.startswith("["):
            first = _first_element(text)
        elif text.startswith("{"):
            first = orjson.loads(text.partition("\n")[0])
        else:
            return next(csv.DictReader(io.StringIO(text)), {})
    except (ValueError, csv.Error):
        return {}
    return first if isinstance(first, dict) else {}


def _first_element(text: str) -> object:
    end = text.find("}")
    return orjson.loads(text[1 : end + 1]) if end > 0 else None


def _is_leaderboard(head: _Head) -> bool:
    columns = {str(name).strip().lower() for name in head.row if name is not None}
    return bool(
        columns & MODELS
        and not columns & OF_CASES
        and any(RANKED.fullmatch(column) for column in columns)
    )


def _of_jenkins(head: _Head) -> str:
    files = list(dict.fromkeys(JENKINS_FILE.findall(head.text)))[:NAMES_SHOWN_MAX]
    named = f", {', '.join(files)}" if files else ""
    return (
        f"it is Jenkins' junitResult.xml; ingest the JUnit XML from which Jenkins made it{named}"
    )


def _with_root(name: str) -> Callable[[_Head], bool]:
    return lambda head: head.root == name


def _with_names(*names: str) -> Callable[[_Head], bool]:
    return lambda head: head.names.issuperset(names)


DOTNET = (
    "`dotnet test --logger junit` (package JunitXml.TestLogger) writes JUnit XML, which is read"
)
POINTER = "it is a Git LFS pointer, not the file itself; run `git lfs pull` to fetch the file"
MOCHA = (
    "it is mocha's JSON, expected JUnit XML; run `mocha --reporter mocha-junit-reporter` to "
    "write it"
)
CACHE = "it is DeepEval's cache, which contains no run; ingest `.latest_run_full.json` next to it"
BFCL = (
    "it is a score file of BFCL, which has figures and only the failed cases; ingest the result "
    "file of the same name, which has all cases and answers"
)
LEADERBOARD = (
    "it is a leaderboard, which has figures of models but no cases; ingest the results from "
    "which they were computed"
)
# The tests of a file's head, each with the description to report.
TABLE: Sequence[tuple[Callable[[_Head], bool], str | Callable[[_Head], str]]] = (
    (lambda head: head.text.startswith("version https://git-lfs.github.com/spec/"), POINTER),
    (_with_root("test-run"), f"it is NUnit XML; {DOTNET}"),
    (_with_root("test-results"), f"it is NUnit XML; {DOTNET}"),
    (_with_root("TestRun"), f"it is a TRX file of Visual Studio; {DOTNET}"),
    (_with_root("assemblies"), f"it is xUnit's own XML; {DOTNET}"),
    (lambda head: head.root == "result" and "<suites>" in head.text, _of_jenkins),
    (_with_names("stats", "tests", "passes"), MOCHA),
    (_with_names("test_cases_lookup_map"), CACHE),
    (lambda head: {"accuracy", "correct_count", "total_count"} <= head.row.keys(), BFCL),
    (_is_leaderboard, LEADERBOARD),
)
