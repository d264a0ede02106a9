"""Modules that are found by their names: the folders that contain them are the registry."""

from functools import cache

from evalstore.base.sql_files import PACKAGE


@cache
def named_modules(*patterns: str) -> dict[str, str]:
    """
    Return the dotted names of modules of the package, by their file names.

    A pattern is a path in the package. If it is one of folders, the file with the name of each
    folder counts. Files whose names begin with ``_`` are left out.

    >>> named_modules("suites/*")["drift"], named_modules("cli/*.py")["gate"]
    ('evalstore.suites.drift.drift', 'evalstore.cli.gate')
    """
    modules = {}
    for pattern in patterns:
        paths = PACKAGE.glob(pattern)
        if not pattern.endswith(".py"):
            paths = (folder / f"{folder.name}.py" for folder in paths)
        for path in paths:
            if not path.name.startswith("_") and path.is_file():
                parts = path.relative_to(PACKAGE).with_suffix("").parts
                modules[path.stem] = ".".join((PACKAGE.name, *parts))
    return dict(sorted(modules.items()))
