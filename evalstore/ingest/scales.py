"""
Scales: which scorers give shares, from 0 to 1, and which measure on a scale of their own.

What ``[scales]`` in ``evalstore.toml`` declares stands. Else a scorer measures where it measured
in an earlier log of the same task: a log of two samples, both rated 1 out of 10, does not show
it. Else the log itself decides.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

SHARE, MEASUREMENT = "share", "measurement"
KINDS = (SHARE, MEASUREMENT)
# Between a scorer and one of its named parts.
PART = "."


def _nothing_earlier() -> Iterable[tuple[str, str]]:
    return ()


@dataclass(slots=True)
class Scales:
    """
    What is known of scales before a log is read.

    ``declared`` names a scorer, or one part of it as ``scorer.part``; ``earlier`` lists the
    (task, scorer) that measured, and is asked once, when the first log needs it.
    """

    declared: Mapping[str, str] = field(default_factory=dict)
    earlier: Callable[[], Iterable[tuple[str, str]]] = _nothing_earlier
    _measuring: set[tuple[str, str]] | None = None

    def are_measurements(self, task: str, scorer: str, *, is_outside: bool) -> bool:
        """
        Say whether a scorer's numbers are measurements; ``is_outside`` is what its log says.

        >>> scales = Scales({"grade": "measurement", "grade.tone": "share"})
        >>> [scales.are_measurements("t", name, is_outside=False)
        ...  for name in ("grade.length", "grade.tone", "other")]
        [True, False, False]
        >>> scales.are_measurements("t", "other", is_outside=True)
        True
        >>> scales.are_measurements("t", "other", is_outside=False)
        True
        """
        declared = self.declared.get(scorer) or self.declared.get(scorer.partition(PART)[0])
        if declared is not None:
            return declared == MEASUREMENT
        if self._measuring is None:
            self._measuring = set(self.earlier())
        if is_outside:
            # The next log of this call knows it too.
            self._measuring.add((task, scorer))
        return (task, scorer) in self._measuring
