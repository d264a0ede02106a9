"""The wheel holds what the tree holds, and works where there is no tree."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from evalstore.cli.demo import NEEDS

ROOT = Path(__file__).parent.parent
SQL_FOLDERS = ("sql", "ingest", "views")


def run(*arguments, cwd, **environment):
    """Run a program to its end in a folder; say what it said where it fails."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=cwd,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built with what is installed."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def names(wheel):
    """The names of the files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The scripts of an environment that has the wheel, and all but torch from this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    packages = Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder)
        .strip()
    )  # fmt: skip
    # Without .pth files, so that an editable install of this tree stays out of sight.
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.suffix != ".pth" and not path.name.startswith(("torch", "evalstore")):
            (packages / path.name).symlink_to(path)
    run(
        sys.executable, "-m", "pip", "--python", python, "install",
        "--quiet", "--no-deps", "--no-index", "--no-compile", wheel, cwd=folder,
    )  # fmt: skip
    return folder / "bin"


@pytest.mark.sweep
def test_all_sql_is_in_the_wheel(names):
    """Each SQL file of the three folders is there under the same name, and no other."""
    expected = sorted(
        path.relative_to(ROOT).as_posix()
        for folder in SQL_FOLDERS
        for path in (ROOT / folder).rglob("*.sql")
    )

    actual = sorted(
        name.removeprefix("evalstore/_sql/")
        for name in names
        if name.startswith("evalstore/_sql/")
    )

    assert expected == actual


@pytest.mark.sweep
def test_the_package_is_in_the_wheel(names):
    """Modules, schemas, templates, queries and the demo's files are all there."""
    expected = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "evalstore").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )

    actual = sorted(
        name
        for name in names
        if name.startswith("evalstore/")
        and not name.startswith(("evalstore/_sql/", "evalstore/_examples/"))
    )

    assert expected == actual


def test_the_notebook_is_in_the_wheel(names):
    """The one example that a command opens."""
    shipped = [name for name in names if name.startswith("evalstore/_examples/")]

    assert ["evalstore/_examples/notebook.py"] == shipped


def test_nothing_else_is_in_the_wheel(names):
    """No compiled files, no tests, no documents."""
    others = [
        name for name in names if not name.startswith("evalstore/") and ".dist-info/" not in name
    ]
    compiled = [name for name in names if name.endswith((".pyc", ".pyo")) or "__pycache__" in name]

    assert [] == others + compiled


def test_the_licence_is_in_the_wheel(names):
    """Its text goes with every copy."""
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


REMOTES = {
    "https://ci:secret@github.com/somebody/evalstore.git": "https://github.com/somebody/evalstore",
    "git@gitlab.example.org:team/sub/evalstore": "https://gitlab.example.org/team/sub/evalstore",
    "ssh://git@git.example.org:2222/evalstore.git": "https://git.example.org/evalstore",
    "https://git.example.org:8443/evalstore/": "https://git.example.org:8443/evalstore",
    "/srv/git/evalstore.git": None,
    "file:///srv/git/evalstore.git": None,
    "../evalstore": None,
    "": None,
}


def test_the_urls_are_those_of_the_repository():
    """A build names the address it was made from, without a password, or none."""
    source = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = module_from_spec(source)
    source.loader.exec_module(module)
    found = {remote: module.urls(remote) for remote in REMOTES}

    assert {remote: urls.get("Source") for remote, urls in found.items()} == REMOTES
    assert "secret" not in str([*found.values()])
    assert found["git@gitlab.example.org:team/sub/evalstore"] == {
        "Source": "https://gitlab.example.org/team/sub/evalstore",
        "Documentation": "https://gitlab.example.org/team/sub/evalstore/-/blob/HEAD/docs/index.md",
        "Changelog": "https://gitlab.example.org/team/sub/evalstore/-/blob/HEAD/CHANGELOG.md",
        "Issues": "https://gitlab.example.org/team/sub/evalstore/issues",
    }


