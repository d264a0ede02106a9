"""Train hidden layers: shuffled batches, AdamW, early stopping on the validation loss."""

import hashlib
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch

from evalstore.suites.drift.engine.critic.feature_rows import Rows
from evalstore.suites.drift.engine.critic.hidden_layers import HiddenLayers, random_network
from evalstore.suites.drift.engine.critic.lesson import Epoch, Lesson
from evalstore.suites.drift.engine.critic.settings import CriticSettings


class Trainer:
    """Training in progress."""

    def __init__(
        self, lesson: Lesson, settings: CriticSettings, shapes: dict[str, tuple[int, ...]]
    ) -> None:
        seed = hashlib.sha256(f"training\x1f{settings.seed}".encode()).digest()
        self._order = np.random.default_rng(int.from_bytes(seed, "big"))
        self._generator = torch.Generator().manual_seed(int.from_bytes(seed[:7], "big"))
        self._settings = settings
        self._lesson = lesson
        self._network = random_network(shapes, self._generator)
        self._optimizer = torch.optim.AdamW(
            [tensor.requires_grad_() for tensor in self._network.tensors().values()],
            lr=settings.learning_rate,
            weight_decay=settings.weight_decay,
            fused=True,
        )

    def learned(self, on_epoch: Callable[[Epoch], None] | None) -> tuple[HiddenLayers, Epoch]:
        """Return the network with the lowest validation loss, and its pass."""
        best: tuple[HiddenLayers, Epoch] | None = None
        for number in range(1, self._settings.epochs_max + 1):
            training_loss = self._pass()
            loss, qwk = self._lesson.validated(self._network)
            is_best = best is None or loss < best[1].validation_loss
            epoch = Epoch(number, training_loss, loss, qwk, is_best)
            if best is None or is_best:
                best = self._network.copied(), epoch
            if on_epoch is not None:
                on_epoch(epoch)
            if number - best[1].number >= self._settings.patience:
                break
        # The settings require at least one pass, and the first is always the best so far.
        return best  # type: ignore[return-value]

    def _pass(self) -> float:
        order = self._order.permutation(len(self._lesson.rows))
        total = 0.0
        for start in range(0, len(order), self._settings.batch_count):
            places = order[start : start + self._settings.batch_count]
            hidden = self._network.shared(self._thinned(self._lesson.rows.taken(places)))
            masks = self._mask(len(places), 0), self._mask(len(places), 1)
            logits = self._network.logits(hidden, masks)
            taken = torch.from_numpy(places)
            loss = self._lesson.loss(logits, [side[taken] for side in self._lesson.sides])
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
