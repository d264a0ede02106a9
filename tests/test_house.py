"""The rules of the house, held by tests."""

import ast
import re
from functools import cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "evalstore"

FILE_LINES_MAX = 300
FUNCTION_LINES_MAX = 60
LINE_CHARACTERS_MAX = 99

# Where a statement is put together, and out of what. Never out of what a user or a file says.
GLUED_STATEMENTS = {
    "analyses.paired.take_values": "the text of our own file",
    "asking._said_by": "a metric of the catalog, columns of its grain",
    "asking.rows_of": "a metric of the catalog, columns of its grain",
    "causes._set_scope": "names in that function",
    "events.classify._classify_with_care": "the texts of our own files",
    "events.classify._insert": "the texts of our own files",
    "events.classify.accept_plain": "the texts of our own files",
    "ingest.event_lines._make_candidates": "the text of our own file",
    "ingest.reported._look_only_at": "names in that module",
    "ingest.pipeline._map": "the text of our own file",
    "store.door.make_current": "names of our own databases",
    "store.door._attach": "a path, because ATTACH takes no parameters; a quote in it is doubled",
    "store.facts._compute_table": "the tables of facts and the texts of their files",
    "store.facts.compute_tables": "the text of our own file",
    "store.facts.forget": "names in that function and the tables of facts",
    "store.facts.store": "the tables of facts",
    "store.fold._forget": "names in that function",
    "store.incoming.with_leaves": "`sealed`, `new_events` or `log.events`",
    "store.recomputed._altered_facts": "the tables of facts",
    "store.recomputed._row_counts": "the tables of facts",
    "store.schema._drop_views": "names of the catalog, quoted",
    "store.schema.create": "the schemas of that module",
    "store.schema.create_facts": "the tables of facts and the texts of their files",
    "store.snapshot._copy_as": "paths and a checked version; ATTACH takes no parameters",
    "store.verify_database._fact_findings": "the tables of facts",
}
ASKING_METHODS = {"execute", "executemany", "sql", "rows", "table"}

# Where whatever comes is caught, how often, and why.
BROAD_CATCHES = {
    "cli": (1, "the rim: an unexpected error becomes a sentence and an exit code"),
    "running.judging": (1, "a plugin's validator may raise anything, and the run goes on"),
    "running.questions": (2, "a plugin's system may raise anything; threads hand errors over"),
}

# Spelled so that no pattern matches itself.
BANNED = {
    r"\bTO[D]O\b|\bFIX[M]E\b|\bXX[X]\b": "open work is named in issues",
    r"/wor[k]/|/tmp/[x]/|/roo[t]/|/home/\w+/": "a path of one machine",
    r"\bissue #?[0-9]": "the number of an issue says nothing here",
}
TEXT_ENDINGS = {".py", ".sql", ".md", ".toml", ".j2", ".css", ".json", ".in", ".yml", ""}
FOLDERS = (".ci", "benchmarks", "docs", "evalstore", "ingest", "sql", "tests", "views")


def files(*folders, endings):
    """List the files of the project that have one of these endings, hidden folders left out."""
    found = chain.from_iterable((ROOT / folder).rglob("*") for folder in folders)
    return sorted(
        path
        for path in found
        if path.suffix in endings
        and path.is_file()
        and not any(
            part[0] == "." or part == "__pycache__" for part in path.relative_to(ROOT).parts[1:]
        )
    )


