"""Hidden layers as a network of a critic: how they are trained and restored."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import torch

from evalstore.suites.drift.engine.critic.hidden_layers import HiddenLayers, shapes
from evalstore.suites.drift.engine.critic.settings import CriticSettings

if TYPE_CHECKING:
    from evalstore.suites.drift.engine.critic.lesson import Epoch, Lesson


def learned(
    lesson: "Lesson", settings: CriticSettings, on_epoch: "Callable[[Epoch], None] | None"
) -> "tuple[HiddenLayers, Epoch]":
    """Return the network with the lowest validation loss, and the pass that produced it."""
    from evalstore.suites.drift.engine.critic.networks._hidden_training import Trainer

    layer_shapes = sizes(lesson.rows.width, lesson.output_count, settings)
    return Trainer(lesson, settings, layer_shapes).learned(on_epoch)


def restored(tensors: Mapping[str, torch.Tensor]) -> HiddenLayers:
    """Return the network of tensors that have the names and shapes of ``sizes``."""
    return HiddenLayers(**tensors)


def sizes(width: int, output_count: int, settings: CriticSettings) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor, for rows of ``width`` and ``output_count`` per value."""
    return shapes(width, settings.width_first, settings.width_second, output_count)
