"""Stats of instances, as HELM computed them, held until the instance is read."""

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

# By instance, perturbation and trial: an instance comes once for each of these.
Key = tuple[str, str | None, int]
# None where nothing was counted, a text where it is not finite.
Mean = float | str | None
# What HELM counts beside its metrics, by the beginnings of the names.
BESIDE = (
    "num_", "training_", "inference_", "batch_size", "finish_reason_", "prompt_truncated",
    "max_prob", "logprob", "predicted_index", "perplexity", "bits_per_byte",
)  # fmt: skip
# Names of metrics that say whether the answer is right.
RATING = ("exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match",
          "final_number_exact_match", "math_equiv")  # fmt: skip


class InstanceStats:
    """
    The means of every metric of every instance, on disk where they are many.

    HELM writes a row for each metric and instance of a key, in the order of the instances: of
    each stat the first is that of the first instance of its key.
    """

    def __init__(self, held: HeldLines) -> None:
        self._held = held
        self._places: dict[Key, tuple[tuple[int, int], ...]] = {}
        # How many instances were asked for, and how often there is each stat of those keys where
        # any is there more than once.
        self._asked: dict[Key, int] = {}
        self._counts: dict[Key, Counter[str]] = {}
        self.perturbations = Perturbations()
        # Metrics, and those with a mean outside 0 to 1; how many means are infinite, or finite.
        self.metrics: dict[str, bool] = {}
        self._infinite: Counter[str] = Counter()
        self._finite: Counter[str] = Counter()

    def take(self, path: Path) -> Iterator[Skip]:
        """Read a file of stats; yield what is left out of it."""
        for item in elements_of(path, None, strict_of=with_texts):
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
                    self._note(metric, mean)
            key = (instance, self.perturbations.key_of(found), trial_of(found))
            place = self._held.add(json.dumps(means).encode())
            self._places[key] = (*self._places.get(key, ()), place)

    def of_next(self, key: Key) -> dict[str, Mean]:
        """Return the means of the next instance of a key; none where nothing was computed."""
        number = self._asked[key] = self._asked.get(key, 0) + 1
        places = self._places.get(key, ())
        rows = [json.loads(self._held.line(place)) for place in places]
        if len(rows) == 1:
            return rows[0] if number == 1 else {}
        found: dict[str, Mean] = {}
        counts: Counter[str] = Counter()
        for row in rows:
            counts.update(row.keys())
            found |= {stat: mean for stat, mean in row.items() if counts[stat] == number}
        if counts.total() > len(counts):
            self._counts[key] = counts
        return found

    def disputed(self) -> dict[Key, list[str]]:
        """
        Return the keys whose instances are more or fewer than some stats, and those stats.

        Which of these is whose nobody knows.
        """
        found = {}
        for key, asked_count in self._asked.items():
            if key not in self._places or (asked_count == 1 and key not in self._counts):
                continue
            counts = self._counts.get(key) or Counter(self._stats_of(key))
            stats = [stat for stat, count in counts.items() if count != asked_count]
            if stats:
                found[key] = stats
        return found

    def infinity_warnings(self, file_name: str) -> list[str]:
        """Return a sentence for each metric with infinite means."""
        # Each perturbation has a mean of its own.
        are_together = not any(key[1] for key in self._places)
        return [
            warning(file_name, metric, count, self._finite[metric] if are_together else None)
            for metric, count in sorted(self._infinite.items())
        ]

    @property
    def left_count(self) -> int:
        """How many were never asked for: their instances are not in the folder."""
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


def _means(found: dict[str, Any]) -> dict[str, Mean]:
    """Return the mean of each stat; None of one that nothing was counted for."""
    means: dict[str, Mean] = {}
    for stat in mappings(found.get("stats")):
        label = name(mapping(stat.get("name")).get("name"))
        if label is not None:
            means[label] = written(stat.get("mean")) or mean_of(stat)
    return means
