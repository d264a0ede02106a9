"""
Pictures: dreams shown in a drawing, each also with a counting question about it.

A system that reads only the text is right no more often than by chance.
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
    """Yield up to ``count`` cases; the same seed gives the same pictures."""
    del settings
    wanted = checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT)
    generator = registry.load("generators", "dream_pictures")
    yield from generator.generate(SeededRandom(seed, "pictures"), wanted, {"domains": domains})


def remarks(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> list[str]:
    """Return a sentence with the number of available cases, if more were requested."""
    del seed, settings
    wanted = checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT)
    there = available_count(domains)
    return (
        [f"made {there} of {wanted} cases: there are no more pictures"] if there < wanted else []
    )
