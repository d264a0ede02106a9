"""Loss functions, one file each; the folder is the registry."""

from importlib import import_module
from pathlib import Path
from typing import Any


def names() -> tuple[str, ...]:
    """Return the names of the files, sorted."""
    paths = Path(__file__).parent.glob("*.py")
    return tuple(sorted(path.stem for path in paths if not path.stem.startswith("_")))


def load(name: str) -> Any:
    """
    Return a module of this folder; the name must be one of ``names()``.

    Each has ``OUTPUT_COUNT``, the number of logits per value; ``loss(logits, classes, weights)``,
    with logits [n, values, outputs], classes [n, values] in {0, 1, 2} and weights [values, 3];
    ``alignment(logits)``, from [..., outputs] to the expected class, [...] in [-1, 1]; and
    ``moments(logits)``, to the expected class and its variance, [...] in [0, 1].
    """
    return import_module(f"{__name__}.{name}")
