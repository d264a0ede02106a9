"""
Canonical text of code: its syntax tree without what only a reader needs.

Left out are comments, docstrings and annotations. A name that the code itself binds becomes a
number, in the order of the text; one from outside stands as its full dotted name. Attributes stand
as they are, and so do parameters that a call may name by a keyword which cannot be traced.
"""

import ast
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from evalstore.running.bound_names import COMPREHENSIONS, FUNCTIONS, IMPORTS, parameters
from evalstore.running.linking import INTERFACE, Definition, NameLinker, Outside, Target
from evalstore.running.scopes import CLASS, COMPREHENSION, FUNCTION, Scopes
from evalstore.running.source_module import SourceModule, is_bare_constant

# Fields that say nothing, or that only some versions of Python have.
_SKIPPED = frozenset(("annotation", "ctx", "kind", "returns", "type_comment", "type_params"))
# Decorators through which a call's keywords arrive as they are.
_TRANSPARENT = frozenset(("functools.cache", "functools.lru_cache"))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter, whose name counts only where an untraced call may name it."""

    name: str


Token = str | Parameter


@dataclass(slots=True)
class CodeUse:
    """
    Names outside, constant texts and imported modules that code mentions.

    ``keywords`` are those of calls whose function is not traced, which may reach any parameter;
    None among them stands for an unpacked mapping.
    """

    outside: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    keywords: set[str | None] = field(default_factory=set)


class CodeWriter:
    """Writer of the canonical text of module-level statements, one at a time."""

    def __init__(
        self, linker: NameLinker, module: SourceModule, refer: Callable[[Definition], str]
    ) -> None:
        self.tokens: list[Token] = []
        self.use = CodeUse()
        self._linker = linker
        self._module = module
        self._refer = refer
        self._scopes = Scopes(linker, module)

    def write(self, node: ast.AST) -> None:
        """Write a node and what is in it."""
        own = self._writers.get(type(node))
        if own is not None:
            own(self, node)
        else:
            parts = {key: getattr(node, key, None) for key in node._fields}
            self._write_parts(type(node).__name__, parts)

    def _write_parts(self, kind: str, parts: Mapping[str, object]) -> None:
        self.tokens.append(f"({kind}")
        for key, value in parts.items():
            if key not in _SKIPPED and value is not None and value != []:
                self.tokens.append(f"{key}:")
                self._write_values(value if isinstance(value, list) else [value])
        self.tokens.append(")")

    def _write_values(self, values: Iterable[object]) -> None:
        for value in values:
            if isinstance(value, ast.AST):
                self.write(value)
            else:
                self.tokens.append(json.dumps(value))

    def _nothing(self, _: ast.AST) -> None:
        pass

    def _expression(self, node: ast.Expr) -> None:
        if not is_bare_constant(node):
            self.write(node.value)

    def _constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, str):
            self._text(value)
        else:
            shown = value.hex() if isinstance(value, bytes) else repr(value)
            self.tokens.append(f"<{type(value).__name__} {shown}>")

    def _text(self, text: str) -> None:
        self.use.texts.add(text)
        self.tokens.append(json.dumps(text))
        # A process or an import by name runs the module that a text names.
        top, dot, _ = text.partition(".")
        is_name = dot and top in self._linker.packages and text.replace(".", "_").isidentifier()
        if is_name and self._linker.followed(text) is not None:
            self.tokens.append(self._refer(Definition(text, None)))

    def _formatted_text(self, node: ast.JoinedStr) -> None:
        # Versions of Python may divide the constant parts differently.
        self.tokens.append("(JoinedStr")
        constant = ""
        for part in [*node.values, None]:
            if isinstance(part, ast.Constant):
                constant += str(part.value)
                continue
            if constant:
                self._text(constant)
            constant = ""
            if part is not None:
                self.write(part)
        self.tokens.append(")")

    def _annotated(self, node: ast.AnnAssign) -> None:
        if self._scopes.kind == CLASS:
            # A field of a dataclass, with or without a value.
            self._write_parts("Field", {"target": node.target, "value": node.value})
        elif node.value is not None:
            self._write_parts("Assign", {"targets": [node.target], "value": node.value})

    def _name(self, node: ast.Name) -> None:
        self._write_name(node.id)

    def _write_name(self, name: str) -> None:
        found = self._scopes.lookup(name)
        if isinstance(found, str):
            self.tokens.append(found)
        else:
            self._write_target(found)

    def _write_target(self, target: Target) -> None:
        if isinstance(target, Outside):
            self.use.outside.add(target.name)
            self.tokens.append(f"outside {target.name}")
        else:
            self.tokens.append(self._refer(target))

    def _attribute(self, node: ast.Attribute) -> None:
        target = self._scopes.target(node)
        if target is not None:
            self._write_target(target)
        else:
            self._write_parts("Attribute", {"value": node.value, "attr": node.attr})

    def _call(self, node: ast.Call) -> None:
        target = self._scopes.target(node.func)
        names = _traced_parameters(self._linker, target)
        self.tokens.append("(Call")
        self._write_values([node.func, *node.args])
        for keyword in node.keywords:
            if keyword.arg in names:
                self.tokens.append(f"argument {names.index(keyword.arg)}")
            else:
                self.tokens.append(f"argument {keyword.arg}")
                if not _keeps_keywords(target):
                    self.use.keywords.add(keyword.arg)
            self.write(keyword.value)
        self.tokens.append(")")

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.tokens.append(f"({type(node).__name__}")
        self._write_own_name(node.name)
        self._write_values(node.decorator_list)
        self._write_function(node.args, node.body)

    def _lambda(self, node: ast.Lambda) -> None:
        self.tokens.append("(Lambda")
        self._write_function(node.args, [node.body])

    def _write_own_name(self, name: str) -> None:
        """Write the name of a definition; one at module level is known by its number."""
        if self._scopes.kind is not None:
            self._write_name(name)

    def _write_function(self, arguments: ast.arguments, body: Iterable[ast.AST]) -> None:
        self._write_values(arguments.defaults)
        self.tokens.append("keyword only")
        self._write_values(arguments.kw_defaults)
        counts = [len(arguments.posonlyargs), len(arguments.args), len(arguments.kwonlyargs)]
        rest = [arguments.vararg is not None, arguments.kwarg is not None]
        self.tokens.append(f"parameters {counts} {rest}")
        names = [parameter.arg for parameter in parameters(arguments)]
        with self._scopes.inside(FUNCTION, body, names):
            for name in names:
                self._write_name(name)
                self.tokens.append(Parameter(name))
            self._write_values(body)
        self.tokens.append(")")

    def _class(self, node: ast.ClassDef) -> None:
        self.tokens.append("(ClassDef")
        self._write_own_name(node.name)
        self._write_values([*node.decorator_list, *node.bases, *node.keywords])
        with self._scopes.inside(CLASS, node.body):
            self._write_values(node.body)
        self.tokens.append(")")

    def _comprehension(self, node: Any) -> None:
        self.tokens.append(f"({type(node).__name__}")
        first, *others = node.generators
        # The first iterable is evaluated in the scope around.
        self.write(first.iter)
        with self._scopes.inside(COMPREHENSION, [part.target for part in node.generators]):
            self._write_values([first.target, *first.ifs, *others])
            self.tokens.append(f"result {first.is_async}")
            values = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            self._write_values(values)
        self.tokens.append(")")

    def _binding(self, node: Any) -> None:
        """Write a node that binds the name which it holds as text."""
        parts = {key: getattr(node, key) for key in node._fields if key not in {"name", "rest"}}
        name = getattr(node, "name", None) or getattr(node, "rest", None)
        if name is not None:
            self._write_name(name)
        self._write_parts(type(node).__name__, parts)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for name, found in self._module.imports(node):
            self.use.imported.add(found.module)
            if not self._scopes.is_only_imported(name):
                self.tokens.append("import")
                self._write_target(self._linker.imported(found))
                self._write_name(name)

    _writers: ClassVar[Mapping[type[ast.AST], Callable[["CodeWriter", Any], None]]] = {
        **dict.fromkeys((ast.Pass, ast.Global, ast.Nonlocal), _nothing),
        ast.Expr: _expression,
        ast.Constant: _constant,
        ast.JoinedStr: _formatted_text,
        ast.AnnAssign: _annotated,
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.Call: _call,
        **dict.fromkeys(FUNCTIONS, _function),
        ast.Lambda: _lambda,
        ast.ClassDef: _class,
        **dict.fromkeys(COMPREHENSIONS, _comprehension),
        **dict.fromkeys(
            (ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping), _binding
        ),
        **dict.fromkeys(IMPORTS, _import),
    }


def _traced_parameters(linker: NameLinker, target: Target | None) -> list[str]:
    """Return the parameters of a function that calls can name; none if it is not surely that."""
    if not isinstance(target, Definition) or target.name is None:
        return []
    module = linker.followed(target.module)
    nodes = module.bindings.get(target.name, []) if module is not None else []
    if len(nodes) != 1 or not isinstance(nodes[0], FUNCTIONS):
        return []
    for decorator in nodes[0].decorator_list:
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        used = linker.target(target.module, named)
        if not isinstance(used, Outside) or used.name not in _TRANSPARENT:
            return []
    arguments = nodes[0].args
    return [
        parameter.arg
        for parameter in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    ]


def _keeps_keywords(target: Target | None) -> bool:
    """Return whether a call hands its keywords to no followed function: built-in or interface."""
    if not isinstance(target, Outside):
        return False
    return "." not in target.name or target.name.startswith(INTERFACE)
