"""
Many passes with dropout as a few matrix products: Monte Carlo dropout.

A pass leaves out the same units for all entries, so its masks fold into the weights behind the
layers that they thin out: (h * m) W = h (diag(m) W). The first hidden layer lies before the
first dropout and is computed once for all passes. Drawing one mask for each entry and pass would
cost several times the products and say the same of a single entry; this way a pass is one
network that was drawn, which reads a whole week. Source: Y. Gal, Z. Ghahramani, Dropout as a
Bayesian approximation, 2016.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
import torch

from evalstore.drift.critic.network import Network

# So many numbers of the second hidden layer are held at a time: what fits into a cache, so that
# the product behind it finds them there.
NUMBERS_AT_ONCE = 1 << 20
# On an accelerator small products are lost in starting them.
NUMBERS_AT_ONCE_ON_CUDA = 1 << 27


@dataclass(frozen=True, slots=True)
class Folded:
    """Every pass's weights: ``second`` [passes, first, second], ``head`` [passes, second, out]."""

    second: torch.Tensor
    head: torch.Tensor


def masks_of(
    seed: str, passes: int, widths: tuple[int, int], dropout: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """
    Return the masks of both hidden layers: float32 [passes, width], each 0 or 1 / (1 - dropout).

    The first masks of many passes are those of few passes.
    """
    number = int.from_bytes(hashlib.sha256(f"masks\x1f{seed}".encode()).digest(), "big")
    draws = np.random.default_rng(number).random((passes, sum(widths)))
    kept = torch.from_numpy((draws >= dropout) / np.float32(1.0 - dropout)).float()
    return kept[:, : widths[0]].contiguous(), kept[:, widths[0] :].contiguous()


def folded(network: Network, masks: tuple[torch.Tensor, torch.Tensor]) -> Folded:
    """Return the weights of every pass, on the network's device."""
    first, second = (mask.to(network.first_bias.device).unsqueeze(-1) for mask in masks)
    return Folded(first * network.second_weight, second * network.head_weight)


def logits_of(network: Network, passes: Folded, hidden: torch.Tensor) -> torch.Tensor:
    """
    Return the logits of every pass: [passes, n, values * outputs].

    ``hidden`` is the first hidden layer, [n, first].
    """
    pass_count, _, width = passes.second.shape
    count = len(hidden)
    found = hidden.new_empty((pass_count, count, passes.head.shape[-1]))
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
            found[chosen, start : start + row_count] = torch.baddbmm(
                network.head_bias, layer, passes.head[chosen]
            )
    return found
