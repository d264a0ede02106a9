"""
Hallucination: history, mathematics, science, inner experience and jailbreak attempts.

Settings: ``adversarial_share`` (0.2) of the factual cases mislead; for each ten of them
(``twin_share``, 0.1) one question is asked twice in two conversations on top, in other words and
with a push-back; ``sessions`` (0: none) puts that many consecutive cases into one session each.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from evalstore.errors import UsageError
from evalstore.suites._arguments import checked_count, share_setting
from evalstore.types import registry
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.1"
DOMAINS = ("history", "math", "science", "phenomenology", "safety")
# The generator of a domain, where it is not called the same.
GENERATORS = {"safety": "jailbreak"}
FACTUAL_DOMAINS = ("history", "math", "science")
CASE_COUNT_DEFAULT = 300
ADVERSARIAL_SHARE_DEFAULT = 0.2
TWIN_SHARE_DEFAULT = 0.1
DEFAULT_SYSTEMS = ("simulated",)
SETTINGS = ("adversarial_share", "sessions", "twin_share")
SESSION_CASES_MAX = 1000


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """
    Yield ``count`` cases, split evenly over the domains, with all canaries and twins on top.

    The first domains get one case more where the count does not split. A domain whose generator
    has fewer questions yields those it has. Twins are judged for contradiction alone.
    """
    wanted = checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT)
    share = share_setting(settings, "adversarial_share", ADVERSARIAL_SHARE_DEFAULT)
    twin_share = share_setting(settings, "twin_share", TWIN_SHARE_DEFAULT)
    session_cases = session_length(settings)
    chosen = [name for name in DOMAINS if name in domains]
    canaries = registry.load("generators", "canary").generate(
        SeededRandom(seed, "canary"), 10_000, {"domains": chosen}
    )
    counts = {
        name: wanted // len(chosen) + (place < wanted % len(chosen))
        for place, name in enumerate(chosen)
    }
    parts = [_domain_cases(seed, name, counts[name], share) for name in chosen]
    twins = [_twins(seed, name, counts[name], twin_share) for name in chosen]
    yield from _in_sessions(chain(canaries, *parts, *twins), session_cases)


def _domain_cases(seed: str, domain: str, count: int, share: float) -> Iterator[Case]:
    misleading_count = round(count * share) if domain in FACTUAL_DOMAINS else 0
    plain = registry.load("generators", GENERATORS.get(domain, domain))
    yield from plain.generate(SeededRandom(seed, domain), count - misleading_count, {})
    if misleading_count:
        adversarial = registry.load("generators", "adversarial")
        rng = SeededRandom(seed, "adversarial", domain)
        yield from adversarial.generate(rng, misleading_count, {"domains": (domain,)})


def _twins(seed: str, domain: str, count: int, share: float) -> Iterator[Case]:
    """Yield both conversations of at least one fact, where the domain has facts and cases."""
    if domain not in FACTUAL_DOMAINS or not count or not share:
        return
    generator = registry.load("generators", "twins")
    rng = SeededRandom(seed, "twins", domain)
    yield from generator.generate(rng, max(1, round(count * share)), {"domains": (domain,)})


def _in_sessions(cases: Iterator[Case], session_cases: int) -> Iterator[Case]:
    for place, case in enumerate(cases):
        if session_cases:
            number = place // session_cases + 1
            yield replace(case, session_id=f"session-{number:04d}")
        else:
            yield case


def session_length(settings: Mapping[str, object]) -> int:
    """Return the cases per session, 0 for none; raise UsageError if invalid."""
    found = str(settings.get("sessions", 0))
    length = int(found[:10]) if found.isascii() and found.isdigit() else -1
    if not 0 <= length <= SESSION_CASES_MAX:
        raise UsageError(
            f"sessions is {found!r}; expected a whole number from 0 to {SESSION_CASES_MAX}: "
            "how many cases share a session"
        )
    return length
