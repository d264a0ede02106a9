"""Settings of a critic and its training."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches

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
DEVICES = ("cpu", "cuda")
# Lowest and highest value of each number.
_BOUNDS: Mapping[str, tuple[float, float]] = {
    "feature_count": (16, 1 << 20),
    "text_count_min": (1, 1_000),
    "members": (1, 50),
    "penalty": (0.0, 10.0),
    "width_first": (1, 8192),
    "width_second": (1, 8192),
    "dropout": (0.0, 0.95),
    "feature_dropout": (0.0, 0.95),
    "balance": (0.0, 1.0),
    "learning_rate": (1e-6, 1.0),
    "weight_decay": (0.0, 10.0),
    "batch_count": (1, 1 << 16),
    "epochs_max": (1, 10_000),
    "patience": (1, 10_000),
}


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

    loss: str = "corn"
    features: str = "hashed"
    encoder: str = ""
    network: str = "hidden"
    labels: str = "true"
    seed: str = "critic"
    feature_count: int = 8192
    text_count_min: int = 1
    reads_core_values: bool = False
    members: int = 1
    cutoffs: str = "fixed"
    penalty: float = 3e-4
    width_first: int = 128
    width_second: int = 64
    dropout: float = 0.2
    feature_dropout: float = 0.5
    balance: float = 0.5
    learning_rate: float = 1e-3
    weight_decay: float = 1e-2
    batch_count: int = 128
    epochs_max: int = 40
    patience: int = 4

    def checked(self) -> "CriticSettings":
        """Return these settings; raise UsageError if one is invalid."""
        choices = (
            ("loss", losses.names()),
            ("features", features.names()),
            ("network", networks.names()),
            ("cutoffs", CUTOFFS),
            ("labels", LABELS),
        )
        for name, offered in choices:
            if getattr(self, name) not in offered:
                value = str(getattr(self, name))[:100]
                closest = get_close_matches(value, offered, n=1)
                hint = f" (is {closest[0]!r} meant?)" if closest else ""
                raise UsageError(
                    f"a critic's {name} is {value!r}{hint}, expected one of {', '.join(offered)}"
                )
        for name, (low, high) in _BOUNDS.items():
            number = getattr(self, name)
            is_whole = isinstance(getattr(_DEFAULTS, name), int)
            kind = int if is_whole else (int, float)
            is_number = isinstance(number, kind) and not isinstance(number, bool)
            if not is_number or not math.isfinite(number) or not low <= number <= high:
                words = "a whole number" if is_whole else "a number"
                raise UsageError(
                    f"a critic's {name} is {str(number)[:100]}, expected {words} "
                    f"from {low:g} to {high:g}"
                )
        if not isinstance(self.reads_core_values, bool):
            raise UsageError(
                f"a critic's reads_core_values is {str(self.reads_core_values)[:100]}, expected "
                "true or false"
            )
        if not isinstance(self.encoder, str) or "\0" in self.encoder:
            raise UsageError(
                f"a critic's encoder is {str(self.encoder)[:100]!r}, expected the path of a folder"
            )
        if bool(self.encoder) != (self.features == "encoder"):
            raise UsageError(
                f"a critic's encoder is {self.encoder[:100]!r} and its features are "
                f'{self.features!r}; name a folder with features = "encoder", and with no other'
            )
        if not isinstance(self.seed, str):
            raise UsageError(f"a critic's seed is {str(self.seed)[:100]}, expected a text")
        return self

    def recorded(self) -> dict[str, object]:
        """Return all settings by name, for a file or an event."""
        return asdict(self)


_DEFAULTS = CriticSettings()
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
    names = [field.name for field in fields(CriticSettings)]
    for name in values:
        if name not in names:
            raise UsageError(
                f"a critic has no setting {str(name)[:100]!r}; its settings are {', '.join(names)}"
            )
    # `checked` validates the type and range of each value.
    return CriticSettings(**values).checked()  # type: ignore[arg-type]
