"""Documents say what is so: the generated ones are fresh, lists are complete, examples run."""

import ast
import json
import re
from pathlib import Path

import click
import pytest

from benchmarks import run as benchmarks
from evalstore.base import sql_files
from evalstore.cli import cli
from evalstore.gates import config, decide
from evalstore.gates.gate import MAX_ERROR_RATE_DEFAULT
from evalstore.harnesses import detect
from evalstore.metrics.catalog import catalog
from tests.docs.blocks import KEPT
from tools.cli import reference

HERE = Path(__file__).parent
ROOT = HERE.parent
SQL = ROOT / "sql"
# Packages with a folder for each format, judge or suite.
ONE_FOLDER_EACH = {"harnesses", "judges", "suites"}
DOCUMENTS = sorted(
    [*KEPT, *(path for folder in (".", "benchmarks") for path in (ROOT / folder).glob("*.md"))]
)
# They name what evalstore has today; the changelog names what is gone as well.
PAGES = [path for path in DOCUMENTS if path.parent.name == "docs" or path.name == "README.md"]
# They are made by a run.
MADE = ("benchmarks/.cache", "benchmarks/results")


def text_of(name):
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def block(text, opening):
    """Return the one fenced block that opens with these words."""
    [found] = re.findall(rf"^```{opening}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found


def test_commands_are_fresh():
    """The list of commands is what their help says today; `make docs` writes it."""
    assert reference.reference() == text_of("cli.md")


def heads_of(path):
    """Return the anchors of a document's headings."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def code_of(text):
    """Return what a document sets as code, spans and blocks."""
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return " ".join([*blocks, *re.findall(r"`([^`\n]+)`", text)])


def found_in_code(pattern):
    """Yield what a pattern finds in the code of each document, with the document's name."""
    for path in PAGES:
        for name in re.findall(pattern, code_of(path.read_text(encoding="utf-8"))):
            yield path.name, name


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    """Every link names a file that is there, and a heading in it."""
    links = re.findall(r"\]\(([^)#:]*)#?([^):]*)\)", path.read_text(encoding="utf-8"))
    targets = [(path.parent / name if name else path, anchor) for name, anchor in links]
    missing = [
        (target.name, anchor)
        for target, anchor in targets
        if not target.exists() or (anchor and anchor not in heads_of(target))
    ]

    assert [] == missing


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_named_files_are_there(path):
    """A path into the project, written as code, is that of a file or folder."""
    folders = "benchmarks|evalstore|sql|views|ingest|tests|tools|docs"
    named = re.findall(rf"`((?:{folders})/[\w/.-]+)`", path.read_text(encoding="utf-8"))
    missing = [name for name in named if not (ROOT / name).exists() and name not in MADE]

    assert [] == missing


def test_named_relations_are_there():
    """A view, table or macro of the database, written as code, is one that a store defines."""
    objects = json.loads((ROOT / "evalstore/store/facts/definitions.json").read_text("utf-8"))[
        "objects"
    ]
    defined = {name.partition(" ")[2] for name in objects}
    modules = {"metrics.md", "metrics.reference", "metrics.json", "metrics.csv", "metrics.parquet"}
    named = found_in_code(r"(?<!/)\b(?:facts|metrics|macros|log)\.[a-z_][a-z_0-9]*")

    assert [] == [pair for pair in named if pair[1] not in defined | modules]


def test_named_modules_are_there():
    """A dotted name of the package, the benchmarks or the tools is a module, or a name in one."""

    def is_there(name):
        parts = name.split(".")
        paths = [ROOT.joinpath(*parts[:count]) for count in range(len(parts), 0, -1)]
        found = next(path for path in paths if path.is_dir() or path.with_suffix(".py").exists())
        rest = parts[len(found.relative_to(ROOT).parts) :]
        file = found / "__init__.py" if found.is_dir() else found.with_suffix(".py")
        return not rest or re.search(rf"\b{rest[0]}\b", file.read_text(encoding="utf-8"))

    named = found_in_code(r"\b((?:evalstore|benchmarks|tools)(?:\.[a-z_]\w*)+)")
    # Files, and the group of entry points.
    files = {"evalstore.toml", "evalstore.duckdb", detect.GROUP}

    assert [] == [pair for pair in named if pair[1] not in files and not is_there(pair[1])]


def test_named_options_are_there():
    """An option, written as code, is one of a command, a benchmark or the pytest plugin."""
    options = set(re.findall(r"--[a-z][a-z-]+", text_of("cli.md")))
    folders = (ROOT / "benchmarks", ROOT / "evalstore" / "api" / "pytest_plugin")
    files = [path for folder in folders for path in folder.rglob("*.py")]
    files.append(ROOT / "evalstore" / "scale" / "lake" / "spark_job.py")
    programs = " ".join(path.read_text("utf-8") for path in files)
    options.update(re.findall(r'"(--[a-z][a-z-]+)"', programs))

    assert [] == [
        pair for pair in found_in_code(r"(?<![\w-])--[a-z][a-z-]+") if pair[1] not in options
    ]


def test_named_commands_are_there():
    """A command, written as code, is one of evalstore's or a target of the Makefile."""
    commands = set(cli.list_commands(click.Context(cli)))
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)

    assert [] == [
        pair for pair in found_in_code(r"\$ evalstore ([a-z-]+)") if pair[1] not in commands
    ]
    assert [] == [pair for pair in found_in_code(r"^make ([a-z-]+)") if pair[1] not in targets]


