"""
Registry of generators, systems, validators and suites: one file each, found by its name.

Plugins add their own through the entry-point group ``evalstore``: each entry point names a package
with folders of the same names (``cases``, ``systems``, ``validators``, ``suites``).
"""

import ast
from functools import cache
from importlib import import_module, metadata, util
from pathlib import Path
from types import ModuleType

from evalstore.base.named_modules import named_modules
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError

GROUP = "evalstore"
# Their folders in plugins, and in evalstore itself.
FOLDERS = {
    "generators": "cases",
    "systems": "systems",
    "validators": "validators",
    "suites": "suites",
}
OWN = {
    "generators": ("suites/*/cases/*.py",),
    "systems": ("running/systems/*.py", "suites/*/systems/*.py"),
    "validators": ("judges/*",),
    "suites": ("suites/*",),
}


@cache
def module_names(kind: str) -> dict[str, str]:
    """
    Return the modules of a kind (generators, systems, validators, suites) by their names.

    Only the packages named by entry points are imported, not the modules. A plugin module with
    the name of another is an error, so that a name is never ambiguous.

    >>> "hallucination" in module_names("suites")
    True
    """
    folder = FOLDERS[kind]
    modules = dict(named_modules(*OWN[kind]))
    for package in _plugins():
        place = util.find_spec(f"{package}.{folder}")
        for location in (place.submodule_search_locations or ()) if place else ():
            for path in sorted(Path(location).glob("*.py")):
                if path.stem.startswith("_"):
                    continue
                if path.stem in modules:
                    raise UsageError(
                        f"{package} and {modules[path.stem].partition('.')[0]} both have "
                        f"{folder}/{path.stem}.py; rename one of them"
                    )
                modules[path.stem] = f"{package}.{folder}.{path.stem}"
    return modules


def load(kind: str, name: str) -> ModuleType:
    """Import a module by its name; raise UsageError with the closest names if it is unknown."""
    modules = module_names(kind)
    if name not in modules:
        raise unknown_name(kind.removesuffix("s"), name, sorted(modules), listed_by=f"list {kind}")
    return import_module(modules[name])


def summaries(kind: str) -> dict[str, str]:
    """Return the first sentence of each module's docstring, without importing the module."""
    return {name: _first_sentence(module) for name, module in sorted(module_names(kind).items())}


def _plugins() -> list[str]:
    points = metadata.entry_points(group=GROUP)
    return sorted({point.value.partition(":")[0] for point in points})


def _first_sentence(module: str) -> str:
    place = util.find_spec(module)
    if place is None or place.origin is None:
        return ""
    tree = ast.parse(Path(place.origin).read_text(encoding="utf-8"))
    text = " ".join((ast.get_docstring(tree) or "").partition("\n\n")[0].split())
    return text.partition(". ")[0].removesuffix(".") + "."
