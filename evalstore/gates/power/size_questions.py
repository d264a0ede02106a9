"""Answers to how many cases a gate takes, and what so many can show, before there is a run."""

import math
from dataclasses import dataclass, replace
from statistics import NormalDist

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.gates.control import ALPHA_DEFAULT
from evalstore.gates.power.case_counts import COUNT_MAX, smallest_count, smallest_distance
from evalstore.gates.power.outcomes import Chances
from evalstore.gates.power.plans import BoundPlan, DropPlan, Plan, SizeQuestion
from evalstore.gates.power.run_facts import RunSpread
from evalstore.metrics import catalog
from evalstore.metrics.catalog import Metric
from evalstore.statistics import paired

# The options by the numbers of a question.
OPTIONS = {
    "minimum": "min",
    "maximum": "max",
    "truth": "true",
    "max_drop": "max-drop",
    "drop": "drop",
    "baseline": "baseline-share",
    "discordant": "discordant",
    "spread": "spread",
    "alike": "alike",
    "alpha": "alpha",
}
# Of a metric without a range, no difference beyond so many standard deviations is looked for.
SPREADS_MAX = 10.0
# The quantile of Wilson's interval and of the default level.
SHOWN_QUANTILE = NormalDist().inv_cdf(1.0 - ALPHA_DEFAULT / 2)


@dataclass(frozen=True, slots=True)
class SizeRow:
    """
    What a gate answers on a number of cases, None if it is above ``COUNT_MAX``.

    ``power`` was asked for, None if the number was; every number of cases up to
    ``checked_count`` has it. ``by_chance`` is the probability of the answer that is aimed at
    where nothing makes it right: at the bound itself, or without a drop.
    """

    power: float | None
    case_count: int | None
    chances: Chances | None = None
    by_chance: float | None = None
    checked_count: int | None = None


@dataclass(frozen=True, slots=True)
class Detectable:
    """From which true value, or which true drop, an answer has a power; None if from none."""

    power: float
    answer: str
    at: float | None


