"""
Loss functions, one file each; the folder is the registry.

The critic's training computes them. See docs/architecture.md#suites.
"""

from importlib import import_module
from typing import Any

from evalstore.base.named_modules import named_modules


def names() -> tuple[str, ...]:
    """Return the names of the files, sorted."""
    return tuple(named_modules("suites/drift/engine/critic/losses/*.py"))


def load(name: str) -> Any:
    """
    Return a module of this folder; the name must be one of ``names()``.

    Each has ``OUTPUT_COUNT``, the number of logits per value; ``loss(logits, classes, weights)``,
    with logits [n, values, outputs], classes [n, values] in {0, 1, 2} and weights [values, 3];
    ``alignment(logits)``, from [..., outputs] to the expected class, [...] in [-1, 1]; and
    ``moments(logits)``, to the expected class and its variance, [...] in [0, 1].
    """
    return import_module(f"{__name__}.{name}")
