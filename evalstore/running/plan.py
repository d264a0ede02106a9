"""What a run will ask whom: fixed before the first question, and again the same on resuming."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import ModuleType
from typing import Any

from evalstore.errors import UsageError
from evalstore.phrases import unknown_name
from evalstore.running.configuration import Configured
from evalstore.running.git import Commit
from evalstore.types import registry
from evalstore.types.case import Case

# How much each domain counts in accuracy_weighted: a setting of every suite.
WEIGHTS = "weights"


@dataclass(frozen=True, slots=True)
class Plan:
    """
    A suite with everything it depends on.

    ``case_count`` None leaves the number to the suite; ``settings`` are the suite's own.
    ``systems`` all get the same cases, so that they can be paired.
    """

    suite: str
    suite_version: str
    seed: str
    domains: tuple[str, ...]
    case_count: int | None
    systems: tuple[Configured, ...]
    settings: Mapping[str, object] = field(default_factory=dict)

    def cases(self) -> list[Case]:
        """
        Generate the cases, no two of one id.

        Raises UsageError where there are none, or where a suite gives an id to two cases.
        """
        module: Any = registry.load("suites", self.suite)
        cases = list(module.cases(self.seed, self.domains, self.case_count, self.settings))
        if not cases:
            raise UsageError(f"{self.suite} made no case of {', '.join(self.domains)}")
        ids = {case.case_id for case in cases}
        if len(ids) < len(cases):
            raise UsageError(f"{self.suite} gave {len(cases) - len(ids)} case ids more than once")
        return cases

    def remarks(self) -> list[str]:
        """
        Return what the suite has to say of its cases: what it fell short of, and why.

        A suite that has something to say defines ``remarks``, with the arguments of ``cases``.
        """
        said = getattr(registry.load("suites", self.suite), "remarks", None)
        if said is None:
            return []
        return [str(one) for one in said(self.seed, self.domains, self.case_count, self.settings)]

    def system_settings(self, configured: Configured) -> dict[str, object]:
        """
        Return the settings a system is built with: its own, over what the suite hands to its kind.

        A suite whose systems need what its cases are made of (a graph, for instance) defines
        ``system_settings(kind, settings)``.
        """
        handed = getattr(registry.load("suites", self.suite), "system_settings", None)
        given = handed(configured.kind, self.settings) if handed is not None else {}
        return {**given, **configured.settings}

    def detection(self) -> Any:
        """
        Return when the triggers of a suite fire; None for a suite without triggers.

        A suite whose systems read value dimensions defines ``detection(settings)``.
        """
        detection = getattr(registry.load("suites", self.suite), "detection", None)
        return None if detection is None else detection(self.settings)

    def config(self) -> dict[str, object]:
        """Return what ``run_started.config`` holds of it, enough to make the plan again."""
        return {
            "domains": list(self.domains),
            "case_count": self.case_count,
            "settings": dict(self.settings),
            **({WEIGHTS: self.settings[WEIGHTS]} if WEIGHTS in self.settings else {}),
            "systems": {
                item.system_id: {"kind": item.kind, **item.settings} for item in self.systems
            },
        }


def planned(
    suite: str,
    *,
    seed: str | None,
    domains: tuple[str, ...],
    case_count: int | None,
    systems: tuple[Configured, ...],
    settings: Mapping[str, object],
    commit: Commit,
) -> Plan:
    """Complete a plan with what the suite says; raise UsageError for a domain it has not."""
    module = registry.load("suites", suite)
    _require_known(suite, settings, (*getattr(module, "SETTINGS", ()), WEIGHTS))
    # A suite whose settings name files says what is in them: a run keeps what it was begun with.
    resolved = getattr(module, "resolved", None)
    settings = settings if resolved is None else resolved(settings)
    if seed is not None and not seed.isprintable():
        raise UsageError(f"seed {seed!r}; expected printable text")
    return Plan(
        suite=suite,
        suite_version=str(module.VERSION),
        seed=seed or drawn_seed(datetime.now(UTC), commit.git_sha, str(module.VERSION)),
        domains=_domains(module, suite, domains),
        case_count=case_count,
        systems=systems,
        settings=settings,
    )


def plan_of(started: Mapping[str, Any]) -> Plan:
    """Make the plan of a run again from the payload of its ``run_started``."""
    config = started.get("config") or {}
    suite = str(started["suite"])
    module = registry.load("suites", suite)
    if str(module.VERSION) != started.get("suite_version"):
        raise UsageError(
            f"the run was started with {suite} {started.get('suite_version')}, here is "
            f"{module.VERSION}, which makes other cases; resume it with the version it began with"
        )
    systems = tuple(
        Configured(
            system_id, values["kind"], {key: values[key] for key in values if key != "kind"}
        )
        for system_id, values in config["systems"].items()
    )
    return Plan(
        suite=suite,
        suite_version=str(module.VERSION),
        seed=str(started["seed"]),
        domains=tuple(config["domains"]),
        case_count=config["case_count"],
        systems=systems,
        settings=config["settings"],
    )


def drawn_seed(now: datetime, git_sha: str | None, suite_version: str) -> str:
    """
    Return the seed of a day, a commit and a version of the suite, as 64 hex digits.

    >>> drawn_seed(datetime(2026, 1, 2, tzinfo=UTC), "abc", "1.0")[:12]
    'dc2aef81a7af'
    """
    text = f"{now:%Y-%m-%d}{git_sha or ''}{suite_version}"
    return hashlib.sha256(text.encode()).hexdigest()


def _require_known(suite: str, settings: Mapping[str, object], known: tuple[str, ...]) -> None:
    """Raise UsageError for a setting the suite does not take, and for weights that are none."""
    unknown = sorted(settings.keys() - set(known))
    if unknown:
        raise UsageError(
            f"{suite} has no setting {unknown[0]!r}; it has {', '.join(sorted(known))}"
        )
    weights = settings.get(WEIGHTS, {})
    if not isinstance(weights, Mapping) or not all(
        isinstance(weight, int | float) and weight > 0 for weight in weights.values()
    ):
        raise UsageError(
            f"{WEIGHTS} is {weights!r}, expected a number above 0 by domain, such as "
            '{"history": 2, "math": 1}'
        )


def _domains(module: ModuleType, suite: str, domains: tuple[str, ...]) -> tuple[str, ...]:
    known = tuple(module.DOMAINS)
    unknown = [domain for domain in domains if domain not in known]
    if unknown:
        raise unknown_name("domain", unknown[0], known, f" in suite {suite}")
    return tuple(domain for domain in known if domain in domains) if domains else known
