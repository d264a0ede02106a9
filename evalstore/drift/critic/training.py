"""Train a critic: shuffled batches, AdamW, early stopping on the validation loss."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch

from evalstore.drift.critic import domain, features, losses
from evalstore.drift.critic.critic import Critic
from evalstore.drift.critic.examples import ALIGNMENTS, Examples
from evalstore.drift.critic.network import Network, random_network, shapes
from evalstore.drift.critic.rows import Rows
from evalstore.drift.critic.settings import CriticSettings
from evalstore.drift.critic.threads import threads
from evalstore.errors import UsageError

# The alignment beyond which a reading is of class 1 or -1.
CLASS_LIMIT = 0.5


@dataclass(frozen=True, slots=True)
class Epoch:
    """
    One pass over the entries, counted from 1.

    Both losses are those of the settings, the one of training with dropout; ``validation_qwk``
    is None if kappa is not defined. ``is_best`` says that no pass before had a lower
    validation loss.
    """

    number: int
    training_loss: float
    validation_loss: float
    validation_qwk: float | None
    is_best: bool


def train(
    training: Examples,
    validation: Examples,
    settings: CriticSettings,
    on_epoch: Callable[[Epoch], None] | None = None,
) -> Critic:
    """
    Return a critic that learned from ``training``, at its best on ``validation``.

    The same arguments give the same critic on the same machine: all draws come from
    ``settings.seed``, and one core does the work. With ``labels="shuffled"`` the labels of the
    training entries are permuted, those of the validation entries are kept. Raises UsageError
    where the settings make no sense or either side has no entries.
    """
    settings = settings.checked()
    for name, examples in (("training", training), ("validation", validation)):
        if not examples.texts:
            raise UsageError(f"a critic needs {name} entries, found none; take more personas")
    if settings.labels == "shuffled":
        training = training.shuffled(settings.seed)
    made = features.load(settings.features).fitted(training.texts, settings)
    with threads(1):
        lesson = _Trainer(training, settings, made)
        best, last = lesson.learned(made.rows(validation.texts), validation, on_epoch)
    return Critic(
        settings,
        made,
        best,
        domain.fitted(training.texts, validation.texts),
        training.fingerprint(),
        training={
            "entry_count": len(training.texts),
            "validation_entry_count": len(validation.texts),
            "epoch": last.number,
            "validation_loss": last.validation_loss,
            "validation_qwk": last.validation_qwk,
        },
    )


def class_weights(labels: npt.NDArray[np.int64], balance: float) -> torch.Tensor:
    """
    Return the class weights of each value: float32 [values, 3].

    (n / (3 count)) ^ balance, scaled so that the entries of each value weigh 1 on average. Most
    entries do not speak of a value, and unweighted a critic learns first to say 0 to everything.
    """
    counts = np.stack([(labels == place).sum(axis=0) for place in ALIGNMENTS], axis=1)
    weights = (len(labels) / (len(ALIGNMENTS) * np.maximum(counts, 1))) ** balance
    weights *= len(labels) / (weights * counts).sum(axis=1, keepdims=True)
    return torch.from_numpy(weights.astype(np.float32))


class _Trainer:
    """Training in progress."""

    def __init__(
        self, training: Examples, settings: CriticSettings, made: features.Features
    ) -> None:
        seed = hashlib.sha256(f"training\x1f{settings.seed}".encode()).digest()
        self._order = np.random.default_rng(int.from_bytes(seed, "big"))
        self._generator = torch.Generator().manual_seed(int.from_bytes(seed[:7], "big"))
        self._settings = settings
        self._loss = losses.load(settings.loss)
        self._rows: Rows = made.rows(training.texts)
        self._sides = _sides(training)
        self._weights = class_weights(training.labels, settings.balance)
        widths = (settings.width_first, settings.width_second)
        sizes = shapes(made.width, *widths, self._loss.OUTPUT_COUNT)
        self._network = random_network(sizes, self._generator)
        self._optimizer = torch.optim.AdamW(
            [tensor.requires_grad_() for tensor in self._network.tensors().values()],
            lr=settings.learning_rate,
            weight_decay=settings.weight_decay,
            fused=True,
        )

    def learned(
        self,
        rows: Rows,
        validation: Examples,
        on_epoch: Callable[[Epoch], None] | None,
    ) -> tuple[Network, Epoch]:
        """Return the network that was best on these rows, and the pass that made it."""
        best: tuple[Network, Epoch] | None = None
        for number in range(1, self._settings.epochs_max + 1):
            training_loss = self._pass()
            loss, qwk = self._validated(rows, validation)
            is_best = best is None or loss < best[1].validation_loss
            epoch = Epoch(number, training_loss, loss, qwk, is_best)
            if best is None or is_best:
                best = self._network.copied(), epoch
            if on_epoch is not None:
                on_epoch(epoch)
            if number - best[1].number >= self._settings.patience:
                break
        # The settings ask for at least one pass, and the first is the best so far.
        return best  # type: ignore[return-value]

    def _pass(self) -> float:
        order = self._order.permutation(len(self._sides[0]))
        total = 0.0
        for start in range(0, len(order), self._settings.batch_count):
            places = order[start : start + self._settings.batch_count]
            hidden = self._network.hidden(self._thinned(self._rows.taken(places)))
            masks = self._mask(len(places), 0), self._mask(len(places), 1)
            logits = self._network.logits(hidden, masks)
            taken = torch.from_numpy(places)
            loss = self._of_both_sides(logits, [side[taken] for side in self._sides])
            self._optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self._optimizer.step()
            total += float(loss.detach()) * len(places)
        return total / len(order)

    def _thinned(self, rows: Rows) -> Rows:
        dropout = self._settings.feature_dropout
        is_kept = self._order.random(rows.values.shape, np.float32) >= dropout
        return replace(rows, values=rows.values * is_kept / np.float32(1.0 - dropout))

    def _mask(self, count: int, layer: int) -> torch.Tensor:
        width = (self._settings.width_first, self._settings.width_second)[layer]
        dropout = self._settings.dropout
        draws = torch.rand((count, width), generator=self._generator)
        return (draws >= dropout).float() / (1.0 - dropout)

    @torch.no_grad()
    def _validated(self, rows: Rows, validation: Examples) -> tuple[float, float | None]:
        logits = self._network.logits(self._network.hidden(rows))
        loss = self._of_both_sides(logits, _sides(validation))
        found = classes_of(self._loss.alignment(logits).numpy())
        return float(loss), quadratic_kappa(found, validation.labels)

    def _of_both_sides(self, logits: torch.Tensor, sides: Sequence[torch.Tensor]) -> torch.Tensor:
        """Return the mean loss of the classes of either side."""
        parts: list[torch.Tensor] = [
            self._loss.loss(logits, classes, self._weights) for classes in sides
        ]
        return torch.stack(parts).mean()


def _sides(examples: Examples) -> list[torch.Tensor]:
    """
    Return the classes, int64 [n, values] in {0, 1, 2}; twice, where an entry is bimodal.

    Such an entry counts half for either end and not for the middle: taught to be 0, a critic
    learns to be sure where the signals conflict.
    """
    labels, is_bimodal = examples.labels, examples.is_bimodal
    if is_bimodal is None or not is_bimodal.any():
        return [torch.from_numpy(labels + 1)]
    return [torch.from_numpy(np.where(is_bimodal, side, labels) + 1) for side in (-1, 1)]


def classes_of(alignments: npt.NDArray[np.floating]) -> npt.NDArray[np.int64]:
    """Return -1 where an alignment is below -0.5, 1 where above 0.5, else 0."""
    return (alignments > CLASS_LIMIT).astype(np.int64) - (alignments < -CLASS_LIMIT)


def quadratic_kappa(found: npt.NDArray[np.int64], truth: npt.NDArray[np.int64]) -> float | None:
    """
    Return Cohen's kappa with squared weights of classes in {-1, 0, 1}, arrays of one shape.

    1 - sum (i - j)^2 observed / sum (i - j)^2 expected. None if nothing but agreement is to
    be expected: both hold the same class everywhere, or there is nothing.
    """
    if not found.size:
        return None
    observed = float(((found - truth) ** 2).mean())
    apart = np.arange(-1, 2)
    shares = [np.array([(side == place).mean() for place in apart]) for side in (found, truth)]
    expected = float((np.outer(*shares) * (apart[:, None] - apart[None, :]) ** 2).sum())
    return None if expected == 0.0 else 1.0 - observed / expected