@pytest.fixture
def without_extras(installed):
    """The environment as it is without the packages that steps of the demo need."""
    [packages] = (installed.parent / "lib").glob("python*/site-packages")
    names = [name for needed, _ in NEEDS.values() for name in needed]
    links = {path: path.readlink() for name in names if (path := packages / name).is_symlink()}
    for path in links:
        path.unlink()
    yield
    for path, target in links.items():
        path.symlink_to(target)


@pytest.mark.usefixtures("without_extras")
def test_events_become_a_page_elsewhere(installed, tmp_path):
    """Installed, in a folder of its own: the demo's events, a gate on them, and a report."""
    [package] = (installed.parent / "lib").glob("python*/site-packages/evalstore")
    run(installed / "evalstore", "init", cwd=tmp_path)
    events = package / "running" / "demo" / "events" / "capitals.ndjson"
    run(installed / "evalstore", "ingest", events, cwd=tmp_path)
    gate = '[[gate]]\nmetric = "accuracy"\nmin = 0.1\n'
    (tmp_path / "gates.toml").write_text(gate, encoding="utf-8")
    last = ("--run", "capitals-nightly-2")

    said = run(installed / "evalstore", "gate", *last, "--config", "gates.toml", cwd=tmp_path)
    run(installed / "evalstore", "report", *last, "-o", "report.html", cwd=tmp_path)

    assert "accuracy" in said
    page = (tmp_path / "report.html").read_text("utf-8")
    assert re.search(r"<title>[^<]*: capitals-nightly-2 ", page)


@pytest.mark.sweep
@pytest.mark.usefixtures("without_extras")
def test_the_demo_runs_from_elsewhere(installed, tmp_path):
    """
    Installed, in a folder of its own, the main job runs and leaves a page and a store.

    Without the extras it says what it leaves out; with them, `make sweep` runs it.
    """
    said = run(installed / "evalstore", "demo", "shown", cwd=tmp_path)

    assert "accuracy" in said
    assert "The drift suite is left out: torch" in said
    assert "The epistemic suite is left out: bm25s" in said
    assert "drift-demo" not in said
    assert "epistemic-demo" not in said
    page = (tmp_path / "shown" / "report.html").read_text("utf-8")
    assert len(page) > 10_000
    assert re.search(r"<title>[^<]*: capitals-nightly-2 ", page)
    assert list((tmp_path / "shown").rglob("segments/*.parquet"))


@pytest.mark.sweep
def test_the_epistemic_suite_runs_from_elsewhere(installed, tmp_path):
    """Installed, the suite finds its graphs, and the oracle is right throughout."""
    run(installed / "evalstore", "init", cwd=tmp_path)
    run(
        installed / "evalstore", "run", "epistemic", "--run-id", "r", "--per-label", "1",
        "--system", "kg_oracle", cwd=tmp_path,
    )  # fmt: skip

    shown = run(installed / "evalstore", "show", "accuracy", "--format", "json", cwd=tmp_path)

    assert {row["accuracy"] for row in json.loads(shown)} == {1.0}


@pytest.mark.sweep
def test_the_demo_runs_whole(tmp_path):
    """With all extras every suite runs."""
    said = run(Path(sys.executable).parent / "evalstore", "demo", "shown", cwd=tmp_path)
    runs = [line for line in said.splitlines() if line.startswith("run drift-demo")]

    assert "left out" not in said
    assert runs
    assert (tmp_path / "shown" / "report.html").stat().st_size > 10_000


def test_the_installed_package_is_the_one_that_ran(installed, tmp_path):
    """SQL and code come from the environment, not from this tree."""
    script = "from evalstore.base import sql_files; print(sql_files.root())"

    root = Path(run(installed / "python", "-c", script, cwd=tmp_path).strip())

    assert installed.parent in root.parents
    assert root.name == "_sql"


def test_types_are_seen_from_outside(installed):
    """The marker of PEP 561 is in the wheel, so mypy reads the types of the installed package."""
    from mypy.modulefinder import FindModuleCache, SearchPaths

    [folder] = (installed.parent / "lib").glob("python*/site-packages")
    paths = SearchPaths((), (), (str(folder),), ())

    found = FindModuleCache(paths, None, None).find_module("evalstore.errors")

    assert str(folder / "evalstore" / "errors.py") == found
