"""
Text features, one file each; the folder is the registry.

The critic computes them. See docs/architecture.md#suites.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from evalstore.base.named_modules import named_modules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from evalstore.suites.drift.engine.critic.feature_rows import Rows


class Features(Protocol):
    """Features fitted to the training texts."""

    # Rows of different versions are incompatible, so a critic records the version.
    version: str
    width: int

    def rows(self, texts: Sequence[str]) -> "Rows":
        """Return a row for each text, of ``width`` columns."""

    def arrays(self) -> "Mapping[str, npt.NDArray[np.float32]]":
        """Return the arrays learned from the training texts, to be saved with the weights."""

    # Features that read only the beginning of a text also have `truncated_count(texts)`.


def names() -> tuple[str, ...]:
    """Return the names of the files, sorted."""
    return tuple(named_modules("suites/drift/engine/critic/features/*.py"))


def load(name: str) -> Any:
    """
    Return a module of this folder: ``fitted(texts, settings)`` and ``restored(arrays, settings)``.

    The name must be one of ``names()``.
    """
    return import_module(f"{__name__}.{name}")
