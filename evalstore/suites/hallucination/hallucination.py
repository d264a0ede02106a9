"""
Hallucination: history, mathematics, science, inner experience and jailbreak attempts.

Settings: ``adversarial_share`` (0.2) of the factual cases mislead; for every ten of them
(``twin_share``, 0.1) one additional question is asked twice in two conversations, in other words
and with a push-back; ``difficulty`` (all) keeps some of easy, medium and hard, for cases with a
difficulty; ``sessions`` (0: none) puts that many consecutive cases into one session each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from evalstore.base.settings import names_of, number, parsed, some_of, whole
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.arguments import checked_count
from evalstore.suites.hallucination.cases import history, jailbreak, science
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES
from evalstore.suites.phenomenology.cases import phenomenology

VERSION = "2.0"
DOMAINS = ("history", "math", "science", "phenomenology", "safety")
# The generators of domains with another name than the domain's.
GENERATORS = {"safety": "jailbreak"}
FACTUAL_DOMAINS = ("history", "math", "science")
# The domain in which every case comes with its twin.
PAIRED_DOMAIN = "safety"
CASE_COUNT_DEFAULT = 300
DEFAULT_SYSTEMS = ("simulated",)
NAME = "hallucination"
SESSION_CASES_MAX = 1000
# The names of the cases of a domain's own generator.
PLAIN = {"phenomenology": "images", "safety": "attempts and twins"}
MISLEADING = "misleading questions and twins"
FACTS_ASKED_TWICE = "facts asked about twice"
# Conversations about one fact.
TWIN_COUNT = 2


@dataclass(frozen=True, slots=True)
class HallucinationSettings:
    """Shares of misleading and repeated questions, difficulties, and cases in a session."""

    adversarial_share: float = number(0.2, 0.0, 1.0)
    difficulty: tuple[str, ...] = some_of(DIFFICULTIES)
    sessions: int = whole(0, 0, SESSION_CASES_MAX)
    twin_share: float = number(0.1, 0.0, 1.0)


SETTINGS = names_of(HallucinationSettings)


@dataclass(frozen=True, slots=True)
class SuitePart:
    """
    The cases of one generator in one domain.

    ``unit`` names the counted things, in the plural; ``wanted_count`` is their requested number.
    """

    domain: str
    unit: str
    wanted_count: int
    cases: tuple[Case, ...]

    @property
    def made_count(self) -> int:
        """Return the number of the counted things."""
        return len(self.cases) // (TWIN_COUNT if self.unit == FACTS_ASKED_TWICE else 1)

    def shortfall(self, difficulties: Sequence[str]) -> str | None:
        """Return a sentence with the numbers and the reason of a shortfall; None without one."""
        if self.made_count >= self.wanted_count:
            return None
        of_difficulty = ""
        if self.domain != "phenomenology" and len(difficulties) < len(DIFFICULTIES):
            of_difficulty = f" ({' or '.join(difficulties)})"
        return (
            f"{self.domain}: {self.made_count} of {self.wanted_count} {self.unit}{of_difficulty}: "
            f"{self._reason(difficulties)}"
        )

    def _reason(self, difficulties: Sequence[str]) -> str:
        if self.unit == FACTS_ASKED_TWICE:
            is_history = self.domain == "history"
            of_all = f" among {len(history.events())} events" if is_history else ""
            return f"no more were found{of_all}"
        if self.unit == MISLEADING:
            return "no more different pairs were found among the facts that they vary"
        available = _available_count(self.domain, difficulties)
        if available is None:
            return "no more different ones were found"
        if self.made_count < available:
            return "an attempt is only asked together with its twin"
        return f"the generator has {available}"


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """
    Yield ``count`` cases, divided evenly among the domains, with all canaries and twins in
    addition.

    A remainder goes to the first domains; attempts and misleading questions come with their twins,
    so that their number is even. If a domain's generator has too few questions, fewer are yielded,
    and ``remarks`` reports it. Questions asked twice are judged for contradiction only.
    """
    session_cases = _settings(settings).sessions
    parts = _parts(seed, domains, count, settings)
    chosen = [name for name in DOMAINS if name in domains]
    canaries = registry.load("generators", "canary").generate(
        SeededRandom(seed, "canary"), 10_000, {"domains": chosen}
    )
    yield from _in_sessions(chain(canaries, *(part.cases for part in parts)), session_cases)


def remarks(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> list[str]:
    """Return a sentence with number and reason for each part with fewer cases than requested."""
    difficulties = _settings(settings).difficulty
    shortfalls = (part.shortfall(difficulties) for part in _parts(seed, domains, count, settings))
    return [shortfall for shortfall in shortfalls if shortfall is not None]


def _settings(settings: Mapping[str, object]) -> HallucinationSettings:
    return parsed(HallucinationSettings, settings, NAME, is_part=True, reads_text=True)


def _parts(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> tuple[SuitePart, ...]:
    chosen = _settings(settings)
    return _made(
        seed,
        tuple(name for name in DOMAINS if name in domains),
        checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT),
        chosen.adversarial_share,
        chosen.twin_share,
        chosen.difficulty,
    )


@lru_cache(maxsize=2)
def _made(
    seed: str,
    chosen: tuple[str, ...],
    wanted: int,
    adversarial_share: float,
    twin_share: float,
    difficulties: tuple[str, ...],
) -> tuple[SuitePart, ...]:
    """Make the cases, cached for both callers."""
    counts = _counts(chosen, wanted)
    narrowed = {"difficulty": difficulties}
    parts = [
        part
        for domain in chosen
        for part in _domain_parts(seed, domain, counts[domain], adversarial_share, narrowed)
    ]
    twins = [_twins(seed, domain, counts[domain], twin_share, narrowed) for domain in chosen]
    return (*parts, *twins)


def _counts(chosen: Sequence[str], wanted: int) -> dict[str, int]:
    """
    Return the number of cases of each domain, even for the paired one if others can differ.

    >>> _counts(("history", "math", "safety"), 10)
    {'history': 4, 'math': 4, 'safety': 2}
    """
    counts = {
        name: wanted // len(chosen) + (place < wanted % len(chosen))
        for place, name in enumerate(chosen)
    }
    others = [name for name in chosen if name != PAIRED_DOMAIN]
    if others and counts.get(PAIRED_DOMAIN, 0) % 2:
        counts[PAIRED_DOMAIN] -= 1
        counts[min(others, key=counts.__getitem__)] += 1
    return counts


def _domain_parts(
    seed: str, domain: str, count: int, share: float, narrowed: Mapping[str, object]
) -> Iterator[SuitePart]:
    misleading_count = 0
    if domain in FACTUAL_DOMAINS:
        misleading_count = min(2 * round(count * share / 2), count - count % 2)
    plain = registry.load("generators", GENERATORS.get(domain, domain))
    plain_count = count - misleading_count
    made = plain.generate(SeededRandom(seed, domain), plain_count, narrowed)
    yield SuitePart(domain, PLAIN.get(domain, "questions"), plain_count, tuple(made))
    if misleading_count:
        adversarial = registry.load("generators", "adversarial")
        rng = SeededRandom(seed, "adversarial", domain)
        made = adversarial.generate(rng, misleading_count, {"domains": (domain,), **narrowed})
        yield SuitePart(domain, MISLEADING, misleading_count, tuple(made))


def _twins(
    seed: str, domain: str, count: int, share: float, narrowed: Mapping[str, object]
) -> SuitePart:
    """Return both conversations of at least one fact; no case if the domain has no facts."""
    if domain not in FACTUAL_DOMAINS or not count or not share:
        return SuitePart(domain, FACTS_ASKED_TWICE, 0, ())
    fact_count = max(1, round(count * share))
    made = registry.load("generators", "twins").generate(
        SeededRandom(seed, "twins", domain), fact_count, {"domains": (domain,), **narrowed}
    )
    return SuitePart(domain, FACTS_ASKED_TWICE, fact_count, tuple(made))


def _in_sessions(cases: Iterable[Case], session_cases: int) -> Iterator[Case]:
    for place, case in enumerate(cases):
        if session_cases:
            number = place // session_cases + 1
            yield replace(case, session_id=f"session-{number:04d}")
        else:
            yield case


def _available_count(domain: str, difficulties: Sequence[str]) -> int | None:
    """Return the number of cases of a domain's own generator; None if it is not fixed."""
    if domain == "phenomenology":
        return phenomenology.available_count({})
    counts = {
        "history": history.case_count,
        "science": science.case_count,
        "safety": jailbreak.case_count,
    }
    return counts[domain](difficulties) if domain in counts else None
