"""Plan of a run: fixed before the first question, and restored to resume the run."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from evalstore.base.phrases import counted, unknown_name
from evalstore.base.settings import require_known
from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.running.case_order import DRAWN, ORDER_KEY
from evalstore.running.configuration import SystemConfig
from evalstore.running.git import Commit
from evalstore.running.judging import Validator, make_validator

if TYPE_CHECKING:
    from evalstore.running.resume import RecordedRun

# The weight of each domain in accuracy_weighted: a setting of every suite.
WEIGHTS = "weights"
# What run_started says of the file of the gates that may stop the run early.
STOPPING_KEY = "stop_when_decided"
ATTEMPTS_MAX = 1000


@dataclass(frozen=True, slots=True)
class RunPlan:
    """
    A suite with all of its inputs.

    ``case_count`` None means the suite's default. All ``systems`` get the same cases, so that they
    can be compared in pairs, each case ``attempts`` times (1 to ``ATTEMPTS_MAX``).
    ``added_validators`` judge every case in addition to those that it names;
    ``validator_settings`` maps validators to settings by name. ``recorded_cases`` are the cases of
    a run to resume, if they are not generated again. With ``is_drawn`` the seed draws the order in
    which cases are asked; ``stopping_gates`` is the file of the gates that may stop the run early.
    """

    suite: str
    suite_version: str
    seed: str
    domains: tuple[str, ...]
    case_count: int | None
    systems: tuple[SystemConfig, ...]
    settings: Mapping[str, object] = field(default_factory=dict)
    added_validators: tuple[str, ...] = ()
    validator_settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    attempts: int = 1
    recorded_cases: tuple[Case, ...] | None = None
    is_drawn: bool = False
    stopping_gates: str | None = None

    def cases(self) -> list[Case]:
        """
        Generate the cases.

        Raises UsageError if there are none, or if two cases share an id.
        """
        if self.recorded_cases is not None:
            return list(self.recorded_cases)
        module: Any = registry.load("suites", self.suite)
        cases = list(module.cases(self.seed, self.domains, self.case_count, self.settings))
        if not cases:
            raise UsageError(self._without_cases(module))
        ids = {case.case_id for case in cases}
        if len(ids) < len(cases):
            raise UsageError(
                f"suite {self.suite} has {counted(len(cases) - len(ids), 'duplicate case id')}, "
                "expected a unique id for each case"
            )
        return [self._with_added_validators(case) for case in cases]

    def _without_cases(self, module: Any) -> str:
        """Return the message that the suite made no cases, with the suite's remarks."""
        problem = f"suite {self.suite} has no cases in {', '.join(self.domains)}"
        remarks = getattr(module, "remarks", None)
        reasons = (
            remarks(self.seed, self.domains, self.case_count, self.settings) if remarks else []
        )
        return ": ".join(filter(None, [problem, "; ".join(reasons)]))

    def prepare(self) -> None:
        """
        Prepare expensive cases, reporting progress, so that ``cases`` returns at once.

        A suite with such cases defines ``prepare``, with the arguments of ``cases``.
        """
        prepare = getattr(registry.load("suites", self.suite), "prepare", None)
        if prepare is not None and self.recorded_cases is None:
            prepare(self.seed, self.domains, self.case_count, self.settings)

    def _with_added_validators(self, case: Case) -> Case:
        names = dict.fromkeys((*case.validators, *self.added_validators))
        return replace(case, validators=tuple(names))

    def configured_validators(self) -> dict[str, Validator]:
        """Return the validators that have settings; raise UsageError for invalid ones."""
        return {
            name: make_validator(name, settings, others=self.validator_settings)
            for name, settings in self.validator_settings.items()
        }

    def remarks(self) -> list[str]:
        """
        Return the suite's remarks on its cases, such as a shortfall with its reason.

        A suite may define ``remarks``, with the arguments of ``cases``.
        """
        remarks = getattr(registry.load("suites", self.suite), "remarks", None)
        if remarks is None or self.recorded_cases is not None:
            return []
        return [
            str(remark)
            for remark in remarks(self.seed, self.domains, self.case_count, self.settings)
        ]

    def description(self) -> list[str]:
        """
        Return lines that describe the files named in the suite's settings.

        A suite may define ``description(settings)``.
        """
        description = getattr(registry.load("suites", self.suite), "description", None)
        return [] if description is None else [str(line) for line in description(self.settings)]

    def system_settings(self, configured: SystemConfig) -> dict[str, object]:
        """
        Return the settings of a system, merged over those that the suite passes to its kind.

        A suite whose systems need the source of its cases, such as a graph, defines
        ``system_settings(kind, settings)``.
        """
        suite_settings = getattr(registry.load("suites", self.suite), "system_settings", None)
        from_suite = suite_settings(configured.kind, self.settings) if suite_settings else {}
        return {**from_suite, **configured.settings}

    def detection(self) -> Any:
        """
        Return the trigger thresholds of a suite; None for a suite without triggers.

        A suite whose systems read value dimensions defines ``detection(settings)``.
        """
        detection = getattr(registry.load("suites", self.suite), "detection", None)
        return None if detection is None else detection(self.settings)

    def config(self) -> dict[str, object]:
        """Return the plan's part of ``run_started.config``, from which it can be restored."""
        return {
            "domains": list(self.domains),
            "case_count": self.case_count,
            "settings": dict(self.settings),
            **({WEIGHTS: self.settings[WEIGHTS]} if WEIGHTS in self.settings else {}),
            "systems": {
                item.system_id: {"kind": item.kind, **item.settings} for item in self.systems
            },
            **({"added_validators": list(self.added_validators)} if self.added_validators else {}),
            **({ORDER_KEY: DRAWN} if self.is_drawn else {}),
            **({STOPPING_KEY: self.stopping_gates} if self.stopping_gates else {}),
        }


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """
    A run to carry out: its id, its plan, and the commit that it evaluates.

    ``recorded`` has the answers of a run that is resumed.
    """

    run_id: str
    plan: RunPlan
    commit: Commit
    recorded: "RecordedRun | None" = None


