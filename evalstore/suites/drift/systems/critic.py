"""
Trained critic: a small network that reads a week's journal, with uncertainty.

``model`` names the folder of a critic written by `evalstore drift train`; without it, a critic is
trained when the system is built, on ``personas`` (600) generated personas. Needs
`evalstore[drift]`.
"""

from collections.abc import Mapping

from evalstore.suites.drift.training.critic_reader import CriticSystem, build_critic_system


def build(system_id: str, settings: Mapping[str, object], seed: str) -> CriticSystem:
    """Return a critic; raise UsageError if torch is missing or a setting is wrong."""
    del seed  # The seed of a run draws cases; the seed of the critic is a setting.
    return build_critic_system(system_id, "critic", settings)
