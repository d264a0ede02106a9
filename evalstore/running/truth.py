"""What a simulated system declared about itself, beside what its run measured."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evalstore import sql_files
from evalstore.asking import Slice, narrow
from evalstore.errors import UsageError
from evalstore.running import abstention_truth
from evalstore.running.plan import plan_of
from evalstore.running.resume import begun
from evalstore.store.layout import Layout
from evalstore.store.reader import Reader, reading
from evalstore.types import registry
from evalstore.types.case import Case

KIND = "simulated"
KEY = ("system_id", "metric", "validator_id", "slice_name", "slice_value")
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Declared:
    """One declared figure: which metric, validator, slice and variant should find which value."""

    metric: str
    validator_id: str
    slice: Slice
    value: float
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A declared figure beside the measured one; None where nothing was measured."""

    system_id: str
    metric: str
    slice_name: str
    slice_value: str
    declared: float
    measured: float | None
    ci_low: float | None
    ci_high: float | None
    variant: str | None = None

    @property
    def is_covered(self) -> bool | None:
        """Say whether the interval holds the truth; None without an interval."""
        if self.ci_low is None or self.ci_high is None:
            return None
        return self.ci_low <= self.declared <= self.ci_high


def held(layout: Layout, run_id: str) -> list[Held]:
    """
    Hold every simulated system of a run against what it declared.

    Raises UsageError where the run was not started here, or has no simulated system.
    """
    plan = plan_of(begun(layout, run_id).started)
    module: Any = registry.load("systems", KIND)
    simulated = [item for item in plan.systems if item.kind == KIND]
    if not simulated:
        raise UsageError(f"run {run_id!r} has no simulated system; the truth of others is unknown")
    cases = plan.cases()
    declared: list[tuple[str, Declared]] = []
    for item in simulated:
        system = module.build(item.system_id, plan.system_settings(item), plan.seed)
        declared += [(item.system_id, one) for one in declarations(system.truth(), cases)]
    with reading(layout) as reader:
        measured = _measured(reader, run_id, {one.metric for _, one in declared})
    return [_held(system_id, one, measured) for system_id, one in declared]


def declarations(truth: Mapping[str, Any], cases: list[Case]) -> Iterator[Declared]:
    """
    Yield what a perfect evaluation of these cases would find.

    An answer that abstains counts as not right, unless the question has no answer: of those, the
    share that is right is that of given answers.
    """
    by_domain = truth["accuracy_of_given_answers"]
    for domain in dict.fromkeys(case.domain for case in cases):
        judged = [case for case in cases if case.domain == domain and "factual" in case.validators]
        if judged:
            accuracy = by_domain.get(domain, by_domain[""])
            open_count = sum(case.answer_key.get("kind") == "abstain" for case in judged)
            given_share = 1 - truth["abstention_rate"] * (1 - open_count / len(judged))
            yield Declared("accuracy", "factual", Slice("domain", domain), accuracy * given_share)
    validators = {name for case in cases for name in case.validators}
    whole = Slice("all", "all")
    if "factual" in validators:
        yield Declared("calibration_slope", "factual", whole, truth["calibration_slope"])
    if "phenomenological" in validators:
        yield Declared("phenomenology_pass_rate", "phenomenological", whole, truth["respect_rate"])
    if "self_contradiction" in validators:
        yield Declared(
            "contradiction_index", "self_contradiction", whole, truth["contradiction_rate"]
        )
    for rate in abstention_truth.expected_rates(truth, cases):
        yield Declared(
            rate.metric, abstention_truth.VALIDATOR, whole, rate.value, f"mapping={rate.mapping}"
        )


def _measured(reader: Reader, run_id: str, metrics: set[str]) -> dict[tuple[str, ...], Row]:
    """Return what a run measured, by system, metric, validator, slice and variant."""
    if not metrics:
        return {}
    narrow(reader, *sorted(metrics))
    found: dict[tuple[str, ...], Row] = {}
    for row in reader.rows(sql_files.read("sql/ask/measured"), run_id=run_id):
        key = tuple(str(row[name]) for name in KEY)
        found[*key, str(row["variant"])] = row
        # What is declared of no variant is held against the first.
        found.setdefault(key, row)
    return found


def _held(system_id: str, declared: Declared, measured: Mapping[tuple[str, ...], Row]) -> Held:
    key = (
        system_id, declared.metric, declared.validator_id,
        declared.slice.name, str(declared.slice.value),
    )  # fmt: skip
    row = measured.get(key if declared.variant is None else (*key, declared.variant), {})
    return Held(
        system_id,
        declared.metric,
        declared.slice.name,
        str(declared.slice.value),
        declared.value,
        row.get("value"),
        row.get("ci_low"),
        row.get("ci_high"),
        declared.variant,
    )
