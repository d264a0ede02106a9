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
    Return a module of this folder; the name has to be one of ``names()``.

    Each has ``OUTPUT_COUNT``, how many logits a value has; ``loss(logits, classes, weights)``,
    of logits [n, values, outputs], classes [n, values] in {0, 1, 2} and weights [values, 3];
    ``alignment(logits)``, which takes [..., outputs] to the expected class, [...] in [-1, 1]; and
    ``moments(logits)``, to that and the variance of the class, [...] in [0, 1].
    """
    return import_module(f"{__name__}.{name}")
