"""
Count what makes the project heavy to walk through: places, sizes, repeats, words.

    python -m tests.house.count [FOLDER]

FOLDER is another checkout to count. What is counted is in the docstring of each function below.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
PACKAGE = ROOT / "evalstore"
# Where the parts of suites, judges and scale are, today and before they had packages of their own.
SLICES = (
    "suites", "judges", "scale", "cases", "systems", "validators", "knowledge", "drift",
    "encoders", "dialects", "lake", "remotes",
)  # fmt: skip
FORMAT = "promptfoo"
SUITE = "drift"
WINDOW = 6
WORDS = re.compile(r"\b(?:said|told|stands|beside|is none|nobody)\b|\b[Ww]hat [a-z]+ is\b")
NAMES = {"found", "known", "said", "asked", "told", "given", "one", "own"}


def python_files(folder=PACKAGE):
    """Return the Python files below a folder."""
    return sorted(path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


def line_count(paths):
    """Return how many lines files have."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def entries():
    """Return what lies directly in the package, but for py.typed and what Python left there."""
    folders = {path.relative_to(PACKAGE).parts[0] for path in python_files()}
    return sorted(path.name for path in PACKAGE.iterdir() if path.name in folders)


def places_of(word, *left_out):
    """Return the folders with a file or folder that is named after a word."""
    found = set()
    for folder in ("evalstore", "ingest"):
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if "__pycache__" in name or any(name.startswith(part) for part in left_out):
                continue
            if word in path.stem.strip("_").split("_") or word == path.stem:
                parent = path.parent.relative_to(ROOT).as_posix()
                if word not in parent.split("/"):
                    found.add(parent)
    return sorted(found)


def modules():
    """Return the files of the package's modules by their dotted names."""
    found = {}
    for path in python_files():
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imports_of(path, known):
    """Return the modules of the package that a file imports at any place."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name in known]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found += [name if name in known else node.module for name in names]
    return [name for name in found if name in known]


def private_imports(imported):
    """Return imports of a module that begins with an underscore, in another folder's package."""
    found = []
    for name, others in imported.items():
        for other in others:
            package, _, leaf = other.rpartition(".")
            if leaf.startswith("_") and not leaf.startswith("__"):
                is_near = name == package or name.startswith(f"{package}.")
                found += [] if is_near else [(name, other)]
    return found


def circles(imported):
    """Return how many files have to be taken out of circles until no import leads back."""
    left = {name: set(others) - {name} for name, others in imported.items()}
    found = 0
    while True:
        try:
            list(TopologicalSorter(left).static_order())
        except CycleError as error:
            found += 1
            [_, circle] = error.args
            left.pop(circle[0])
            for others in left.values():
                others.discard(circle[0])
        else:
            return found


def repeated_share():
    """Return the share of lines of ``ingest`` SQL that are part of a window seen elsewhere."""
    files = {
        path: [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip()]
        for path in sorted((ROOT / "ingest").rglob("*.sql"))
    }
    places = defaultdict(set)
    for path, lines in files.items():
        for start in range(len(lines) - WINDOW + 1):
            places[tuple(lines[start : start + WINDOW])].add((path, start))
    repeated = {
        (path, start + offset)
        for found in places.values()
        if len(found) > 1
        for path, start in found
        for offset in range(WINDOW)
    }
    return len(repeated) / sum(map(len, files.values()))


def words_and_names():
    """Return how often words of the dialect stand in Python, and variables have its names."""
    words, names = 0, 0
    for path in python_files():
        text = path.read_text(encoding="utf-8")
        words += len(WORDS.findall(text))
        for node in ast.walk(ast.parse(text)):
            is_bound = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            names += is_bound and node.id in NAMES
            names += isinstance(node, ast.arg) and node.arg in NAMES
    return words, names


def unnamed_objects():
    """Return SQL objects that no file is named after, of all that files create."""
    created = re.compile(
        r"create (?:or replace )?(?:temp )?(?:table|view|macro|trigger|type)"
        r" (?:if not exists )?(?:\w+\.)?(\w+)"
    )
    total, found = 0, []
    for folder in ("sql", "ingest", "views"):
        for path in (ROOT / folder).rglob("*.sql"):
            text = re.sub(r"--[^\n]*", "", path.read_text(encoding="utf-8"))
            for name in created.findall(text):
                total += 1
                found += [] if name == path.stem else [(path.name, name)]
    return found, total


def rows():
    """Yield what is counted, and the count."""
    files = python_files()
    known = modules()
    imported = {name: imports_of(path, known) for name, path in known.items()}
    of_cli = [o for name, others in imported.items() for o in others if ".cli" in name]
    names = Counter(path.name for path in files if path.stem not in {"__init__", "__main__"})
    folders = [p for p in PACKAGE.rglob("_*") if p.is_dir() and p.name != "__pycache__"]
    drift = places_of(SUITE, "evalstore/suites/drift", "evalstore/drift", "ingest")
    unnamed, object_count = unnamed_objects()
    words, variables = words_and_names()
    yield "entries directly under evalstore/", len(entries())
    yield "Python under evalstore/, lines", line_count(files)
    slices = [path for path in files if path.relative_to(PACKAGE).parts[0] not in SLICES]
    yield "of it outside suites, judges, scale", line_count(slices)
    yield "places of drift outside its slice", len(drift)
    yield f"places of one format ({FORMAT})", len(places_of(FORMAT))
    yield "imports of evalstore.store in cli", sum("evalstore.store" in o for o in of_cli)
    yield "imports of the API in cli", sum(o.startswith("evalstore.api") for o in of_cli)
    yield "imports of another package's _module", len(private_imports(imported))
    yield "circles of files", circles(imported)
    yield "folders _x/", len(folders)
    yield "file names four times or more", sum(count >= 4 for count in names.values())
    yield "SQL files under evalstore/", len(list(PACKAGE.rglob("*.sql")))
    yield f"SQL objects their file does not name, of {object_count}", len(unnamed)
    yield "repeated lines of ingest/*.sql", f"{repeated_share():.0%}"
    yield "words of the dialect; variables", f"{words:,}; {variables:,}"
    sizes = [(ROOT / name).stat().st_size for name in ("README.md", "CHANGELOG.md")]
    yield "README; CHANGELOG, bytes", "; ".join(f"{size:,}" for size in sizes)


def main():
    """Print the counts."""
    for name, count in rows():
        print(f"{name:<50} {count:,}" if isinstance(count, int) else f"{name:<50} {count}")


if __name__ == "__main__":
    main()
