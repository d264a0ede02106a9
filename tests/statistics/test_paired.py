"""Two runs on the same cases: differences, errors and p-values against independent libraries."""

import random
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as reference_mcnemar
from statsmodels.stats.multitest import multipletests

import evalstore
from evalstore.errors import UsageError
from evalstore.statistics.adjusting import adjusted
from evalstore.statistics.comparability import obstacles
from evalstore.statistics.paired import Paired, Side, mcnemar, offered, paired, require_offered
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import reading

CLOSE = 1e-9


def run_of(run_id, scores, *, clusters=None, version="1.0"):
    """A run of one case per name, each with a score or one per attempt (None: an error)."""
    config = {"validators": {"factual": "1"}}
    payload = {"suite": "s", "suite_version": version, "systems": ["a"], "config": config}
    events = [("run_started", payload)]
    for name, score in scores.items():
        case = {"case_id": name, "domain": name[0], "validators": ["factual"]}
        if clusters and name in clusters:
            case |= {"cluster_id": clusters[name], "attributes": {"topic": clusters[name]}}
        events.append(("case_generated", case))
        for attempt, worth in enumerate(score if isinstance(score, list) else [score], 1):
            about = {"case_id": name, "system_id": "a", "attempt": attempt}
            status = "error" if worth is None else "ok"
            events.append(("response_recorded", about | {"status": status}))
            if worth is not None:
                verdict = {"outcome": "right" if worth >= 0.5 else "wrong", "score": worth}
                events.append(
                    ("verdict_recorded",
                     about | verdict | {"validator_id": "factual", "reason": "told"})
                )  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


def compared(folder: Path, left, right, **asked) -> list[Paired]:
    store = evalstore.open(folder / "warehouse", create=True)
    store.append([*left, *right])
    with reading(store.layout) as reader:
        return paired(reader, "accuracy", Side("l", "a"), Side("r", "a"), **asked)


@pytest.mark.sweep
def test_cases_are_paired_by_id(tmp_path: Path):
    """Neither the order nor the number matters; what one side lacks is counted on the other."""
    left = run_of("l", {"a1": 1.0, "a2": 0.0, "a3": 1.0, "a4": None})
    right = run_of("r", {"a3": 0.0, "a2": 1.0, "a9": 1.0, "a4": 1.0})
    [found] = compared(tmp_path, left, right)
    counts = (
        found.paired_count, found.left_only_count, found.right_only_count,
        found.higher_count, found.lower_count, found.equal_count,
    )  # fmt: skip

    assert (2, 1, 2, 1, 1, 0) == counts
    assert (0.5, 0.5, 0.0) == (found.left_mean, found.right_mean, found.difference)


@pytest.mark.sweep
def test_graded_scores_against_scipy_and_statsmodels(tmp_path: Path):
    """The errors are those of a t-test on pairs and of OLS with clusters, of Student's t."""
    rng = random.Random(4)
    names = [f"a{number}" for number in range(60)]
    clusters = {name: f"k{rng.randrange(9)}" for name in names}
    scores = [{name: rng.random() for name in names} for _ in range(2)]
    left, right = (
        run_of(run_id, side, clusters=clusters) for run_id, side in zip("lr", scores, strict=True)
    )
    [found] = compared(tmp_path, left, right)
    differences = np.array([scores[1][name] - scores[0][name] for name in names])
    codes = np.array([int(clusters[name][1:]) for name in names])
    fit = statsmodels.api.OLS(differences, np.ones(60)).fit(
        cov_type="cluster", cov_kwds={"groups": codes}, use_t=True
    )

    assert pytest.approx(differences.mean(), abs=CLOSE) == found.difference
    assert pytest.approx(stats.sem(differences), abs=CLOSE) == found.standard_error
    assert pytest.approx(float(fit.bse[0]), abs=CLOSE) == found.clustered_standard_error
    assert pytest.approx(float(fit.pvalues[0]), abs=CLOSE) == found.p_value()
    assert pytest.approx(fit.conf_int()[0], abs=CLOSE) == found.interval


