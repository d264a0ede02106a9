"""
Canonical text of all the code that a validator can run, from its ``judge`` on.

Definitions are numbered in the order in which the text reaches them, so neither their names nor
the files that hold them count. Statements that importing a module runs for more than a name count
wherever they stand; the modules of these are ordered by what they say.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from evalstore.running.bound_names import DEFINITIONS
from evalstore.running.canonical_code import CodeUse, CodeWriter, Parameter, Token
from evalstore.running.linking import Definition, NameLinker, Outside
from evalstore.running.source_module import SourceModule, SourceUnavailableError

# Names of a validator's module that say no more than what a person calls it.
OPAQUE = frozenset(("VERSION", "IS_RATER"))
# Built-in ways to a name that only its text says: the whole module counts then.
_OWN_NAMES_BY_TEXT = frozenset(("eval", "exec", "globals", "locals", "vars"))
_MODULES_BY_TEXT = frozenset(("__import__", "importlib.import_module", "sys.modules"))


@dataclass(slots=True)
class ReachedStatement:
    """A statement that counts, its module, the names that it defines, and what it mentions."""

    module: SourceModule
    names: tuple[str, ...]
    use: CodeUse


@dataclass(slots=True)
class _Collection:
    root: str
    linker: NameLinker
    numbers: dict[Definition, int] = field(default_factory=dict)
    waiting: list[Definition] = field(default_factory=list)
    written: set[int] = field(default_factory=set)
    tokens: list[Token] = field(default_factory=list)
    statements: list[ReachedStatement] = field(default_factory=list)

    def refer(self, definition: Definition) -> str:
        """Return the number of a definition, and see to it that it is written."""
        if definition.module == self.root and definition.name in OPAQUE:
            return f"opaque {definition.name}"
        if definition not in self.numbers:
            self.numbers[definition] = len(self.numbers)
            self.waiting.append(definition)
        return f"#{self.numbers[definition]}"

    def known(self, definition: Definition) -> str:
        """Return the number of a definition, or that it has none yet."""
        return f"#{self.numbers.get(definition, '?')}"

    def write_waiting(self) -> None:
        """Write each definition that was referred to, and those that they refer to."""
        for definition in self.waiting:
            self.tokens.append(f"{self.refer(definition)}=")
            module = self.linker.followed(definition.module)
            if module is None:
                continue
            if definition.name is None:
                self._write_module(module)
                continue
            for node in module.bindings.get(definition.name, ()):
                self.write(module, node, (definition.name,))
        self.waiting.clear()

    def _write_module(self, module: SourceModule) -> None:
        """Write each name of a module that is used as a value, as any of them may be read."""
        for name in sorted({*module.bindings, *module.aliases}):
            target = self.linker.resolve(module.name, name)
            shown = target.name if isinstance(target, Outside) else self.refer(target)
            self.tokens.append(f"{name} {shown}")

    def write(self, module: SourceModule, node: ast.stmt, names: tuple[str, ...]) -> None:
        """Write a statement once."""
        if id(node) in self.written:
            return
        self.written.add(id(node))
        writer = CodeWriter(self.linker, module, self.refer)
        writer.write(node)
        self.tokens += writer.tokens
        self.statements.append(ReachedStatement(module, names, writer.use))
        self._follow_texts(module, writer.use)

    def _follow_texts(self, module: SourceModule, use: CodeUse) -> None:
        if use.outside & _OWN_NAMES_BY_TEXT:
            self.tokens.append(self.refer(Definition(module.name, None)))
        if use.outside & _MODULES_BY_TEXT and not self._names_a_module(use):
            raise SourceUnavailableError(
                f"{module.name} imports modules by names that only running it says"
            )

    def _names_a_module(self, use: CodeUse) -> bool:
        return any(
            "." in text and text.replace(".", "_").isidentifier() and self.linker.followed(text)
            for text in use.texts
        )

    def effects(self) -> Iterator[tuple[SourceModule, list[ast.stmt]]]:
        """Yield the modules with statements that have effects and are not written yet."""
        reached = {definition.module for definition in self.numbers}
        reached.update(name for found in self.statements for name in found.use.imported)
        for module in self.linker.run_on_import(reached):
            nodes = [*module.effects, *self._registered(module)]
            nodes = [node for node in nodes if id(node) not in self.written]
            if nodes:
                yield module, sorted(nodes, key=lambda node: node.lineno)

    def _registered(self, module: SourceModule) -> Iterator[ast.stmt]:
        """Yield definitions that followed decorators, base classes or metaclasses may register."""
        for nodes in module.bindings.values():
            for node in nodes:
                if not isinstance(node, DEFINITIONS):
                    continue
                parts = [*node.decorator_list]
                if isinstance(node, ast.ClassDef):
                    parts += [*node.bases, *(keyword.value for keyword in node.keywords)]
                targets = [self.linker.target(module.name, _named(part)) for part in parts]
                if any(not isinstance(target, Outside) for target in targets):
                    yield node

    def write_effects(self) -> None:
        """Write the statements with effects, and what they refer to, until there is no more."""
        while found := list(self.effects()):
            module, nodes = min(found, key=lambda pair: self._preview(*pair))
            for node in nodes:
                self.tokens.append("effect")
                self.write(module, node, ())
            self.write_waiting()

    def _preview(self, module: SourceModule, nodes: list[ast.stmt]) -> str:
        """Return the text of statements without numbering anything new."""
        writer = CodeWriter(self.linker, module, self.known)
        for node in nodes:
            writer.write(node)
        return "\n".join(str(token) for token in writer.tokens)


@dataclass(frozen=True, slots=True)
class ReachableCode:
    """The canonical text of a validator's code, and the statements that it is made of."""

    text: str
    statements: tuple[ReachedStatement, ...]


def reachable_code(name: str, settings: Iterable[str] = ()) -> ReachableCode:
    """
    Return the code that the validator of a module can run; ``settings`` are the names of its own.

    Raises SourceUnavailableError, naming the module, where the source of a part cannot be read.
    """
    linker = NameLinker(name)
    module = linker.followed(name)
    if module is None:
        raise SourceUnavailableError(f"{name} has no source that an import would find")
    collection = _Collection(name, linker)
    target = linker.resolve(name, "judge")
    if isinstance(target, Outside):
        raise SourceUnavailableError(f"{name}: judge is {target.name}, which is not followed")
    collection.refer(target)
    collection.write_waiting()
    collection.write_effects()
    # A setting reaches judge by its name.
    keywords: set[str | None] = set(settings)
    keywords = keywords.union(*(found.use.keywords for found in collection.statements))
    shown = [_shown(token, keywords) for token in collection.tokens]
    return ReachableCode("\n".join(shown), tuple(collection.statements))


def _shown(token: Token, keywords: set[str | None]) -> str:
    if not isinstance(token, Parameter):
        return token
    is_named = token.name in keywords or None in keywords
    return f"named {token.name}" if is_named else "unnamed"


def _named(node: ast.expr) -> ast.expr:
    """Return the name in a decorator that is called, or in a generic base."""
    if isinstance(node, ast.Call):
        return node.func
    return node.value if isinstance(node, ast.Subscript) else node
