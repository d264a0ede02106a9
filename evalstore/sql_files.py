"""Where the SQL lies: inside the installed package, else beside it in a checkout."""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent
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


def names(folder: str) -> list[str]:
    """
    List the SQL files below a folder, sorted, without the ending.

    >>> "sql/log/tables/events" in names("sql/log")
    True
    """
    base = root()
    return sorted(
        path.relative_to(base).with_suffix("").as_posix()
        for path in (base / folder).rglob("*.sql")
    )


@cache
def fingerprint(*folders: str) -> str:
    """Return the SHA-256, in hex, over the names and texts of all SQL files in these folders."""
    digest = hashlib.sha256()
    for name in [name for folder in folders for name in names(folder)]:
        text = read(name).encode()
        digest.update(f"{name}\n{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()
