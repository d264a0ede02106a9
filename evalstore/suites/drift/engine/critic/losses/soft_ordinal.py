"""
Soft labels: most weight on the true class, and less on other classes the further away they are.

The label of class i for truth t is the softmax over i of -SHARPNESS (i - t)^2; the loss is the
cross-entropy against it. Source: R. Diaz, A. Marathe, Soft labels for ordinal regression, CVPR
2019, equation 1 with the squared distance.
"""

import torch

OUTPUT_COUNT = 3
# An adjacent class gets 0.11 if the truth is in the middle and 0.12 at an end, so that a perfect
# critic reaches an alignment of 0.88 at either end.
SHARPNESS = 2.0


def soft_labels() -> torch.Tensor:
    """Return the labels, [3, 3]: a row for each true class, which sums to 1."""
    places = torch.arange(OUTPUT_COUNT, dtype=torch.float32)
    return torch.softmax(-SHARPNESS * (places[:, None] - places[None, :]) ** 2, dim=1)


def loss(logits: torch.Tensor, classes: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Return the weighted mean cross-entropy over all entries and values."""
    drawn = weights.gather(1, classes.T).T
    labels = soft_labels().to(logits.device)[classes]
    entropy = -(labels * torch.log_softmax(logits, dim=-1)).sum(-1)
    return (drawn * entropy).sum() / drawn.sum()


def alignment(logits: torch.Tensor) -> torch.Tensor:
    """Return the expected class."""
    chances = torch.softmax(logits, dim=-1)
    return chances[..., 2] - chances[..., 0]


def moments(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the expected class, and its variance minus that of soft label 0, at least 0."""
    chances = torch.softmax(logits, dim=-1)
    mean = chances[..., 2] - chances[..., 0]
    # A perfect critic assigns this share to the neighbours of a certain class 0.
    softness = 1.0 - float(soft_labels()[1, 1])
    return mean, (1.0 - chances[..., 1] - mean.square() - softness).clamp(min=0.0)
