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

    A quarter as many personas of the `validation` split determine when to stop; their acts are
    those of training with other fillings, because a critic knows too little of unseen acts. As
    many with unseen acts determine the usual novelty of texts. The `test` split is not used.
    ``seed`` draws the personas and replaces ``settings.seed``. ``on_epoch`` is called after each
    pass over the entries. ``labels="shuffled"`` permutes the labels of the training entries. The
    same arguments give the same critic on the same machine. Raises UsageError for invalid
    settings, and if torch is missing.
    """
    if not 1 <= persona_count <= PERSONAS_MAX:
        raise UsageError(f"personas is {persona_count}, expected 1 to {PERSONAS_MAX:,}")
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
