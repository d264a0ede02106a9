"""A rut: the level of a value stays low, week after week."""

from collections.abc import Iterator, Sequence

from evalstore.drift.triggers.series import Level


def ruts(stretch: Sequence[Level], tau_low: float, c_min: int) -> Iterator[tuple[Level, int]]:
    """
    Yield each week that is at least the ``c_min``-th in a row below ``tau_low``, and which it is.

    >>> low = [Level(week, -0.5, 0.1) for week in (1, 2, 3)]
    >>> [(level.week, week_count) for level, week_count in ruts(low, -0.4, 2)]
    [(2, 2), (3, 3)]
    """
    week_count = 0
    for now in stretch:
        week_count = week_count + 1 if now.level < tau_low else 0
        if week_count >= c_min:
            yield now, week_count
