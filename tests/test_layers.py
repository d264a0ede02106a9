"""Layers point one way, held by tests."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "evalstore"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Each may import itself and those before it, nothing after it.
LAYERS = (
    "errors",
    "phrases",
    "sql_files",
    "student",
    "wilson",
    "minilm",
    "contracts",
    "knowledge",
    "drift",
    "cases",
    "systems",
    "validators",
    "suites",
    "schemas",
    "events",
    "metrics",
    "store",
    "ingest",
    "asking",
    "causes",
    "analyses",
    "exports",
    "running",
    "gates",
    "charts",
    "reports",
    "demo",
    "api",
    "cli",
    "__main__",
)
# What the package itself offers to its modules; everything else it offers comes from a layer.
PACKAGE_NAMES = {"__version__"}


def module_of(path):
    """Name a module inside the package, such as store.fold."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imported_layers(path):
    """Yield the layer of each import of our own, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            package, _, rest = name.partition(".")
            if package == "evalstore" and rest not in PACKAGE_NAMES:
                yield rest.partition(".")[0], node.lineno


def test_layers():
    """A module imports its own layer and the ones below it."""
    upward = {}
    for path in MODULES:
        mine = module_of(path).partition(".")[0]
        allowed = LAYERS if not mine else LAYERS[: LAYERS.index(mine) + 1]
        for layer, line in imported_layers(path):
            if layer not in allowed:
                upward[f"{module_of(path)}, line {line}"] = layer

    assert {} == upward


def test_no_layer_is_left_over():
    """Each layer is a module or a folder of the package."""
    expected = sorted({module_of(path).partition(".")[0] for path in MODULES} - {""})

    assert expected == sorted(LAYERS)
