"""
The state of a store and its remotes after the last push or pull: ``remote/known.json``.

    {"evalstore_known": 1, "remotes": {"s3://evals": {"tree_size": 12, "entry_sha256": "…",
     "own_size": 9, "own_root": "…"}}}

It saves work, and distinguishes a recreated remote from the known one.
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evalstore.scale.remotes.remote_log import RemoteLog, lost_events
from evalstore.store.layout import Layout
from evalstore.store.log import json_file
from evalstore.store.log.field_types import checked

KIND = "evalstore_known"
WAY_OUT = (
    "you may remove it: duplicates count once, but a remote that lost events is then not noticed"
)


@dataclass(frozen=True, slots=True)
class Known:
    """
    A remote's size and newest entry, and the part of the store's own log that was in it.

    The store's log is identified by its size and root, since a pull may replace it.
    """

    tree_size: int
    entry_sha256: str
    own_size: int
    own_root: str


def read(layout: Layout, url: str) -> Known | None:
    """Return the known state of a remote, or None; raise CorruptStoreError if unreadable."""
    remotes = _remotes(layout)
    fields = remotes.get(_place(url)) or remotes.get(_place_of_links(url))
    try:
        return None if fields is None else checked(Known(**fields))
    except TypeError as error:
        raise json_file.unreadable(_path(layout), error, WAY_OUT) from error


def write(layout: Layout, url: str, state: Known) -> None:
    """Record the current state of a remote."""
    remotes = {**_remotes(layout), _place(url): asdict(state)}
    json_file.write(_path(layout), KIND, {"remotes": remotes})


def _place(url: str) -> str:
    """
    Return a URL unchanged, and a folder as an absolute, normalised path.

    Symbolic links are kept: if a link replaces a folder, it must lead to the same remote.
    """
    return url if "://" in url else os.path.normpath(Path(url).absolute())


def _place_of_links(url: str) -> str:
    """Return the resolved path, the key of a remote in earlier versions."""
    return url if "://" in url else str(Path(url).resolve())


def _remotes(layout: Layout) -> dict[str, dict[str, Any]]:
    fields = json_file.read(_path(layout), KIND, WAY_OUT)
    if fields is None:
        return {}
    remotes = fields.get("remotes")
    if not isinstance(remotes, dict) or not all(
        isinstance(fields_of_remote, dict) for fields_of_remote in remotes.values()
    ):
        raise json_file.unreadable(
            _path(layout), "its remotes are not an object of objects", WAY_OUT
        )
    return remotes


def _path(layout: Layout) -> Path:
    return layout.remote / "known.json"


def require_continued(state: Known | None, log: RemoteLog) -> None:
    """Raise CorruptStoreError unless the log continues its known state."""
    if state is None:
        return
    entry = log.entry_at(state.tree_size)
    if entry is None or entry.sha256 != state.entry_sha256:
        raise lost_events(log.objects.url, state.tree_size, state.entry_sha256)


def require_place(layout: Layout, url: str) -> None:
    """Raise CorruptStoreError if a remote in a folder was known, but the folder is missing."""
    state = read(layout, url)
    if state is not None and "://" not in url and not Path(url).is_dir():
        raise lost_events(url, state.tree_size, state.entry_sha256)


def common_size(log: RemoteLog, roots: Mapping[int, str]) -> int:
    """Return the greatest size at which the roots of a log and of a remote agree."""
    return max(
        (
            entry.batch.tree_size
            for entry in log.entries
            if roots.get(entry.batch.tree_size) == entry.batch.root
        ),
        default=0,
    )


def pushed_size(state: Known | None, roots: Mapping[int, str]) -> int:
    """Return how much of the store's log was in the remote at the last contact, else 0."""
    if state is None or roots.get(state.own_size) != state.own_root:
        return 0
    return state.own_size
