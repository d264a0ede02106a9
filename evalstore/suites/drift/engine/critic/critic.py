"""Critic that reads journal entries: an alignment for each value, with its uncertainty."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from evalstore.base.version import __version__
from evalstore.errors import UsageError
from evalstore.suites.drift.engine.critic import cutoffs as cut
from evalstore.suites.drift.engine.critic import losses
from evalstore.suites.drift.engine.critic.core_values import beside_core_values
from evalstore.suites.drift.engine.critic.domain import Domain
from evalstore.suites.drift.engine.critic.features import Features
from evalstore.suites.drift.engine.critic.network import Network
from evalstore.suites.drift.engine.critic.settings import (
    DEVICES,
    PASSES_DEFAULT,
    PASSES_MAX,
    CriticSettings,
)
from evalstore.suites.drift.engine.critic.threads import threads
from evalstore.suites.drift.engine.week import EntrySamples

# Batch sizes in entries, and in entries times passes, which bound the memory.
ENTRIES_AT_ONCE = 1 << 13
SAMPLES_AT_ONCE = 1 << 18
# The core values of the writer of each entry; None if unknown.
CoreValues = Sequence[Sequence[str] | None] | None
# Below this many entries a second core is slower.
ENTRIES_FOR_ALL_CORES = 512


class Critic:
    """
    A trained critic. It is deterministic: the same entries always give the same result.

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
        cutoffs: npt.NDArray[np.float32] | None = None,
        core_shares: npt.NDArray[np.float32] | None = None,
        evalstore_version: str = __version__,
    ) -> None:
        if device not in DEVICES:
            raise UsageError(f"device is {device[:50]!r}, expected one of {', '.join(DEVICES)}")
        if device == "cuda" and not torch.cuda.is_available():
            raise UsageError(
                "device is 'cuda', but torch finds no CUDA device; set device to 'cpu'"
            )
        self.settings = settings
        self.features = features
        self.network = network.on(device)
        self.domain = domain
        # SHA-256 of the training entries and labels.
        self.fingerprint = fingerprint
        # Training summary: entry counts, best epoch, its validation loss and kappa.
        self.training = dict(training)
        self.device = device
        # The alignments of each value that are mapped to -0.5 and 0.5: [values, 2].
        self.cutoffs = cut.fixed() if cutoffs is None else cutoffs
        # Share of training entries by writers with each core value, if the critic reads these.
        self.core_shares = core_shares
        # The version that trained it; kept by later versions, so that the hash does not change.
        self.evalstore_version = evalstore_version
        self._cutoffs = torch.from_numpy(self.cutoffs).to(device)
        self._loss = losses.load(settings.loss)
        self._passes: dict[int, Callable[[Any], torch.Tensor]] = {}

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
            self.cutoffs,
            self.core_shares,
            self.evalstore_version,
        )

    def predicted(
        self, entries: Sequence[str], core_values: CoreValues = None
    ) -> npt.NDArray[np.float32]:
        """
        Return the alignments [n, values] without dropout.

        ``core_values``, here and below, are those of the writer of each entry, for a critic that
        ``reads_core_values``; None, for all or for one entry, if unknown. Other critics ignore
        them.
        """

        def whole(shared: Any) -> tuple[torch.Tensor, ...]:
            return (self._alignment(self.network.logits(shared)),)

        return self._read(entries, core_values, ENTRIES_AT_ONCE, whole)[0]

    def samples(
        self,
        entries: Sequence[str],
        pass_count: int = PASSES_DEFAULT,
        core_values: CoreValues = None,
    ) -> npt.NDArray[np.float32]:
        """Return the alignments of each pass with dropout: [passes, n, values]."""

        def swapped(shared: Any) -> tuple[torch.Tensor, ...]:
            sampled = self._alignment(self._logits(shared, pass_count))
            return (sampled.swapaxes(0, 1),)

        at_once = _entries_at_once(pass_count)
        return self._read(entries, core_values, at_once, swapped)[0].swapaxes(0, 1)

    def read(
        self,
        entries: Sequence[str],
        pass_count: int = PASSES_DEFAULT,
        core_values: CoreValues = None,
    ) -> EntrySamples:
        """Return the samples of entries with their variances and doubts, for ``week.reading``."""

        def both(shared: Any) -> tuple[torch.Tensor, ...]:
            return tuple(side.swapaxes(0, 1) for side in self._moments(shared, pass_count))

        moments = self._read(entries, core_values, _entries_at_once(pass_count), both)
        alignments, variances = (side.swapaxes(0, 1) for side in moments)
        return EntrySamples(alignments, variances, self.domain.doubts(entries, len(entries)))

    def predict_with_uncertainty(
        self,
        entries: Sequence[str],
        pass_count: int = PASSES_DEFAULT,
        core_values: CoreValues = None,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """
        Return alignment and uncertainty of each entry, each [n, values].

        Alignment is the mean over the passes. Uncertainty is that of ``week.reading`` for an
        entry alone: the root of the variance over the passes (divided by their number), the mean
        variance of the class, and the squared doubt. Raises UsageError unless ``pass_count`` is
        from 1 to 1,000.
        """

        def summed_up(shared: Any) -> tuple[torch.Tensor, ...]:
            sampled, variance = self._moments(shared, pass_count)
            mean = sampled.mean(dim=0)
            return mean, (sampled - mean).square().mean(dim=0) + variance.mean(dim=0)

        at_once = _entries_at_once(pass_count)
        mean, variance = self._read(entries, core_values, at_once, summed_up)
        doubts = self.domain.doubts(entries).astype(np.float32)
        return mean, np.sqrt(variance + doubts[:, None] ** 2)

    def _moments(self, shared: Any, pass_count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Return mean and variance of the class in each pass; only the mean is stretched."""
        mean, variance = self._loss.moments(self._logits(shared, pass_count))
        return self._stretched(mean), variance

    def _alignment(self, logits: torch.Tensor) -> torch.Tensor:
        return self._stretched(self._loss.alignment(logits))

    def _stretched(self, alignments: torch.Tensor) -> torch.Tensor:
        is_fixed = self.settings.cutoffs == "fixed"
        return alignments if is_fixed else cut.stretched(alignments, self._cutoffs)

    def _logits(self, shared: Any, pass_count: int) -> torch.Tensor:
        if pass_count not in self._passes:
            # Only one number of passes is cached: the weights take some megabytes.
            self._passes = {pass_count: self.network.passes(self.settings, pass_count)}
        return self._passes[pass_count](shared)

    def _read(
        self,
        entries: Sequence[str],
        core_values: CoreValues,
        at_once: int,
        step: Callable[[Any], tuple[torch.Tensor, ...]],
    ) -> list[npt.NDArray[np.float32]]:
        """Apply ``step`` to the passes' shared input in batches, and concatenate the results."""
        core_count = 1 if len(entries) < ENTRIES_FOR_ALL_CORES else None
        parts: list[tuple[npt.NDArray[np.float32], ...]] = []
        # Without entries, one empty step returns the shapes.
        for start in range(0, max(len(entries), 1), at_once):
            some = slice(start, start + at_once)
            rows = self.features.rows(entries[some])
            if self.core_shares is not None:
                written = None if core_values is None else core_values[some]
                rows = beside_core_values(rows, written, self.core_shares)
            with threads(core_count), torch.no_grad():
                tensors = step(self.network.shared(rows))
                parts.append(tuple(tensor.cpu().numpy() for tensor in tensors))
        return [np.concatenate(side) for side in zip(*parts, strict=True)]


def _entries_at_once(pass_count: int) -> int:
    if not 1 <= pass_count <= PASSES_MAX:
        raise UsageError(f"passes is {pass_count}, expected 1 to {PASSES_MAX:,}")
    return max(1, SAMPLES_AT_ONCE // pass_count)
