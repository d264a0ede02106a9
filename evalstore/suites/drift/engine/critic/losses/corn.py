"""
CORN: each logit is a question about those entries alone that passed the question before.

The first asks whether the class is above -1, the second, of those above -1, whether it is above
0. The chances of the two questions are multiplied, so that they never contradict each other.
Source: X. Shi, W. Cao, S. Raschka, Deep neural networks for rank-consistent ordinal regression
based on conditional probabilities, 2021 (arXiv 2111.08851), equation 6. With weights of 1 the
loss is theirs.
"""

import torch
from torch.nn.functional import logsigmoid

OUTPUT_COUNT = 2


def loss(logits: torch.Tensor, classes: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Return the weighted mean over all questions that are asked of all entries and values."""
    drawn = weights.gather(1, classes.T).T.unsqueeze(-1)
    question = torch.arange(OUTPUT_COUNT, device=logits.device)
    place = classes.unsqueeze(-1)
    counted = drawn * (place >= question)
    is_above = (place > question).to(logits.dtype)
    certain = logsigmoid(logits)
    log_likelihood = certain * is_above + (certain - logits) * (1.0 - is_above)
    return -(counted * log_likelihood).sum() / counted.sum()


def alignment(logits: torch.Tensor) -> torch.Tensor:
    """Return the expected class: -1, plus the chance to be above -1, plus that above 0."""
    chances = torch.sigmoid(logits)
    return chances[..., 0] * (1.0 + chances[..., 1]) - 1.0


def moments(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the expected class, and its variance: the chance not to be 0, less the square."""
    chances = torch.sigmoid(logits)
    is_above = chances[..., 0]
    mean = is_above * (1.0 + chances[..., 1]) - 1.0
    # The chance of -1 is that of not being above; mean + 2 p(-1) is p(1) + p(-1).
    spoken = mean + 2.0 * (1.0 - is_above)
    return mean, (spoken - mean.square()).clamp(min=0.0)
