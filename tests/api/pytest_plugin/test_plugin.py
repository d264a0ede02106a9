"""pytest finds the plugin of the installed package, and pays nothing for it until it is used."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_pytest_finds_the_plugin():
    """The entry point of the package names the module with options and fixture."""
    points = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["entry-points"]["pytest11"]
    module = import_module(points["evalstore"])

    assert ["evalstore"] == list(points)
    assert {"pytest_addoption", "pytest_configure", "evalcase"} <= vars(module).keys()


def test_a_session_of_somebody_else_loads_little():
    """Every pytest session of the environment imports the plugin, but no library with it."""
    script = (
        "import sys, evalstore.api.pytest_plugin.hooks\n"
        "heavy = {'duckdb', 'polars', 'pyarrow', 'numpy', 'orjson', 'jsonschema', 'sqlglot'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert "[]\n" == done.stdout
