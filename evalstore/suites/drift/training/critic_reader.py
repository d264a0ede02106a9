"""Base of the critic systems: one reading per week and value."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.base.settings import (
    choice,
    names_of,
    parsed,
    require_known,
    system_place,
    text,
    whole,
)
from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response, ValueReading
from evalstore.suites.drift.engine import journal
from evalstore.suites.drift.engine.critic.extra import check_installed
from evalstore.suites.drift.engine.critic.settings import (
    DEVICES,
    PASSES_DEFAULT,
    PASSES_MAX,
    CriticSettings,
)
from evalstore.suites.drift.engine.values import VALUES
from evalstore.suites.drift.training.critic_training import PERSONAS_DEFAULT, PERSONAS_MAX, trained

if TYPE_CHECKING:
    from evalstore.suites.drift.engine.critic.critic import Critic

# Training settings, invalid with a saved critic.
_TRAINING = ("loss", "features", "labels", "dropout", "personas", "seed")


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """
    The settings of a system beside those of its critic's training.

    ``encoder`` is the current folder of a saved critic's encoder, or the features of a new critic.
    """

    model: str | None = text(None)
    passes: int = whole(PASSES_DEFAULT, 2, PASSES_MAX)
    device: str = choice(DEVICES)
    encoder: str = text("")
    personas: int = whole(PERSONAS_DEFAULT, 1, PERSONAS_MAX)


def build_critic_system(
    system_id: str, kind: str, settings: Mapping[str, object], labels: str | None = None
) -> "CriticSystem":
    """
    Return a system with the critic of a folder, or with one trained now.

    With ``labels``, that setting is fixed and the critic is always trained now. Raises UsageError
    for an invalid setting, and if torch is missing.
    """
    fixed = set() if labels is None else {"labels", "model"}
    place = system_place(system_id, kind)
    require_known(settings, {*_TRAINING, *names_of(ReaderSettings)} - fixed, place)
    options = parsed(ReaderSettings, settings, place, is_part=True)
    if options.model is None:
        training = {name: settings[name] for name in (*_TRAINING, "encoder") if name in settings}
        if options.encoder:
            training = {"features": "encoder", **training}
        chosen = parsed(CriticSettings, training, place, is_part=True)
        # Its seed is independent of the run's, so that the critic is the same in every run.
        chosen = chosen if labels is None else replace(chosen, labels=labels)
        check_installed()
        critic = _trained_once(chosen, options.personas)
        return CriticSystem(system_id, critic.on(options.device), options.passes, options.personas)
    for name in _TRAINING:
        if name in settings:
            raise UsageError(
                f"{place}: {name} is a setting of training, but model names a trained critic; "
                "leave one out"
            )
    check_installed()
    from evalstore.suites.drift.engine.critic.saving import load

    critic = load(Path(options.model), options.device, encoder=options.encoder)
    return CriticSystem(system_id, critic, options.passes, None)


@lru_cache(maxsize=4)
def _trained_once(settings: CriticSettings, persona_count: int) -> "Critic":
    return trained(settings.seed, settings, persona_count=persona_count)


class CriticSystem:
    """A system that reads a persona's week."""

    needs_truth = False

    def __init__(
        self, system_id: str, critic: "Critic", pass_count: int, persona_count: int | None
    ) -> None:
        from evalstore.suites.drift.engine.critic import saving

        self.system_id = system_id
        self._critic = critic
        self._pass_count = pass_count
        self.configuration: Mapping[str, object] = {
            **critic.settings.recorded(),
            "sha256": saving.packed(critic)[0]["sha256"],
            "features_version": critic.features.version,
            "personas": persona_count,
            "fingerprint": critic.fingerprint,
            "training": critic.training,
            "passes": pass_count,
            "device": critic.device,
        }

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return a reading for each value that the journal names."""
        if isinstance(question, Case):
            raise TypeError(question)
        from evalstore.suites.drift.engine import week

        del attempt  # A critic is deterministic.
        began_at = time.perf_counter()
        try:
            written = journal.read(question.turns[-1])
        except UsageError as error:
            return Response("error", error=f"the week's journal could not be read: {error}")
        readings = tuple(ValueReading(value) for value in written.values)
        if written.entries:
            core_values = [written.core_values] * len(written.entries)
            samples = self._critic.read(written.entries, self._pass_count, core_values)
            week_reading = week.reading(samples)
            places = {value: VALUES.index(value) for value in written.values}
            readings = tuple(
                ValueReading(
                    value,
                    float(week_reading.alignment[place]),
                    float(week_reading.uncertainty[place]),
                    week_reading.domain_doubt,
                )
                for value, place in places.items()
            )
        latency_ms = (time.perf_counter() - began_at) * 1000.0
        return Response("ok", latency_ms=latency_ms, readings=readings)

    def close(self) -> None:
        """Do nothing: no resource is open."""
