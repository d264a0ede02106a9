"""Modules that are found by their names: the folders that contain them are the registry."""

from functools import cache

from evalstore.base.sql_files import PACKAGE


@cache
def named_modules(*patterns: str) -> dict[str, str]:
    """
    Return the dotted names of modules of the package, by their file names.

    A pattern is a path in the package; ``NAME`` in place of a file matches a file with the name
    of its folder. Files whose names begin with ``_`` are left out.

    >>> named_modules("suites/*/NAME.py")["drift"]
    'evalstore.suites.drift.drift'
    """
    modules = {}
    for pattern in patterns:
        for path in sorted(PACKAGE.glob(pattern.replace("NAME", "*"))):
            is_its_name = "NAME" not in pattern or path.stem == path.parent.name
            if is_its_name and not path.stem.startswith("_"):
                parts = path.relative_to(PACKAGE).with_suffix("").parts
                modules[path.stem] = ".".join((PACKAGE.name, *parts))
    return dict(sorted(modules.items()))
