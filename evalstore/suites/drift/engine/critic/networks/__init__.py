"""
Networks of a critic, one file each; the folder is the registry.

The critic builds them. See docs/architecture.md#suites.
"""

from importlib import import_module
from typing import Any

from evalstore.base.named_modules import named_modules


def names() -> tuple[str, ...]:
    """Return the names of the files, sorted."""
    return tuple(named_modules("suites/drift/engine/critic/networks/*.py"))


def load(name: str) -> Any:
    """
    Return a module of this folder; the name must be one of ``names()``.

    Each has ``sizes(width, output_count, settings)``, the shape of each tensor;
    ``restored(tensors)``, the network of such tensors; and ``learned(lesson, settings,
    on_epoch)``, the best network on a ``Lesson`` and the ``Epoch`` that produced it.
    """
    return import_module(f"{__name__}.{name}")
