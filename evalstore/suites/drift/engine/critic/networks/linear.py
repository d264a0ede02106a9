"""
One layer: each feature contributes additively to the logits of every value.

With few training entries, hidden layers do not help. The weights are the minimum of a convex
function, the loss plus ``penalty`` times the sum of the squared weights, computed by L-BFGS on all
entries at once, without random numbers or early stopping.

A dropout pass drops the same features for all entries, so that each pass is one sampled network
(Y. Gal, Z. Ghahramani, Dropout as a Bayesian approximation, 2016).
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from evalstore.suites.drift.engine.critic.feature_rows import Rows, SparseRows
from evalstore.suites.drift.engine.critic.hidden_layers import by_value
from evalstore.suites.drift.engine.critic.settings import CriticSettings
from evalstore.suites.drift.engine.values import VALUES

if TYPE_CHECKING:
    from evalstore.suites.drift.engine.critic.lesson import Epoch, Lesson

# Training stops if a step changes the loss by less than this.
TOLERANCE = 1e-8


@dataclass(frozen=True, slots=True)
class _Prepared:
    """Rows on the device of a network; dense ones have no columns."""

    values: torch.Tensor
    columns: torch.Tensor | None
    offsets: torch.Tensor | None


@dataclass(slots=True)
class LinearLayer:
    """The weights, [columns, values * outputs], and the biases, [values * outputs]."""

    weight: torch.Tensor
    bias: torch.Tensor

    def tensors(self) -> dict[str, torch.Tensor]:
        """Return all tensors by name."""
        return {"weight": self.weight, "bias": self.bias}

    def on(self, device: str) -> "LinearLayer":
        """Return the network on a device."""
        return LinearLayer(self.weight.to(device), self.bias.to(device))

    def shared(self, rows: Rows) -> _Prepared:
        """Return the rows on the network's device."""
        device = self.bias.device
        values = torch.from_numpy(np.ascontiguousarray(rows.values)).to(device)
        if not isinstance(rows, SparseRows):
            return _Prepared(values, None, None)
        columns, offsets = torch.from_numpy(rows.columns), torch.from_numpy(rows.offsets[:-1])
        return _Prepared(values, columns.to(device), offsets.to(device))

    def logits(self, shared: _Prepared, kept: torch.Tensor | None = None) -> torch.Tensor:
        """
        Return the logits [n, values, outputs].

        ``kept`` multiplies the columns, [columns]: 0, or 1 / (1 - dropout).
        """
        if shared.columns is None or shared.offsets is None:
            values = shared.values if kept is None else shared.values * kept
            return by_value(torch.addmm(self.bias, values, self.weight))
        values = shared.values if kept is None else shared.values * kept[shared.columns]
        summed = embedding_bag(
            shared.columns, self.weight, shared.offsets, mode="sum", per_sample_weights=values
        )
        return by_value(summed + self.bias)

    def passes(
        self, settings: CriticSettings, pass_count: int
    ) -> Callable[[_Prepared], torch.Tensor]:
        """Return a function from prepared rows to the logits [passes, n, values, outputs]."""
        masks = _masks(settings, pass_count, len(self.weight)).to(self.bias.device)
        return lambda shared: torch.stack([self.logits(shared, kept) for kept in masks])


def sizes(width: int, output_count: int, settings: CriticSettings) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor, for rows of ``width`` and ``output_count`` per value."""
    del settings
    out = len(VALUES) * output_count
    return {"weight": (width, out), "bias": (out,)}


def restored(tensors: Mapping[str, torch.Tensor]) -> LinearLayer:
    """Return the network of tensors that have the names and shapes of ``sizes``."""
    return LinearLayer(**tensors)


def learned(
    lesson: "Lesson", settings: CriticSettings, on_epoch: "Callable[[Epoch], None] | None"
) -> "tuple[LinearLayer, Epoch]":
    """Return the network with the lowest loss, and its single pass."""
    from evalstore.suites.drift.engine.critic.lesson import Epoch

    rows, places = _occupied(lesson.rows)
    out = len(VALUES) * lesson.output_count
    small = LinearLayer(torch.zeros(rows.width, out), torch.zeros(out))
    shared = small.shared(rows)
    tensors = [tensor.requires_grad_() for tensor in small.tensors().values()]
    optimizer = torch.optim.LBFGS(
        tensors,
        max_iter=settings.epochs_max,
        history_size=10,
        tolerance_change=TOLERANCE,
        line_search_fn="strong_wolfe",
    )

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        total = lesson.loss(small.logits(shared), lesson.sides)
        total = total + settings.penalty * small.weight.square().sum()
        total.backward()  # type: ignore[no-untyped-call]
        return total

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    training_loss = float(loss().detach())
    weight = torch.zeros(lesson.rows.width, out)
    weight[torch.from_numpy(places)] = small.weight.detach()
    network = LinearLayer(weight, small.bias.detach().clone())
    epoch = Epoch(1, training_loss, *lesson.validated(network), is_best=True)
    if on_epoch is not None:
        on_epoch(epoch)
    return network, epoch


def _occupied(rows: Rows) -> "tuple[Rows, np.ndarray[tuple[int], np.dtype[np.int64]]]":
    """Return the rows with only the nonempty columns, and the indices of these."""
    if not isinstance(rows, SparseRows):
        return rows, np.arange(rows.width)
    places, columns = np.unique(rows.columns, return_inverse=True)
    return SparseRows(columns, rows.offsets, rows.values, len(places)), places


def _masks(settings: CriticSettings, pass_count: int, width: int) -> torch.Tensor:
    """Return the masks of the columns, float32 [passes, width], a prefix of those for more."""
    number = int.from_bytes(
        hashlib.sha256(f"feature masks\x1f{settings.seed}".encode()).digest(), "big"
    )
    draws = np.random.default_rng(number).random((pass_count, width), np.float32)
    is_kept = draws >= settings.dropout
    return torch.from_numpy(is_kept / np.float32(1.0 - settings.dropout)).float()