@dataclass(frozen=True, slots=True)
class SizeAnswer:
    """The answer to a question of size: the plan, its rows, and what is detectable."""

    plan: Plan
    rows: tuple[SizeRow, ...]
    detectable: tuple[Detectable, ...] = ()

    @property
    def question(self) -> SizeQuestion:
        """Return the question, with what a run shows."""
        return self.plan.question

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``evalstore size --json`` prints."""
        return {
            "metric": self.question.metric,
            "asked": self.plan.sentence,
            "aim": self.plan.aim,
            "assumptions": list(self.plan.assumptions),
            "answers": [_row_dict(row) for row in self.rows],
            "detectable": [
                {"power": one.power, "answer": one.answer, "at": one.at} for one in self.detectable
            ],
        }


def answered(question: SizeQuestion, facts: RunSpread | None = None) -> SizeAnswer:
    """
    Answer a question of size, with what a run shows where the question does not say it.

    Raises UsageError for a question that contradicts itself or leaves something out.
    """
    metric = catalog.find(question.metric)
    _require_sense(question, metric)
    if facts is not None and question.case_count is None and not question.wants_counts:
        question = replace(question, case_count=facts.spread.case_count)
    plan: Plan = (DropPlan if question.is_of_drop else BoundPlan)(question, metric, facts)
    plan.require_known()
    if question.case_count is None:
        return SizeAnswer(plan, tuple(_counted(plan, one) for one in question.powers))
    count = question.case_count
    rows = []
    if plan.truth is not None:
        rows.append(_row(plan, None, count, plan.at(plan.truth).on(count)))
    found = [
        Detectable(power, answer, _at(plan, answer, power, count))
        for power in question.powers
        for answer in plan.answers
    ]
    return SizeAnswer(plan, tuple(rows), tuple(found))


def _require_finite(question: SizeQuestion) -> None:
    """Raise UsageError for a number that is infinite or NaN, which no comparison refuses."""
    numbers = [(option, getattr(question, name)) for name, option in OPTIONS.items()]
    for option, number in [*numbers, *(("power", power) for power in question.powers)]:
        if number is not None and not math.isfinite(number):
            raise UsageError(f"--{option} is {number}, expected a finite number")


def _require_sense(question: SizeQuestion, metric: Metric) -> None:
    _require_finite(question)
    paired.require_offered(metric.name)
    if not (question.is_of_bound or question.is_of_drop) and question.case_count is not None:
        raise UsageError(
            f"--cases {question.case_count} says how many cases there are, but not what they "
            "should show; add --min or --max for a bound, or --max-drop for a drop, such as "
            "--max-drop 0 --discordant 0.1"
        )
    if question.is_of_bound is question.is_of_drop or (
        question.minimum is not None and question.maximum is not None
    ):
        raise UsageError(
            "the question has to be one: --min or --max with --true for a bound, or --drop (and "
            "--max-drop) for a drop"
        )
    if question.is_ruled_out and not question.max_drop:
        raise UsageError(
            "--require ruled_out is about a drop that may remain; name it with --max-drop, such "
            "as --max-drop 0.02"
        )
    if question.is_of_drop and metric.better not in {"higher", "lower"}:
        raise UsageError(
            f"{metric.name} does not define whether higher or lower is better, so it has no drop; "
            "ask for --min or --max"
        )
    if question.is_of_bound and question.alpha != ALPHA_DEFAULT:
        raise UsageError(
            f"--alpha is {question.alpha:g}, but a bound is held against the 95 % interval, "
            "whatever the level; leave it out"
        )
    low, high = metric.bounds
    for name in ("minimum", "maximum", "truth", "baseline"):
        value = getattr(question, name)
        if value is not None and not low <= value <= high:
            raise UsageError(
                f"--{OPTIONS[name]} is {value:g}, expected a number in the range of "
                f"{metric.name}, {metric.range}"
            )
    if (
        question.is_of_bound
        and question.is_shown
        and "ci_low" not in sql_files.read(metric.sql_name)
    ):
        raise UsageError(
            f"{metric.name} has no interval in closed form, but that of a bootstrap, of which the "
            "width is not known beforehand; ask with --require point"
        )


def _counted(plan: Plan, power: float) -> SizeRow:
    """Return the row of the smallest number of cases with a power."""
    if plan.truth is None:
        raise UsageError(f"{plan.truth_option} is missing; name what is true of the system")
    truth = plan.at(plan.truth)
    found = smallest_count(
        lambda count: _chance(truth.on(count), plan.aim),
        power,
        guess=_guess(plan, plan.truth, power),
        is_slow=plan.is_slow,
    )
    if found is None:
        return SizeRow(power, None)
    row = _row(plan, power, found.count, truth.on(found.count))
    return replace(row, checked_count=found.checked_count)


def _row(plan: Plan, power: float | None, count: int, chances: Chances) -> SizeRow:
    by_chance = _chance(plan.at(plan.null).on(count), plan.aim)
    return SizeRow(power, count, chances, by_chance)


def _guess(plan: Plan, truth: float, power: float) -> float:
    """Return the number of cases by the normal distribution, to begin the search there."""
    reach = NormalDist().inv_cdf(power)
    if plan.question.is_shown:
        reach += SHOWN_QUANTILE
    elif plan.question.is_ruled_out:
        reach += NormalDist().inv_cdf(1.0 - plan.question.alpha)
    distance = abs(truth - plan.limit)
    return min(float(COUNT_MAX), max(1.0, (reach / distance) ** 2 * plan.variance(truth)))


def _at(plan: Plan, answer: str, power: float, count: int) -> float | None:
    """Return the true value or drop from which an answer has a power on so many cases."""
    sign = plan.side(answer)
    most = min(plan.room(answer), SPREADS_MAX * plan.variance(plan.limit) ** 0.5)
    distance = smallest_distance(
        lambda away: _chance(plan.at(plan.limit + sign * away).on(count), answer), power, most
    )
    return None if distance is None else plan.limit + sign * distance


def _chance(chances: Chances, answer: str) -> float:
    return chances.passes if answer == "pass" else chances.fails


def _row_dict(row: SizeRow) -> dict[str, object]:
    chances = row.chances
    return {
        "power": row.power,
        "cases": row.case_count,
        "pass": chances.passes if chances else None,
        "fail": chances.fails if chances else None,
        "undecided": chances.undecided if chances else None,
        "by_chance": row.by_chance,
        "checked_cases": row.checked_count,
        "reason": None if row.case_count else f"more than {COUNT_MAX} cases",
    }
