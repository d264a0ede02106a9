"""
Networks of a critic, one file each; the folder is the registry.

The critic builds them. See docs/architecture.md#suites.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from evalstore.base.named_modules import named_modules

if TYPE_CHECKING:
    import torch

    from evalstore.suites.drift.engine.critic.feature_rows import Rows
    from evalstore.suites.drift.engine.critic.settings import CriticSettings


class Network(Protocol):
    """
    Weights that map feature rows to the logits of every value.

    ``shared`` computes the input that all passes share. ``logits`` maps it to
    [n, values, outputs], and the function that ``passes`` returns maps it, with dropout, to
    [passes, n, values, outputs].
    """

    def tensors(self) -> "dict[str, torch.Tensor]":
        """Return all tensors by name."""

    def on(self, device: str) -> "Network":
        """Return the network on a device."""

    def shared(self, rows: "Rows") -> Any:
        """Return the shared input of all passes for these rows."""

    def logits(self, shared: Any) -> "torch.Tensor":
        """Return the logits without dropout."""

    def passes(
        self, settings: "CriticSettings", pass_count: int
    ) -> "Callable[[Any], torch.Tensor]":
        """Return a function that gives the logits of this many passes; deterministic."""


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
