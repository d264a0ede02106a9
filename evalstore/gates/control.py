"""Multiple-testing control over all gates of a run that can block by what is shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evalstore.base.settings import choice, number, whole
from evalstore.gates.gate import POINT, Gate
from evalstore.statistics.adjusting import HOLM, METHODS, NONE

ALPHA_DEFAULT = 0.05
# Short for Benjamini and Hochberg.
SHORT = "bh"


@dataclass(frozen=True, slots=True)
class Control:
    """
    How p-values of drops, leads and missed bounds that must be shown are adjusted together.

    ``method`` is one of ``METHODS``; ``alpha`` is the two-sided level at which a drop is shown.
    ``max_tries`` is the number of runs of one commit that may pass, None for any number.
    """

    method: str = choice((*METHODS, SHORT), key="control")
    alpha: float = number(ALPHA_DEFAULT, 0.0, 1.0, is_between=True)
    max_tries: int | None = whole(None, 1)

    def level_of_each(self, gates: Iterable[Gate]) -> float:
        """
        Return the level at which each test of some gates, of a row each, is shown at least.

        Alpha over their number (Bonferroni), which no control of the family goes below.

        >>> gate = Gate("g", "accuracy", max_drop=0.0, requirement="shown")
        >>> Control(HOLM).level_of_each([gate, gate]), Control(NONE).level_of_each([gate, gate])
        (0.025, 0.05)
        """
        count = 1 if self.method == NONE else sum(_test_count(gate) for gate in gates)
        return self.alpha / max(1, count)


def _test_count(gate: Gate) -> int:
    """Return how many tests of a gate can block: of its drop, its bound and its lead."""
    if gate.is_informational:
        return 0
    is_tested = gate.requirement != POINT
    has_bound = (gate.minimum, gate.maximum) != (None, None)
    return is_tested * ((gate.max_drop is not None) + has_bound) + bool(gate.must_beat)


def default_method(gates: Sequence[Gate]) -> str:
    """
    Return how gates are adjusted where their file does not say: Holm's method for several tests.

    A test is a gate that can block by what is shown; one over every value of a slice is several.

    >>> gate = Gate("g", "accuracy", minimum=0.5, requirement="shown")
    >>> default_method([gate]), default_method([gate, gate])
    ('none', 'holm')
    """
    tested = [gate for gate in gates if gate.requirement != POINT and not gate.is_informational]
    is_one = len(tested) <= 1 and all(gate.slice_value is not None for gate in tested)
    return NONE if is_one else HOLM


@dataclass(frozen=True, slots=True)
class PValues:
    """Adjusted p-values of a gate's drop, lead and missed bound; None if it has no such test."""

    drop: float | None
    lead: float | None
    bound: float | None
