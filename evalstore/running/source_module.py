"""Parsed source of a module: the statements that bind its names, and those with other effects."""

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import util
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Protocol

from evalstore.running.bound_names import DEFINITIONS, IMPORTS, bound_names


class SourceUnavailableError(Exception):
    """The source of a module cannot be read; the message names the module."""


@dataclass(frozen=True, slots=True)
class ImportedName:
    """What an import binds a name to: a module, or a name in a module."""

    module: str
    name: str | None


@dataclass(slots=True)
class SourceModule:
    """
    The module-level statements of a module.

    ``aliases`` are the names that one import binds and nothing else; ``stars`` the modules whose
    names are all imported; ``effects`` the statements that are run for more than a name.
    """

    name: str
    is_package: bool
    folder: Path | None
    bindings: dict[str, list[ast.stmt]] = field(default_factory=dict)
    aliases: dict[str, ImportedName] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    effects: list[ast.stmt] = field(default_factory=list)
    imported: list[ImportedName] = field(default_factory=list)

    def imports(self, node: ast.stmt) -> Iterator[tuple[str, ImportedName]]:
        """Yield each name that an import binds, and what it stands for; ``*`` for all names."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                yield (
                    (alias.asname, ImportedName(alias.name, None))
                    if alias.asname
                    else (top, ImportedName(top, None))
                )
        elif isinstance(node, ast.ImportFrom):
            module = self._absolute(node)
            for alias in node.names:
                yield alias.asname or alias.name, ImportedName(module, alias.name)

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name if self.is_package else self.name.rpartition(".")[0]
        parts = package.split(".")
        base = parts[: len(parts) - node.level + 1]
        return ".".join([*base, *([node.module] if node.module else [])])


class _SourceLoader(Protocol):
    def get_source(self, fullname: str) -> str | None: ...


@cache
def source_module(name: str) -> SourceModule | None:
    """
    Return the parsed source of a module; None if there is no such module.

    Raises SourceUnavailableError where the module is there and its source is not, as in a compiled
    one.
    """
    spec = _spec(name)
    if spec is None:
        return None
    is_package = spec.submodule_search_locations is not None
    if spec.loader is None or (spec.origin is None and is_package):
        folders = [Path(place) for place in spec.submodule_search_locations or ()]
        return SourceModule(name, is_package, folders[0] if folders else None)
    loader: _SourceLoader = spec.loader  # type: ignore[assignment]
    try:
        source = loader.get_source(name)
        tree = None if source is None else ast.parse(source)
    except (AttributeError, ImportError, OSError, SyntaxError, ValueError) as error:
        raise SourceUnavailableError(f"the source of {name} cannot be read: {error}") from error
    if tree is None:
        raise SourceUnavailableError(f"{name} has no source ({spec.origin})")
    folder = Path(spec.origin).parent if spec.origin else None
    module = SourceModule(name, is_package, folder)
    _collect(module, tree.body)
    return module


def _spec(name: str) -> ModuleSpec | None:
    loaded = sys.modules.get(name)
    if loaded is not None and isinstance(loaded.__spec__, ModuleSpec):
        return loaded.__spec__
    try:
        return util.find_spec(name)
    except (ImportError, AttributeError, ValueError):
        return None


def _collect(module: SourceModule, statements: Iterable[ast.stmt]) -> None:
    for node in _executed(statements):
        if not isinstance(node, DEFINITIONS):
            _collect_imports(module, node)
        for name in bound_names([node]) - {"*"}:
            module.bindings.setdefault(name, []).append(node)
        if not (isinstance(node, (*DEFINITIONS, *IMPORTS)) or _binds_names_only(node)):
            module.effects.append(node)
    for name, nodes in list(module.bindings.items()):
        if all(isinstance(node, IMPORTS) for node in nodes):
            found = {dict(module.imports(node))[name] for node in nodes}
            if len(found) == 1:
                module.aliases[name] = found.pop()
                del module.bindings[name]


def _collect_imports(module: SourceModule, node: ast.stmt) -> None:
    for inner in ast.walk(node):
        if isinstance(inner, IMPORTS):
            for name, found in module.imports(inner):
                module.imported.append(found)
                if name == "*":
                    module.stars.append(found.module)
        if isinstance(inner, ast.Import):
            # `import a.b` runs a.b, though it binds a.
            module.imported += [ImportedName(alias.name, None) for alias in inner.names]


def _executed(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that are run on import, without bare constants and types' imports."""
    for node in statements:
        if isinstance(node, ast.Pass) or is_bare_constant(node):
            continue
        if isinstance(node, ast.If):
            test = ast.unparse(node.test)
            if test in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}:
                yield from _executed(node.orelse)
                continue
            if test.replace('"', "'") == "__name__ == '__main__'":
                continue
        yield node


def is_bare_constant(node: ast.AST) -> bool:
    """Return whether a statement is a constant alone, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _binds_names_only(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name | ast.Tuple) for target in node.targets)
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
