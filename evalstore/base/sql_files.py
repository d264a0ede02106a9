"""Locate and read SQL files, in the installed package or in a checkout."""

import hashlib
import os
import re
from collections.abc import Callable, Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
FOLDERS = ("sql", "ingest", "views")


@cache
def root() -> Path:
    """Return the folder that contains ``sql/``, ``ingest/`` and ``views/``."""
    shipped = PACKAGE / "_sql"
    return shipped if shipped.is_dir() else PACKAGE.parent


@cache
def read(name: str) -> str:
    """
    Return the text of one SQL file, named by its path without the ending.

    >>> read("sql/log/tables/events").splitlines()[0]
    '-- Everything that ever happened, in the order we learned of it.'
    """
    # Each start reads all files: unbuffered and without a Path each, in half the time.
    with open(f"{root()}/{name}.sql", "rb", buffering=0) as file:  # noqa: PTH123
        text = file.read().decode()
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


@cache
def code(name: str) -> str:
    r"""
    Return the text of a file without its comments, which may name what it does not read.

    >>> code("sql/facts/sums/claim_bins")
    'select *\nfrom facts.computed_claim_bins'
    """
    return re.sub(r"--[^\n]*", "", read(name)).strip()


@cache
def relations(name: str, schema: str) -> frozenset[str]:
    """
    Return what of a schema a file names: what it reads, and what it defines.

    >>> sorted(relations("views/calibration/ece", "facts"))
    ['facts.claim_bins']
    """
    return frozenset(re.findall(rf"\b{re.escape(schema)}\.\w+", code(name)))


def noted(name: str, key: str) -> str | None:
    """
    Return the value of the line ``-- KEY: …`` in the header of a file, None if it is missing.

    >>> noted("sql/facts/tables/runs", "grain"), noted("sql/facts/tables/runs", "empty without")
    ('run_id', None)
    """
    match = re.search(rf"^-- {key}: (.+)$", read(name), re.MULTILINE)
    return match and match[1]


@cache
def names(folder: str) -> tuple[str, ...]:
    """
    List the SQL files below a folder, sorted, without the ending.

    >>> "sql/log/tables/events" in names("sql/log")
    True
    """
    base = root()
    start = len(base.as_posix()) + 1
    return tuple(
        sorted(
            f"{parent_name}/{file}"[: -len(".sql")]
            for parent, _, files in os.walk(base / folder)
            for parent_name in [Path(parent).as_posix()[start:]]
            for file in files
            if file.endswith(".sql")
        )
    )


@cache
def in_order_of_use(folder: str, schema: str = "") -> tuple[str, ...]:
    """
    List the SQL files of a folder, each after the files whose objects in ``schema`` it uses.

    Without a schema, statements name the objects alone, such as temporary macros.

    >>> names = in_order_of_use("sql/facts/views", "facts")
    >>> names.index("sql/facts/views/sliced") < names.index("sql/facts/views/computed_claim_bins")
    True
    """
    prefix = f"{schema}." if schema else ""
    by_relation = {f"{prefix}{name.rpartition('/')[2]}": name for name in names(folder)}
    used: dict[str, list[str]] = {}
    for defined, name in by_relation.items():
        named = {*re.findall(rf"\b{re.escape(prefix)}\w+", code(name))} - {defined}
        used[name] = sorted(by_relation[relation] for relation in named & by_relation.keys())
    return tuple(TopologicalSorter(used).static_order())


@cache
def used_by(name: str) -> tuple[str, ...]:
    """
    List the files of all views and macros that a file depends on, each after its dependencies.

    >>> used_by("sql/facts/views/counted_measurements")
    ('sql/facts/views/sliced', 'sql/macros/left_out_reason')
    """
    files = {
        f"{schema}.{file.rpartition('/')[2]}": file
        for folder, schema in (
            ("sql/facts/views", "facts"),
            ("sql/log/views", "log"),
            ("sql/macros", "macros"),
        )
        for file in names(folder)
    }

    def uses(file: str) -> set[str]:
        named = re.findall(r"\b(?:facts|log|macros)\.\w+", code(file))
        return {files[relation] for relation in named if relation in files} - {file}

    return tuple(used for used in after_what_they_use(name, uses) if used != name)


def after_what_they_use(name: str, uses: Callable[[str], Iterable[str]]) -> list[str]:
    """
    List a name and all names that it depends on, each after its dependencies, in a stable order.

    >>> after_what_they_use("a", {"a": "cb", "b": "c", "c": ""}.get)
    ['c', 'b', 'a']
    """
    used: dict[str, list[str]] = {}
    open_names = [name]
    while open_names:
        current = open_names.pop()
        if current not in used:
            used[current] = sorted(uses(current))
            open_names += used[current]
    return list(TopologicalSorter(used).static_order())


@cache
def fingerprint(*folders: str) -> str:
    """Return the SHA-256, in hex, over the names and texts of all SQL files in these folders."""
    digest = hashlib.sha256()
    for name in [name for folder in folders for name in names(folder)]:
        text = read(name).encode()
        digest.update(f"{name}\n{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()
