"""
A check that no control beats chance, so that a suite rewards only knowledge.

Every control answers every case, the validators of rightness judge, and the number of right
answers is compared with the chance that the cases declare: by validator, domain and kind of
question, a kind together with its twin, and over all kinds of a domain, with an exact one-sided
test and Holm's adjustment over all rows. Cases of a cluster count as one draw; a case without a
declared chance has that of a guess.

For critics that read weeks, right means that a trigger fires in a week of crisis. The chance of a
week is the share of its persona's weeks in which the control's triggers fired, regardless of their
contents; the first weeks, in which not every trigger can fire, are left out.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.question import question_of
from evalstore.running.controls import CONTROLS
from evalstore.running.judging import Validators
from evalstore.statistics.adjusting import holm
from evalstore.statistics.chance_tail import chance_tail
from evalstore.suites.drift.engine import triggers
from evalstore.suites.drift.engine.thresholds import DetectionSettings
from evalstore.suites.hallucination.factual_cases import CHANCE_OF_A_GUESS

LEVEL = 0.05
# Validators whose verdict means that an answer is right, not only that its form is.
RIGHTNESS = ("factual", "abstention", "phenomenological", "self_contradiction", "refusal")
TRIGGERS = "drift_triggers"
# The kind of a row over all kinds of a domain: single kinds with few cases have little power.
ALL_KINDS = "all kinds"
# Control, validator, domain and kind of question.
Group = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class ControlRow:
    """
    The result of a control on one kind of question, compared with chance.

    ``chance`` is the mean of the cases' chances, in [0, 1]; ``p_value`` is the probability of at
    least this many right cases by chance, ``adjusted_p`` the same after Holm over all rows.
    """

    control: str
    validator_id: str
    domain: str
    question_kind: str
    right_count: int
    case_count: int
    cluster_count: int
    chance: float
    p_value: float
    adjusted_p: float = 1.0

    @property
    def beats_chance(self) -> bool:
        """Whether the adjusted p-value is below the significance level."""
        return self.adjusted_p < LEVEL

    def as_dict(self) -> dict[str, object]:
        """Return all fields, and ``beats_chance``."""
        return {**asdict(self), "beats_chance": self.beats_chance}


@dataclass(frozen=True, slots=True)
class _Counted:
    """A judged case: its group, cluster, chance, and whether it was right."""

    group: Group
    cluster: str
    chance: float
    is_right: bool


def check_controls(
    cases: Sequence[Case], detection: DetectionSettings | None = None, seed: str = "0"
) -> list[ControlRow]:
    """
    Return a row for each control, validator, domain and kind, sorted by p-value.

    A domain with several kinds also has a row over all of them, whose kind is ``ALL_KINDS``.
    ``detection`` contains the trigger thresholds of a suite whose systems read weeks.
    """
    judges = Validators(cases)
    counted = [
        judged_case
        for name, system in _controls(seed)
        for judged_case in _counted(name, system, cases, judges, detection)
    ]
    groups: dict[Group, list[_Counted]] = defaultdict(list)
    for judged_case in counted:
        groups[judged_case.group].append(judged_case)
    groups.update(_domains(groups))
    rows = [_row(group, judged_cases) for group, judged_cases in groups.items()]
    adjusted = holm([row.p_value for row in rows])
    rows = [
        replace(row, adjusted_p=1.0 if p_value is None else p_value)
        for row, p_value in zip(rows, adjusted, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.p_value, row.control, row.domain, row.question_kind))


def _domains(groups: Mapping[Group, Sequence[_Counted]]) -> dict[Group, list[_Counted]]:
    """Return the judged cases of each domain that has several kinds."""
    kinds: dict[tuple[str, str, str], list[Sequence[_Counted]]] = defaultdict(list)
    for (control, validator, domain, _), judged_cases in groups.items():
        kinds[control, validator, domain].append(judged_cases)
    return {
        (*about, ALL_KINDS): [judged_case for part in parts for judged_case in part]
        for about, parts in kinds.items()
        if len(parts) > 1
    }


def _controls(seed: str) -> Iterator[tuple[str, Any]]:
    """Yield each control with its name; ``echo`` once for each part of a case it can repeat."""
    for kind in CONTROLS:
        module: Any = registry.load("systems", kind)
        for part in getattr(module, "PARTS", (None,)):
            name = kind if part is None else f"{kind} ({part})"
            yield name, module.build(kind, {} if part is None else {"part": part}, seed)


def _counted(
    name: str,
    system: Any,
    cases: Sequence[Case],
    judges: Validators,
    detection: DetectionSettings | None,
) -> Iterator[_Counted]:
    prepare = getattr(system, "prepare", None)
    if prepare is not None:
        prepare(cases)
    weeks = [case for case in cases if "value_dims" in case.extra]
    if weeks and detection is not None:
        yield from _counted_weeks(name, system, weeks, detection)
    for case in cases:
        raters = [validator for validator in case.validators if validator in RIGHTNESS]
        if not raters:
            continue
        response = system.ask(question_of(case), 1)
        for validator in raters:
            verdict = judges.by_name[validator].verdict(case, response)
            yield _Counted(
                (name, validator, case.domain, case.question_kind),
                case.cluster_id or case.case_id,
                CHANCE_OF_A_GUESS if case.chance is None else case.chance,
                verdict.outcome == "right",
            )


def _counted_weeks(
    name: str, system: Any, weeks: Sequence[Case], detection: DetectionSettings
) -> Iterator[_Counted]:
    """Yield the weeks of a crisis; right means that a trigger fired for a value in crisis."""
    read = [(case, system.ask(question_of(case), 1)) for case in weeks]
    fired = {
        (trigger.persona_id, trigger.week, trigger.value_dim)
        for trigger in triggers.detections(
            [
                (
                    str(case.attributes["persona_id"]), int(str(case.attributes["week"])),
                    reading.value_dim, reading.alignment, reading.uncertainty, None,
                )
                for case, response in read
                for reading in response.readings
            ],
            detection,
        )
        if not trigger.is_suppressed
    }  # fmt: skip
    by_persona: dict[str, list[Case]] = defaultdict(list)
    for case in weeks:
        by_persona[str(case.attributes["persona_id"])].append(case)
    limits = [detection.default, *detection.by_value.values()]
    left_out = max(limit.c_min for limit in limits) - 1
    for persona, of_persona in by_persona.items():
        observed_weeks = sorted(of_persona, key=_week_of)[left_out:]
        values = {value for case in observed_weeks for value in _expected(case)}
        for value in sorted(values):
            flags = {
                case.case_id: (persona, _week_of(case), value) in fired for case in observed_weeks
            }
            for case in observed_weeks:
                if value in _expected(case):
                    yield _Counted(
                        (name, TRIGGERS, case.domain, case.question_kind),
                        persona,
                        sum(flags.values()) / len(flags),
                        flags[case.case_id],
                    )


def _row(group: Group, judged_cases: Sequence[_Counted]) -> ControlRow:
    clusters: dict[str, list[_Counted]] = defaultdict(list)
    for judged_case in judged_cases:
        clusters[judged_case.cluster].append(judged_case)
    right_count = sum(judged_case.is_right for judged_case in judged_cases)
    draws = [
        (len(cluster), sum(judged_case.chance for judged_case in cluster) / len(cluster))
        for cluster in clusters.values()
    ]
    return ControlRow(
        *group,
        right_count=right_count,
        case_count=len(judged_cases),
        cluster_count=len(clusters),
        chance=sum(judged_case.chance for judged_case in judged_cases) / len(judged_cases),
        p_value=chance_tail(draws, right_count),
    )


def _week_of(case: Case) -> int:
    return int(str(case.attributes["week"]))


def _expected(case: Case) -> tuple[str, ...]:
    return case.expected if isinstance(case.expected, tuple) else ()


def suite_rows(
    suite: str, seed: str, case_count: int | None, settings: Mapping[str, object]
) -> tuple[list[Case], list[ControlRow]]:
    """Return the cases of a suite for seed and count, and the rows of the controls on them."""
    module: Any = registry.load("suites", suite)
    domains = getattr(module, "domains", None)
    names = tuple(module.DOMAINS) or (tuple(domains(settings)) if domains else ())
    cases = list(module.cases(seed, names, case_count, settings))
    detection = getattr(module, "detection", None)
    thresholds = None if detection is None else detection(settings)
    return cases, check_controls(cases, thresholds, seed)
