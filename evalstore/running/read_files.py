"""Data files that code reads: those that its paths and texts name, inside its own packages."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

from evalstore.base import input_file
from evalstore.running.reachable_code import ReachedStatement
from evalstore.running.source_module import SourceModule, source_module

# What is code is digested as code.
_CODE_SUFFIXES = frozenset((".py", ".pyi", ".pyc", ".pyo"))
# Names with which code finds files beside it.
_FILE_READERS = ("__file__", "__path__", "importlib.resources", "pkgutil")


def read_files(statements: Iterable[ReachedStatement]) -> dict[str, bytes]:
    """
    Return the bytes of each data file by its name in the folder that the code names.

    A module constant that is a path counts as what it is at run time, a folder with every file in
    it. In a statement that looks beside ``__file__``, or in a package, every text counts that
    names a file or folder there. A file outside the package of its module is not followed.

    Raises OSError where a file cannot be read.
    """
    found: dict[Path, str] = {}
    for statement in statements:
        for place in _places(statement):
            for path in _files(place):
                name = path.relative_to(place).as_posix() if path != place else place.name
                found.setdefault(path, name)
    contents = sorted((name, input_file.read_bytes(path)) for path, name in found.items())
    return {f"{number}:{name}": content for number, (name, content) in enumerate(contents)}


def _places(statement: ReachedStatement) -> Iterator[Path]:
    """Yield the files and folders that a statement names."""
    module = statement.module
    top = source_module(module.name.partition(".")[0])
    if module.folder is None or top is None or top.folder is None:
        return
    paths = [path for name in statement.names for path in _paths(_value(module.name, name))]
    if not paths and any(name.startswith(_FILE_READERS) for name in statement.use.outside):
        folders = [module.folder, *_package_folders(statement.use.texts, module)]
        paths = [
            folder / text for folder in folders for text in statement.use.texts if _is_name(text)
        ]
    for path in paths:
        if path.exists() and path.is_relative_to(top.folder):
            yield path


def _value(module: str, name: str) -> object:
    return vars(sys.modules[module]).get(name) if module in sys.modules else None


def _paths(value: object) -> list[Path]:
    """Return the paths that a value is or holds."""
    if isinstance(value, PurePath):
        return [Path(value)]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return [Path(part) for part in value if isinstance(part, PurePath)]
    return []


def _package_folders(texts: Iterable[str], module: SourceModule) -> Iterator[Path]:
    """Yield the folders of packages that a statement names by texts."""
    top = module.name.partition(".")[0]
    for text in texts:
        if text.partition(".")[0] == top and text.replace(".", "_").isidentifier():
            package = source_module(text)
            if package is not None and package.is_package and package.folder is not None:
                yield package.folder


def _is_name(text: str) -> bool:
    is_short = 0 < len(text) < 200  # noqa: PLR2004 no file has so long a name
    return is_short and text.isprintable() and not {".", ".."} & set(text.split("/"))


def _files(place: Path) -> Iterator[Path]:
    """Yield a file, or the data files of a folder."""
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        is_hidden = any(part.startswith((".", "__pycache__")) for part in path.parts[-2:])
        if path.is_file() and path.suffix not in _CODE_SUFFIXES and not is_hidden:
            yield path
