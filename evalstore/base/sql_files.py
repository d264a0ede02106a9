"""Locate and read SQL files, in the installed package or in a checkout."""

import hashlib
import re
from collections.abc import Callable, Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
FOLDERS = ("sql", "ingest", "views")


@cache
def root() -> Path:
    """Return the folder that holds ``sql/``, ``ingest/`` and ``views/``."""
    shipped = PACKAGE / "_sql"
    return shipped if shipped.is_dir() else PACKAGE.parent


@cache
def read(name: str) -> str:
    """
    Return the text of one SQL file, named by its path without the ending.

    >>> read("sql/log/tables/events").splitlines()[0]
    '-- Everything that ever happened, in the order we learned of it.'
    """
    return (root() / f"{name}.sql").read_text(encoding="utf-8")


def noted(name: str, key: str) -> str | None:
    """
    Return what the line ``-- KEY: …`` in the header of a file says; None where there is none.

    >>> noted("sql/facts/tables/runs", "grain"), noted("sql/facts/tables/runs", "empty without")
    ('run_id', None)
    """
    found = re.search(rf"^-- {key}: (.+)$", read(name), re.MULTILINE)
    return found and found[1]


@cache
def names(folder: str) -> tuple[str, ...]:
    """
    List the SQL files below a folder, sorted, without the ending.

    >>> "sql/log/tables/events" in names("sql/log")
    True
    """
    base = root()
    return tuple(
        sorted(
            path.relative_to(base).with_suffix("").as_posix()
            for path in (base / folder).rglob("*.sql")
        )
    )


@cache
def in_order_of_use(folder: str, schema: str) -> tuple[str, ...]:
    """
    List the SQL files of a folder, each after those whose relations of ``schema`` it reads.

    >>> names = in_order_of_use("sql/facts/views", "facts")
    >>> names.index("sql/facts/views/sliced") < names.index("sql/facts/views/computed_claim_bins")
    True
    """
    by_relation = {f"{schema}.{name.rpartition('/')[2]}": name for name in names(folder)}
    used: dict[str, list[str]] = {}
    for own, name in by_relation.items():
        # A comment may name a relation that the statement does not read.
        code = re.sub(r"--[^\n]*", "", read(name))
        found = {*re.findall(rf"\b{schema}\.\w+", code)} - {own}
        used[name] = sorted(by_relation[relation] for relation in found & by_relation.keys())
    return tuple(TopologicalSorter(used).static_order())


@cache
def used_by(name: str) -> tuple[str, ...]:
    """
    List the files of the views and macros that a file reads, each after those it reads itself.

    >>> used_by("sql/facts/views/sliced_claims")
    ('sql/facts/views/sliced', 'sql/macros/correctness', 'sql/macros/is_failed')
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
        code = re.sub(r"--[^\n]*", "", read(file))
        found = re.findall(r"\b(?:facts|log|macros)\.\w+", code)
        return {files[one] for one in found if one in files} - {file}

    return tuple(one for one in after_what_they_use(name, uses) if one != name)


def after_what_they_use(name: str, uses: Callable[[str], Iterable[str]]) -> list[str]:
    """
    List all that is used for a name, each after what it uses itself; in one order each time.

    >>> after_what_they_use("a", {"a": "cb", "b": "c", "c": ""}.get)
    ['c', 'b', 'a']
    """
    used: dict[str, list[str]] = {}
    open_names = [name]
    while open_names:
        one = open_names.pop()
        if one not in used:
            used[one] = sorted(uses(one))
            open_names += used[one]
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
