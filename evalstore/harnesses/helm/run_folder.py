"""Files of a run folder, and the run that its specification describes."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.helm.helm_files import STATES, STATS
from evalstore.harnesses.inspect.strict_json import decode, repaired
from evalstore.harnesses.values import listed, mapping, name, whole
from evalstore.store.log.segment import sha256_of

SPECIFICATION_BYTES_MAX = 64 * 1024 * 1024
DIGEST_LENGTH = 12
NAME_LENGTH_MAX = 400
# The parts of a run's name that name the system and not the suite.
OF_SYSTEM = re.compile(r"(?:^|(?<=[:,]))(?:model|model_deployment)=[^,]*,?")
# The fields of the adapter that describe the prompt and the sampling.
ADAPTER = (
    "method", "instructions", "max_train_instances", "max_eval_instances", "num_outputs",
    "num_train_trials", "num_trials", "temperature", "max_tokens", "stop_sequences",
)  # fmt: skip
BETWEEN = "~"


@dataclass(frozen=True, slots=True)
class HelmRun:
    """
    The properties that all records of a folder share.

    ``key`` is the first part of run ids; ``suite`` is the run's name without the system,
    ``domain`` the scenario in it.
    """

    key: str
    suite: str
    domain: str
    system_id: str
    method: str
    config: dict[str, Any] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)

    def run_id(self, perturbation: str | None) -> str:
        """Return the run id of a perturbation; None means the unperturbed questions."""
        return self.key if perturbation is None else f"{self.key}{BETWEEN}{perturbation}"

    def suite_of(self, perturbation: str | None) -> str:
        """Return the suite of a perturbation; None means the unperturbed questions."""
        return self.suite if perturbation is None else f"{self.suite}{BETWEEN}{perturbation}"


def opened(path: Path, shown: str) -> HelmRun:
    """
    Return the run that a specification describes.

    ``shown`` is the name of the file in messages. Raises UnreadableInputError if the file is too
    large or not a JSON object.
    """
    specification = read_object(path, shown)
    adapter = mapping(specification.get("adapter_spec"))
    whole_name = name(specification.get("name")) or path.parent.name
    states, stats = path.with_name(STATES), path.with_name(STATS)
    digest = sha256_of(next((item for item in (states, stats) if item.is_file()), path)).hex()
    suite = suite_in(whole_name)
    return HelmRun(
        key=f"{whole_name[:NAME_LENGTH_MAX]}@{digest[:DIGEST_LENGTH]}",
        suite=suite,
        domain=re.split(r"[:,]", suite)[0],
        system_id=name(adapter.get("model")) or name(adapter.get("model_deployment")) or "unnamed",
        method=name(adapter.get("method")) or "",
        config={
            "name": whole_name,
            "scenario": mapping(specification.get("scenario_spec")).get("class_name"),
            "scenario_args": mapping(specification.get("scenario_spec")).get("args"),
            "model_deployment": adapter.get("model_deployment"),
            **{item: adapter[item] for item in ADAPTER if adapter.get(item) not in (None, "")},
        },
        groups=[item for item in map(name, listed(specification.get("groups"))) if item],
    )


def suite_in(run_name: str) -> str:
    """
    Return a run's name without the system.

    >>> suite_in("mmlu:subject=philosophy,method=joint,model=openai_gpt2")
    'mmlu:subject=philosophy,method=joint'
    >>> suite_in("narrative_qa:model=openai_gpt2"), suite_in("gsm")
    ('narrative_qa', 'gsm')
    """
    return OF_SYSTEM.sub("", run_name).rstrip(",:")[:NAME_LENGTH_MAX] or run_name


def read_object(path: Path, shown: str) -> dict[str, Any]:
    """Return the object in a small file as strict JSON, else raise UnreadableInputError."""
    if path.stat().st_size > SPECIFICATION_BYTES_MAX:
        raise UnreadableInputError(f"{shown}: larger than 64 MiB, expected a {path.name} of HELM")
    try:
        value, _ = decode(input_file.read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(f"{shown}: {error}; copy the run folder again") from error
    if not isinstance(value, dict):
        raise UnreadableInputError(
            f"{shown}: found a {type(value).__name__}, expected an object; "
            "copy the run folder again"
        )
    clean: dict[str, Any] = repaired(value, "", [])
    return clean


def trial_of(record: dict[str, Any]) -> int:
    """Return the number of a train trial, counted from 0."""
    return whole(record.get("train_trial_index")) or 0
