"""Train a critic on the judged entries of a file of journals."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.errors import UsageError
from evalstore.suites.drift.crisis.journal_entries import JournalEntry, read_journals
from evalstore.suites.drift.engine.critic.examples import examples_of
from evalstore.suites.drift.engine.critic.extra import check_installed
from evalstore.suites.drift.engine.critic.settings import CriticSettings
from evalstore.suites.drift.engine.values import VALUES

if TYPE_CHECKING:
    from evalstore.suites.drift.engine.critic.critic import Critic
    from evalstore.suites.drift.engine.critic.lesson import Epoch


def judged_entries(path: Path) -> tuple[list[JournalEntry], int]:
    """
    Return the entries whose alignments name all ten values, and the number of other entries.

    A value that is not named was not judged, which differs from 0. Raises UsageError for an
    invalid file of journals, and if no entry is judged for all values.
    """
    entries = read_journals(path).entries
    judged = [entry for entry in entries if entry.labels.keys() == set(VALUES)]
    if not judged:
        raise UsageError(
            f"{path} has {len(entries)} entries, none with alignments of all values; write -1, 0 "
            f"or 1 for each of {', '.join(VALUES)}"
        )
    return judged, len(entries) - len(judged)


def trained_on_journals(
    path: Path,
    settings: CriticSettings,
    *,
    on_epoch: "Callable[[Epoch], None] | None" = None,
) -> "Critic":
    """
    Return a critic trained on the judged entries of a file.

    ``settings`` must have several members. Each learns without some of the personas, so that no
    other file is needed to validate it and to choose cut-offs. Raises UsageError as
    ``judged_entries`` does, for invalid settings, and if torch is missing.
    """
    check_installed()
    from evalstore.suites.drift.engine.critic.training import train

    judged, _ = judged_entries(path)
    if settings.reads_core_values and not all(entry.core_values for entry in judged):
        lacking = next(entry for entry in judged if not entry.core_values)
        raise UsageError(
            f"{lacking.place}: the core values of {lacking.persona_id!r} are missing; add "
            "core_values, or train with --text-alone"
        )
    return train(examples_of(judged), None, settings, on_epoch)
