"""Multiple-testing control over all confident gates of a run."""

from dataclasses import dataclass

from evalstore.base.settings import choice, number, whole
from evalstore.statistics.adjusting import METHODS

ALPHA_DEFAULT = 0.05


@dataclass(frozen=True, slots=True)
class Control:
    """
    How p-values of confident no-regression gates are adjusted together.

    ``method`` is one of ``METHODS``; ``alpha`` is the two-sided level at which a drop is shown.
    ``max_tries`` is the number of runs of one commit that may pass, None for any number.
    """

    method: str = choice(METHODS, key="control")
    alpha: float = number(ALPHA_DEFAULT, 0.0, 1.0, is_between=True)
    max_tries: int | None = whole(None, 1)
