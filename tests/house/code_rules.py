"""Rules on the syntax tree of a Python file."""

import ast
import re

from tests.house.exceptions import (
    BROAD_CATCHES,
    GLUED_STATEMENTS,
    LAYERS,
    OWN_FILES,
    OWN_THOUGHT,
)
from tests.house.rules import of_each_file, of_the_project

RANKS = {name: rank for rank, names in enumerate(LAYERS) for name in names}
FUNCTION_LINES_MAX = 60
QUESTION_WORDS = {"What", "Where", "How", "Whether", "Which", "Who", "When", "Why"}
QUERY_METHODS = {"execute", "executemany", "sql", "rows", "table"}
PROPERTIES = {"property", "cached_property"}
# Calls that open a file, and those of libraries that open it themselves.
OPENING = {"open", "read_text", "read_bytes", "ZipFile"}
OPENING_ELSEWHERE = {"ParquetFile", "read_table", "read_csv", "read_parquet", "scan_parquet"}
# A constant of a module, or its own place, names a file of the package.
OF_THE_PACKAGE = re.compile(r"\b_?[A-Z][A-Z_]*\b|__file__|\broot\(\)")


@of_each_file(".py")
def function_length(file):
    """A function fits on a screen."""
    for node in file.functions:
        length = node.end_lineno - node.lineno + 1
        if length > FUNCTION_LINES_MAX:
            yield node.lineno, f"{node.name}: {length} lines; split it at {FUNCTION_LINES_MAX}"


def _first_sentence(file):
    return (ast.get_docstring(file.tree) or "").partition("\n\n")[0].rstrip()


@of_each_file(".py")
def module_sentence(file):
    """A module opens with a sentence; an empty __init__.py has nothing to say."""
    if file.tree.body and _first_sentence(file)[-1:] not in {".", ":", "?"}:
        yield 1, "opens without a sentence; say in its docstring what it is"


@of_each_file(".py", under="evalstore/")
def module_opening(file):
    """A module opens with an imperative or a noun phrase."""
    first_word = _first_sentence(file).partition(" ")[0]
    if first_word in QUESTION_WORDS:
        yield 1, f"opens with {first_word!r}; open with an imperative or a noun phrase"


def _public(nodes):
    """Yield classes, functions and methods that others may call; a property's name says enough."""
    for node in nodes:
        is_public = getattr(node, "name", "_")[0] != "_"
        if isinstance(node, ast.ClassDef) and is_public:
            yield node
            yield from _public(node.body)
        elif isinstance(node, ast.FunctionDef) and is_public and not _is_property(node):
            yield node


def _is_property(function):
    return bool({ast.unparse(decorator) for decorator in function.decorator_list} & PROPERTIES)


@of_each_file(".py", under="evalstore/")
def public_docstrings(file):
    """What others may call says what it does."""
    for node in _public(file.tree.body):
        if not ast.get_docstring(node):
            yield node.lineno, f"{node.name} has no docstring; say what it does"


@of_each_file(".py", under="evalstore/")
def named_errors(file):
    """Errors are caught by name, but at the edge and around code of others."""
    broad = [
        node.lineno
        for node in file.nodes[ast.ExceptHandler]
        if node.type is None or ast.unparse(node.type) in {"Exception", "BaseException"}
    ]
    allowed_count, _ = BROAD_CATCHES.get(file.module, (0, ""))
    if len(broad) != allowed_count:
        line = (broad or [1])[0]
        yield line, f"{len(broad)} broad catches, {allowed_count} allowed; name the error caught"


@of_each_file(".py", under="evalstore/")
def no_print(file):
    """Output goes through click, so that it can be told from errors and counted on."""
    for node in file.nodes[ast.Call]:
        if isinstance(node.func, ast.Name) and node.func.id == "print":
            yield node.lineno, "print; use click.echo"


