"""Type of the networks in the folder ``networks``, and of ensembles of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

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
