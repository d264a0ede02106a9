"""Files and libraries of a validator from another package, which its digest covers."""

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType

from evalstore.plugins.registry import GROUP

# Files that Python, an installer or an editor writes.
_PASSING_SUFFIXES = frozenset((".pyc", ".pyo", ".pth"))


def files_of(module: ModuleType) -> dict[str, Path]:
    """
    Return the files that a validator's digest covers, by name; empty if it has no file.

    They are the code and data files of its distribution. If the distribution lists none of them,
    as after an editable install, they are the files of the validator's package on disk; for a
    module without a package, the module's file only.
    """
    if not module.__file__:
        return {}
    module_file = Path(module.__file__)
    distribution = _distribution(module)
    listed = {
        file.as_posix(): Path(str(file.locate()))
        for file in (distribution.files if distribution else None) or ()
        if _counts(Path(file)) and not file.parts[0].endswith(".dist-info")
    }
    if module_file.resolve() in {path.resolve() for path in listed.values()}:
        return listed
    return dict(_files_on_disk(module.__name__, module_file))


def requirements_of(module: ModuleType) -> set[str]:
    """Return the libraries that a validator's distribution requires, except those of extras."""
    distribution = _distribution(module)
    return {
        re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", text.strip())[0]).lower()
        for text in (distribution.requires if distribution else None) or ()
        if not re.search(r";.*\bextra\b", text)
    }


def _distribution(module: ModuleType) -> metadata.Distribution | None:
    """Return the distribution whose entry point names the package of a validator, or None."""
    for point in metadata.entry_points(group=GROUP):
        package = point.value.partition(":")[0]
        if f"{module.__name__}.".startswith(f"{package}."):
            return point.dist
    return None


def _files_on_disk(name: str, module_file: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of the outermost regular package, skipping namespace packages."""
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
    yield f"{'/'.join(parts)}{module_file.suffix}", module_file


def _counts(path: Path) -> bool:
    is_passing = path.suffix in _PASSING_SUFFIXES or "__pycache__" in path.parts
    return not is_passing and not any(part.startswith(".") for part in path.parts)
