"""docs/dependencies.md names each dependency once, and who imports it."""

import re
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
# The tables of what is installed; what was considered and not taken comes after them.
TABLES = TEXT.partition("## Considered")[0]


def required_packages():
    """Name every package that pyproject.toml and build.in ask for, extras of our own left out."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = [
        *project["project"]["dependencies"],
        *project["build-system"]["requires"],
        *(line for line in project["dependency-groups"]["dev"] if isinstance(line, str)),
        *project["dependency-groups"]["quick"],
        *project["dependency-groups"]["engines"],
        *(
            line
            for group in project["project"]["optional-dependencies"].values()
            for line in group
        ),
        *(ROOT / "build.in").read_text(encoding="utf-8").splitlines(),
    ]
    names = {re.match(r"[\w.-]*", line)[0] for line in lines}
    return sorted(names - {"", "evalstore"})


def test_every_dependency_is_justified():
    """The list names each package once, and none that is not asked for."""
    listed = re.findall(r"^\| `([\w.-]+)` \|", TABLES, re.MULTILINE)

    assert required_packages() == sorted(listed)


def imported_by():
    """Name the parts of the package that import each library, by import or import_module."""
    parts = defaultdict(set)
    for path in (ROOT / "evalstore").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE)
        for name in found + re.findall(r"import_module\(\"(\w+)", text):
            parts[name].add(path.relative_to(ROOT / "evalstore").parts[0].removesuffix(".py"))
    return parts


def module_of(name):
    """Return the module that a package is imported as."""
    modules = {"pygithub": "github", "python-gitlab": "gitlab", "pyyaml": "yaml"}
    return modules.get(name, name.removesuffix("-python").replace("-", "_"))


def test_who_imports_a_dependency():
    """The list names the parts of the package that import each, and no other."""
    rows = re.findall(r"^\| `([\w.-]+)` \| ([a-z, ]+) \| \S", TABLES, re.MULTILINE)
    parts = imported_by()
    expected = {name: ", ".join(sorted(parts[module_of(name)])) for name, _ in rows}

    assert expected == dict(rows)
    assert expected["numpy"] == "base, gates, statistics, suites"