@pytest.mark.sweep
def test_graded_scores_without_clusters_are_a_t_test(tmp_path: Path):
    """Of pairs of no cluster, p-value and interval are those of scipy's paired t-test."""
    rng = random.Random(9)
    left, right = ({f"a{number}": rng.random() for number in range(8)} for _ in "lr")
    [found] = compared(tmp_path, run_of("l", left), run_of("r", right))
    expected = stats.ttest_rel([*right.values()], [*left.values()])

    assert pytest.approx(expected.pvalue, abs=CLOSE) == found.p_value()
    assert pytest.approx(tuple(expected.confidence_interval()), abs=CLOSE) == found.interval


@pytest.mark.sweep
def test_attempts_of_a_case_are_one_value(tmp_path: Path):
    """A case has the mean of its attempts that count; so right and wrong have no exact test."""
    rng = random.Random(10)
    left, right = (
        {f"a{case}": [rng.choice([0.0, 1.0, 1.0, None]) for _ in range(3)] for case in range(25)}
        for _ in "lr"
    )
    left["a0"], right["a1"] = [None] * 3, [None] * 3
    [found] = compared(tmp_path, run_of("l", left), run_of("r", right))
    means = [
        {
            name: np.mean(kept)
            for name, attempts in side.items()
            if (kept := [worth for worth in attempts if worth is not None])
        }
        for side in (left, right)
    ]
    common = sorted(means[0].keys() & means[1].keys())
    expected = stats.ttest_rel(*([side[name] for name in common] for side in reversed(means)))

    assert (len(common), True, "Student's t") == (
        found.paired_count, found.is_repeated, found.test
    )  # fmt: skip
    assert pytest.approx(expected.pvalue, abs=CLOSE) == found.p_value()
    assert pytest.approx(np.mean([means[0][name] for name in common])) == found.left_mean


@pytest.mark.sweep
def test_clusters_are_any_attribute(tmp_path: Path):
    """A stored attribute forms clusters as a cluster_id does."""
    names = [f"a{number}" for number in range(12)]
    clusters = {name: f"k{number % 4}" for number, name in enumerate(names)}
    rng = random.Random(5)
    left, right = (
        run_of(run_id, {name: rng.random() for name in names}, clusters=clusters)
        for run_id in "lr"
    )
    [by_id] = compared(tmp_path / "one", left, right, cluster="cluster")
    [by_attribute] = compared(tmp_path / "two", left, right, cluster="topic")
    [by_case] = compared(tmp_path / "three", left, right, cluster="case")

    assert pytest.approx(by_id.clustered_standard_error, abs=CLOSE) == (
        by_attribute.clustered_standard_error
    )
    assert 4 == by_id.cluster_count == by_attribute.cluster_count
    assert (12, False) == (by_case.cluster_count, by_case.is_clustered)
    assert by_case.error == by_case.standard_error


@pytest.mark.sweep
def test_one_cluster_tells_nothing(tmp_path: Path):
    """There is no standard error, so neither interval nor p-value nor detectable effect."""
    clusters = dict.fromkeys(["a1", "a2", "a3"], "k")
    scores = [{"a1": 1.0, "a2": 0.0, "a3": 1.0}, {"a1": 0.0, "a2": 0.0, "a3": 0.0}]
    left, right = (
        run_of(run_id, side, clusters=clusters) for run_id, side in zip("lr", scores, strict=True)
    )
    [found] = compared(tmp_path, left, right)
    unknown = (found.error, found.interval, found.minimum_detectable_effect, found.p_value())

    assert (None, None, None, None) == unknown


@pytest.mark.sweep
def test_no_common_case_is_no_pair(tmp_path: Path):
    """Nothing is compared, and nothing is zero."""
    [found] = compared(tmp_path, run_of("l", {"a1": 1.0}), run_of("r", {"a2": 1.0}))

    assert (0, None, None, None) == (
        found.paired_count, found.difference, found.interval, found.p_value()
    )  # fmt: skip


@pytest.mark.sweep
def test_all_ties_are_no_difference(tmp_path: Path):
    """Equal answers everywhere: no difference, a p-value of one."""
    scores = {f"a{number}": float(number % 2) for number in range(8)}
    [found] = compared(tmp_path, run_of("l", scores), run_of("r", scores))

    assert (0.0, 1.0, 8) == (found.difference, found.p_value(), found.equal_count)