def make_plan(
    suite: str,
    *,
    seed: str | None,
    domains: tuple[str, ...],
    case_count: int | None,
    systems: tuple[SystemConfig, ...],
    settings: Mapping[str, object],
    commit: Commit,
    added_validators: tuple[str, ...] = (),
    validator_settings: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
    attempts: int = 1,
    is_drawn: bool = False,
    stopping_gates: str | None = None,
) -> RunPlan:
    """
    Make a plan with the suite's defaults.

    Raises UsageError for an unknown domain or setting, and for attempts that are not 1 to
    ``ATTEMPTS_MAX`` or that a suite of readings does not support.
    """
    module = registry.load("suites", suite)
    require_known(settings, (*getattr(module, "SETTINGS", ()), WEIGHTS), suite)
    # A suite may resolve files in its settings: a run keeps the contents it started with.
    resolved = getattr(module, "resolved", None)
    settings = settings if resolved is None else resolved(settings)
    suite_domains = _known_domains(module, settings)
    _require_weights(suite, settings, suite_domains)
    if seed is not None and not seed.isprintable():
        raise UsageError(f"seed is {seed!r}, expected printable text")
    return RunPlan(
        suite=suite,
        suite_version=str(module.VERSION),
        seed=seed or default_seed(datetime.now(UTC), commit.git_sha, str(module.VERSION)),
        domains=_domains(suite, domains, suite_domains),
        case_count=case_count,
        systems=systems,
        settings=settings,
        added_validators=added_validators,
        validator_settings=validator_settings,
        attempts=_attempts(module, suite, attempts),
        is_drawn=is_drawn,
        stopping_gates=stopping_gates,
    )


def restore_plan(
    started: Mapping[str, Any], recorded_cases: tuple[Case, ...] | None = None
) -> RunPlan:
    """
    Restore the plan of a run from the payload of its ``run_started`` and its cases.

    Raises UsageError if the run was started with another version of the suite.
    """
    config = started.get("config") or {}
    suite = str(started["suite"])
    module = registry.load("suites", suite)
    if str(module.VERSION) != started.get("suite_version"):
        raise UsageError(
            f"the run was started with {suite} {started.get('suite_version')}, but this evalstore "
            f"has {suite} {module.VERSION}, whose cases differ; resume it with the version it was "
            "started with"
        )
    systems = tuple(
        SystemConfig(
            system_id, values["kind"], {key: values[key] for key in values if key != "kind"}
        )
        for system_id, values in config["systems"].items()
    )
    return RunPlan(
        suite=suite,
        suite_version=str(module.VERSION),
        seed=str(started["seed"]),
        domains=tuple(config["domains"]),
        case_count=config["case_count"],
        systems=systems,
        settings=config["settings"],
        added_validators=tuple(config.get("added_validators", ())),
        validator_settings=config.get("validator_settings", {}),
        attempts=int(started.get("attempts") or 1),
        recorded_cases=recorded_cases,
        is_drawn=config.get(ORDER_KEY) == DRAWN,
        stopping_gates=config.get(STOPPING_KEY),
    )


def default_seed(now: datetime, git_sha: str | None, suite_version: str) -> str:
    """
    Return the default seed of a day, commit and suite version, as 64 hex digits.

    >>> default_seed(datetime(2026, 1, 2, tzinfo=UTC), "abc", "1.0")[:12]
    'dc2aef81a7af'
    """
    text = f"{now:%Y-%m-%d}{git_sha or ''}{suite_version}"
    return hashlib.sha256(text.encode()).hexdigest()


def _attempts(module: ModuleType, suite: str, attempts: int) -> int:
    if not 1 <= attempts <= ATTEMPTS_MAX:
        raise UsageError(f"attempts is {attempts}, expected 1 to {ATTEMPTS_MAX}")
    if attempts > 1 and hasattr(module, "detection"):
        raise UsageError(
            f"attempts is {attempts}, expected 1, since the triggers of {suite} use one reading "
            "of each case; leave --attempts out"
        )
    return attempts


def _require_weights(
    suite: str, settings: Mapping[str, object], suite_domains: tuple[str, ...]
) -> None:
    """Raise UsageError for weights that are not above 0, or that name an unknown domain."""
    weights = settings.get(WEIGHTS, {})
    if not isinstance(weights, Mapping) or not all(
        isinstance(weight, int | float) and weight > 0 for weight in weights.values()
    ):
        raise UsageError(
            f"{WEIGHTS} is {weights!r}, expected a number above 0 by domain, such as "
            '{"history": 2, "math": 1}'
        )
    unknown = sorted(weights.keys() - set(suite_domains))
    if unknown:
        raise unknown_name(
            "domain", unknown[0], suite_domains, f" in suite {suite}, as named in {WEIGHTS}"
        )


def _known_domains(module: ModuleType, settings: Mapping[str, object]) -> tuple[str, ...]:
    """Return the domains of a suite; those of its file if its cases come from one."""
    of_settings = getattr(module, "domains", None)
    return tuple(module.DOMAINS if of_settings is None else of_settings(settings))


def _domains(
    suite: str, domains: tuple[str, ...], suite_domains: tuple[str, ...]
) -> tuple[str, ...]:
    unknown = [domain for domain in domains if domain not in suite_domains]
    if unknown:
        raise unknown_name("domain", unknown[0], suite_domains, f" in suite {suite}")
    return (
        tuple(domain for domain in suite_domains if domain in domains)
        if domains
        else suite_domains
    )
