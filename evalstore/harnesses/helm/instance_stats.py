"""Stats of instances that HELM computed, stored until the instances are read."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.helm.elements import elements_of, with_texts
from evalstore.harnesses.helm.perturbations import Perturbations
from evalstore.harnesses.helm.run_folder import trial_of
from evalstore.harnesses.inspect.strict_json import INTEGER_MAX
from evalstore.harnesses.non_finite import INFINITE, warning, written
from evalstore.harnesses.records import Skip
from evalstore.harnesses.values import mapping, mappings, name, number, whole

# Instance id, perturbation and trial; several instances may have the same.
Key = tuple[str, str | None, int]
# None if nothing was counted, a text if it is not finite.
Mean = float | str | None
# Prefixes of stats that are not metrics.
BESIDE = (
    "num_", "training_", "inference_", "batch_size", "finish_reason_", "prompt_truncated",
    "max_prob", "logprob", "predicted_index", "perplexity", "bits_per_byte",
)  # fmt: skip
# Metrics that rate an answer as right or wrong.
RATING = ("exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match",
          "final_number_exact_match", "math_equiv")  # fmt: skip


class InstanceStats:
    """
    The means of all stats by instance, on disk if there are many.

    If instances share a key, HELM writes a row for each metric and instance, in the order of the
    instances: the first occurrence of a stat is that of the key's first instance.
    """

    def __init__(self, held: HeldLines) -> None:
        self._held = held
        self._places: dict[Key, tuple[tuple[int, int], ...]] = {}
        # The number of instances by key, and the counts of stats for keys with a repeated stat.
        self._asked: dict[Key, int] = {}
        self._counts: dict[Key, Counter[str]] = {}
        self.perturbations = Perturbations()
        # Whether a metric has a mean outside 0 to 1; counts of infinite and of finite means.
        self.metrics: dict[str, bool] = {}
        self._infinite: Counter[str] = Counter()
        self._finite: Counter[str] = Counter()

    def take(self, path: Path) -> Iterator[Skip]:
        """Read a file of stats; yield a Skip for each row that cannot be read."""
        for item in elements_of(path, None, strict_of=with_texts):
            if isinstance(item, Skip):
                yield item
                continue
            location, row = item
            instance = name(row.get("instance_id"))
            if instance is None:
                detail = "instance_id is missing"
                yield Skip(location, "no instance", detail)
                continue
            means = _means(row)
            for metric, mean in means.items():
                if is_metric(metric) and mean is not None:
                    self._note(metric, mean)
            key = (instance, self.perturbations.key_of(row), trial_of(row))
            place = self._held.add(json.dumps(means).encode())
            self._places[key] = (*self._places.get(key, ()), place)

    def of_next(self, key: Key) -> dict[str, Mean]:
        """Return the means of the next instance of a key, empty if there are none."""
        number = self._asked[key] = self._asked.get(key, 0) + 1
        places = self._places.get(key, ())
        rows = [json.loads(self._held.line(place)) for place in places]
        if len(rows) == 1:
            return rows[0] if number == 1 else {}
        means: dict[str, Mean] = {}
        counts: Counter[str] = Counter()
        for row in rows:
            counts.update(row.keys())
            means |= {stat: mean for stat, mean in row.items() if counts[stat] == number}
        if counts.total() > len(counts):
            self._counts[key] = counts
        return means

    def disputed(self) -> dict[Key, list[str]]:
        """
        Return the stats whose number differs from that of the instances, by key.

        Such stats cannot be assigned to instances.
        """
        stats_by_key = {}
        for key, asked_count in self._asked.items():
            if key not in self._places or (asked_count == 1 and key not in self._counts):
                continue
            counts = self._counts.get(key) or Counter(self._stats_of(key))
            stats = [stat for stat, count in counts.items() if count != asked_count]
            if stats:
                stats_by_key[key] = stats
        return stats_by_key

    def infinity_warnings(self, file_name: str) -> list[str]:
        """Return a warning for each metric with infinite means."""
        # Each perturbation has a separate mean, so the finite counts would mix them.
        are_together = not any(key[1] for key in self._places)
        return [
            warning(file_name, metric, count, self._finite[metric] if are_together else None)
            for metric, count in sorted(self._infinite.items())
        ]

    @property
    def left_count(self) -> int:
        """The number of keys with stats, but without an instance in the folder."""
        return sum(key not in self._asked for key in self._places)

    def _note(self, metric: str, mean: float | str) -> None:
        is_outside = isinstance(mean, float) and not 0 <= mean <= 1
        self.metrics[metric] = self.metrics.get(metric, False) or is_outside
        if mean in INFINITE:
            self._infinite[metric] += 1
        elif isinstance(mean, float):
            self._finite[metric] += 1

    def _stats_of(self, key: Key) -> Iterator[str]:
        for place in self._places[key]:
            yield from json.loads(self._held.line(place))


def is_metric(stat: str) -> bool:
    """
    Return whether a stat is a metric of the reply, rather than a count of HELM.

    >>> is_metric("quasi_exact_match"), is_metric("num_prompt_tokens")
    (True, False)
    """
    return not stat.startswith(BESIDE)


def mean_of(stat: dict[str, Any]) -> float | None:
    """Return the mean of a stat; None if nothing was counted, or a double cannot represent it."""
    mean = stat.get("mean")
    is_held = type(mean) is not int or abs(mean) <= INTEGER_MAX
    return number(mean) if is_held and whole(stat.get("count")) else None


def _means(row: dict[str, Any]) -> dict[str, Mean]:
    """Return the mean of each stat; None if nothing was counted for it."""
    means: dict[str, Mean] = {}
    for stat in mappings(row.get("stats")):
        label = name(mapping(stat.get("name")).get("name"))
        if label is not None:
            means[label] = written(stat.get("mean")) or mean_of(stat)
    return means
