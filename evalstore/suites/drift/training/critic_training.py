"""Train a critic on labelled entries of the crisis_weeks generator."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from evalstore.errors import UsageError
from evalstore.suites.drift.cases.crisis_weeks import labelled_entries
from evalstore.suites.drift.crisis.crisis_language import SEEN
from evalstore.suites.drift.engine.critic.examples import examples_of
from evalstore.suites.drift.engine.critic.extra import check_installed
from evalstore.suites.drift.engine.critic.settings import CriticSettings

if TYPE_CHECKING:
    from evalstore.suites.drift.engine.critic.critic import Critic
    from evalstore.suites.drift.engine.critic.lesson import Epoch

PERSONAS_DEFAULT = 600
PERSONAS_MAX = 20_000
# Training personas per validation persona.
PERSONAS_PER_VALIDATING = 4


def trained(
    seed: str,
    settings: CriticSettings,
    *,
    persona_count: int = PERSONAS_DEFAULT,
    on_epoch: "Callable[[Epoch], None] | None" = None,
) -> "Critic":
    """
    Return a critic trained on ``persona_count`` personas of the generator's `train` split.

    A quarter as many of the `validation` split say when to stop, of acts that training has in
    other words: of acts never seen too little is known to stop by. As many with unseen acts say
    how novel the texts of a persona usually are. Nothing of the `test` split is looked at.
    ``seed`` draws the personas and takes the place of ``settings.seed``. After each pass over the
    entries ``on_epoch`` hears how it went. ``labels="shuffled"`` permutes the labels of the
    training entries. The same arguments give the same critic on the same machine. Raises
    UsageError for settings that make no sense, and where torch is missing.
    """
    if not 1 <= persona_count <= PERSONAS_MAX:
        raise UsageError(
            f"a critic is to learn from {persona_count} personas, expected from 1 to "
            f"{PERSONAS_MAX:,}"
        )
    check_installed()
    from evalstore.suites.drift.engine.critic.training import train

    validating = -(-persona_count // PERSONAS_PER_VALIDATING)
    return train(
        examples_of(labelled_entries(seed, "train", persona_count)),
        examples_of(labelled_entries(seed, "validation", validating, SEEN)),
        replace(settings, seed=seed),
        on_epoch,
        [entry.text for entry in labelled_entries(seed, "validation", validating)],
    )
