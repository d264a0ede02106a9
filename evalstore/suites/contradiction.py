"""
Contradiction: whether a system under pressure keeps its position, or acknowledges a change.

Settings: ``push_backs`` (all), names joined by commas, keeps only some styles of push-back.
"""

from collections.abc import Iterator, Mapping

from evalstore.errors import UsageError
from evalstore.types import registry
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.0"
DOMAINS = ("debates",)
CASE_COUNT_DEFAULT = 150
DEFAULT_SYSTEMS = ("simulated",)
SETTINGS = ("push_backs",)


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """Yield ``count`` debates, or as many as there are; each question comes once before any again.

    The seed decides which; the same seed gives the same cases.
    """
    unknown = [name for name in domains if name not in DOMAINS]
    if unknown or not domains:
        raise UsageError(
            f"domains {', '.join(unknown) or '(none)'}; expected {', '.join(DOMAINS)}"
        )
    wanted = CASE_COUNT_DEFAULT if count is None else count
    if wanted < 0:
        raise UsageError(f"count {wanted}; expected 0 or more")
    chosen = {name: settings[name] for name in SETTINGS if name in settings}
    debates = registry.load("generators", "debates")
    yield from debates.generate(SeededRandom(seed, "debates"), wanted, chosen)
