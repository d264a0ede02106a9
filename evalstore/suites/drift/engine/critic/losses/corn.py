"""
CORN: each logit is a binary question about the entries that passed the previous question.

The first asks whether the class is above -1; the second, for those above -1, whether it is above
0. The probabilities of both questions are multiplied, so that they are always consistent.
Source: X. Shi, W. Cao, S. Raschka, Deep neural networks for rank-consistent ordinal regression
based on conditional probabilities, 2021 (arXiv 2111.08851), equation 6, which is the loss with
weights of 1.
"""

import torch
from torch.nn.functional import logsigmoid

OUTPUT_COUNT = 2


def loss(logits: torch.Tensor, classes: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Return the weighted mean loss over all questions that apply to the entries and values."""
    drawn = weights.gather(1, classes.T).T.unsqueeze(-1)
    question = torch.arange(OUTPUT_COUNT, device=logits.device)
    place = classes.unsqueeze(-1)
    counted = drawn * (place >= question)
    is_above = (place > question).to(logits.dtype)
    certain = logsigmoid(logits)
    log_likelihood = certain * is_above + (certain - logits) * (1.0 - is_above)
    return -(counted * log_likelihood).sum() / counted.sum()


def alignment(logits: torch.Tensor) -> torch.Tensor:
    """Return the expected class: -1 plus the probabilities of being above -1 and above 0."""
    chances = torch.sigmoid(logits)
    return chances[..., 0] * (1.0 + chances[..., 1]) - 1.0


def moments(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the expected class and its variance: P(class != 0) minus the squared mean."""
    chances = torch.sigmoid(logits)
    is_above = chances[..., 0]
    mean = is_above * (1.0 + chances[..., 1]) - 1.0
    # p(-1) is 1 - is_above; mean + 2 p(-1) is p(1) + p(-1).
    spoken = mean + 2.0 * (1.0 - is_above)
    return mean, (spoken - mean.square()).clamp(min=0.0)
