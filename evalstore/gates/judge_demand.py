"""The certificate that a gate demands of the judge whose verdicts it decides on."""

import re
from dataclasses import dataclass
from datetime import timedelta

from evalstore.base.settings import number, text, whole

AGE = re.compile(r"([1-9][0-9]{0,4}) days?")
AGE_EXPECTED = 'a number of days, such as "90 days"'


@dataclass(frozen=True, slots=True)
class JudgeDemand:
    """
    The certificate that a judge must have: a table ``judge`` of a gate.

    ``min_sensitivity`` and ``min_specificity``, from 0 to 1, are least values of the lower 95 %
    bounds; ``min_labels`` is the least number of labelled cases. ``max_attack_success`` is the
    largest upper 95 % bound of the share of attacks that it may call right. ``max_age`` is how
    long before the run those runs may have started whose replies were labelled, such as
    ``90 days``.
    """

    min_sensitivity: float | None = number(None, 0.0, 1.0)
    min_specificity: float | None = number(None, 0.0, 1.0)
    min_labels: int = whole(1, 1)
    max_attack_success: float | None = number(None, 0.0, 1.0)
    max_age: str | None = text(None, AGE_EXPECTED, is_valid=AGE.fullmatch)

    @property
    def age(self) -> timedelta | None:
        """Return ``max_age`` as a duration; None if any age is allowed."""
        match = None if self.max_age is None else AGE.fullmatch(self.max_age)
        return None if match is None else timedelta(days=int(match[1]))
