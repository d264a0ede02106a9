"""Corrected accuracy where labels have weights, and where cases share clusters."""

import json
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

COLUMNS = ("system_id", "case_id", "sampling_probability")
SIMULATED_COUNT = 200
FIXTURE = Path(__file__).parents[1] / "fixtures/ppi/weighted.jsonl"
REFERENCES = [json.loads(line) for line in FIXTURE.read_text(encoding="utf-8").splitlines()]


def hold(warehouse, systems):
    """Hold verdicts and labels of systems: rows of verdict, label, probability and cluster."""
    answers, probabilities = [], []
    for system, rows in enumerate(systems):
        for number, (judged, label, probability, cluster) in enumerate(rows):
            case = {"system_id": f"s{system}", "case_id": f"c{number}", "attempt": 1}
            for validator, worth in (("model", judged), ("human:jo", label)):
                if worth is not None:
                    is_right = worth >= 0.5
                    said = {
                        "outcome": "right" if is_right else "wrong",
                        "is_right": is_right,
                        "score": float(worth),
                    }
                    answers.append(
                        case
                        | said
                        | {"validator_id": validator, "status": "ok", "cluster_id": cluster}
                    )
            if label is not None:
                probabilities.append((f"s{system}", f"c{number}", probability))
    warehouse.hold(answers)
    warehouse.connection.execute("delete from facts.verdicts")
    warehouse.connection.execute(
        "insert into facts.verdicts by name select 'r1' as run_id, 'human:jo' as validator_id, "
        "1 as attempt, unnest($system_id) as system_id, unnest($case_id) as case_id, "
        "unnest($sampling_probability) as sampling_probability",
        dict(zip(COLUMNS, map(list, zip(*probabilities, strict=True)), strict=True)),
    )
    return warehouse.rows("accuracy_corrected")


@pytest.fixture(autouse=True)
def _verdicts(warehouse):
    yield
    warehouse.connection.execute("delete from facts.verdicts")


