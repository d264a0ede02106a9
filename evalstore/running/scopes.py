"""Scopes around a place in code, and what a name stands for there."""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from evalstore.running.bound_names import IMPORTS, bound_names, own_nodes
from evalstore.running.linking import NameLinker, Target
from evalstore.running.source_module import ImportedName, SourceModule

FUNCTION, CLASS, COMPREHENSION = "function", "class", "comprehension"


@dataclass(slots=True)
class Scope:
    """
    The names of a function, class or comprehension.

    ``imports`` are those that only imports bind, ``module_names`` those declared global.
    """

    kind: str
    number: int
    bound: set[str]
    imports: dict[str, ImportedName] = field(default_factory=dict)
    module_names: set[str] = field(default_factory=set)


class Scopes:
    """The scopes around a place in the code of a module, the innermost last."""

    def __init__(self, linker: NameLinker, module: SourceModule) -> None:
        self._linker = linker
        self._module = module
        self._around: list[Scope] = []
        self._scope_count = 0
        self._numbers: dict[tuple[int, str], int] = {}

    @property
    def kind(self) -> str | None:
        """The kind of the innermost scope; None at module level."""
        return self._around[-1].kind if self._around else None

    @contextmanager
    def inside(
        self, kind: str, body: Iterable[ast.AST], parameters: Iterable[str] = ()
    ) -> Iterator[None]:
        """Enter the scope of this code."""
        body = list(body)
        scope = Scope(kind, self._scope_count, bound_names(body) | set(parameters))
        self._scope_count += 1
        if kind != COMPREHENSION:
            self._declare(scope, body)
        self._around.append(scope)
        yield
        self._around.pop()

    def _declare(self, scope: Scope, body: list[ast.AST]) -> None:
        """Take what is global, nonlocal or only imported out of the names that a scope binds."""
        imported: dict[str, set[ImportedName]] = {}
        for node in own_nodes(body):
            if isinstance(node, ast.Global | ast.Nonlocal):
                scope.bound.difference_update(node.names)
            if isinstance(node, ast.Global):
                scope.module_names.update(node.names)
            if isinstance(node, IMPORTS):
                for name, found in self._module.imports(node):
                    imported.setdefault(name, set()).add(found)
        if not imported:
            return
        otherwise_bound = bound_names(body, by_imports=False)
        for name, found_names in imported.items():
            if name in scope.bound - otherwise_bound and len(found_names) == 1:
                scope.imports[name] = found_names.pop()
                scope.bound.discard(name)

    def lookup(self, name: str) -> Target | str:
        """Return what a name stands for here: the token of a local name, or a target."""
        for scope in reversed(self._around):
            if scope.kind == CLASS and scope is not self._around[-1]:
                continue
            if name in scope.module_names:
                break
            if name in scope.imports:
                return self._linker.imported(scope.imports[name])
            if name in scope.bound and scope.kind == CLASS:
                return f"member {name}"
            if name in scope.bound:
                key = (scope.number, name)
                return f"local {self._numbers.setdefault(key, len(self._numbers))}"
        return self._linker.resolve(self._module.name, name)

    def is_only_imported(self, name: str) -> bool:
        """Return whether the innermost scope binds a name by one import and nothing else."""
        return bool(self._around) and name in self._around[-1].imports

    def target(self, node: ast.expr) -> Target | None:
        """Return what a dotted name stands for here; None for any other expression."""
        if isinstance(node, ast.Name):
            found = self.lookup(node.id)
            return None if isinstance(found, str) else found
        if isinstance(node, ast.Attribute):
            base = self.target(node.value)
            return None if base is None else self._linker.attribute(base, node.attr)
        return None
