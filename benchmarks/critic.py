"""Fifty passes with dropout over ten thousand entries of 384 features: ours beside plain ways."""

import argparse
import sys
from collections.abc import Callable, Sequence

import numpy as np
import torch

from benchmarks import harness
from evalstore.suites.drift.engine.critic import domain
from evalstore.suites.drift.engine.critic.critic import Critic
from evalstore.suites.drift.engine.critic.feature_rows import DenseRows
from evalstore.suites.drift.engine.critic.hidden_layers import (
    HiddenLayers,
    by_value,
    random_network,
    shapes,
)
from evalstore.suites.drift.engine.critic.losses import load
from evalstore.suites.drift.engine.critic.settings import CriticSettings

PASSES = 50
FEATURES = 384
# So many entries are asked one by one, and the cost is scaled up to all of them.
ENTRIES_ASKED_SINGLY = 40
SETTINGS = CriticSettings(seed="benchmark")
BARE = "bare matrix products"


class Given:
    """Rows that are there already, so that only the passes are measured."""

    version = "given"
    width = FEATURES

    def __init__(self, count: int) -> None:
        values = np.random.default_rng(1).standard_normal((count, FEATURES), np.float32)
        self.values = values

    def rows(self, texts: Sequence[str]) -> DenseRows:
        """Return the rows that the texts name by their numbers."""
        return DenseRows(self.values[int(texts[0]) : int(texts[-1]) + 1])

    def arrays(self) -> dict[str, np.ndarray]:
        """Return nothing."""
        return {}


def critic_of(features: Given, device: str) -> Critic:
    """Return an untrained critic of the default shape; what it says does not matter here."""
    outputs = load(SETTINGS.loss).OUTPUT_COUNT
    sizes = shapes(FEATURES, SETTINGS.width_first, SETTINGS.width_second, outputs)
    network = random_network(sizes, torch.Generator().manual_seed(1))
    known = domain.fitted(["0 1"], ["0 1"])
    return Critic(SETTINGS, features, network, known, "", {}, device)


def model_of(network: HiddenLayers) -> torch.nn.Module:
    """Return the same network out of torch's own modules, its dropout on."""
    tensors = iter(network.tensors().values())

    def linear() -> torch.nn.Linear:
        weight, bias = next(tensors), next(tensors)
        made = torch.nn.Linear(*weight.shape, device=weight.device)
        with torch.no_grad():
            made.weight.copy_(weight.T)
            made.bias.copy_(bias)
        return made

    parts: list[torch.nn.Module] = []
    for _ in range(2):
        parts += [linear(), torch.nn.ReLU(), torch.nn.Dropout(SETTINGS.dropout)]
    return torch.nn.Sequential(*parts, linear()).train()


def summed_up(logits: torch.Tensor) -> np.ndarray:
    """Return mean and deviation of the alignments of passes: [2, n, values]."""
    alignment = load(SETTINGS.loss).alignment(by_value(logits))
    found = torch.stack([alignment.mean(0), alignment.std(0, correction=0)])
    return found.cpu().numpy()


def sides_of(
    features: Given, device: str
) -> tuple[dict[str, Callable[[], object]], Callable[[], object]]:
    """Return what is compared, by name, and the way that is measured on a part and scaled."""
    critic = critic_of(features, device)
    model = model_of(critic.network)
    names = [str(place) for place in range(len(features.values))]
    given = torch.from_numpy(features.values).to(device)
    hidden = critic.network.shared(features.rows(names))
    layer = torch.rand((len(hidden), SETTINGS.width_second), device=device)

    def ours() -> object:
        return critic.predict_with_uncertainty(names, PASSES)

    @torch.no_grad()
    def bare() -> object:
        last = given @ critic.network.first_weight
        for _ in range(PASSES):
            last = hidden @ critic.network.second_weight
            last = layer @ critic.network.head_weight
        return float(last[0, 0])

    @torch.no_grad()
    def whole_batch() -> object:
        return summed_up(torch.stack([model(given) for _ in range(PASSES)]))

    @torch.no_grad()
    def singly() -> object:
        return [
            summed_up(torch.stack([model(given[place : place + 1]) for _ in range(PASSES)]))
            for place in range(min(ENTRIES_ASKED_SINGLY, len(given)))
        ]

    batches = f"{PASSES} calls of the whole batch"
    return {"evalstore": ours, BARE: bare, batches: whole_batch}, singly


def scaled(cost: harness.Cost, factor: float) -> harness.Cost:
    """Return the cost of so many times the work."""
    return harness.Cost(cost.cpu_s * factor, cost.rss_mb, cost.wall_s * factor)


def measure(features: Given, device: str, rounds: int) -> None:
    """Print the costs on one device."""
    sides, singly = sides_of(features, device)
    part = min(ENTRIES_ASKED_SINGLY, len(features.values))
    factor = len(features.values) / part
    one_by_one = f"{PASSES} calls per entry (of {part}, scaled)"
    for side in (*sides.values(), singly):
        side()
    costs = harness.alternated(
        {
            **{name: lambda side=side: harness.cost_of_call(side) for name, side in sides.items()},
            one_by_one: lambda: scaled(harness.cost_of_call(singly), factor),
        },
        rounds,
    )
    limits = {"evalstore": "2 (products)", one_by_one: "10 (evalstore)"}
    count = len(features.values)
    title = f"{PASSES} passes, {count:,} entries, {FEATURES} features, on {device}"
    harness.compare(title, costs, BARE, limits)
    ours = costs["evalstore"].wall_s
    for name, cost in costs.items():
        if name != "evalstore":
            print(f"  {name}: {cost.wall_s / ours:.2f} times the wall time of evalstore")


def main() -> int:
    """Print what the passes cost on the processor, and on an accelerator where there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=7)
    chosen = parser.parse_args()
    features = Given(chosen.entries)
    measure(features, "cpu", chosen.rounds)
    if torch.cuda.is_available():
        measure(features, "cuda", chosen.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
