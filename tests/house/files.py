"""The files of the project, each read and parsed once."""

import ast
import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
FOLDERS = (
    ".ci", "benchmarks", "docs", "evalstore", "examples", "ingest", "sql", "tests", "tools",
    "views",
)  # fmt: skip
TEXT_SUFFIXES = {
    *(".css", ".in", ".j2", ".js", ".json", ".md", ".py", ".sql", ".toml", ".yaml", ".yml", "")
}

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Definition(NamedTuple):
    """A class, function, method or constant of a module."""

    name: str
    line: int
    is_class: bool


@dataclass
class File:
    """A file of the project, or one planted by a test."""

    name: str
    text: str = field(repr=False)
    mode: int = 0o644

    @property
    def stem(self):
        """Name without folder and ending."""
        return Path(self.name).stem

    @property
    def folder(self):
        """Path of the folder."""
        return self.name.rpartition("/")[0]

    @property
    def module(self):
        """Dotted name of a Python file, such as evalstore.store.log.fold."""
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def lines(self):
        """Lines without their ends."""
        return self.text.splitlines()

    @cached_property
    def tree(self):
        """Syntax tree of a Python file."""
        return ast.parse(self.text, self.name)

    @cached_property
    def nodes(self):
        """Nodes of the syntax tree by their type, in one walk."""
        found = defaultdict(list)
        for node in ast.walk(self.tree):
            found[type(node)].append(node)
        return found

    @property
    def functions(self):
        """Functions and methods, nested ones included."""
        return [node for kind in FUNCTIONS for node in self.nodes[kind]]

    @cached_property
    def imports(self):
        """Dotted names that are imported, each with its line."""
        found = [
            (f"{node.module}.{alias.name}", node.lineno)
            for node in self.nodes[ast.ImportFrom]
            for alias in node.names
        ]
        found += [
            (alias.name, node.lineno) for node in self.nodes[ast.Import] for alias in node.names
        ]
        return found

    @cached_property
    def definitions(self):
        """Classes, functions, methods and constants."""
        nodes = [*self.functions, *self.nodes[ast.ClassDef]]
        return [*map(_definition, nodes), *_constants(self.tree)]

    @cached_property
    def helpers(self):
        """Classes, functions and constants of a test or benchmark, fixtures left out."""
        nodes = (node for node in self.tree.body if isinstance(node, (*FUNCTIONS, ast.ClassDef)))
        return [
            *(_definition(node) for node in nodes if not node.decorator_list),
            *_constants(self.tree),
        ]

    @cached_property
    def uses(self):
        """Names that are read, imported or given as a string."""
        nodes = self.nodes
        found = {node.id for node in nodes[ast.Name] if not isinstance(node.ctx, ast.Store)}
        found.update(node.attr for node in nodes[ast.Attribute])
        found.update(alias.name for node in nodes[ast.ImportFrom] for alias in node.names)
        return found | {text for text in self.strings if text.isidentifier()}

    @cached_property
    def strings(self):
        """String constants, the parts of f-strings included."""
        constants = (node.value for node in self.nodes[ast.Constant])
        return {value for value in constants if isinstance(value, str)}

    def keep_outline(self):
        """Drop the syntax tree, once what rules on the whole project ask for is known."""
        if not self.name.endswith(".py"):
            return
        if self.name.startswith("evalstore/"):
            _ = self.imports, self.definitions
        _ = self.uses, self.helpers
        self.__dict__.pop("nodes", None)
        self.__dict__.pop("tree", None)


def _definition(node):
    return Definition(node.name, node.lineno, isinstance(node, ast.ClassDef))


def _constants(tree):
    for node in tree.body:
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        for target in targets:
            if isinstance(target, ast.Name):
                yield Definition(target.id, node.lineno, is_class=False)


def project_files(root=ROOT):
    """Yield every text file of a checkout, hidden folders and caches left out."""
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*")]
    for path in sorted([*paths, *root.glob("[!.]*")]):
        parts = path.relative_to(root).parts[1:]
        is_left_out = any(part[0] == "." or part == "__pycache__" for part in parts)
        if path.suffix in TEXT_SUFFIXES and path.is_file() and not is_left_out:
            name = path.relative_to(root).as_posix()
            yield File(name, path.read_text(encoding="utf-8"), path.stat().st_mode & 0o777)


def code_of(sql):
    """Return SQL without its comments."""
    return re.sub(r"--[^\n]*", "", sql)


def python_of(files):
    """Return the Python files of the package."""
    return [
        file for file in files if file.name.startswith("evalstore/") and file.name.endswith(".py")
    ]


def imported_modules(files):
    """Return the modules that each module of the package imports anywhere, itself left out."""
    package = python_of(files)
    modules = {file.module for file in package}
    imported = {}
    for file in package:
        names = (name if name in modules else name.rpartition(".")[0] for name, _ in file.imports)
        imported[file.module] = [name for name in names if name in modules and name != file.module]
    return imported
