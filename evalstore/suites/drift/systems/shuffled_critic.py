"""
Control of a critic: the same training with permuted labels.

Its detections are chance, so a metric in which it scores well does not measure the texts. Its
settings are those of the critic, without ``labels`` and ``model``.
"""

from collections.abc import Mapping

from evalstore.suites.drift.training.critic_reader import CriticSystem, build_critic_system


def build(system_id: str, settings: Mapping[str, object], seed: str) -> CriticSystem:
    """Return a shuffled critic; raise UsageError if torch is missing or a setting is wrong."""
    del seed  # The seed of a run draws cases; the seed of the critic is a setting.
    return build_critic_system(system_id, "shuffled_critic", settings, labels="shuffled")
