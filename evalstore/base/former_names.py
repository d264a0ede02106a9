"""
Former names of documented modules, which can still be imported.

``import evalstore.types.case`` returns the module ``evalstore.plugins.case``, and warns.
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
# Packages that no longer exist, but whose names begin one of the former names.
FORMER_PACKAGES = {former.rpartition(".")[0] for former in FORMER_NAMES} - {"evalstore"}


class FormerNames(MetaPathFinder, Loader):
    """
    The finder of former names, which must be the first in ``sys.meta_path``.

    Otherwise another finder would find the file of a former name below a package and load it a
    second time.
    """

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the specification of a former name, None for any other name."""
        # Every import of a process comes here first.
        if not name.startswith("evalstore."):
            return None
        is_there = _present_name(name) is not None or name in FORMER_PACKAGES
        return ModuleSpec(name, self, is_package=True) if is_there else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module of the present name, None for a package that no longer exists."""
        name = _present_name(spec.name)
        if name is None:
            return None
        warnings.warn(
            f"{spec.name} was renamed; import {name} instead", DeprecationWarning, stacklevel=2
        )
        module = import_module(name)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the module's own specification, which the import has replaced."""
        spec = module.__spec__
        if spec is not None and isinstance(spec.loader_state, ModuleSpec):
            module.__spec__ = spec.loader_state


def _present_name(name: str) -> str | None:
    """
    Return the present name of a module by its former name, None for any other name.

    >>> _present_name("evalstore.types.case"), _present_name("evalstore.typeset")
    ('evalstore.plugins.case', None)
    """
    for former, present in FORMER_NAMES.items():
        if name == former or name.startswith(f"{former}."):
            return present + name.removeprefix(former)
    return None