def sample(seed, *, is_stratified=False, is_clustered=False, chances=(0.6, 0.98)):
    """
    Draw a judge's verdicts on 240 cases, and labels on 60 of them; return the truth and rows.

    ``chances`` are those that the judge calls a wrong and a right answer right.
    """
    rng = np.random.default_rng(seed)
    clusters = np.repeat(np.arange(48), 5) if is_clustered else np.arange(240)
    truth = rng.uniform(0.35, 0.8)
    # Answers of a cluster are alike, and the judge errs in whole clusters.
    by_cluster = rng.beta(truth, 1 - truth, 48)[clusters] if is_clustered else truth
    labels = rng.random(240) < by_cluster
    judged = rng.random(240) < np.where(labels, chances[1], chances[0])
    probability = np.full(240, 0.25)
    is_drawn = np.zeros(240, bool)
    groups = [judged, ~judged] if is_stratified else [np.full(240, True)]
    for group in groups:
        places = np.flatnonzero(group)
        count = min(len(places), 60 // len(groups))
        is_drawn[rng.choice(places, count, replace=False)] = True
        probability[places] = count / max(1, len(places))
    rows = [
        (
            bool(judged[place]),
            bool(labels[place]) if is_drawn[place] else None,
            float(probability[place]) if is_stratified else None,
            f"k{clusters[place]}" if is_clustered else None,
        )
        for place in range(240)
    ]
    return truth, rows


def test_labels_on_every_case_of_clusters_are_a_cluster_robust_mean(warehouse):
    """Where everything is labelled it is the regression on a constant, clustered."""
    truth, rows = sample(1, is_clustered=True)
    rng = np.random.default_rng(2)
    rows = [(judged, bool(rng.random() < truth), None, key) for judged, _, _, key in rows]
    keys = np.unique([row[3] for row in rows], return_inverse=True)[1]
    fitted = sm.OLS([float(row[1]) for row in rows], np.ones(len(rows))).fit(
        cov_type="cluster", cov_kwds={"groups": keys}, use_t=True
    )

    [row] = hold(warehouse, [rows])

    assert [fitted.params[0], *fitted.conf_int()[0]] == pytest.approx(
        [row["accuracy_corrected"], row["ci_low"], row["ci_high"]], abs=1e-8
    )
    assert (48, 240, 0) == (row["cluster_count"], row["label_count"], row["judge_weight"])


def test_one_chance_for_all_weighs_nothing(warehouse):
    """A probability that all labels share leaves value and interval as they are."""
    _, rows = sample(3)
    known = [(judged, label, label is not None and 0.25, key) for judged, label, _, key in rows]

    one, other = hold(warehouse, [rows, known])

    names = ("accuracy_corrected", "ci_low", "ci_high", "label_accuracy", "is_weighted")
    assert [one[name] for name in names] == pytest.approx([other[name] for name in names])


def test_a_label_stands_for_one_over_its_probability(warehouse):
    """Twenty of a hundred were drawn of one group, all of another: each counts by its size."""
    group = [(True, half, 0.2, None) for half in (True, False)] + [(True, None, None, None)] * 8
    whole = [(False, False, 1.0, None)] * 2

    [row] = hold(warehouse, [(group + whole) * 10])

    assert 5 / 12 == pytest.approx(row["label_accuracy"])
    assert 5 / 12 == pytest.approx(row["accuracy_corrected"])
    # Within a group the judge says one thing; in the first a fifth was drawn.
    within = (100 / 120) ** 2 * 0.8 * np.var([0, 1] * 10, ddof=1) / 20
    error = np.sqrt(40 / 38 * ((5 / 12) * (7 / 12) / 120 + within))
    assert 5 / 12 + stats.t.ppf(0.975, 38) * error == pytest.approx(row["ci_high"])


@pytest.mark.parametrize("reference", REFERENCES)
def test_weighted_labels_are_those_of_ppi_python(warehouse, reference):
    """Its estimate with the same sample weights, at the weight that the judge has here."""
    labels, judged, chances, rest = (
        reference[name] for name in ("labels", "judged", "chances", "rest")
    )
    labelled = zip(judged, labels, chances, strict=True)
    rows = [(*case, None) for case in labelled] + [(verdict, None, None, None) for verdict in rest]
    # The weight that is best for one chance, of weighted moments.
    covariance = np.cov(labels, judged, ddof=0, aweights=1 / np.array(chances))[0, 1]
    slack = 1 + len(labels) / len(rest)
    weight = np.clip(covariance / slack / np.var(judged + rest, ddof=1), 0, 1)

    [row] = hold(warehouse, [rows])

    assert row["is_weighted"]
    assert weight == pytest.approx(row["judge_weight"], abs=1e-9)
    low, high = reference["without_judge"], reference["with_judge"]
    expected = [low, np.clip(low + weight * slack * (high - low), 0, 1)]
    actual = [row["label_accuracy"], row["accuracy_corrected"]]
    assert expected == pytest.approx(actual, abs=1e-9, rel=0)


def test_some_probabilities_unknown_are_no_value(warehouse):
    """Labels that stand for nobody knows how many cases are not counted as one each."""
    _, rows = sample(4, is_stratified=True)
    place = next(number for number, row in enumerate(rows) if row[1] is not None)
    rows[place] = (*rows[place][:2], None, None)

    [row] = hold(warehouse, [rows])

    assert [None] * 3 == [row[name] for name in ("accuracy_corrected", "ci_low", "ci_high")]


def test_labels_of_one_cluster_tell_nothing_of_others(warehouse):
    """Then the value has no interval."""
    rows = [(number % 3 > 0, number % 2 > 0 if number < 4 else None, None, f"k{number // 4}")
            for number in range(40)]  # fmt: skip

    [row] = hold(warehouse, [rows])

    assert (None, None) == (row["ci_low"], row["ci_high"])
    assert row["accuracy_corrected"] is not None


@pytest.mark.thinned(6)
@pytest.mark.parametrize("is_stratified", [False, True])
@pytest.mark.parametrize("is_clustered", [False, True])
def test_the_interval_holds_the_truth(warehouse, is_stratified, is_clustered):
    """Of a lenient judge 95 in 100 do, and of its own word hardly any."""
    drawn = [
        sample(seed, is_stratified=is_stratified, is_clustered=is_clustered)
        for seed in range(SIMULATED_COUNT)
    ]

    rows = hold(warehouse, [rows for _, rows in drawn])

    truths = {f"s{number}": truth for number, (truth, _) in enumerate(drawn)}
    held = [row["ci_low"] <= truths[row["system_id"]] <= row["ci_high"] for row in rows]
    judges = warehouse.rows("accuracy")
    naive = [row["ci_low"] <= truths[row["system_id"]] <= row["ci_high"]
             for row in judges if row["validator_id"] == "model"]  # fmt: skip
    assert len(held) == len(naive) == SIMULATED_COUNT
    # Of many such samples 0.93 to 0.94 do; three standard deviations of a share of 200 are 0.05.
    assert 0.88 < np.mean(held) < 0.99
    assert np.mean(naive) < 0.05
