"""
Control of a critic: the same training with the labels of each persona permuted among its entries.

It learns which values go with which words and not what an entry says of them, so it reads no
constant as ``shuffled_critic`` does, and is harder to tell from a critic that knows something. Its
settings are those of the critic, less ``labels`` and ``model``.
"""

from collections.abc import Mapping

from evalstore.drift.critic.settings import SHUFFLED_WITHIN_PERSONAS
from evalstore.systems._critic_reader import CriticSystem, build_critic_system


def build(system_id: str, settings: Mapping[str, object], seed: str) -> CriticSystem:
    """Return a shuffled critic; raise UsageError if torch is missing or a setting is wrong."""
    del seed  # The seed of a run draws cases; the critic's own is a setting.
    kind = "persona_shuffled_critic"
    return build_critic_system(system_id, kind, settings, labels=SHUFFLED_WITHIN_PERSONAS)
