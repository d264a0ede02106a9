"""Rules on names across the project: what is defined, and whether anything uses it."""

import re
from collections import Counter, defaultdict
from fnmatch import fnmatchcase

from tests.house.exceptions import (
    FOUND_BY_NAME,
    OFFERED,
    OWN_THOUGHT,
    RECOGNISER,
    SQL_FOUND_BY_NAME,
)
from tests.house.files import code_of, imported_modules, python_of
from tests.house.rules import of_the_project
from tests.house.text_rules import FILE_LINES_MAX

# pytest calls the functions of a plugin by their names.
HOOK = "pytest_"
PYTEST_NAMES = ("test_", HOOK, "pytestmark", "collect_ignore")
# A shorter file that only a neighbour imports is a part of that one.
OWN_FILE_LINES_MIN = 60
RUN_AS_PROGRAM = '\nif __name__ == "__main__":\n'


def _is_python(file):
    return file.name.endswith(".py")


def _words(file):
    return set(re.findall(r"\w+", file.text))


def _importers(files):
    """Return the modules that import each module of the package."""
    importers = defaultdict(set)
    for module, others in imported_modules(files).items():
        for other in others:
            importers[other].add(module)
    return importers


def _is_found_by_name(file):
    patterns = [pattern for pattern in FOUND_BY_NAME if fnmatchcase(file.folder, pattern)]
    has_its_name = file.stem.removesuffix(RECOGNISER) == file.folder.rpartition("/")[2]
    is_found = any(not pattern.endswith("*") or has_its_name for pattern in patterns)
    return is_found and file.stem[0] != "_"


@of_the_project
def dead_files(files):
    """Every module is imported, found by its name or run as a program."""
    package = python_of(files)
    importers = _importers(package)
    for file in package:
        is_used = (
            file.module in importers
            or file.stem in {"__init__", "__main__"}
            or file.module in OFFERED
            or _is_found_by_name(file)
            or RUN_AS_PROGRAM in file.text
        )
        if not is_used:
            yield file, 1, "no module imports it; delete it, or give its reason in OFFERED"


@of_the_project
def dead_definitions(files):
    """Every class, function, method and constant is named somewhere else than where it is made."""
    package = python_of(files)
    templates = [file for file in files if file.name.endswith(".j2")]
    used = set().union(*(file.uses for file in package), *map(_words, templates))
    for file in package:
        for name, line, _ in file.definitions:
            is_used = (
                name in used
                or (name.startswith("__") and name.endswith("__"))
                or name.startswith(HOOK)
                or f"{file.module}.{name}" in OFFERED
                or (name == file.stem and _is_found_by_name(file))
            )
            if not is_used:
                yield file, line, f"nothing uses {name}; delete it, or give its reason in OFFERED"


@of_the_project
def dead_helpers(files):
    """What tests, benchmarks and tools define beside tests and fixtures is used by one of them."""
    folders = ("tests/", "benchmarks/", "tools/")
    helpers = [file for file in files if _is_python(file) and file.name.startswith(folders)]
    used = set().union(*(file.uses for file in helpers))
    for file in helpers:
        for name, line, _ in file.helpers:
            if name not in used and not name.startswith(PYTEST_NAMES):
                yield file, line, f"nothing uses {name}; delete it"


@of_the_project
def dead_sql(files):
    """Every SQL file is named by Python, other SQL, a metric's header or a document for users."""
    strings = set().union(*(file.strings for file in python_of(files)))
    documents = (file for file in files if file.name.startswith(("docs/", "views/")))
    named = set().union(*map(_words, documents)) | set(re.findall(r"\w+", " ".join(strings)))
    # `by_` in f"sql/trends/by_{unit}" stands for every file whose name begins so.
    openings = tuple(
        text.rpartition("/")[2] for text in strings if re.fullmatch(r"([\w/]*/)?[a-z]+_", text)
    )
    endings = tuple(text for text in strings if re.fullmatch(r"_[a-z]+", text))
    codes = {
        file.name: set(re.findall(r"\w+", code_of(file.text)))
        for file in files
        if file.name.endswith(".sql") and not file.name.startswith(("tests/", "benchmarks/"))
    }
    users = Counter(word for words in codes.values() for word in words)
    for file in files:
        is_checked = file.name in codes and file.name.startswith(("sql/", "ingest/"))
        is_used = (
            file.stem in named
            or file.stem.startswith(openings)
            or file.stem.endswith(endings)
            or users[file.stem] > (file.stem in codes.get(file.name, ()))
        )
        is_found = file.name.startswith(SQL_FOUND_BY_NAME)
        if is_checked and not is_used and not is_found:
            yield file, 1, "nothing names it; delete it"


@of_the_project
def one_class_of_a_name(files):
    """A search for a class finds one."""
    found = defaultdict(list)
    for file in python_of(files):
        for name, line, is_class in file.definitions:
            if is_class:
                found[name].append((file, line))
    for name, places in found.items():
        if len(places) > 1:
            for file, line in places:
                yield file, line, f"another module has a class {name}; say of what in the name"


@of_the_project
def one_importer(files):
    """A module that only its neighbour imports, and that fits there, goes there."""
    package = {file.module: file for file in python_of(files)}
    for module, importers in _importers(package.values()).items():
        file, importer = package[module], package[next(iter(importers))]
        is_helper = (
            len(importers) == 1
            and file.folder == importer.folder
            and not _is_found_by_name(file)
            and RUN_AS_PROGRAM not in file.text
            and len(file.lines) < OWN_FILE_LINES_MIN
            and len(file.lines) + len(importer.lines) <= FILE_LINES_MAX
        )
        if is_helper and module not in OWN_THOUGHT:
            yield file, 1, f"only {importer.name} imports it; merge them, or give its reason"
        if not is_helper and module in OWN_THOUGHT:
            yield file, 1, "needs no reason to be a file of its own; take it from OWN_THOUGHT"
