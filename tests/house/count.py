"""
Count what makes the project heavy to walk through: places, sizes, repeats, words.

    python -m tests.house.count [CHECKOUT]

CHECKOUT is another checkout to count. The docstring of each function below defines what it counts.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.house.files import ROOT, code_of, imported_modules, project_files, python_of

# Packages of suites, judges and scale, now and before they were ordered.
SLICES = (
    "suites", "judges", "scale", "cases", "systems", "validators", "knowledge", "drift",
    "encoders", "dialects", "lake", "remotes",
)  # fmt: skip
FORMAT = "promptfoo"
SUITE = "drift"
# Folders where the word is the name of their owner, now and before they were ordered.
SLICES_OF_SUITE = ("evalstore/suites/drift", "evalstore/drift", "ingest")
SQL_FOLDERS = ("sql/", "ingest/", "views/")
# Names that every package may have.
SHARED_NAMES = ("__init__.py", "__main__.py")
SAME_NAME_MAX = 3
CREATED = re.compile(
    r"create (?:or replace )?(?:temp )?(?:table|view|macro|trigger|type)"
    r" (?:if not exists )?(?:\w+\.)?(\w+)"
)
WINDOW = 6
WORDS = re.compile(r"\b(?:said|told|stands|beside|is none|nobody)\b|\b[Ww]hat [a-z]+ is\b")
NAMES = {"found", "known", "said", "asked", "told", "given", "one", "own"}


def sql_of(files):
    """Return the files of SQL that the package executes."""
    return [
        file for file in files if file.name.startswith(SQL_FOLDERS) and file.name.endswith(".sql")
    ]


def line_count(files):
    """Return the number of lines in files."""
    return sum(len(file.lines) for file in files)


def entries(files):
    """Return the names directly in the package that are or contain Python files."""
    return sorted({file.name.split("/")[1] for file in python_of(files)})


def places_of(files, word, *left_out):
    """Return the folders with a file or folder that is named after a word."""
    names = {file.name for file in files if file.name.startswith(("evalstore/", "ingest/"))}
    names |= {parent.as_posix() for name in names for parent in Path(name).parents}
    places = set()
    for name in names:
        path = Path(name)
        is_named = word in path.stem.strip("_").split("_") or word == path.stem
        if is_named and word not in path.parent.parts and not name.startswith(left_out):
            places.add(path.parent.as_posix())
    return sorted(places)


def private_imports(imported):
    """Return imports of a module that begins with an underscore, in another folder's package."""
    pairs = []
    for name, others in imported.items():
        for other in others:
            package, _, leaf = other.rpartition(".")
            is_private = leaf.startswith("_") and not leaf.startswith("__")
            if is_private and name != package and not name.startswith(f"{package}."):
                pairs.append((name, other))
    return pairs


def circles(imported):
    """
    Return circles of imports, each as a list of modules.

    The first module of each circle is taken out before the next is looked for, so that the number
    of circles is that of the modules to take out until no import leads back.
    """
    others_of = {name: set(others) for name, others in imported.items()}
    modules = []
    while True:
        try:
            list(TopologicalSorter(others_of).static_order())
        except CycleError as error:
            [_, circle] = error.args
            modules.append(circle[:-1])
            others_of.pop(circle[0])
            for others in others_of.values():
                others.discard(circle[0])
        else:
            return modules


def private_folders(files):
    """Return the folders of the package whose names begin with an underscore."""
    parents = {parent for file in python_of(files) for parent in Path(file.name).parents}
    return sorted(parent.as_posix() for parent in parents if parent.name.startswith("_"))


def repeated_names(files):
    """Return the names that four or more Python files have, apart from those all packages have."""
    counts = Counter(Path(file.name).name for file in python_of(files))
    return sorted(
        name
        for name, count in counts.items()
        if count > SAME_NAME_MAX and name not in SHARED_NAMES
    )


def sql_in_package(files):
    """Return the SQL files in the package's folder."""
    return [
        file for file in files if file.name.startswith("evalstore/") and file.name.endswith(".sql")
    ]


def created_objects(files):
    """Return the SQL objects that files create, each as its file and its name."""
    return [(file, name) for file in sql_of(files) for name in CREATED.findall(code_of(file.text))]


def unnamed_objects(files):
    """Return the SQL objects that are not named as the file that creates them."""
    return [(file, name) for file, name in created_objects(files) if name != file.stem]


def repeated_share(files):
    """Return the share of lines of ``ingest`` SQL that are part of a window seen elsewhere."""
    lines_of = {
        file.name: [line.strip() for line in file.lines if line.strip()]
        for file in sql_of(files)
        if file.name.startswith("ingest/")
    }
    places = defaultdict(set)
    for name, lines in lines_of.items():
        for start in range(len(lines) - WINDOW + 1):
            places[tuple(lines[start : start + WINDOW])].add((name, start))
    repeated = {
        (name, start + offset)
        for starts in places.values()
        if len(starts) > 1
        for name, start in starts
        for offset in range(WINDOW)
    }
    return len(repeated) / sum(map(len, lines_of.values()))


def words_and_names(files):
    """Return how often Python files contain words of the dialect, and variables its names."""
    words, names = 0, 0
    for file in python_of(files):
        words += len(WORDS.findall(file.text))
        bound = [node for node in file.nodes[ast.Name] if isinstance(node.ctx, ast.Store)]
        names += sum(node.id in NAMES for node in bound)
        names += sum(node.arg in NAMES for node in file.nodes[ast.arg])
        file.keep_outline()
    return words, names


def rows(files):
    """Yield what is counted, and the count."""
    words, variables = words_and_names(files)
    imported = imported_modules(files)
    of_cli = [other for name, others in imported.items() if ".cli" in name for other in others]
    package = python_of(files)
    outside = [file for file in package if file.name.split("/")[1] not in SLICES]
    unnamed, object_count = unnamed_objects(files), len(created_objects(files))
    sizes = {file.name: len(file.text.encode()) for file in files}
    yield "entries directly under evalstore/", len(entries(files))
    yield "Python under evalstore/, lines", line_count(package)
    yield "of it outside suites, judges, scale", line_count(outside)
    yield "places of drift outside its slice", len(places_of(files, SUITE, *SLICES_OF_SUITE))
    yield f"places of one format ({FORMAT})", len(places_of(files, FORMAT))
    yield "imports of evalstore.store in cli", sum("evalstore.store" in o for o in of_cli)
    yield "imports of the API in cli", sum(o.startswith("evalstore.api") for o in of_cli)
    yield "imports of another package's _module", len(private_imports(imported))
    yield "circles of files", len(circles(imported))
    yield "folders _x/", len(private_folders(files))
    yield "file names four times or more", len(repeated_names(files))
    yield "SQL files under evalstore/", len(sql_in_package(files))
    yield f"SQL objects their file does not name, of {object_count}", len(unnamed)
    yield "repeated lines of ingest/*.sql", f"{repeated_share(files):.0%}"
    yield "words of the dialect; variables", f"{words:,}; {variables:,}"
    yield "README; CHANGELOG, bytes", f"{sizes['README.md']:,}; {sizes['CHANGELOG.md']:,}"


def main(arguments):
    """Print the counts of this checkout, or of the one in the arguments."""
    root = Path(arguments[0]).resolve() if arguments else ROOT
    for name, count in rows(list(project_files(root))):
        print(f"{name:<50} {count:,}" if isinstance(count, int) else f"{name:<50} {count}")


if __name__ == "__main__":
    main(sys.argv[1:])
