"""Squared error: one number for each value, mapped to [-1, 1] by the hyperbolic tangent."""

import torch

OUTPUT_COUNT = 1


def loss(logits: torch.Tensor, classes: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Return the weighted mean of the squared distance to the class in {-1, 0, 1}."""
    drawn = weights.gather(1, classes.T).T
    truth = classes.to(logits.dtype) - 1.0
    return (drawn * (alignment(logits) - truth) ** 2).sum() / drawn.sum()


def alignment(logits: torch.Tensor) -> torch.Tensor:
    """Return the hyperbolic tangent of the number."""
    return torch.tanh(logits[..., 0])


def moments(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the alignment and a variance of 0: this loss has no variance of the class."""
    mean = alignment(logits)
    return mean, torch.zeros_like(mean)
