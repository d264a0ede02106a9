"""
The mark of a store's format: the file ``FORMAT`` in its folder, which every program reads first.

    {"evalstore_format": 1, "tool_version": "0.1.0"}

A store without a mark has format 1. Raise ``FORMAT_VERSION`` with every change after which an
older program would misread a store or report it as damaged.

Programs from before the mark do not read it. A format above 1 must therefore keep its lock in a
folder named ``LOCK``: opening it as a file fails, so those programs exit 4 rather than show an
empty store.
"""

import json
from pathlib import Path

from evalstore.base import input_file
from evalstore.base.version import __version__
from evalstore.errors import CorruptStoreError, NewerFormatError
from evalstore.store.log.disk_errors import naming_file

FORMAT_VERSION = 1
NAME = "FORMAT"
KEY = "evalstore_format"


def require_known(root: Path) -> None:
    """
    Raise NewerFormatError if the store in a folder has a newer format than this program knows.

    Raises CorruptStoreError if the mark cannot be read. A missing mark means format 1.
    """
    path = root / NAME
    try:
        text = input_file.read_text(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    try:
        fields = json.loads(text)
        version, tool_version = fields[KEY], fields.get("tool_version")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _unreadable(path, error) from error
    refuse_newer(f"the store in {root}", version, FORMAT_VERSION, tool_version)
    if version not in range(1, FORMAT_VERSION + 1):
        raise _unreadable(path, f"its format is {version!r}")


def refuse_newer(place: str, version: object, newest: int, tool_version: object = None) -> None:
    """Raise NewerFormatError if a version is a number above the known one."""
    if not isinstance(version, int) or version <= newest:
        return
    named = isinstance(tool_version, str) and tool_version != __version__
    wanted = f"evalstore {tool_version} or later" if named else "a later version"
    raise NewerFormatError(
        f"{place} has format {str(version)[:20]}, but this evalstore ({__version__}) reads "
        f"formats up to {newest}; install {wanted}: `pip install --upgrade evalstore`"
    )


def write(root: Path) -> None:
    """Write the mark of this program's format into the folder of a new store."""
    text = json.dumps({KEY: FORMAT_VERSION, "tool_version": __version__}) + "\n"
    path = root / NAME
    with naming_file(path):
        path.write_text(text, encoding="utf-8")


def _unreadable(path: Path, problem: object) -> CorruptStoreError:
    return CorruptStoreError(
        f"{path} cannot be read: {problem}; expected the format of the store, such as "
        f'{{"{KEY}": {FORMAT_VERSION}}}; restore it from a backup'
    )
