"""
Two hidden layers, dropout after each, and logits for every value.

It uses plain tensors and functions instead of modules, because Monte Carlo dropout folds its masks
into the weights, and random numbers come from private generators.

A dropout pass drops the same units for all entries, so that (h * m) W = h (diag(m) W), and many
passes are a few matrix products. The first hidden layer precedes the first dropout and is computed
once for all passes. One mask for each entry and pass would need several times the products, with
the same distribution for a single entry; here each pass is one sampled network that reads a whole
week. Source: Y. Gal, Z. Ghahramani, Dropout as a Bayesian approximation, 2016.
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from evalstore.suites.drift.engine.critic.feature_rows import Rows, SparseRows
from evalstore.suites.drift.engine.critic.settings import CriticSettings
from evalstore.suites.drift.engine.values import VALUES

# Size of a block of the second hidden layer, so that it stays in the cache for the next product.
NUMBERS_AT_ONCE = 1 << 20
# On a GPU, launch overhead dominates small products.
NUMBERS_AT_ONCE_ON_CUDA = 1 << 27


@dataclass(slots=True)
class HiddenLayers:
    """The weights, each [inputs, outputs], and the biases, each [outputs]."""

    first_weight: torch.Tensor
    first_bias: torch.Tensor
    second_weight: torch.Tensor
    second_bias: torch.Tensor
    head_weight: torch.Tensor
    head_bias: torch.Tensor

    def tensors(self) -> dict[str, torch.Tensor]:
        """Return all tensors by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def copied(self) -> "HiddenLayers":
        """Return a detached copy."""
        return HiddenLayers(
            **{name: tensor.detach().clone() for name, tensor in self.tensors().items()}
        )

    def on(self, device: str) -> "HiddenLayers":
        """Return the network on a device."""
        return HiddenLayers(**{name: tensor.to(device) for name, tensor in self.tensors().items()})

    def shared(self, rows: Rows) -> torch.Tensor:
        """Return the first hidden layer of each row: [n, width_first], at least 0."""
        device = self.first_bias.device
        if isinstance(rows, SparseRows):
            summed = embedding_bag(
                torch.from_numpy(rows.columns).to(device),
                self.first_weight,
                torch.from_numpy(rows.offsets[:-1]).to(device),
                mode="sum",
                per_sample_weights=torch.from_numpy(rows.values).to(device),
            )
            return (summed + self.first_bias).relu()
        values = torch.from_numpy(np.ascontiguousarray(rows.values)).to(device)
        return torch.addmm(self.first_bias, values, self.first_weight).relu()

    def logits(
        self, hidden: torch.Tensor, masks: tuple[torch.Tensor, torch.Tensor] | None = None
    ) -> torch.Tensor:
        """
        Return the logits [n, values, outputs] of a first hidden layer.

        ``masks`` multiply the first and the second hidden layer (0, or 1 / (1 - dropout)); they
        have as many rows as ``hidden``, or one. Without masks no unit is dropped.
        """
        if masks is not None:
            hidden = hidden * masks[0]
        hidden = torch.addmm(self.second_bias, hidden, self.second_weight).relu()
        if masks is not None:
            hidden = hidden * masks[1]
        return by_value(torch.addmm(self.head_bias, hidden, self.head_weight))

    def passes(
        self, settings: CriticSettings, pass_count: int
    ) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return a function from a first hidden layer to logits [passes, n, values, outputs]."""
        widths = (settings.width_first, settings.width_second)
        masks = dropout_masks(settings.seed, pass_count, widths, settings.dropout)
        folded = dropout_passes(self, masks)
        return lambda hidden: by_value(pass_logits(self, folded, hidden))


def by_value(logits: torch.Tensor) -> torch.Tensor:
    """Return logits [..., values * outputs] as [..., values, outputs]."""
    return logits.reshape(*logits.shape[:-1], len(VALUES), logits.shape[-1] // len(VALUES))


def shapes(
    width: int, width_first: int, width_second: int, output_count: int
) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor, for rows of ``width`` and ``output_count`` per value."""
    head = len(VALUES) * output_count
    return {
        "first_weight": (width, width_first),
        "first_bias": (width_first,),
        "second_weight": (width_first, width_second),
        "second_bias": (width_second,),
        "head_weight": (width_second, head),
        "head_bias": (head,),
    }


def random_network(sizes: dict[str, tuple[int, ...]], generator: torch.Generator) -> HiddenLayers:
    """
    Return a network with random weights and zero biases.

    He initialization: uniform with variance 2 / inputs (K. He and others, Delving deep into
    rectifiers, 2015).
    """
    tensors = {
        name: torch.zeros(size)
        if len(size) == 1
        else torch.empty(size).uniform_(-1.0, 1.0, generator=generator) * math.sqrt(6.0 / size[0])
        for name, size in sizes.items()
    }
    return HiddenLayers(**tensors)


@dataclass(frozen=True, slots=True)
class DropoutPasses:
    """Weights per pass: ``second`` [passes, first, second], ``head`` [passes, second, out]."""

    second: torch.Tensor
    head: torch.Tensor


def dropout_masks(
    seed: str, passes: int, widths: tuple[int, int], dropout: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """
    Return the masks of both hidden layers: float32 [passes, width], each 0 or 1 / (1 - dropout).

    The masks for more passes begin with those for fewer.
    """
    number = int.from_bytes(hashlib.sha256(f"masks\x1f{seed}".encode()).digest(), "big")
    draws = np.random.default_rng(number).random((passes, sum(widths)))
    kept = torch.from_numpy((draws >= dropout) / np.float32(1.0 - dropout)).float()
    return kept[:, : widths[0]].contiguous(), kept[:, widths[0] :].contiguous()


def dropout_passes(
    network: HiddenLayers, masks: tuple[torch.Tensor, torch.Tensor]
) -> DropoutPasses:
    """Return the weights of every pass, on the network's device."""
    first, second = (mask.to(network.first_bias.device).unsqueeze(-1) for mask in masks)
    return DropoutPasses(first * network.second_weight, second * network.head_weight)


def pass_logits(
    network: HiddenLayers, passes: DropoutPasses, hidden: torch.Tensor
) -> torch.Tensor:
    """
    Return the logits of every pass: [passes, n, values * outputs].

    ``hidden`` is the first hidden layer, [n, first].
    """
    pass_count, _, width = passes.second.shape
    count = len(hidden)
    logits = hidden.new_empty((pass_count, count, passes.head.shape[-1]))
    at_once = NUMBERS_AT_ONCE_ON_CUDA if hidden.is_cuda else NUMBERS_AT_ONCE
    row_count = max(1, min(count, at_once // width))
    step = max(1, at_once // (row_count * width))
    for start in range(0, count, row_count):
        some = hidden[start : start + row_count]
        for first in range(0, pass_count, step):
            chosen = slice(first, first + step)
            second = passes.second[chosen]
            layer = torch.baddbmm(
                network.second_bias, some.expand(len(second), -1, -1), second
            ).relu_()
            logits[chosen, start : start + row_count] = torch.baddbmm(
                network.head_bias, layer, passes.head[chosen]
            )
    return logits
