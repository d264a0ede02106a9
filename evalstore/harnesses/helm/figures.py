"""The figures that a run reports over its instances, by split and by perturbation."""

from collections import defaultdict
from typing import Any

from evalstore.harnesses.helm.instance_stats import is_metric, mean_of
from evalstore.harnesses.helm.perturbations import Perturbations
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.values import mapping, name

PERTURBED = "perturbed"
MEAN = {"metric": {"name": "mean"}, "group_key": "split"}


def of_stats(
    stats: list[dict[str, Any]], perturbations: Perturbations
) -> dict[str | None, list[dict[str, Any]]]:
    """
    Return the figures of each run: of the questions as they are (None), and of perturbations.

    The worst over perturbations, and what is of a part of a split, have names of their own: they
    are recorded and computed by nobody here.
    """
    found: dict[str | None, list[dict[str, Any]]] = defaultdict(list)
    for stat in stats:
        label = mapping(stat.get("name"))
        metric, split = name(label.get("name")), name(label.get("split"))
        if metric is None or not is_metric(metric):
            continue
        perturbation = mapping(label.get("perturbation"))
        part, of = name(label.get("sub_split")), name(perturbation.get("name"))
        computed_on = name(perturbation.get("computed_on"))
        value = mean_of(stat)
        figure: dict[str, Any] = {
            "scorer": metric,
            "group": split,
            "value": value,
            "value_text": written(stat.get("mean")),
        }
        if part is not None:
            figure |= {"metric": f"mean of sub_split {part}"}
        elif of is not None and computed_on != PERTURBED:
            figure |= {"metric": f"{computed_on or 'mean'} of {of}"}
        elif split is not None:
            figure |= {"metric": "grouped", "params": MEAN}
        else:
            figure |= {"metric": "mean"}
        run = perturbations.label(perturbations.key_of(label))
        found[run if computed_on == PERTURBED else None].append(figure)
    return found
