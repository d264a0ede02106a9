"""
Control of a critic: the same training, with labels permuted among entries that mention a value.

It learns which texts mention a value but not for which side. So it does not read a constant as
``shuffled_critic`` does, and is harder to distinguish from a real critic. Its settings are those
of the critic, without ``labels`` and ``model``.
"""

from collections.abc import Mapping

from evalstore.suites.drift.engine.critic.settings import SHUFFLED_SIDES
from evalstore.suites.drift.training.critic_reader import CriticSystem, build_critic_system


def build(system_id: str, settings: Mapping[str, object], seed: str) -> CriticSystem:
    """Return a shuffled critic; raise UsageError if torch is missing or a setting is wrong."""
    del seed  # The seed of a run draws cases; the seed of the critic is a setting.
    return build_critic_system(system_id, "side_shuffled_critic", settings, labels=SHUFFLED_SIDES)
