"""Ensemble of networks, each trained without the entries of some personas."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch

from evalstore.suites.drift.engine.critic.network import Network
from evalstore.suites.drift.engine.critic.settings import CriticSettings


@dataclass(frozen=True, slots=True)
class Ensemble:
    """
    Networks of one kind; their logits are the mean of the members'.

    The dropout passes are distributed over the members, so that their disagreement is part of the
    uncertainty (B. Lakshminarayanan and others, Simple and scalable predictive uncertainty
    estimation using deep ensembles, 2017).
    """

    members: tuple[Network, ...]

    def tensors(self) -> dict[str, torch.Tensor]:
        """Return all tensors by name, prefixed with the number of the member."""
        return {
            f"{number}.{name}": tensor
            for number, member in enumerate(self.members)
            for name, tensor in member.tensors().items()
        }

    def on(self, device: str) -> "Ensemble":
        """Return the ensemble on a device."""
        return Ensemble(tuple(member.on(device) for member in self.members))

    def shared(self, rows: Any) -> list[Any]:
        """Return the shared input of the passes of each member."""
        return [member.shared(rows) for member in self.members]

    def logits(self, shared: Sequence[Any]) -> torch.Tensor:
        """Return the mean logits [n, values, outputs]."""
        parts = zip(self.members, shared, strict=True)
        return torch.stack([member.logits(member_shared) for member, member_shared in parts]).mean(
            dim=0
        )

    def passes(
        self, settings: CriticSettings, pass_count: int
    ) -> Callable[[Sequence[Any]], torch.Tensor]:
        """
        Return a function from the shared input to the logits [passes, n, values, outputs].

        The members take turns at the passes; with fewer passes than members, the last members are
        not used.
        """
        count = len(self.members)
        steps = []
        for number, member in enumerate(self.members[:pass_count]):
            member_settings = replace(settings, seed=f"{settings.seed} {number}")
            steps.append(member.passes(member_settings, len(range(number, pass_count, count))))
        turns = [(place % count, place // count) for place in range(pass_count)]

        def sampled(shared: Sequence[Any]) -> torch.Tensor:
            # Members beyond the number of passes have no step.
            parts = [
                step(member_shared) for step, member_shared in zip(steps, shared, strict=False)
            ]
            return torch.stack([parts[number][turn] for number, turn in turns])

        return sampled
