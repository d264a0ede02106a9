"""
Stores made once for the events they begin with, and copied for each test that wants them.

The processes that share the tests of one run share them too.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import portalocker

import evalstore

# Names the folder of what this run of the tests keeps; processes that it starts inherit it.
FOLDER = "EVALSTORE_KEPT_BY_TESTS"


def store_of(events: list[dict], folder: Path) -> evalstore.Store:
    """Return the store in ``folder``, new or not, with these events appended at once."""
    if folder.exists():
        store = evalstore.open(folder)
        store.append(events)
        return store

    def make(kept: Path) -> None:
        evalstore.open(kept, create=True).append(events)

    copy(json.dumps(events), make, folder)
    return evalstore.open(folder)


def copy(key: str, make: Callable[[Path], None], folder: Path) -> None:
    """Copy what ``make`` makes into a fresh folder to ``folder``; it is called once for a key."""
    shutil.copytree(_kept(key, make), folder, dirs_exist_ok=True)


def _kept(key: str, make: Callable[[Path], None]) -> Path:
    """Return the folder that ``make`` made for a key; another process may make it meanwhile."""
    if FOLDER not in os.environ:
        begin()
    place = Path(os.environ[FOLDER]) / hashlib.sha256(key.encode()).hexdigest()
    made = place / "store"
    if not made.exists():
        place.mkdir(exist_ok=True)
        with portalocker.Lock(place / "lock", timeout=600):
            if not made.exists():
                making = Path(mkdtemp(dir=place)) / "store"
                make(making)
                making.rename(made)
    return made


def begin() -> None:
    """Make the folder of what is kept, before other processes are started."""
    os.environ[FOLDER] = mkdtemp(prefix="evalstore-kept-")


def remove() -> None:
    """Remove what was kept."""
    folder = os.environ.pop(FOLDER, None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
