"""
The state of a store and its remotes when they last met: ``remote/known.json``.

    {"evalstore_known": 1, "remotes": {"s3://evals": {"tree_size": 12, "entry_sha256": "…",
     "own_size": 9, "own_root": "…"}}}

It saves work, and tells a remote that was made anew from the one that was known.
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
    "it can be removed: what is pushed again counts once, but a remote that lost events is not "
    "noticed then"
)


@dataclass(frozen=True, slots=True)
class Known:
    """
    A remote's size and newest entry, and up to where the store's own log was in it.

    The store's log is named by its size and root: after a pull it may be another one.
    """

    tree_size: int
    entry_sha256: str
    own_size: int
    own_root: str


def read(layout: Layout, url: str) -> Known | None:
    """Return what is known of a remote; CorruptStoreError where the file cannot be read."""
    remotes = _remotes(layout)
    fields = remotes.get(_place(url)) or remotes.get(_place_of_links(url))
    try:
        return None if fields is None else checked(Known(**fields))
    except TypeError as error:
        raise json_file.unreadable(_path(layout), error, WAY_OUT) from error


def write(layout: Layout, url: str, known: Known) -> None:
    """Write down what is known of a remote now."""
    remotes = {**_remotes(layout), _place(url): asdict(known)}
    json_file.write(_path(layout), KIND, {"remotes": remotes})


def _place(url: str) -> str:
    """
    Return a URL, or the whole path of a folder, however and from wherever it is named.

    Links stay: where one takes the place of a folder, it has to lead to the remote that was there.
    """
    return url if "://" in url else os.path.normpath(Path(url).absolute())


def _place_of_links(url: str) -> str:
    """Return the path to which links lead, by which earlier versions knew a remote."""
    return url if "://" in url else str(Path(url).resolve())


def _remotes(layout: Layout) -> dict[str, dict[str, Any]]:
    fields = json_file.read(_path(layout), KIND, WAY_OUT)
    if fields is None:
        return {}
    remotes = fields.get("remotes")
    if not isinstance(remotes, dict) or not all(isinstance(one, dict) for one in remotes.values()):
        raise json_file.unreadable(_path(layout), "its remotes are no object of objects", WAY_OUT)
    return remotes


def _path(layout: Layout) -> Path:
    return layout.remote / "known.json"


def require_continued(known: Known | None, log: RemoteLog) -> None:
    """Raise CorruptStoreError unless the log continues what was known of it."""
    if known is None:
        return
    entry = log.entry_at(known.tree_size)
    if entry is None or entry.sha256 != known.entry_sha256:
        raise lost_events(log.objects.url, known.tree_size, known.entry_sha256)


def require_place(layout: Layout, url: str) -> None:
    """Raise CorruptStoreError if a remote in a folder was known, and the folder is gone."""
    known = read(layout, url)
    if known is not None and "://" not in url and not Path(url).is_dir():
        raise lost_events(url, known.tree_size, known.entry_sha256)


def common_size(log: RemoteLog, roots: Mapping[int, str]) -> int:
    """Return the greatest size at which a log, given by its roots, and a remote's agree."""
    return max(
        (
            entry.batch.tree_size
            for entry in log.entries
            if roots.get(entry.batch.tree_size) == entry.batch.root
        ),
        default=0,
    )


def pushed_size(known: Known | None, roots: Mapping[int, str]) -> int:
    """Return up to where the store's log was in the remote when they last met; 0 if not known."""
    if known is None or roots.get(known.own_size) != known.own_root:
        return 0
    return known.own_size
