"""Files and libraries of a validator that another package has: what it judges by."""

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType

from evalstore.plugins.registry import GROUP

# Written by Python, an installer or an editor.
_PASSING_SUFFIXES = frozenset((".pyc", ".pyo", ".pth"))


def files_of(module: ModuleType) -> dict[str, Path]:
    """
    Return the files that count for a validator, by name: none if it was not imported from one.

    They are those of its distribution, code and data. A distribution that lists none of them, as
    one that is installed to be edited, has those of the validator's package on disk; a module
    without a package counts alone.
    """
    if not module.__file__:
        return {}
    own = Path(module.__file__)
    found = _distribution(module)
    listed = {
        file.as_posix(): Path(str(file.locate()))
        for file in (found.files if found else None) or ()
        if _counts(Path(file)) and not file.parts[0].endswith(".dist-info")
    }
    if own.resolve() in {path.resolve() for path in listed.values()}:
        return listed
    return dict(_files_on_disk(module.__name__, own))


def requirements_of(module: ModuleType) -> set[str]:
    """Return the libraries that a validator's distribution requires, those of extras left out."""
    found = _distribution(module)
    return {
        re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", text.strip())[0]).lower()
        for text in (found.requires if found else None) or ()
        if not re.search(r";.*\bextra\b", text)
    }


def _distribution(module: ModuleType) -> metadata.Distribution | None:
    """Return the distribution whose entry point names the package of a validator."""
    for point in metadata.entry_points(group=GROUP):
        package = point.value.partition(":")[0]
        if f"{module.__name__}.".startswith(f"{package}."):
            return point.dist
    return None


def _files_on_disk(name: str, own: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of the outermost package that is no namespace of several distributions."""
    parts = name.split(".")
    for length in range(1, len(parts)):
        file = getattr(sys.modules.get(".".join(parts[:length])), "__file__", None)
        if file:
            folder = Path(file).parent
            for path in folder.rglob("*"):
                place = path.relative_to(folder)
                if path.is_file() and _counts(place):
                    yield "/".join((*parts[:length], *place.parts)), path
            return
    yield f"{'/'.join(parts)}{own.suffix}", own


def _counts(path: Path) -> bool:
    is_passing = path.suffix in _PASSING_SUFFIXES or "__pycache__" in path.parts
    return not is_passing and not any(part.startswith(".") for part in path.parts)
