"""
The settings of a validator's second opinion, a cross-encoder that the user names.

Asked for by ``cross_encoder = "DIR"`` alone; what a validator judges by rules, and its digest,
are the same without it.
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
    """Return the settings of a second opinion, of a validator that can have one."""
    return dict(DEFAULTS) if getattr(module, "__name__", "") in COMPARISONS else {}


def without(settings: Mapping[str, object], module: ModuleType) -> dict[str, object]:
    """Return the settings of the rules alone."""
    own = defaults_of(module)
    return {name: value for name, value in settings.items() if name not in own}


def is_asked_for(settings: Mapping[str, object], module: ModuleType) -> bool:
    """Tell whether the settings name a cross-encoder."""
    return bool(defaults_of(module)) and bool(settings.get(FOLDER))


def checked(
    validator_id: str, settings: Mapping[str, object], module: ModuleType
) -> dict[str, object]:
    """
    Return the settings of a validator, without those of a second opinion that nobody asks for.

    Raises UsageError for a threshold by which two labels, or none, could count, and for one
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
            f"{validator_id}.{THRESHOLD} is set, and no cross-encoder: name its folder with "
            f"{validator_id}.{FOLDER}"
        )
    return without(settings, module)


def with_opinion(
    case: Case,
    response: Response,
    verdict: Verdict,
    settings: Mapping[str, object],
    module: ModuleType,
) -> Verdict:
    """Return a verdict as a cross-encoder completes it where the settings ask for one."""
    if not is_asked_for(settings, module) or not isinstance(verdict, Verdict):
        return verdict
    chosen: dict[str, Any] = {name: settings[name] for name in DEFAULTS}
    found: Verdict = _module().judge(
        case, response, verdict, module_name=module.__name__, **chosen
    )
    return found


def digest_with_opinion(
    digest: str | None, settings: Mapping[str, object], module: ModuleType
) -> str | None:
    """Return a digest that covers the cross-encoder's files and threshold, if there is one."""
    if digest is None or not is_asked_for(settings, module):
        return digest
    opened = _module().opened_cross_encoder(str(settings[FOLDER]))
    chosen = {FOLDER: opened.sha256, THRESHOLD: settings[THRESHOLD]}
    own = validator_digest(_module(), chosen)
    return None if own is None else hashlib.sha256(f"{digest} {own}".encode()).hexdigest()


def _module() -> Any:
    """Return the code that asks; raise UsageError where a package of it is lacking."""
    try:
        from evalstore.judges.entailment import second_opinion
    except ImportError as error:
        raise UsageError(
            f"a cross-encoder needs a package that is not installed ({error}); "
            "pip install 'evalstore[minilm]'"
        ) from error
    return second_opinion
