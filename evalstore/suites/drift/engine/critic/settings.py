"""Settings of a critic and its training."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from evalstore.base.settings import (
    choice,
    flag,
    names_of,
    number,
    require_known,
    require_valid,
    text,
    whole,
)
from evalstore.errors import UsageError
from evalstore.suites.drift.engine.critic import features, losses, networks

# Controls have the same texts with permuted labels: over all entries, or per value over the
# entries that mention it.
SHUFFLED, SHUFFLED_SIDES = "shuffled", "shuffled_sides"
LABELS = ("true", SHUFFLED, SHUFFLED_SIDES)
# -0.5 and 0.5, or those that agree best with the labels of unseen entries.
CUTOFFS = ("fixed", "chosen")
# Inference.
PASSES_DEFAULT = 50
PASSES_MAX = 1_000
PLACE = "a critic"
DEVICES = ("cpu", "cuda")


@dataclass(frozen=True, slots=True)
class CriticSettings:
    """
    The settings of a critic; ``checked`` validates them.

    ``features``, ``loss`` and ``network`` are names of files in those folders. ``feature_count``
    is the number of buckets that words are hashed into; words or buckets in fewer than
    ``text_count_min`` training texts are ignored; ``minilm`` has a fixed width.
    ``encoder`` is the folder of a sentence encoder for the features ``encoder``.
    ``reads_core_values`` adds the core values of the writer to each entry. ``members`` is the
    number of networks; ``cutoffs`` determines whether alignments are stretched (``CUTOFFS``).
    ``penalty`` is the factor of the squared weights in the network ``linear``. The rest concerns
    the network ``hidden``, except that ``dropout`` is the dropout of features in ``linear``, and
    ``epochs_max`` the number of its steps. ``width_first`` and ``width_second`` are the units of
    the two hidden layers, ``dropout`` the probability of dropping a unit after either,
    ``feature_dropout`` that of dropping a feature, in training only, so that no single word
    dominates. ``balance`` is the exponent of the class weights (0: all entries weigh the same, 1:
    all classes of a value have the same total weight). Training uses batches of ``batch_count``
    entries, makes at most ``epochs_max`` passes over all of them, and stops if the validation loss
    has not fallen for ``patience`` passes. ``seed`` draws the initial weights, the order of the
    entries, the dropout and the masks of the passes.
    """

    loss: str = choice(losses.names(), "corn")
    features: str = choice(features.names(), "hashed")
    encoder: str = text("", "the path of a folder", may_be_empty=True)
    network: str = choice(networks.names(), "hidden")
    labels: str = choice(LABELS)
    seed: str = text("critic", may_be_empty=True)
    feature_count: int = whole(8192, 16, 1 << 20)
    text_count_min: int = whole(1, 1, 1_000)
    reads_core_values: bool = flag(False)
    members: int = whole(1, 1, 50)
    cutoffs: str = choice(CUTOFFS)
    penalty: float = number(3e-4, 0.0, 10.0)
    width_first: int = whole(128, 1, 8192)
    width_second: int = whole(64, 1, 8192)
    dropout: float = number(0.2, 0.0, 0.95)
    feature_dropout: float = number(0.5, 0.0, 0.95)
    balance: float = number(0.5, 0.0, 1.0)
    learning_rate: float = number(1e-3, 1e-6, 1.0)
    weight_decay: float = number(1e-2, 0.0, 10.0)
    batch_count: int = whole(128, 1, 1 << 16)
    epochs_max: int = whole(40, 1, 10_000)
    patience: int = whole(4, 1, 10_000)

    def checked(self) -> "CriticSettings":
        """Return these settings; raise UsageError if one is invalid."""
        require_valid(self, PLACE)
        if bool(self.encoder) != (self.features == "encoder"):
            raise UsageError(
                f"{PLACE}: `encoder` is {self.encoder[:100]!r} and `features` is "
                f'{self.features!r}; name a folder with features = "encoder", and with no other'
            )
        return self

    def recorded(self) -> dict[str, object]:
        """Return all settings by name, for a file or an event."""
        return asdict(self)


# For natural text with few labels, such as journals of people: chosen by benchmarks/journals.py.
JOURNALS = CriticSettings(
    loss="mse",
    features="words",
    network="linear",
    text_count_min=2,
    reads_core_values=True,
    members=12,
    cutoffs="chosen",
    penalty=1e-4,
    balance=0.0,
    epochs_max=100,
)


def settings_from(values: Mapping[str, object]) -> CriticSettings:
    """Return the settings of a file; raise UsageError if one is unknown or invalid."""
    require_known(values, names_of(CriticSettings), PLACE)
    # `checked` validates the type and range of each value.
    return CriticSettings(**values).checked()  # type: ignore[arg-type]
