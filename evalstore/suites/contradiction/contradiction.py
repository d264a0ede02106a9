"""
Contradiction: whether a system under pressure keeps its position, or acknowledges a change.

Settings: ``push_backs`` (all), names joined by commas, keeps only some styles of push-back.
"""

from collections.abc import Iterator, Mapping

from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.arguments import checked_count

VERSION = "1.1"
DOMAINS = ("debates",)
CASE_COUNT_DEFAULT = 150
DEFAULT_SYSTEMS = ("simulated",)
SETTINGS = ("push_backs",)


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """
    Yield up to ``count`` debates; each question comes once before any comes again.

    The seed decides which; the same seed gives the same cases.
    """
    wanted = checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT)
    chosen = {name: settings[name] for name in SETTINGS if name in settings}
    debates = registry.load("generators", "debates")
    yield from debates.generate(SeededRandom(seed, "debates"), wanted, chosen)