def test_every_benchmark_is_listed():
    """The README of the benchmarks has the list of `benchmarks.run`, which names files."""
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"`(\w+)`", text.partition("one: ")[2].partition(".")[0])

    assert sorted(benchmarks.NAMES) == sorted(listed)
    assert [] == [name for name in listed if not (ROOT / f"benchmarks/{name}.py").exists()]


def packages_section():
    """Return the paragraphs of architecture.md on the packages, by heading."""
    section = text_of("architecture.md").partition("\n## The packages\n")[2].partition("\n## ")[0]
    parts = re.split(r"^### (\w+)$", section, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_packages_have_their_paragraphs():
    """Each package of the tree has one, which names its folder and each of its parts."""
    packages = [path.parent for path in (ROOT / "evalstore").glob("*/__init__.py")]
    paragraphs = packages_section()

    assert {path.name for path in packages} == paragraphs.keys()
    for path in packages:
        assert f"`evalstore/{path.name}`" in paragraphs[path.name]
        if path.name not in ONE_FOLDER_EACH:
            parts = {part.parent.name for part in path.glob("*/__init__.py")}
            assert set() == {part for part in parts if f"`{part}`" not in paragraphs[path.name]}


def test_the_folders_of_sql_are_named():
    """The paragraphs of the packages name every folder of sql/, and those beside it."""
    named = set(re.findall(r"`([\w/]+?)/?`", text_of("architecture.md")))

    assert set() == {"ingest", "views", *(f"sql/{path.name}" for path in SQL.iterdir())} - named


PACKAGES = sorted((ROOT / "evalstore").rglob("*/__init__.py"))


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: path.parent.name)
def test_a_package_links_its_paragraph(path):
    """Its docstring opens with a sentence and ends with the heading that describes it."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    [package] = path.relative_to(ROOT / "evalstore").parts[:1]

    assert re.match(r".+[.:]\n\n", docstring)
    assert docstring.endswith(f"docs/architecture.md#{package}.")
    assert package in packages_section()


def test_tests_have_the_folders_of_the_package():
    """Each package is tested in a folder of its name, or in those of its parts."""
    tested = {path.name for path in HERE.iterdir() if path.is_dir()}
    packages = [path.parent for path in (ROOT / "evalstore").glob("*/__init__.py")]
    parts = {
        path.name: {part.name for part in path.iterdir() if part.is_dir()} | {path.name}
        for path in packages
    }

    assert [] == [name for name, names in parts.items() if not names & tested]


def test_data_flows_in_one_direction():
    """A metric reads only facts, and facts read no metric."""

    def reads(folder, schemas):
        for name in sql_files.names(folder):
            code = re.sub(r"--[^\n]*", "", sql_files.read(name))
            own = f"metrics.{name.rpartition('/')[2]}"
            yield from (
                (name, relation)
                for relation in re.findall(rf"\b(?:{schemas})\.\w+", code)
                if relation != own
            )

    assert [] == list(reads("views", "log|metrics"))
    assert [] == list(reads("sql/facts", "metrics"))


def test_one_module_connects_to_duckdb():
    """What the lock protects is opened in one place; a bundle is checked without evalstore."""
    connecting = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "evalstore").rglob("*.py")
        if "duckdb.connect(" in path.read_text(encoding="utf-8")
    ]

    bundled = {f"evalstore/{part}/bundles/check.py" for part in ("gates", "store/explanation")}
    assert {"evalstore/store/connections.py", *bundled} == {*connecting}


def test_what_has_no_slices_is_as_said():
    """All metrics are given for every slice but agreement, costs and latencies."""
    metrics = catalog().values()
    without = {metric.name for metric in metrics if "slice_name" not in metric.grain}
    agreement = {metric.name for metric in metrics if metric.family == "agreement"}

    assert agreement | {"cost_usd_total", "latency_ms_p50", "latency_ms_p95"} == without


def test_the_gates_shown_are_gates(tmp_path):
    """The example configuration is read without complaint."""
    path = tmp_path / "evalstore.toml"
    path.write_text(block(text_of("gates.md"), 'toml title="evalstore.toml"'), encoding="utf-8")

    names = [gate.gate_id for gate in config.read(path)]

    assert ["accuracy", "every-domain", "ece"] == names


def test_every_gate_key_is_explained():
    """The table of keys has each one, and no other."""
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text_of("gates.md"), re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]

    assert sorted(config.KEYS) == sorted(listed)


def test_every_answer_is_explained():
    """The four answers stand there with their exit codes, in the order they weigh."""
    expected = [(answer, str(decide.EXIT_CODES[answer])) for answer in decide.PRECEDENCE]

    rows = re.findall(r"^\| (\w+) \|.*\| (\d) \|$", text_of("gates.md"), re.MULTILINE)

    assert expected == rows


def test_defaults_are_as_said():
    """The defaults in the table are those of the code."""
    text = text_of("gates.md")

    assert f"| `max_error_rate` | number, default {MAX_ERROR_RATE_DEFAULT:g} |" in text
