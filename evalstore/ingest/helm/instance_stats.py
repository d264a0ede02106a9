"""Stats of instances, as HELM computed them, held until the instance is read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.ingest.held_lines import HeldLines
from evalstore.ingest.helm.elements import elements_of
from evalstore.ingest.helm.perturbations import Perturbations
from evalstore.ingest.helm.run_folder import trial_of
from evalstore.ingest.inspect.strict_json import INTEGER_MAX
from evalstore.ingest.records import Skip
from evalstore.ingest.values import mapping, mappings, name, number, whole

# By instance, perturbation and trial: an instance comes once for each of these.
Key = tuple[str, str | None, int]
# What HELM counts beside its metrics, by the beginnings of the names.
BESIDE = (
    "num_", "training_", "inference_", "batch_size", "finish_reason_", "prompt_truncated",
    "max_prob", "logprob", "predicted_index", "perplexity", "bits_per_byte",
)  # fmt: skip
# Names of metrics that say whether the answer is right.
RATING = ("exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match",
          "final_number_exact_match", "math_equiv")  # fmt: skip


class InstanceStats:
    """The means of every metric of every instance, on disk where they are many."""

    def __init__(self, held: HeldLines) -> None:
        self._held = held
        self._places: dict[Key, tuple[int, int]] = {}
        self.perturbations = Perturbations()
        # Metrics, and those with a mean outside 0 to 1.
        self.metrics: dict[str, bool] = {}

    def take(self, path: Path) -> Iterator[Skip]:
        """Read a file of stats; yield what is left out of it."""
        for item in elements_of(path, None):
            if isinstance(item, Skip):
                yield item
                continue
            location, found = item
            instance = name(found.get("instance_id"))
            if instance is None:
                detail = "without instance_id, expected one"
                yield Skip(location, "no instance", detail)
                continue
            means = _means(found)
            for metric, mean in means.items():
                if is_metric(metric) and mean is not None:
                    is_outside = not 0 <= mean <= 1
                    self.metrics[metric] = self.metrics.get(metric, False) or is_outside
            key = (instance, self.perturbations.key_of(found), trial_of(found))
            self._places[key] = self._held.add(json.dumps(means).encode())

    def of(self, key: Key) -> dict[str, float | None]:
        """Return an instance's means; none where nothing was computed for it."""
        place = self._places.pop(key, None)
        found: dict[str, float | None] = (
            {} if place is None else json.loads(self._held.line(place))
        )
        return found

    @property
    def left_count(self) -> int:
        """How many were never asked for: their instances are not in the folder."""
        return len(self._places)


def is_metric(stat: str) -> bool:
    """
    Say whether a stat judges a reply, and is not only counted beside it.

    >>> is_metric("quasi_exact_match"), is_metric("num_prompt_tokens")
    (True, False)
    """
    return not stat.startswith(BESIDE)


def mean_of(stat: dict[str, Any]) -> float | None:
    """Return the mean of a stat; None where nothing was counted, or no double holds it."""
    mean = stat.get("mean")
    is_held = type(mean) is not int or abs(mean) <= INTEGER_MAX
    return number(mean) if is_held and whole(stat.get("count")) else None


def _means(found: dict[str, Any]) -> dict[str, float | None]:
    """Return the mean of each stat; None of one that nothing was counted for."""
    means: dict[str, float | None] = {}
    for stat in mappings(found.get("stats")):
        label = name(mapping(stat.get("name")).get("name"))
        if label is not None:
            means[label] = mean_of(stat)
    return means