def _glued_statements(file):
    """Yield the functions that hand a statement to the database which they put together."""
    for call in file.nodes[ast.Call]:
        is_query = isinstance(call.func, ast.Attribute) and call.func.attr in QUERY_METHODS
        around = [
            function
            for function in file.functions
            if is_query and call.args and function.lineno <= call.lineno <= function.end_lineno
        ]
        if not around:
            continue
        function = max(around, key=lambda function: function.lineno)
        statement = call.args[0]
        if isinstance(statement, ast.Name):
            statement = _assigned(file, function).get(statement.id, statement)
        if isinstance(statement, ast.JoinedStr | ast.BinOp):
            yield f"{file.module}.{function.name}", call.lineno


def _assigned(file, function):
    """Return what a function assigns to each name."""
    return {
        target.id: node.value
        for node in file.nodes[ast.Assign]
        if function.lineno <= node.lineno <= function.end_lineno
        for target in node.targets
        if isinstance(target, ast.Name)
    }


@of_each_file(".py", under="evalstore/")
def glued_statements(file):
    """Values travel as parameters; each place that puts a statement together has its reason."""
    found = dict(_glued_statements(file))
    for name in found.keys() - GLUED_STATEMENTS.keys():
        yield found[name], f"{name} glues a statement; use parameters, or give its reason"
    for name in GLUED_STATEMENTS.keys() - found.keys():
        if name.rpartition(".")[0] == file.module:
            yield 1, f"{name} glues no statement; take it from GLUED_STATEMENTS"


def layer_of(module):
    """Return the name in LAYERS that a module begins with, the longest; else its first part."""
    parts = module.split(".")[1:]
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        if name in RANKS:
            return name
    return "".join(parts[:1])


@of_each_file(".py", under="evalstore/")
def layers(file):
    """A module imports its own layer and the ones below it."""
    own = layer_of(file.module)
    # Packages of the first line, such as ``suites``, only hold other packages.
    is_inside = own in LAYERS[0] and file.module != f"evalstore.{own}"
    if own and (own not in RANKS or is_inside):
        yield 1, f"{file.module} has no layer; add its line to LAYERS in tests/house/exceptions.py"
        return
    rank = RANKS.get(own, len(LAYERS))
    for name, line in file.imports:
        layer = layer_of(name)
        is_ours = name.startswith("evalstore.") and layer != "__version__"
        if is_ours and RANKS.get(layer, len(LAYERS) + 1) > rank:
            yield (
                line,
                f"{name} stands above {own!r}; move what it takes below",
            )


@of_each_file(".py", under="evalstore/")
def outside_files(file):
    """A file that somebody outside names is opened by ``input_file``, which takes regular ones."""
    if file.module in OWN_FILES:
        return
    is_required = "require_regular" in file.uses
    for node in file.nodes[ast.Call]:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        text = ast.unparse(node)
        is_opened = name in OPENING and _reads(node)
        is_opened = is_opened or (name in OPENING_ELSEWHERE and not is_required)
        if is_opened and not text.startswith("input_file.") and not _is_own(text, node):
            yield node.lineno, f"{text[:60]}: open it by input_file, or name it in OWN_FILES"


def _reads(call):
    """Return whether a call opens a file to read; an object's own ``open()`` takes no mode."""
    modes = [one.value for one in call.args if isinstance(one, ast.Constant)]
    if any(set("wax+") & set(str(mode)) for mode in modes if len(str(mode)) <= len("w+b")):
        return False
    is_path = getattr(call.func, "attr", "") != "open" or call.args or call.keywords
    return bool(is_path)


def _is_own(text, call):
    in_memory = any(isinstance(one, ast.Call) and "BytesIO" in ast.unparse(one.func)
                    for one in call.args)  # fmt: skip
    return in_memory or OF_THE_PACKAGE.search(text) is not None


@of_the_project
def exceptions(files):
    """Exceptions name layers and modules that are there."""
    modules = {file.module: file for file in files if file.name.startswith("evalstore/")}
    glued = (name.rpartition(".")[0] for name in GLUED_STATEMENTS)
    named = [*BROAD_CATCHES, *OWN_FILES, *OWN_THOUGHT, *glued]
    package = modules["evalstore"]
    for layer in RANKS.keys() - {layer_of(module) for module in modules}:
        yield package, 1, f"no module is in the layer {layer!r}; remove it from LAYERS"
    for module in set(named) - modules.keys():
        yield package, 1, f"no module {module}; take it from the exceptions"