@pytest.mark.sweep
def test_slices_are_compared_one_by_one(tmp_path: Path):
    """Each value of a slice has its row."""
    left = run_of("l", {"a1": 1.0, "a2": 1.0, "b1": 0.0})
    right = run_of("r", {"a1": 0.0, "a2": 1.0, "b1": 1.0})
    found = compared(tmp_path, left, right, part=Slice("domain"))

    assert [("a", -0.5), ("b", 1.0)] == [(row.slice_value, row.difference) for row in found]


@pytest.mark.parametrize(("one", "other"), [(0, 0), (1, 9), (5, 5), (0, 7), (310, 402)])
def test_mcnemar_against_statsmodels(one: int, other: int):
    """The exact test on discordant pairs; none of them is p = 1."""
    expected = reference_mcnemar([[3, one], [other, 5]], exact=True).pvalue if one + other else 1.0

    assert pytest.approx(expected, abs=CLOSE) == mcnemar(one, other)


@pytest.mark.parametrize(("method", "name"), [("holm", "holm"), ("benjamini-hochberg", "fdr_bh")])
def test_adjusting_against_statsmodels(method: str, name: str):
    """Unknown p-values stay unknown and count for nothing."""
    rng = random.Random(6)
    p_values = [round(rng.random() ** 3, 3) for _ in range(25)]
    expected = list(multipletests(p_values, method=name)[1])
    found = adjusted([None, *p_values[:10], None, *p_values[10:]], method)

    assert [None, None] == [found.pop(11), found.pop(0)]
    assert pytest.approx(expected, abs=CLOSE) == found


def test_the_example_of_benjamini_and_hochberg():
    """Of the fifteen p-values of their paper (1995, section 3.2) four are found, by Holm three."""
    published = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
        0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
    ]  # fmt: skip
    counts = [
        sum(p is not None and p <= 0.05 for p in adjusted(published, method))
        for method in ("benjamini-hochberg", "holm")
    ]

    assert [4, 3] == counts


@pytest.mark.sweep
def test_the_means_are_the_metrics_own(tmp_path: Path):
    """What each case adds is no second formula: its mean is what the view of the metric says."""
    rng = random.Random(7)
    names = [f"{rng.choice('ab')}{number}" for number in range(30)]
    left = run_of("l", {name: rng.choice([None, 0.0, 0.3, 1.0]) for name in names})
    store = evalstore.open(tmp_path / "warehouse", create=True)
    store.append([*left, *run_of("r", dict.fromkeys(names, 1.0))])
    with reading(store.layout) as reader:
        for metric in ("accuracy", "error_rate", "missing_rate"):
            expected = reader.rows(
                f"select {metric} as value from metrics.{metric} "
                "where run_id = 'l' and slice_name = 'all'"
            )[0]["value"]
            [found] = paired(reader, metric, Side("l", "a"), Side("l", "a"))

            assert pytest.approx(expected, abs=CLOSE) == found.left_mean, metric


def test_what_has_no_value_for_a_case_cannot_be_paired():
    """The error names what can."""
    with pytest.raises(UsageError, match=r"ece has no value for a single case.*accuracy"):
        require_offered("ece")

    assert "accuracy" in offered()


@pytest.mark.sweep
def test_obstacles_are_named(tmp_path: Path):
    """Another suite version is named with both values."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    store.append(
        [
            *run_of("l", {"a1": 1.0}),
            *run_of("r", {"a1": 1.0}, version="2.0"),
        ]
    )
    with reading(store.layout) as reader:
        found = obstacles(reader, "l", "r")

    assert ["version 1.0 of l is not 2.0 of r"] == found


# Shares of attempts, not means over cases: where cases have unlike many, they are not the same.
OF_ATTEMPTS = {"error_rate", "missing_rate", "format_compliance_rate"}


@pytest.mark.sweep
@pytest.mark.parametrize("metric", sorted({*offered()} - OF_ATTEMPTS))
def test_the_means_are_the_metrics_own_with_attempts(store_for, measured, metric):
    """Where some cases have three attempts, the mean of what is paired is the metric."""
    store = store_for(metric)
    expected = {variant: value for _, variant, value, _ in measured(store, metric, ("all",))}
    with reading(store.layout) as reader:
        found = paired(reader, metric, Side("r1", "a"), Side("r1", "a"))

    assert {True} == {pairs.is_repeated for pairs in found}
    assert pytest.approx(expected, abs=CLOSE) == {
        pairs.variant: pairs.left_mean for pairs in found
    }
