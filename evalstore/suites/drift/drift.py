"""
Value drift: whether a critic of journals detects that a persona drifts from its values.

``--cases`` counts personas; each has one case per week. Settings, with defaults in parentheses:
``split`` (test): personas, acts and frames of ``train``, ``validation`` or ``test``; ``acts``
(unseen), or ``seen``: acts of the train split with other fillings; ``severity`` (all),
``obvious``, ``moderate`` or ``subtle``; ``journals``: a file of entries to use instead, and
``values`` (core), or ``all``: the values to read there; ``thresholds``: a file written by
`evalstore drift tune`, and ``delta``, ``tau_low``, ``c_min``, ``epsilon``, ``ema_alpha``, which
override it: when a trigger fires; ``model``: the folder of a trained critic (the system ``critic``
trains one).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.arguments import checked_count
from evalstore.suites.drift.crisis.journal_entries import read_journals
from evalstore.suites.drift.engine import thresholds
from evalstore.suites.drift.engine.triggers import PROFILE
from evalstore.suites.drift.engine.values import VALUES

VERSION = "1.2"
DOMAINS = ("drift",)
PERSONA_COUNT_DEFAULT = 200
CASE_COUNT_DEFAULT = PERSONA_COUNT_DEFAULT
DEFAULT_SYSTEMS = ("critic", "shuffled_critic", "side_shuffled_critic", "keyword_baseline")
SETTINGS_OF_CASES = ("split", "acts", "severity")
SETTINGS_OF_JOURNALS = ("journals", "values")
SETTINGS = (*SETTINGS_OF_CASES, *SETTINGS_OF_JOURNALS, *thresholds.SETTINGS, "model")


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """Yield the weeks of ``count`` personas, one persona after another."""
    chosen = {name: settings[name] for name in SETTINGS_OF_CASES if name in settings}
    of_journals = {name: settings[name] for name in SETTINGS_OF_JOURNALS if name in settings}
    if of_journals:
        _check_journals(chosen, of_journals)
        generator = registry.load("generators", "journals")
        yield from generator.generate(SeededRandom(seed, "journals"), count, of_journals)
        return
    wanted = checked_count(domains, DOMAINS, count, PERSONA_COUNT_DEFAULT)
    generator = registry.load("generators", "crisis_weeks")
    yield from generator.generate(SeededRandom(seed, "crisis_weeks"), wanted, chosen)


def _check_journals(chosen: Mapping[str, object], of_journals: Mapping[str, object]) -> None:
    if "journals" not in of_journals:
        raise UsageError("values needs a journal file; name it with --set journals=FILE")
    if chosen:
        raise UsageError(
            f"{', '.join(chosen)} cannot be combined with journals: the former select generated "
            "personas, journals names a file with other personas; leave one out"
        )


def system_settings(kind: str, settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings of the critic: the trained model, if one is named."""
    return {"model": settings["model"]} if kind == "critic" and "model" in settings else {}


def resolved(settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings with the thresholds in place of the name of their file."""
    kept = {name: value for name, value in settings.items() if name not in thresholds.SETTINGS}
    if "journals" in kept:
        kept["journals_sha256"] = read_journals(Path(str(kept["journals"]))).sha256
    return {**kept, "thresholds": thresholds.recorded(detection(settings))}


def detection(settings: Mapping[str, object]) -> thresholds.DetectionSettings:
    """
    Return the trigger thresholds that detections are computed with after the answers.

    Raises UsageError for invalid thresholds, and for thresholds of an unknown value.
    """
    result = thresholds.from_settings(
        {name: value for name, value in settings.items() if name in thresholds.SETTINGS}
    )
    names = (*VALUES, PROFILE)
    unknown = sorted(result.by_value.keys() - set(names))
    if unknown:
        raise UsageError(
            f"thresholds: unknown value {unknown[0]!r} in [drift.values]; available: "
            f"{', '.join(names)}"
        )
    return result
