"""Perturbations of a folder: by name, and where several have one name by what they differ in."""

import json
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.values import mapping, name

# What is said of every perturbation, and of the figure that it is beside.
COMMON = ("name", "robustness", "fairness", "computed_on")


@dataclass(slots=True)
class Perturbations:
    """The perturbations that were seen, by name and key: what each says beside its name."""

    _seen: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)

    def key_of(self, found: dict[str, Any]) -> str | None:
        """
        Return the key of a record's perturbation; None where it has none.

        >>> seen = Perturbations()
        >>> keys = [seen.key_of({"perturbation": {"name": "typos", "prob": prob, "seed": 1}})
        ...         for prob in (0.1, 0.2)]
        >>> [seen.label(key) for key in keys], seen.label(seen.key_of({}))
        (['typos:prob=0.1', 'typos:prob=0.2'], None)
        """
        said = mapping(found.get("perturbation"))
        own = name(said.get("name"))
        if own is None:
            return None
        parts = {key: said[key] for key in sorted(said) if key not in COMMON}
        key = f"{own}\n{json.dumps(parts, ensure_ascii=False)}"
        self._seen.setdefault(own, {})[key] = parts
        return key

    def label(self, key: str | None) -> str | None:
        """Return what a perturbation is called: its name, and what others of it have else."""
        if key is None:
            return None
        own = key.partition("\n")[0]
        variants = self._seen.get(own, {})
        parts = variants.get(key, {})
        others = list(variants.values())
        told = [
            f"{part}={_shown(parts.get(part))}"
            for part in sorted({part for one in others for part in one})
            if any(one.get(part) != parts.get(part) for one in others)
        ]
        return f"{own}:{','.join(told)}" if told else own


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
