"""Names that code binds in its own scope, as Python's symbol table has them."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
IMPORTS = (ast.Import, ast.ImportFrom)


def bound_names(nodes: Iterable[ast.AST], *, by_imports: bool = True) -> set[str]:
    r"""
    Return the names that code binds in its own scope; those of imports only if ``by_imports``.

    >>> sorted(bound_names(ast.parse("a, b.c = [(d := e) for e in f]\ndef g(h): i = 1").body))
    ['a', 'd', 'g']
    """
    names = {
        _NAMES[type(node)](node)
        for node in own_nodes(nodes)
        if type(node) in _NAMES and (by_imports or not isinstance(node, ast.alias))
    }
    return {name for name in names if name is not None}


def own_nodes(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of code, those of the scopes in it only where the scope around has them."""
    for node in nodes:
        yield node
        is_scope = isinstance(node, (*DEFINITIONS, ast.Lambda, *COMPREHENSIONS))
        yield from own_nodes(_outside(node) if is_scope else ast.iter_child_nodes(node))


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters of a function in their order, ``*args`` and ``**kwargs`` last."""
    rest = (arguments.vararg, arguments.kwarg)
    return [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        *(parameter for parameter in rest if parameter is not None),
    ]


def _outside(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a scope that bind names in the scope around it."""
    if isinstance(node, COMPREHENSIONS):
        # A walrus binds in the scope around the comprehension.
        return [inner.target for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr)]
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    arguments: ast.arguments = node.args  # type: ignore[attr-defined]
    defaults = [default for default in arguments.kw_defaults if default is not None]
    return [*getattr(node, "decorator_list", ()), *arguments.defaults, *defaults]


# Nodes that bind a name.
_NAMES: Mapping[type[ast.AST], Callable[..., str | None]] = {
    ast.Name: lambda node: None if isinstance(node.ctx, ast.Load) else node.id,
    **dict.fromkeys(DEFINITIONS, lambda node: node.name),
    ast.alias: lambda node: node.asname or node.name.partition(".")[0],
    ast.ExceptHandler: lambda node: node.name,
    ast.MatchAs: lambda node: node.name,
    ast.MatchStar: lambda node: node.name,
    ast.MatchMapping: lambda node: node.rest,
}