MODULES = files("evalstore", endings={".py"})
PYTHON = files("evalstore", "tests", "benchmarks", endings={".py"})
SQL = files("sql", "ingest", "views", "evalstore", "tests", "benchmarks", endings={".sql"})
EVERYTHING = [
    *files(*FOLDERS, endings=TEXT_ENDINGS),
    *(path for path in ROOT.glob("*.*") if path.suffix in {".md", ".toml", ".in"}),
    ROOT / "Makefile",
]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def module_of(path):
    """Name a module inside the package, such as store.fold."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path):
    return ast.parse(text_of(path), str(path))


def functions(tree):
    """Yield every function of a module with its dotted name inside it."""
    stack = [(tree, "")]
    while stack:
        parent, prefix = stack.pop()
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                stack.append((node, f"{prefix}{node.name}."))
                if not isinstance(node, ast.ClassDef):
                    yield f"{prefix}{node.name}", node
            else:
                stack.append((node, prefix))


def broken(paths, problem_of):
    """Return what is wrong, by file; a rule looks at hundreds of files, so it is one test."""
    found = {name_of(path): problem_of(path) for path in paths}
    return {name: problem for name, problem in found.items() if problem}


def test_file_length():
    """A file fits in a head."""

    def problem(path):
        line_count = len(text_of(path).splitlines())
        return line_count if line_count > FILE_LINES_MAX else None

    assert {} == broken([*PYTHON, *SQL], problem)


def test_function_length():
    """A function fits on a screen."""

    def problem(path):
        return {
            name: node.end_lineno - node.lineno + 1
            for name, node in functions(tree_of(path))
            if node.end_lineno - node.lineno + 1 > FUNCTION_LINES_MAX
        }

    assert {} == broken(PYTHON, problem)


def test_line_length():
    """Two files fit side by side."""

    def problem(path):
        lines = text_of(path).splitlines()
        return [number for number, line in enumerate(lines, 1) if len(line) > LINE_CHARACTERS_MAX]

    assert {} == broken([*PYTHON, *SQL], problem)


def test_module_sentence():
    """A module opens by saying in a sentence what it is."""

    def problem(path):
        tree = tree_of(path)
        if not tree.body and path.name == "__init__.py":
            # An empty __init__.py makes a folder a package and has nothing to say.
            return None
        first = (ast.get_docstring(tree) or "").partition("\n\n")[0].rstrip()
        return None if first[-1:] in {".", ":", "?"} else first or "says nothing"

    assert {} == broken(PYTHON, problem)


def test_sql_sentence():
    """A SQL file opens by saying in a sentence what it is."""

    def problem(path):
        comment = re.match(r"(?:--[^\n]*\n)+", text_of(path))
        lines = comment[0].splitlines() if comment else []
        first = " ".join(line.removeprefix("--").strip() for line in lines).partition("  ")[0]
        is_sentence = re.match(r"""["'A-Z0-9`*].*[.:;]$""", first)
        return None if is_sentence else first or "says nothing"

    assert {} == broken(SQL, problem)


def public(nodes):
    """Yield classes, functions and methods that others may call; a property's name says enough."""
    for node in nodes:
        is_public = getattr(node, "name", "_")[0] != "_"
        if isinstance(node, ast.ClassDef) and is_public:
            yield node
            yield from public(node.body)
        elif isinstance(node, ast.FunctionDef) and is_public:
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            if not decorators & {"property", "cached_property"}:
                yield node


def test_public_names_are_documented():
    """What others may call says what it does."""

    def problem(path):
        return [node.name for node in public(tree_of(path).body) if not ast.get_docstring(node)]

    assert {} == broken(MODULES, problem)


def test_errors_are_caught_by_name():
    """Only at the rim and around code of others is whatever comes caught."""

    def problem(path):
        broad = [
            handler.lineno
            for handler in ast.walk(tree_of(path))
            if isinstance(handler, ast.ExceptHandler)
            and (
                handler.type is None or ast.unparse(handler.type) in {"Exception", "BaseException"}
            )
        ]
        return broad if len(broad) != BROAD_CATCHES.get(module_of(path), (0, ""))[0] else None

    assert {} == broken(MODULES, problem)


def test_nothing_is_printed_in_passing():
    """Output goes through click, so that it can be told from errors and counted on."""

    def problem(path):
        return [
            node.lineno
            for node in ast.walk(tree_of(path))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
        ]

    assert {} == broken(MODULES, problem)


def glued_statements(path):
    """Yield the functions that hand a statement to the database which they put together."""
    for name, function in functions(tree_of(path)):
        values = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in ast.walk(function):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr in ASKING_METHODS
                and call.args
            ):
                statement = call.args[0]
                if isinstance(statement, ast.Name):
                    statement = values.get(statement.id, statement)
                if isinstance(statement, ast.JoinedStr | ast.BinOp):
                    yield f"{module_of(path)}.{name.rpartition('.')[2]}"


def test_statements_are_not_glued():
    """Values travel as parameters; each place that puts a statement together gives its reason."""
    expected = sorted(GLUED_STATEMENTS)

    actual = sorted(set(chain.from_iterable(glued_statements(path) for path in MODULES)))

    assert expected == actual


def test_the_project_speaks_of_itself():
    """No open ends and no traces of the place it was written in."""

    def problem(path):
        text = text_of(path)
        return [
            (hit[0], reason) for word, reason in BANNED.items() for hit in re.finditer(word, text)
        ]

    assert {} == broken(EVERYTHING, problem)
