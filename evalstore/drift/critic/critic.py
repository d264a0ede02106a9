"""Critic that reads journal entries: an alignment for each value, with its uncertainty."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from evalstore.drift.critic import losses
from evalstore.drift.critic.domain import Domain
from evalstore.drift.critic.features import Features
from evalstore.drift.critic.network import (
    DropoutPasses,
    Network,
    by_value,
    dropout_masks,
    dropout_passes,
    pass_logits,
)  # fmt: skip
from evalstore.drift.critic.settings import (
    DEVICES,
    PASSES_DEFAULT,
    PASSES_MAX,
    CriticSettings,
)
from evalstore.drift.critic.threads import threads
from evalstore.drift.week import EntrySamples
from evalstore.errors import UsageError

# Batch sizes in entries, and in entries times passes, which bound the memory.
ENTRIES_AT_ONCE = 1 << 13
SAMPLES_AT_ONCE = 1 << 18
# Below this many entries a second core is slower.
ENTRIES_FOR_ALL_CORES = 512


class Critic:
    """
    A trained critic. It is deterministic: the same entries always get the same answer.

    Alignments lie in [-1, 1], the columns in the order of VALUES. The order and
    grouping of entries change only the last digits. Calls from several threads are serialized.
    """

    def __init__(
        self,
        settings: CriticSettings,
        features: Features,
        network: Network,
        domain: Domain,
        fingerprint: str,
        training: Mapping[str, object],
        device: str = "cpu",
    ) -> None:
        if device not in DEVICES:
            raise UsageError(
                f"a critic's device is {device[:50]!r}, expected one of {', '.join(DEVICES)}"
            )
        if device == "cuda" and not torch.cuda.is_available():
            raise UsageError("a critic's device is 'cuda', and torch finds none; take 'cpu'")
        self.settings = settings
        self.features = features
        self.network = network.on(device)
        self.domain = domain
        # SHA-256 of the training entries and labels.
        self.fingerprint = fingerprint
        # Training summary: entry counts, best epoch, its validation loss and kappa.
        self.training = dict(training)
        self.device = device
        self._loss = losses.load(settings.loss)
        self._folded: dict[int, DropoutPasses] = {}

    def on(self, device: str) -> "Critic":
        """Return this critic on a device, `cpu` or `cuda`; raise UsageError if unavailable."""
        return Critic(
            self.settings,
            self.features,
            self.network,
            self.domain,
            self.fingerprint,
            self.training,
            device,
        )

    def save(self, folder: Path) -> None:
        """Write this critic into a folder, for ``saving.load``; raise UsageError as ``save``."""
        from evalstore.drift.critic.saving import save

        save(self, folder)

    def predicted(self, entries: Sequence[str]) -> npt.NDArray[np.float32]:
        """Return the alignments [n, values] of the network without dropout."""

        def whole(hidden: torch.Tensor) -> tuple[torch.Tensor, ...]:
            return (self._loss.alignment(self.network.logits(hidden)),)

        return self._read(entries, ENTRIES_AT_ONCE, whole)[0]

    def samples(
        self, entries: Sequence[str], pass_count: int = PASSES_DEFAULT
    ) -> npt.NDArray[np.float32]:
        """Return the alignments of each pass with dropout: [passes, n, values]."""

        def swapped(hidden: torch.Tensor) -> tuple[torch.Tensor, ...]:
            sampled = self._loss.alignment(self._logits(hidden, pass_count))
            return (sampled.swapaxes(0, 1),)

        return self._read(entries, _entries_at_once(pass_count), swapped)[0].swapaxes(0, 1)

    def read(self, entries: Sequence[str], pass_count: int = PASSES_DEFAULT) -> EntrySamples:
        """Return the samples of entries with their variances and doubts, for ``week.reading``."""

        def both(hidden: torch.Tensor) -> tuple[torch.Tensor, ...]:
            logits = self._logits(hidden, pass_count)
            return tuple(side.swapaxes(0, 1) for side in self._loss.moments(logits))

        found = self._read(entries, _entries_at_once(pass_count), both)
        alignments, variances = (side.swapaxes(0, 1) for side in found)
        return EntrySamples(alignments, variances, self.domain.doubts(entries, len(entries)))

    def predict_with_uncertainty(
        self, entries: Sequence[str], pass_count: int = PASSES_DEFAULT
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """
        Return alignment and uncertainty of each entry, each [n, values].

        Alignment is the mean over the passes. Uncertainty is that of ``week.reading`` for an
        entry alone: the root of the variance over the passes (divided by their number), the mean
        variance of the class, and the squared doubt. Raises UsageError unless ``pass_count`` is
        from 1 to 1,000.
        """

        def summed_up(hidden: torch.Tensor) -> tuple[torch.Tensor, ...]:
            logits = self._logits(hidden, pass_count)
            sampled, variance = self._loss.moments(logits)
            mean = sampled.mean(dim=0)
            return mean, (sampled - mean).square().mean(dim=0) + variance.mean(dim=0)

        mean, variance = self._read(entries, _entries_at_once(pass_count), summed_up)
        doubts = self.domain.doubts(entries).astype(np.float32)
        return mean, np.sqrt(variance + doubts[:, None] ** 2)

    def _logits(self, hidden: torch.Tensor, pass_count: int) -> torch.Tensor:
        return by_value(pass_logits(self.network, self._passes(pass_count), hidden))

    def _read(
        self,
        entries: Sequence[str],
        at_once: int,
        step: Callable[[torch.Tensor], tuple[torch.Tensor, ...]],
    ) -> list[npt.NDArray[np.float32]]:
        """Apply ``step`` to the first hidden layer in batches, and concatenate the results."""
        core_count = 1 if len(entries) < ENTRIES_FOR_ALL_CORES else None
        parts: list[tuple[npt.NDArray[np.float32], ...]] = []
        # Without entries, one empty step returns the shapes.
        for start in range(0, max(len(entries), 1), at_once):
            rows = self.features.rows(entries[start : start + at_once])
            with threads(core_count), torch.no_grad():
                found = step(self.network.hidden(rows))
                parts.append(tuple(tensor.cpu().numpy() for tensor in found))
        return [np.concatenate(side) for side in zip(*parts, strict=True)]

    def _passes(self, pass_count: int) -> DropoutPasses:
        if pass_count not in self._folded:
            widths = (self.settings.width_first, self.settings.width_second)
            masks = dropout_masks(self.settings.seed, pass_count, widths, self.settings.dropout)
            # Only one number of passes is cached: the weights take some megabytes.
            self._folded = {pass_count: dropout_passes(self.network, masks)}
        return self._folded[pass_count]


def _entries_at_once(pass_count: int) -> int:
    if not 1 <= pass_count <= PASSES_MAX:
        raise UsageError(f"{pass_count} passes, expected from 1 to {PASSES_MAX:,}")
    return max(1, SAMPLES_AT_ONCE // pass_count)
