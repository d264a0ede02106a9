"""Names of perturbations; several with the same name are distinguished by their parameters."""

import json
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.values import mapping, name

# Fields of every perturbation that are not parameters.
COMMON = ("name", "robustness", "fairness", "computed_on")


@dataclass(slots=True)
class Perturbations:
    """The parameters of the perturbations seen so far, by name and key."""

    _seen: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)

    def key_of(self, record: dict[str, Any]) -> str | None:
        """
        Return the key of a record's perturbation, and register it; None if it has none.

        >>> seen = Perturbations()
        >>> keys = [seen.key_of({"perturbation": {"name": "typos", "prob": prob, "seed": 1}})
        ...         for prob in (0.1, 0.2)]
        >>> [seen.label(key) for key in keys], seen.label(seen.key_of({}))
        (['typos:prob=0.1', 'typos:prob=0.2'], None)
        """
        fields = mapping(record.get("perturbation"))
        perturbation = name(fields.get("name"))
        if perturbation is None:
            return None
        parts = {key: fields[key] for key in sorted(fields) if key not in COMMON}
        key = f"{perturbation}\n{json.dumps(parts, ensure_ascii=False)}"
        self._seen.setdefault(perturbation, {})[key] = parts
        return key

    def label(self, key: str | None) -> str | None:
        """Return a perturbation's name with the parameters that differ among those of its name."""
        if key is None:
            return None
        perturbation = key.partition("\n")[0]
        variants = self._seen.get(perturbation, {})
        parts = variants.get(key, {})
        others = list(variants.values())
        differences = [
            f"{part}={_shown(parts.get(part))}"
            for part in sorted({part for variant in others for part in variant})
            if any(variant.get(part) != parts.get(part) for variant in others)
        ]
        return f"{perturbation}:{','.join(differences)}" if differences else perturbation


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
