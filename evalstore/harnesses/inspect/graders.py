"""
Models that graded a log's answers, as named by the options of its scorers.

These are read: the model (``model``, ``grader_model``, ``judge_model``, ``grader`` or ``judge``,
else the role in ``eval.model_roles`` that ``model_role`` names, ``grader`` for
``model_graded_qa`` and ``model_graded_fact``), its temperature and the template. Fields missing
from the log stay unknown, also if Inspect lets the model grade itself.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

MODEL_OPTIONS = ("model", "grader_model", "judge_model", "grader", "judge")
TEMPLATE_OPTIONS = ("template", "grader_template", "judge_template", "prompt_template")
MODEL_GRADED = ("model_graded_qa", "model_graded_fact")
ROLE_OPTION, ROLE_DEFAULT = "model_role", "grader"


@dataclass(frozen=True, slots=True)
class Grader:
    """
    A model that graded; fields are None if the log does not state them.

    ``prompt_sha256`` is that of the template, as UTF-8. ``digest`` is the SHA-256 of the canonical
    JSON of the scorer's name, the models with their settings and all options, including template
    and instructions; None if no model is named.
    """

    model: str | None
    prompt_sha256: str | None
    temperature: float | None
    digest: str | None


def graders_of(spec: dict[str, Any], header: dict[str, Any]) -> dict[str, Grader]:
    """
    Return the graders by scorer name, for the scorers that are model-graded.

    >>> found = graders_of({"scorers": [{"name": "g", "options": {"model": "m"}}]}, {})
    >>> found["g"].model, found["g"].prompt_sha256
    ('m', None)
    """
    roles = spec.get("model_roles")
    graders = {
        name: _grader(name, options, roles if isinstance(roles, dict) else {})
        for name, options in _options(spec, header).items()
    }
    return {name: grader for name, grader in graders.items() if grader is not None}


def _options(spec: dict[str, Any], header: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return each scorer's options; older logs have them in ``results.scores``."""
    results = header.get("results")
    scores = results.get("scores") if isinstance(results, dict) else None
    options_by_name: dict[str, dict[str, Any]] = {}
    for scorer in (*_dicts(spec.get("scorers")), *_dicts(scores)):
        name = scorer.get("scorer") or scorer.get("name")
        options = scorer.get("options") or scorer.get("params")
        if isinstance(name, str) and name not in options_by_name:
            options_by_name[name] = options if isinstance(options, dict) else {}
    return options_by_name


def _grader(name: str, options: dict[str, Any], roles: dict[str, Any]) -> Grader | None:
    models = _models(name, options, roles)
    templates = [options[key] for key in TEMPLATE_OPTIONS if isinstance(options.get(key), str)]
    if not models and not templates:
        return None
    temperatures = {_temperature(model) for model in models}
    digest = _sha256(json.dumps([name, models, options], sort_keys=True)) if models else None
    named = ", ".join(_name(model) for model in models)
    return Grader(
        # A lone surrogate cannot be encoded.
        model=named.encode(errors="replace").decode() or None,
        prompt_sha256=_sha256(templates[0]) if len(templates) == 1 else None,
        temperature=temperatures.pop() if len(temperatures) == 1 else None,
        digest=digest,
    )


def _models(name: str, options: dict[str, Any], roles: dict[str, Any]) -> list[Any]:
    """Return the models that grade, each a name or a dict with a ``model``; empty if unnamed."""
    for key in MODEL_OPTIONS:
        option = options.get(key)
        models = option if isinstance(option, list) else [option]
        if models and all(_name(model) for model in models):
            return models
    role = options.get(ROLE_OPTION)
    if role is None and name.rpartition("/")[2] in MODEL_GRADED:
        role = ROLE_DEFAULT
    model = roles.get(role) if isinstance(role, str) else None
    return [model] if _name(model) else []


def _name(model: object) -> str:
    name = model.get("model") if isinstance(model, dict) else model
    return name if isinstance(name, str) else ""


def _temperature(model: object) -> float | None:
    config = model.get("config") if isinstance(model, dict) else None
    temperature = config.get("temperature") if isinstance(config, dict) else None
    if isinstance(temperature, bool) or not isinstance(temperature, int | float):
        return None
    return float(temperature)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _dicts(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
