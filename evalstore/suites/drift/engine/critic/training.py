"""
Train a critic: one network, or several that each learn without some of the personas.

With one member, the validation entries determine when to stop. With several, each learns from
personas drawn with replacement, and the entries of the others are its validation entries. So all
entries are used in training, and each entry is read by the members that have not seen its persona:
cut-offs are chosen on the mean of these readings (out-of-bag estimation, L. Breiman, Bagging
predictors, 1996).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from evalstore.errors import UsageError
from evalstore.suites.drift.engine.critic import cutoffs, domain, features, losses, networks
from evalstore.suites.drift.engine.critic.core_values import WEIGHT
from evalstore.suites.drift.engine.critic.critic import Critic
from evalstore.suites.drift.engine.critic.ensemble import Ensemble
from evalstore.suites.drift.engine.critic.examples import Examples
from evalstore.suites.drift.engine.critic.feature_rows import Rows
from evalstore.suites.drift.engine.critic.grouping import drawn
from evalstore.suites.drift.engine.critic.lesson import Epoch, Lesson
from evalstore.suites.drift.engine.critic.network import Network
from evalstore.suites.drift.engine.critic.settings import SHUFFLED, SHUFFLED_SIDES, CriticSettings
from evalstore.suites.drift.engine.critic.threads import threads


def train(
    training: Examples,
    validation: Examples | None,
    settings: CriticSettings,
    on_epoch: Callable[[Epoch], None] | None = None,
    novel_texts: Sequence[str] | None = None,
) -> Critic:
    """
    Return a critic that learned from ``training``.

    With one member, it is the best network on ``validation``. With more, ``validation`` must be
    None. ``novel_texts`` determine the usual novelty of texts of the domain, instead of the
    validation entries. The same arguments give the same critic on the same machine: all draws come
    from ``settings.seed``, and training uses one core. With shuffled ``labels``, the labels of
    the training entries are permuted; those of the validation entries, and those that the cut-offs
    of several members are chosen by, are not. Raises UsageError for invalid settings, without
    entries, or if the examples lack fields that the settings need.
    """
    settings = settings.checked()
    _check(training, validation, settings)
    shown = _shown(training, settings)
    made = features.load(settings.features).fitted(training.texts, settings)
    core_shares = _core_shares(training, settings)
    rows = _rows(made, training, core_shares)
    with threads(1):
        if validation is not None:
            unseen = _rows(made, validation, core_shares)
            network, last = _learned((rows, unseen), (shown, validation), settings, on_epoch)
            members, truth = [network], validation
            readings: npt.NDArray[np.floating] = _alignments(network, unseen, settings)
            epochs = [last]
            text_domain = domain.fitted(training.texts, novel_texts or validation.texts)
        else:
            members, epochs, outside = _bagged(rows, shown, settings, on_epoch)
            readings, truth = outside.readings, training.taken(outside.places)
            text_domain = domain.fitted(training.texts, truth.texts).with_usual(outside.novelty)
    is_chosen = settings.cutoffs == "chosen"
    return Critic(
        settings,
        made,
        members[0] if len(members) == 1 else Ensemble(tuple(members)),
        text_domain,
        shown.fingerprint(),
        training={
            "entry_count": len(training.texts),
            "validation_entry_count": len(truth.texts),
            **_truncated(made, training),
            "epoch": max(epoch.number for epoch in epochs),
            "validation_loss": _mean([epoch.validation_loss for epoch in epochs]),
            "validation_qwk": _mean([epoch.validation_qwk for epoch in epochs]),
        },
        cutoffs=cutoffs.chosen(readings, truth.labels) if is_chosen else cutoffs.fixed(),
        core_shares=core_shares,
    )


def _check(training: Examples, validation: Examples | None, settings: CriticSettings) -> None:
    if (validation is None) != (settings.members > 1):
        raise UsageError(
            "validation entries are required if members is 1, and not allowed otherwise; found "
            f"members = {settings.members} {'without' if validation is None else 'with'} "
            "validation entries"
        )
    for name, examples in (("training", training), ("validation", validation)):
        if examples is not None and not examples.texts:
            raise UsageError(f"a critic needs {name} entries, found none; use more personas")
        if examples is not None and settings.reads_core_values and examples.core_values is None:
            raise UsageError(
                f"the {name} entries lack the core values of their writers; add them, or set "
                "reads_core_values = false"
            )
    if settings.members > 1 and training.personas is None:
        raise UsageError(
            f"the training entries lack their personas, by which {settings.members} members are "
            "divided; add the personas, or set members = 1"
        )


def _truncated(made: features.Features, training: Examples) -> dict[str, int]:
    """Return the number of truncated texts; empty for features without a length limit."""
    counted = getattr(made, "truncated_count", None)
    return {} if counted is None else {"truncated_entry_count": counted(training.texts)}


def _shown(training: Examples, settings: CriticSettings) -> Examples:
    """Return the entries with labels as in the settings, true or shuffled."""
    if settings.labels == SHUFFLED:
        return training.shuffled(settings.seed)
    if settings.labels == SHUFFLED_SIDES:
        return training.with_shuffled_sides(settings.seed)
    return training


def _core_shares(training: Examples, settings: CriticSettings) -> npt.NDArray[np.float32] | None:
    if not settings.reads_core_values or training.core_values is None:
        return None
    shares: npt.NDArray[np.float32] = training.core_values.mean(axis=0).astype(np.float32)
    return shares


def _rows(
    made: features.Features, examples: Examples, core_shares: npt.NDArray[np.float32] | None
) -> Rows:
    rows = made.rows(examples.texts)
    if core_shares is None or examples.core_values is None:
        return rows
    return rows.beside(examples.core_values * WEIGHT)


def _learned(
    rows: tuple[Rows, Rows],
    examples: tuple[Examples, Examples],
    settings: CriticSettings,
    on_epoch: Callable[[Epoch], None] | None,
) -> tuple[Network, Epoch]:
    lesson = Lesson(rows, examples, settings)
    result: tuple[Network, Epoch] = networks.load(settings.network).learned(
        lesson, settings, on_epoch
    )
    return result


@dataclass(frozen=True, slots=True)
class _Outside:
    """Entries left out by some member, with their mean reading [n, values] and novelty [n]."""

    places: npt.NDArray[np.int64]
    readings: npt.NDArray[np.float64]
    novelty: npt.NDArray[np.float64]


def _bagged(
    rows: Rows,
    shown: Examples,
    settings: CriticSettings,
    on_epoch: Callable[[Epoch], None] | None,
) -> tuple[list[Network], list[Epoch], _Outside]:
    """Return the members, the epoch of each, and their readings of entries they left out."""
    readings = np.zeros(shown.labels.shape)
    novelty, counts = np.zeros(len(shown.texts)), np.zeros(len(shown.texts))
    members, epochs = [], []
    for number, (inside, outside) in enumerate(
        drawn(shown.personas or (), settings.members, settings.seed)
    ):
        parts = rows.taken(inside), rows.taken(outside)
        examples = shown.taken(inside), shown.taken(outside)
        member_settings = replace(settings, seed=f"{settings.seed} {number}")
        network, epoch = _learned(parts, examples, member_settings, on_epoch)
        member_domain = domain.fitted(examples[0].texts, examples[1].texts)
        readings[outside] += _alignments(network, parts[1], settings)
        novelty[outside] += member_domain.novelty(examples[1].texts)
        counts[outside] += 1
        members.append(network)
        epochs.append(epoch)
    [places] = np.nonzero(counts)
    times = counts[places]
    left_out = _Outside(places, readings[places] / times[:, None], novelty[places] / times)
    return members, epochs, left_out


def _alignments(
    network: Network, rows: Rows, settings: CriticSettings
) -> npt.NDArray[np.floating]:
    import torch

    with torch.no_grad():
        logits = network.logits(network.shared(rows))
    alignments: npt.NDArray[np.floating] = losses.load(settings.loss).alignment(logits).numpy()
    return alignments


def _mean(numbers: list[float] | list[float | None]) -> float | None:
    defined = [number for number in numbers if number is not None]
    return sum(defined) / len(defined) if defined else None
