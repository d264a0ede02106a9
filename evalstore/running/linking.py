"""
Resolution of names to what they stand for: a definition that is followed, or a name outside.

Followed is code of the package that a validator belongs to, and of evalstore. The classes that
every validator is handed (``evalstore.plugins``) and errors are its interface, and names outside.
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from evalstore.running.source_module import ImportedName, SourceModule, source_module

OWN_PACKAGE = "evalstore"
INTERFACE = ("evalstore.plugins", "evalstore.errors")


@dataclass(frozen=True, slots=True)
class Definition:
    """A name of a followed module; the whole module where ``name`` is None."""

    module: str
    name: str | None


@dataclass(frozen=True, slots=True)
class Outside:
    """A name that is not followed, with its dots: of a library, or a built-in one."""

    name: str


Target = Definition | Outside


@dataclass(frozen=True)
class NameLinker:
    """Resolution of names in the modules that count for the validator of one module."""

    root: str

    @cached_property
    def packages(self) -> frozenset[str]:
        """The top-level packages whose code is followed."""
        return frozenset((self.root.partition(".")[0], OWN_PACKAGE))

    def followed(self, name: str) -> SourceModule | None:
        """Return the module of a name if it is there and followed."""
        if name.partition(".")[0] not in self.packages:
            return None
        if any(name == part or name.startswith(f"{part}.") for part in INTERFACE):
            return None
        return source_module(name)

    def resolve(self, module: str, name: str) -> Target:
        """Return what a module-level name of a followed module stands for."""
        return self._find(module, name, frozenset()) or Outside(name)

    def imported(self, found: ImportedName) -> Target:
        """Return what an import binds a name to."""
        return self._imported(found, frozenset())

    def _find(self, name: str, attribute: str, seen: frozenset[tuple[str, str]]) -> Target | None:
        module = self.followed(name)
        if module is None or (name, attribute) in seen:
            return None
        seen |= {(name, attribute)}
        if attribute in module.aliases:
            return self._imported(module.aliases[attribute], seen)
        if attribute in module.bindings:
            return Definition(name, attribute)
        if module.is_package and self.followed(f"{name}.{attribute}") is not None:
            return Definition(f"{name}.{attribute}", None)
        for star in module.stars:
            found = self._find(star, attribute, seen)
            if found is not None:
                return found
        return None

    def _imported(self, found: ImportedName, seen: frozenset[tuple[str, str]]) -> Target:
        if found.name is None:
            is_followed = self.followed(found.module) is not None
            return Definition(found.module, None) if is_followed else Outside(found.module)
        target = self._find(found.module, found.name, seen)
        return target or Outside(f"{found.module}.{found.name}")

    def target(self, module: str, node: ast.expr) -> Target | None:
        """Return what a dotted name at module level stands for; None for other expressions."""
        if isinstance(node, ast.Name):
            return self.resolve(module, node.id)
        if isinstance(node, ast.Attribute):
            base = self.target(module, node.value)
            return None if base is None else self.attribute(base, node.attr)
        return None

    def attribute(self, target: Target, name: str) -> Target | None:
        """Return what an attribute of a module stands for; None for one of anything else."""
        if isinstance(target, Outside):
            return Outside(f"{target.name}.{name}")
        if target.name is None:
            return self._find(target.module, name, frozenset())
        return None

    def run_on_import(self, reached: Iterable[str]) -> list[SourceModule]:
        """Return the followed modules that importing these runs, themselves included."""
        found: dict[str, SourceModule] = {}
        waiting = sorted(reached)
        while waiting:
            name = waiting.pop()
            module = None if name in found or name == OWN_PACKAGE else self.followed(name)
            if module is None:
                continue
            found[name] = module
            parts = name.split(".")
            waiting += [".".join(parts[:length]) for length in range(1, len(parts))]
            for imported in module.imported:
                waiting.append(imported.module)
                if imported.name is not None and imported.name != "*":
                    waiting.append(f"{imported.module}.{imported.name}")
        return list(found.values())
