"""Other values of parameters give what torchmetrics, numpy and scipy give; the defaults stay."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError, UsageError
from evalstore.metrics import counted, parameters
from evalstore.metrics.catalog import catalog, described
from evalstore.metrics.check import check
from tests.metrics.conftest import Warehouse

SETTABLE = sorted(name for name, metric in catalog().items() if metric.parameter)


@pytest.fixture(scope="module", name="made")
def made_fixture(claims):
    """A warehouse of claims, repeated answers, readings and labels, and a reader of metrics."""
    warehouse = Warehouse()
    rng = random.Random(11)
    confidences = [(rng.randrange(1000) + 0.5) / 1000 for _ in range(400)]
    rights = [int(rng.random() < confidence**2) for confidence in confidences]
    answers = [
        {**answer, "system_id": "sure", "case_id": f"c{number}"}
        for number, answer in enumerate(claims(confidences, rights))
    ]
    tries = [[rng.random() < number / 12 for _ in range(6)] for number in range(12)]
    answers += [
        {"system_id": "again", "case_id": f"d{number}", "attempt": attempt, "status": "ok",
         "outcome": "right" if is_right else "wrong", "is_right": is_right}
        for number, each in enumerate(tries)
        for attempt, is_right in enumerate(each, start=1)
    ]  # fmt: skip
    warehouse.hold(answers)
    readings = [(rng.uniform(-1, 1), rng.choice((-1, 0, 1)), rng.random()) for _ in range(90)]
    warehouse.connection.executemany(
        "insert into facts.alignments by name select 'r1' as run_id, 'critic' as system_id, "
        "'p' || ($1 % 9) as persona_id, $1 as week, 'power' as value_dim, $2 as alignment, "
        "$3 as alignment_truth, $4 as uncertainty",
        [(number, *reading) for number, reading in enumerate(readings)],
    )
    warehouse.connection.executemany(
        "insert into facts.cases by name select 'r1' as run_id, $1 as case_id, $2 as expected",
        [(f"c{number}", f"l{number % 4}") for number in range(40)],
    )
    warehouse.connection.executemany(
        "insert into facts.responses by name select 'r1' as run_id, 'sure' as system_id, "
        "$1 as case_id, 1 as attempt, 'ok' as status, $2 as answer, true as is_final_attempt",
        [(f"c{number}", f"l{number % 3}") for number in range(40)],
    )
    return warehouse, np.array(confidences), np.array(rights), tries, np.array(readings)


def rows_of(warehouse, metric, **values):
    """Return the rows of a metric over all cases, with these values, whether or not default."""
    chosen = tuple(
        (name, list(value) if isinstance(value, tuple) else value)
        for name, value in sorted(values.items())
    )
    for name, value in chosen:
        warehouse.connection.execute(f"set variable parameter_{name} = $value", {"value": value})
    plain = tuple((name, 1) for name, _ in chosen)
    for statement in parameters._definitions(
        tuple(name for name, _ in plain), (f"metrics.{metric}",)
    ):
        warehouse.connection.execute(statement)
    sql = parameters.rewritten(f"from metrics.{metric}", plain)
    relation = warehouse.connection.execute(f"{sql} order by all")
    names = [column[0] for column in relation.description]
    return [dict(zip(names, row, strict=True)) for row in relation.fetchall()]


def value_of(warehouse, metric, system_id="sure", **values):
    """Return the one value of a system over all cases."""
    [row] = [
        row
        for row in rows_of(warehouse, metric, **values)
        if row["system_id"] == system_id and row["slice_name"] == "all"
    ]
    return row[metric]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("metric", SETTABLE)
def test_the_default_as_a_value_changes_nothing(made, metric):
    """What the temporary views give for the defaults is what the views give, but for rounding."""
    warehouse, *_ = made
    defaults = {
        each.name: (each.default if len(each.default) > 1 else each.default[0])
        for each in catalog()[metric].parameter
    }
    integers = {each.name for each in catalog()[metric].parameter if each.kind == "integer"}
    typed = {
        name: tuple(map(int, value)) if isinstance(value, tuple)
        else int(value) if name in integers else value
        for name, value in defaults.items()
    }  # fmt: skip

    given = rows_of(warehouse, metric)
    found = rows_of(warehouse, metric, **typed)

    assert given
    assert len(given) == len(found)
    for one, other in zip(given, found, strict=True):
        assert other == {
            name: pytest.approx(value, rel=1e-12) if isinstance(value, float) else value
            for name, value in one.items()
        }


@pytest.mark.parametrize(("metric", "power"), [("ece", "l1"), ("rmsce", "l2"), ("mce", "max")])
@pytest.mark.parametrize("bins", [1, 7, 15, 40])
def test_bins_are_those_of_torchmetrics(made, metric, power, bins):
    """Off the edges, where the two close their bins at other ends."""
    torch = pytest.importorskip("torch", reason="torch is an optional extra")
    classification = pytest.importorskip(
        "torchmetrics.functional.classification", reason="torchmetrics is no dependency"
    )
    warehouse, confidences, rights, *_ = made
    tensors = torch.tensor(confidences, dtype=torch.float64), torch.tensor(rights)
    expected = classification.binary_calibration_error(*tensors, n_bins=bins, norm=power).item()

    assert value_of(warehouse, metric, bins=bins) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("bins", [3, 15, 33])
def test_bins_of_equal_mass_are_those_of_numpy(made, bins):
    """As numpy.array_split cuts the claims by their confidence, ties together."""
    warehouse, confidences, rights, *_ = made
    order = np.argsort(confidences, kind="stable")
    place = np.concatenate(
        [np.full(len(part), number) for number, part in enumerate(np.array_split(order, bins))]
    )
    for number in range(1, len(order)):
        if confidences[order[number]] == confidences[order[number - 1]]:
            place[number] = place[number - 1]
    gaps = (confidences - rights)[order]
    expected = sum(abs(gaps[place == one].sum()) for one in range(bins)) / len(order)

    assert value_of(warehouse, "ece_equal_mass", bins=bins) == pytest.approx(expected, abs=1e-9)


def test_parts_of_brier_score_by_other_bins(made):
    """Reliability and resolution, summed by numpy over fifteen bins."""
    warehouse, confidences, rights, *_ = made
    place = np.minimum(np.floor(confidences * 15), 14)
    parts = [(confidences[place == one], rights[place == one]) for one in range(15)]
    whole, base = len(rights), rights.mean()
    reliability = sum(len(r) * (c.mean() - r.mean()) ** 2 for c, r in parts if len(r)) / whole
    resolution = sum(len(r) * (r.mean() - base) ** 2 for _, r in parts if len(r)) / whole

    assert value_of(warehouse, "brier_reliability", bins=15) == pytest.approx(reliability)
    assert value_of(warehouse, "brier_resolution", bins=15) == pytest.approx(resolution)
    edges = {row["bin_low"] for row in rows_of(warehouse, "reliability_bins", bins=15)}
    assert sorted(edges) == pytest.approx([one / 15 for one in range(15)])


def test_thresholds_of_confidence(made):
    """Who is sure, and who doubts, by numpy."""
    warehouse, confidences, rights, *_ = made
    wrong = 1 - rights[confidences > 0.9].mean()
    right = rights[confidences < 0.45].mean()

    assert value_of(warehouse, "overconfidence_index", sure_above=0.9) == pytest.approx(wrong)
    assert value_of(warehouse, "underconfidence_index", doubtful_below=0.45) == pytest.approx(
        right
    )


@pytest.mark.parametrize("percent", [1, 37, 50, 100])
def test_levels_of_coverage(made, percent):
    """The error of the surest claims that make up the level, ties in their mean."""
    warehouse, confidences, rights, *_ = made
    kept = math.ceil(percent * len(rights) / 100)
    last = np.sort(confidences)[::-1][kept - 1]
    surer, tied = confidences > last, confidences == last
    wrong = (1 - rights)[surer].sum() + (kept - surer.sum()) * (1 - rights)[tied].mean()

    found = value_of(warehouse, "selective_risk", coverage_percent=percent)

    assert found == pytest.approx(wrong / kept)


@pytest.mark.parametrize("drawn", range(1, 7))
def test_every_number_of_draws(made, drawn):
    """Of six attempts, one to six are drawn: what Chen et al. and tau-bench count."""
    warehouse, _, _, tries, _ = made
    right = [sum(each) for each in tries]
    ways = math.comb(6, drawn)
    some = np.mean([1 - math.comb(6 - one, drawn) / ways for one in right])
    every = np.mean([math.comb(one, drawn) / ways for one in right])

    assert value_of(warehouse, "pass_at_k", "again", k=(drawn,)) == pytest.approx(some)
    assert value_of(warehouse, "pass_hat_k", "again", k=(drawn,)) == pytest.approx(every)


def test_the_detectable_effect_at_other_rates(made):
    """The one-sided normal formula, by scipy."""
    warehouse, _, rights, *_ = made
    for alpha, power in ((0.01, 0.8), (0.05, 0.95), (0.2, 0.6)):
        reach = norm.ppf(1 - alpha / 2) + norm.ppf(power)
        expected = reach * rights.std(ddof=1) * math.sqrt(2 / len(rights))
        usual = norm.ppf(0.975) + norm.ppf(0.8)
        scale = value_of(warehouse, "minimum_detectable_effect") / (
            usual * rights.std(ddof=1) * math.sqrt(2 / len(rights))
        )

        found = value_of(warehouse, "minimum_detectable_effect", alpha=alpha, power=power)

        assert found == pytest.approx(expected * scale, rel=1e-3)


def test_classes_and_uncertainties_of_a_critic(made):
    """The edge of the classes, and how far an interval reaches, by numpy."""
    warehouse, _, _, _, readings = made
    alignments, truths, uncertainties = readings.T
    classes = np.where(alignments < -0.2, -1, np.where(alignments > 0.2, 1, 0))
    covered = np.abs(alignments - truths) <= 0.7 * uncertainties

    assert value_of(warehouse, "critic_accuracy", "critic", class_edge=0.2) == pytest.approx(
        (classes == truths).mean()
    )
    assert value_of(warehouse, "uncertainty_coverage", "critic", uncertainties=0.7) == (
        pytest.approx(covered.mean())
    )


def test_a_limit_of_labels(made):
    """Four labels are more than three."""
    warehouse, *_ = made

    assert rows_of(warehouse, "label_f1", label_limit=4)
    assert rows_of(warehouse, "label_f1", label_limit=3) == []


@pytest.mark.parametrize(
    ("metric", "values"),
    [("ece", {"bins": 15}), ("overconfidence_index", {"sure_above": 0.9}),
     ("pass_at_k", {"k": 3}), ("critic_accuracy", {"class_edge": 0.2})],
)  # fmt: skip
def test_the_rows_counted_come_to_the_value(made, metric, values):
    """What ``--counted`` names is what the value with these parameters is made of."""
    warehouse, *_ = made
    of_metric = catalog()[metric]
    chosen = of_metric.chosen(values)
    relations = (f"metrics.{metric}", counted.relation_of(of_metric)[0])
    parameters.define(warehouse.connection, chosen, *relations)
    statement = parameters.rewritten(counted.selection_statement(of_metric), chosen)
    warehouse.connection.execute(statement)

    [(found, expected)] = warehouse.connection.execute(
        "with sums as (select system_id, sum(numerator) / sum(denominator) as value from "
        "selected_counted where slice_name = 'all' group by all) select sums.value, "
        f"metric.{metric} from sums join temp.{metric} as metric using (system_id) where "
        f"slice_name = 'all' and metric.{metric} is not null and sums.value is not null "
        "order by system_id limit 1"
    ).fetchall()

    assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("metric", "values", "sentence"),
    [
        ("ece", {"bin": 15}, "ece has no parameter 'bin'; it has: bins (an integer 1 to 1000, "),
        ("ece", {"bins": 0}, "ece: the parameter bins is 0, expected an integer 1 to 1000"),
        ("ece", {"bins": 1.5}, "the parameter bins is 1.5, expected an integer 1 to 1000"),
        ("ece", {"bins": "many"}, "the parameter bins is 'many', expected an integer"),
        ("ece", {"bins": True}, "the parameter bins is True, expected an integer"),
        ("ece", {"bins": float("nan")}, "the parameter bins is nan, expected an integer"),
        ("overconfidence_index", {"sure_above": 1.1}, "is 1.1, expected a number 0 to 1"),
        ("accuracy", {"bins": 15}, "accuracy has no parameter 'bins'; it has: none"),
    ],
)
def test_what_is_no_value_is_said(metric, values, sentence):
    """With the names, the range and the default."""
    with pytest.raises(UsageError) as caught:
        catalog()[metric].chosen(values)

    assert sentence in str(caught.value)


def test_a_default_is_no_choice():
    """So that hashes and outputs stay; a whole number may be written as a decimal."""
    assert catalog()["ece"].chosen({"bins": 10}) == ()
    assert catalog()["ece"].chosen({"bins": 15.0}) == (("bins", 15),)
    assert catalog()["ece"].chosen(None) == ()


def test_no_macro_calls_a_parameter():
    """Only relations are defined once more, so a macro may not depend on a parameter."""
    names = [name.rpartition("/")[2] for name in sql_files.names(parameters.FOLDER)]
    callers = [
        name
        for name in sql_files.names("sql/macros")
        if not name.startswith(parameters.FOLDER)
        and any(f"macros.{each}()" in sql_files.read(name) for each in names)
    ]

    assert callers == []
    assert {*names} == {each.name for metric in catalog().values() for each in metric.parameter}


def test_a_header_declares_what_its_macro_is():
    """The default and the use are checked, and the line is read whole."""
    text = sql_files.read("views/calibration/ece")
    ece = catalog()["ece"]
    wrong = replace(ece, parameter=(replace(ece.parameter[0], default=(12.0,)),))
    unused = replace(ece, parameter=catalog()["pass_at_k"].parameter)

    assert "views/calibration/ece.sql says that the default of bins is" in check(wrong, text)[0]
    assert "which nothing that it reads calls" in check(unused, text)[0]
    broken = text.replace("integer 1 to 1000", "whole")
    with pytest.raises(EvalstoreError, match=r"ece\.sql:\d+: parameter is 'bins, whole"):
        described({"views/calibration/ece": broken})
