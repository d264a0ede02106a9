"""Training and validation data of a network, and the results of each pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from evalstore.suites.drift.engine.critic import losses
from evalstore.suites.drift.engine.critic.cutoffs import CLASS_LIMIT
from evalstore.suites.drift.engine.critic.examples import ALIGNMENTS, Examples
from evalstore.suites.drift.engine.critic.feature_rows import Rows
from evalstore.suites.drift.engine.critic.network import Network
from evalstore.suites.drift.engine.critic.settings import CriticSettings


@dataclass(frozen=True, slots=True)
class Epoch:
    """
    One pass over the entries, counted from 1; a network without passes has a single one.

    Both losses are those of the settings; the training loss is with dropout. ``validation_qwk``
    is None if kappa is undefined. ``is_best`` is True if no earlier pass had an equal or lower
    validation loss.
    """

    number: int
    training_loss: float
    validation_loss: float
    validation_qwk: float | None
    is_best: bool


class Lesson:
    """
    Training and validation entries in the form that networks need.

    ``sides`` are the classes of the training entries, as ``sides_of`` returns them.
    """

    def __init__(
        self,
        rows: tuple[Rows, Rows],
        examples: tuple[Examples, Examples],
        settings: CriticSettings,
    ) -> None:
        self.rows, self._validation_rows = rows
        training, self._validation = examples
        self.sides = sides_of(training)
        self.output_count: int = losses.load(settings.loss).OUTPUT_COUNT
        self._loss: Any = losses.load(settings.loss)
        self._weights = class_weights(training.labels, settings.balance)

    def loss(self, logits: torch.Tensor, sides: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the mean loss over the sides, each with its classes."""
        parts: list[torch.Tensor] = [
            self._loss.loss(logits, classes, self._weights) for classes in sides
        ]
        return torch.stack(parts).mean()

    @torch.no_grad()
    def validated(self, network: Network) -> tuple[float, float | None]:
        """Return the loss and the kappa of a network on the validation entries."""
        logits = network.logits(network.shared(self._validation_rows))
        loss = self.loss(logits, sides_of(self._validation))
        classes = classes_of(self._loss.alignment(logits).numpy())
        return float(loss), quadratic_kappa(classes, self._validation.labels)


def class_weights(labels: npt.NDArray[np.int64], balance: float) -> torch.Tensor:
    """
    Return the class weights of each value: float32 [values, 3].

    They are (n / (3 count)) ^ balance, scaled so that the entries of each value weigh 1 on
    average. Most entries do not mention a value, so without weights a critic first learns to
    predict 0 everywhere.
    """
    counts = np.stack([(labels == place).sum(axis=0) for place in ALIGNMENTS], axis=1)
    weights = (len(labels) / (len(ALIGNMENTS) * np.maximum(counts, 1))) ** balance
    weights *= len(labels) / (weights * counts).sum(axis=1, keepdims=True)
    return torch.from_numpy(weights.astype(np.float32))


def sides_of(examples: Examples) -> list[torch.Tensor]:
    """
    Return the classes, int64 [n, values] in {0, 1, 2}: two arrays if any entry is bimodal.

    A bimodal entry counts half for each end and not for the middle: if it were labelled 0, a
    critic would learn to be certain about conflicting signals.
    """
    labels, is_bimodal = examples.labels, examples.is_bimodal
    if is_bimodal is None or not is_bimodal.any():
        return [torch.from_numpy(labels + 1)]
    return [torch.from_numpy(np.where(is_bimodal, side, labels) + 1) for side in (-1, 1)]


def classes_of(alignments: npt.NDArray[np.floating]) -> npt.NDArray[np.int64]:
    """Return -1 if an alignment is below -0.5, 1 if above 0.5, else 0."""
    return (alignments > CLASS_LIMIT).astype(np.int64) - (alignments < -CLASS_LIMIT)


def quadratic_kappa(
    predicted: npt.NDArray[np.int64], truth: npt.NDArray[np.int64]
) -> float | None:
    """
    Return Cohen's kappa with squared weights of classes in {-1, 0, 1}, arrays of one shape.

    It is 1 - sum (i - j)^2 observed / sum (i - j)^2 expected. Return None if the arrays are empty,
    or if both contain the same single class, so that no disagreement is expected.
    """
    if not predicted.size:
        return None
    observed = float(((predicted - truth) ** 2).mean())
    apart = np.arange(-1, 2)
    shares = [np.array([(side == place).mean() for place in apart]) for side in (predicted, truth)]
    expected = float((np.outer(*shares) * (apart[:, None] - apart[None, :]) ** 2).sum())
    return None if expected == 0.0 else 1.0 - observed / expected
