"""Stores made once for the events they begin with, and copied for each test that wants them."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

import evalstore

# By a hash of the events: where the store lies that tests of this process copy.
_KEPT: dict[str, Path] = {}


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
    digest = hashlib.sha256(key.encode()).hexdigest()
    if digest not in _KEPT:
        made = Path(mkdtemp(prefix="evalstore-kept-")) / "store"
        make(made)
        _KEPT[digest] = made
    shutil.copytree(_KEPT[digest], folder, dirs_exist_ok=True)


def remove() -> None:
    """Remove what was kept."""
    for made in _KEPT.values():
        shutil.rmtree(made.parent, ignore_errors=True)
    _KEPT.clear()
