"""
What a judge of ours is made of, read without running it: files, data, libraries, and their hash.

The files are those that importing it runs, but for what every validator is handed
(``evalstore.plugins``, ``evalstore.errors``), and the data that a path of theirs names. Where they
lie does not count: of an import of our own modules only the names stay, and of a dotted name of
such a module its last part. So a file may move; two functions of one name in two files of a judge
would be exchanged unseen.
"""

import ast
import hashlib
import re
import sys
from functools import cache
from pathlib import Path

from evalstore.plugins import registry
from evalstore.running.validator_digest import OURS

ROOT = Path(__file__).parents[2]
INTERFACE = (f"{OURS}.plugins", f"{OURS}.errors")
DOTTED = re.compile(rf"\b{OURS}(?:\.\w+)*\.(\w+)")
# A cross-encoder's word is that of a judge of its own.
OPINION = {"second_opinion": "evalstore.judges.entailment.second_opinion"}
# Of the folder of all cases' data judges read one file, which a constant of another file names.
ALL_DATA = Path("hallucination", "data")
# What brings replies, and what checks their form: verdicts carry a digest without them.
NOT_COUNTED = {"model_judge": {"jsonschema", "openai"}}


def judges():
    """Return the module of each judge, by name."""
    found = registry.module_names("validators")
    return {name: place for name, place in found.items() if place.startswith(f"{OURS}.")} | OPINION


def files_of(name):
    """Return the files of a judge with the hash of what counts of each."""
    code = _code_of(judges()[name])
    data = [path for file in code for path in _data_of(file)]
    return {path: _sha256(path.read_bytes()) for path in data} | {
        path: _sha256(counting_text(path).encode()) for path in code
    }


def sources_of(name):
    """Return the hash of all files of a judge, whatever their names."""
    return _sha256("\n".join(sorted(files_of(name).values())).encode())


def version_of(name):
    """Return the VERSION that the file of a judge states."""
    text = _code_of(judges()[name])[0].read_text(encoding="utf-8")
    return re.search(r'^VERSION = "(.+)"$', text, re.MULTILINE)[1]


def libraries_of(name):
    """Return the libraries that the files of a judge import, by the names of their modules."""
    names = {top for file in _code_of(judges()[name]) for top in map(_top, _imported(file))}
    return names - {OURS, *sys.stdlib_module_names, *NOT_COUNTED.get(name, ())}


@cache
def _code_of(module):
    found, waiting = {}, [module]
    while waiting:
        name = waiting.pop()
        place = ROOT.joinpath(*name.split("."))
        file = next(filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py")), None)
        is_ours = _top(name) == OURS != name and not f"{name}.".startswith(
            tuple(f"{part}." for part in INTERFACE)
        )
        if file is None or file in found or not is_ours:
            continue
        found[file] = None
        waiting += [name.rpartition(".")[0], *_imported(file)]
    return tuple(found)


@cache
def _imported(file):
    """Return what a file imports wherever in it, and the modules of ours that its texts name."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and DOTTED.fullmatch(str(node.value)):
            # A process is started by the name of its module.
            names.add(node.value)
    return names


@cache
def _data_of(file):
    """Return the files that the paths of a file's constants name, those of folders too."""
    return tuple(_named(file))


def _named(file):
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and "__file__" in ast.unparse(node.value):
            place = eval(ast.unparse(node.value), {"Path": Path, "__file__": str(file)})
            if place.is_dir() and place.parts[-2:] == ALL_DATA.parts:
                continue
            named = [place] if place.is_file() else sorted(place.rglob("*"))
            yield from (path for path in named if path.is_file() and path.suffix != ".pyc")


@cache
def counting_text(file):
    """Return the text of a file without blank lines and the places of our modules."""
    text = file.read_text(encoding="utf-8")
    lines, names = text.splitlines(), []
    for node in ast.walk(ast.parse(text)):
        modules = getattr(node, "names", []) if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) or modules:
            module = getattr(node, "module", None) or modules[0].name
            if _top(module) == OURS:
                names += [DOTTED.sub(r"\1", ast.unparse(alias)) for alias in node.names]
                lines[node.lineno - 1 : node.end_lineno] = [""] * (
                    node.end_lineno - node.lineno + 1
                )
    kept = [DOTTED.sub(r"\1", line) for line in lines if line.strip()]
    return "\n".join([*kept, *sorted(names)])


def _top(name):
    return name.partition(".")[0]


def _sha256(data):
    return hashlib.sha256(data).hexdigest()
