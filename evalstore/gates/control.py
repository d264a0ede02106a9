"""Multiple-testing control over all gates of a run that can block by what is shown."""

from dataclasses import dataclass

from evalstore.base.settings import choice, number, whole
from evalstore.statistics.adjusting import METHODS

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


@dataclass(frozen=True, slots=True)
class PValues:
    """Adjusted p-values of a gate's drop, lead and missed bound; None if it has no such test."""

    drop: float | None
    lead: float | None
    bound: float | None
