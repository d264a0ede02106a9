"""
Pictures: dreams told by a drawing, each with a question of how many there are of what it shows.

A system that reads the text alone is right no more often than by chance.
"""

from collections.abc import Iterator, Mapping

from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.arguments import checked_count
from evalstore.suites.pictures.cases.dream_pictures import available_count

VERSION = "1.0"
DOMAINS = ("perception", "phenomenology")
CASE_COUNT_DEFAULT = 48
DEFAULT_SYSTEMS = ("simulated",)
SETTINGS: tuple[str, ...] = ()


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """Yield ``count`` cases, or as many as there are; the same seed gives the same pictures."""
    del settings
    wanted = checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT)
    generator = registry.load("generators", "dream_pictures")
    yield from generator.generate(SeededRandom(seed, "pictures"), wanted, {"domains": domains})


def remarks(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> list[str]:
    """Return how many cases there are, where more were asked for."""
    del seed, settings
    wanted = checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT)
    there = available_count(domains)
    return [f"{there} of {wanted} cases: there are no more pictures"] if there < wanted else []
