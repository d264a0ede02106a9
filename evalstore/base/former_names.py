"""
Names under which documented modules could be imported before the package was ordered anew.

``import evalstore.types.case`` gives the module that is ``evalstore.plugins.case`` now, and warns.
"""

import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

FORMER_NAMES = {
    "evalstore.drift.journal": "evalstore.suites.drift.engine.journal",
    "evalstore.lake.spark_job": "evalstore.scale.lake.spark_job",
    "evalstore.types": "evalstore.plugins",
    "evalstore.validators.self_contradiction": "evalstore.judges.self_contradiction"
    ".self_contradiction",
}
# Packages that are there no longer, but whose name stands before one of these.
FORMER_PACKAGES = {"evalstore.drift", "evalstore.lake", "evalstore.validators"}


class FormerNames(MetaPathFinder, Loader):
    """
    The finder of former names, to be the first in ``sys.meta_path``.

    Another one would find the file of a former name below a package and load it twice.
    """

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a specification of a former name, None for any other."""
        is_there = _present_name(name) is not None or name in FORMER_PACKAGES
        return ModuleSpec(name, self, is_package=True) if is_there else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module as it is named now, None where a package is there no longer."""
        name = _present_name(spec.name)
        if name is None:
            return None
        warnings.warn(f"{spec.name} is {name} now", DeprecationWarning, stacklevel=2)
        found = import_module(name)
        spec.loader_state = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own specification back, which an import has replaced."""
        spec = module.__spec__
        if spec is not None and isinstance(spec.loader_state, ModuleSpec):
            module.__spec__ = spec.loader_state


def _present_name(name: str) -> str | None:
    """
    Return the present name of a module that had another one.

    >>> _present_name("evalstore.types.case"), _present_name("evalstore.typeset")
    ('evalstore.plugins.case', None)
    """
    for former, present in FORMER_NAMES.items():
        if name == former or name.startswith(f"{former}."):
            return present + name.removeprefix(former)
    return None
