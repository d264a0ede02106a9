"""
The network of a critic: two hidden layers, dropout behind each, and logits for every value.

Plain tensors and functions in place of modules, because the passes of a critic fold their masks
into the weights, and random numbers come from generators that nobody else draws from.
"""

import math
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from evalstore.drift.critic.rows import Rows, SparseRows
from evalstore.drift.values import VALUES


@dataclass(slots=True)
class Network:
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

    def copied(self) -> "Network":
        """Return a copy that shares nothing and wants no gradient."""
        return Network(**{name: found.detach().clone() for name, found in self.tensors().items()})

    def on(self, device: str) -> "Network":
        """Return the network on a device, itself where it is there already."""
        return Network(**{name: found.to(device) for name, found in self.tensors().items()})

    def hidden(self, rows: Rows) -> torch.Tensor:
        """Return the first hidden layer of each row: [n, width_first], at least 0."""
        device = self.first_bias.device
        if isinstance(rows, SparseRows):
            found = embedding_bag(
                torch.from_numpy(rows.columns).to(device),
                self.first_weight,
                torch.from_numpy(rows.offsets[:-1]).to(device),
                mode="sum",
                per_sample_weights=torch.from_numpy(rows.values).to(device),
            )
            return (found + self.first_bias).relu()
        given = torch.from_numpy(np.ascontiguousarray(rows.values)).to(device)
        return torch.addmm(self.first_bias, given, self.first_weight).relu()

    def logits(
        self, hidden: torch.Tensor, masks: tuple[torch.Tensor, torch.Tensor] | None = None
    ) -> torch.Tensor:
        """
        Return the logits [n, values, outputs] of a first hidden layer.

        ``masks`` multiply the first and the second hidden layer (0, or 1 / (1 - dropout)); they
        have as many rows as ``hidden``, or one. Without them nothing is left out.
        """
        if masks is not None:
            hidden = hidden * masks[0]
        hidden = torch.addmm(self.second_bias, hidden, self.second_weight).relu()
        if masks is not None:
            hidden = hidden * masks[1]
        return by_value(torch.addmm(self.head_bias, hidden, self.head_weight))


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


def drawn(sizes: dict[str, tuple[int, ...]], generator: torch.Generator) -> Network:
    """
    Return a network whose weights are drawn, its biases 0.

    Uniform, with the variance 2 / inputs that keeps a signal's size through rectified layers
    (K. He and others, Delving deep into rectifiers, 2015).
    """
    tensors = {
        name: torch.zeros(size)
        if len(size) == 1
        else torch.empty(size).uniform_(-1.0, 1.0, generator=generator) * math.sqrt(6.0 / size[0])
        for name, size in sizes.items()
    }
    return Network(**tensors)
