"""Two runs held against each other: verdicts, sides, judges, refusals, and what swapping does."""

import json
import random

import numpy as np
import pytest
import statsmodels.api
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as reference_mcnemar
from statsmodels.stats.multitest import multipletests

import evalstore
from evalstore.errors import UndecidedError
from evalstore.statistics.comparison_record import events, figures
from evalstore.statistics.comparison_words import said
from evalstore.statistics.paired import Paired
from evalstore.store.query.queries import Slice

CLOSE = 1e-9
DIRECTIONS = {"better": "worse", "worse": "better"}


def scores(count, seed, choices=(0.0, 1.0)):
    dice = random.Random(seed)
    return {f"{'xyz'[number % 3]}{number}": dice.choice(choices) for number in range(count)}


@pytest.mark.sweep
def test_right_or_wrong_against_statsmodels(compared):
    """Without clusters the p-value is that of the exact McNemar test, the error that of pairs."""
    left, right = scores(40, 1), scores(40, 2)
    [row] = compared(left, right).rows
    differences = np.array([right[name] - left[name] for name in left])
    table = [[0, int((differences > 0).sum())], [int((differences < 0).sum()), 0]]

    assert pytest.approx(reference_mcnemar(table, exact=True).pvalue, abs=CLOSE) == row.p_value
    assert pytest.approx(stats.sem(differences), abs=CLOSE) == row.pairs.error
    assert ("paired", "exact McNemar") == (figures(row)["error_kind"], figures(row)["test"])


@pytest.mark.sweep
def test_clusters_against_statsmodels(compared):
    """With clusters error, interval and p-value are those of OLS, clustered, with t."""
    left, right = scores(90, 3, (0.0, 0.4, 1.0)), scores(90, 4, (0.0, 0.6, 1.0))
    names = sorted(left)
    codes = [number // 2 for number in range(90)]
    cases = {
        name: {"cluster_id": f"k{code}"} for name, code in zip(names, codes, strict=True)
    }  # fmt: skip
    [row] = compared(left, right, cases=cases).rows
    differences = np.array([right[name] - left[name] for name in names])
    fit = statsmodels.api.OLS(differences, np.ones(90)).fit(
        cov_type="cluster", cov_kwds={"groups": codes}, use_t=True
    )

    assert pytest.approx(float(fit.bse[0]), abs=CLOSE) == row.pairs.error
    assert pytest.approx(list(fit.conf_int()[0]), abs=CLOSE) == list(row.pairs.interval)
    assert pytest.approx(float(fit.pvalues[0]), abs=CLOSE) == row.p_value
    assert ("clustered", "Student's t", 45) == (
        figures(row)["error_kind"], figures(row)["test"], row.pairs.cluster_count
    )  # fmt: skip


@pytest.mark.parametrize(("unit_count", "tolerance"), [(6, 0.03), (20, 0.01), (400, 0.001)])
def test_the_detectable_effect_is_shown_four_times_in_five(unit_count, tolerance):
    """By the noncentral t, a true difference of that size is found in 80 % of the samples."""
    pairs = Paired(
        "", "all", 4 * unit_count, 0, 0, 1, 1, 0, False, 0.0, 0.0, 0.0, 0.01, unit_count, 0.02
    )
    degrees = unit_count - 1
    distance = pairs.minimum_detectable_effect / 0.02
    shown = stats.nct.sf(stats.t.ppf(0.975, degrees), degrees, distance)

    assert pytest.approx(0.8, abs=tolerance) == shown


def test_five_clusters_show_nothing(compared):
    """Their signs fall all one way in one draw of sixteen, so that no difference is detectable."""
    left = scores(20, 9)
    cases = {name: {"cluster_id": f"k{number % 5}"} for number, name in enumerate(left)}
    found = compared(left, dict.fromkeys(left, 0.0), cases=cases)
    [row] = found.rows

    assert row.p_value >= 2**-4
    assert (False, None) == (row.pairs.can_show, row.pairs.minimum_detectable_effect)
    assert any("no p-value can reach 0.05" in note for note in found.notes)


@pytest.mark.sweep
@pytest.mark.parametrize("control", ["holm", "benjamini-hochberg"])
def test_adjusted_over_all_rows(compared, control):
    """All slices of all metrics are one family; the verdict follows the adjusted p-value."""
    found = compared(
        dict.fromkeys(scores(60, 0), 0.0), scores(60, 6, (0.0, 0.0, 0.0, 0.0, 1.0)),
        metrics=("accuracy", "missing_rate"), parts=(Slice("all"), Slice("domain")),
        control=control,
    )  # fmt: skip
    p_values = [row.p_value for row in found.rows]
    method = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}[control]
    expected = list(multipletests(p_values, method=method)[1])

    assert 8 == len(found.rows)
    assert pytest.approx(expected, abs=CLOSE) == [row.adjusted_p_value for row in found.rows]
    assert {True: "better", False: "no difference shown"} == {
        row.adjusted_p_value <= 0.05: row.verdict for row in found.rows
    }


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("metric", "counts", "verdict"),
    [("accuracy", (0, 9), "worse"), ("error_rate", (0, 9), "worse")],
)
def test_a_win_is_what_the_metric_calls_better(compared, metric, counts, verdict):
    """Nine right answers lost are nine losses in accuracy, nine errors more losses in errors."""
    lost = 0.0 if metric == "accuracy" else None
    left = dict.fromkeys([f"x{number}" for number in range(9)], 1.0)
    [row] = compared(left, dict.fromkeys(left, lost), metrics=(metric,)).rows

    assert counts == (row.win_count, row.loss_count)
    assert verdict == row.verdict


@pytest.mark.sweep
def test_no_case_of_several_attempts_becomes_right(compared):
    """Their means move a little nearly always: no wins, losses and ties, and a note says why."""
    left = {f"x{number}": [1.0, 0.0, 1.0] for number in range(9)}
    found = compared(left, dict.fromkeys(left, 1.0) | {"x0": [1.0, 0.0]})
    [row] = found.rows

    assert (None, None, None) == (row.win_count, row.loss_count, row.tie_count)
    assert "Student's t" == figures(row)["test"]
    assert pytest.approx((8 / 3 - 1 / 6) / 9) == row.pairs.difference
    assert any("paired by the mean of their attempts" in note for note in found.notes)


@pytest.mark.sweep
def test_measured_values_are_paired(store_of, ask):
    """A scorer on a scale of its own is compared by mean_value: a t-test on ratings."""
    ratings = {"l": [4.0, 6.0, 5.0, 7.5, 3.0, 9.0, 2.0], "r": [5.0, 8.0, 4.5, 9.0, 5.0, 10.0, 1.0]}
    events = [
        event
        for run_id, values in ratings.items()
        for event in [
            {"kind": "run_started", "run_id": run_id,
             "payload": {"suite": "s", "suite_version": "1", "systems": ["a"]}},
            *[
                {"kind": kind, "run_id": run_id, "payload": payload}
                for number, value in enumerate(values)
                for kind, payload in (
                    ("case_generated", {"case_id": f"c{number}", "domain": "d"}),
                    ("response_recorded",
                     {"case_id": f"c{number}", "system_id": "a", "status": "ok"}),
                    ("verdict_recorded",
                     {"case_id": f"c{number}", "system_id": "a", "validator_id": "rater",
                      "outcome": "measured", "value": value, "reason": "read"}),
                )
            ],
            {"kind": "run_finished", "run_id": run_id, "payload": {"status": "completed"}},
        ]
    ]  # fmt: skip
    [row] = ask(store_of(events), metrics=("mean_value",)).rows
    expected = stats.ttest_rel(ratings["r"], ratings["l"])

    assert pytest.approx(expected.pvalue, abs=CLOSE) == row.p_value
    assert pytest.approx((np.mean(ratings["l"]), np.mean(ratings["r"]))) == (
        row.pairs.left_mean, row.pairs.right_mean
    )  # fmt: skip


@pytest.mark.sweep
def test_all_ties_show_no_difference_and_no_power(compared):
    """Equal answers have an interval, and no smallest difference: null, with a reason."""
    same = scores(20, 8)
    [row] = compared(same, same).rows

    assert ("no difference shown", 1.0, 20) == (row.verdict, row.p_value, row.pairs.equal_count)
    assert (row.pairs.interval, None) == (row.pairs.interval, row.pairs.minimum_detectable_effect)
    assert pytest.approx((-0.161, 0.161), abs=1e-3) == row.pairs.interval
    assert "no pair differs, so that nothing tells their error" == row.pairs.reason


@pytest.mark.parametrize(
    ("right", "unit", "interval"),
    [
        # All become right: Tango's interval does not use the error, which is 0.
        (1.0, "pairs", (1 - 2 * 1.959964**2 / (20 + 1.959964**2), 1.0)),
        # A score rises by one half everywhere: Student's t would have an interval of one point.
        (0.5, "pairs", None),
        (0.5, "clusters", None),
    ],
)
def test_pairs_that_differ_alike_tell_no_error(compared, right, unit, interval):
    """A spread of zero is unknown, not small: no smallest difference, and a reason."""
    left = dict.fromkeys([f"x{number}" for number in range(20)], 0.0)
    cases = (
        {name: {"cluster_id": f"k{place // 2}"} for place, name in enumerate(left)}
        if unit == "clusters"
        else {}
    )
    [row] = compared(left, dict.fromkeys(left, right), cases=cases).rows

    assert ("better", None) == (row.verdict, row.pairs.minimum_detectable_effect)
    assert f"all {unit} differ alike, so that nothing tells their error" == row.pairs.reason
    assert f"unknown: {row.pairs.reason}" in said(row)
    if interval is None:
        assert row.pairs.interval is None
    else:
        assert pytest.approx(interval, abs=1e-6) == row.pairs.interval


@pytest.mark.parametrize(
    ("won_count", "tie_count", "other_p_count", "expected"),
    [
        # Tango's interval is 0.12 to 0.97, and 2 / 2^5 = 0.0625.
        (
            5, 1, 0,
            "no difference shown (the interval leaves out 0; the p of exact McNemar, 0.0625",
        ),
        # One more case won, and they agree.
        (6, 1, 0, "right is better by 0.8571; with 7 pairs"),
        # Adjusted for two tests, 2 / 2^6 is too large.
        (
            6, 1, 1,
            "no difference shown (the interval leaves out 0; the adjusted p, 0.0625, decides)",
        ),
    ],
)  # fmt: skip
def test_which_of_interval_and_test_decides(
    compared, won_count, tie_count, other_p_count, expected
):
    """The verdict is that of the test, and where the interval disagrees the sentence says so."""
    names = [f"x{number}" for number in range(won_count + tie_count)]
    right = {name: float(place < won_count) for place, name in enumerate(names)}
    metrics = ("accuracy", *["error_rate"] * other_p_count)
    found = compared(
        dict.fromkeys(names, 0.0), right, metrics=metrics,
        control="holm" if other_p_count else "none",
    )  # fmt: skip

    low, _ = found.rows[0].pairs.interval
    assert low > 0.0
    assert said(found.rows[0]).startswith(expected)


@pytest.mark.sweep
def test_one_cluster_cannot_be_said(compared):
    """A single cluster has no error: no interval, no p-value, no verdict."""
    left = scores(12, 9)
    cases = {name: {"cluster_id": "k"} for name in left}
    [row] = compared(left, scores(12, 10), cases=cases).rows

    assert (None, None, "cannot be said") == (row.p_value, row.pairs.interval, row.verdict)
    assert "a single cluster tells nothing of its error" == row.pairs.reason


@pytest.mark.sweep
def test_two_clusters_that_agree_prove_nothing(compared):
    """All else equal, both fall alike in one draw of two: p is 1/2, however small the error."""
    left = dict.fromkeys([f"x{number}" for number in range(8)], 1.0)
    cases = {name: {"cluster_id": f"k{int(name[1:]) % 2}"} for name in left}
    found = compared(left, dict.fromkeys(left, 0.0), cases=cases)
    [row] = found.rows

    assert (0.5, "no difference shown", None) == (row.p_value, row.verdict, row.pairs.interval)
    assert any(note.startswith("only 2 clusters") for note in found.notes)


@pytest.mark.sweep
def test_a_case_of_several_tags_is_one_pair(compared):
    """Tags form clusters, and a case with two of them is still counted once."""
    left = scores(12, 11)
    cases = {name: {"tags": ["even", "t"] if int(name[1:]) % 2 else ["odd"]} for name in left}
    [row] = compared(left, scores(12, 12), cases=cases, cluster="tag").rows

    assert (12, 2) == (row.pairs.paired_count, row.pairs.cluster_count)


@pytest.mark.sweep
def test_cases_that_moved(compared):
    """The largest change first, those that fell and those that rose, no more than asked for."""
    left = {"x1": 1.0, "x2": 0.9, "x3": 0.2, "x4": 0.5}
    right = {"x1": 0.6, "x2": 0.1, "x3": 0.4, "x4": 0.5}
    [row] = compared(left, right, moved_count=1).rows

    assert [("x2", 0.9, 0.1, False), ("x3", 0.2, 0.4, True)] == [
        (case.case_id, case.left_value, case.right_value, case.is_higher) for case in row.moved
    ]


@pytest.mark.sweep
def test_events_of_the_same_answers_are_the_same(compared):
    """Asked again it is the same event; the parameters name it, control names the family."""
    left, right = scores(30, 17), scores(30, 18)
    one, again = (compared(left, right, parts=(Slice("all"), Slice("domain"))) for _ in range(2))
    adjusted = compared(left, right, control="holm")

    assert events(one) == events(again)
    ids = [event["payload"]["analysis_id"] for event in (*events(one), *events(adjusted))]
    assert len(ids) == len(set(ids)) == 5
    assert {"paired_comparison"} == {event["payload"]["method"] for event in events(one)}
    assert json.loads(json.dumps(events(one), allow_nan=False)) == events(one)


VALUES = st.dictionaries(
    st.sampled_from([f"x{number}" for number in range(8)]),
    st.tuples(st.sampled_from([None, 0.0, 0.3, 1.0]), st.sampled_from([None, 0.0, 0.3, 1.0])),
    min_size=1,
)


@pytest.mark.sweep
@settings(
    max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(values=VALUES, is_clustered=st.booleans())
def test_swapping_sides_flips_signs(tmp_path_factory, values, is_clustered, run_of, ask):
    """The difference changes its sign, wins become losses, and all else stays."""
    cases = {name: {"cluster_id": f"k{int(name[1:]) // 3}"} for name in values if is_clustered}
    runs = [
        event
        for place, run_id in enumerate("lr")
        for event in run_of(
            run_id, {"a": {name: pair[place] for name, pair in values.items()}}, cases=cases
        )
    ]
    store = evalstore.open(tmp_path_factory.mktemp("swapped") / "warehouse", create=True)
    store.append(runs)
    try:
        [row] = ask(store, metrics=("error_rate",)).rows
        [other] = ask(store, "r", "l", metrics=("error_rate",)).rows
    except UndecidedError as error:
        with pytest.raises(type(error)):
            ask(store, "r", "l", metrics=("error_rate",))
        return

    assert -row.pairs.difference == other.pairs.difference
    assert (row.win_count, row.loss_count) == (other.loss_count, other.win_count)
    assert (row.p_value, row.pairs.error) == pytest.approx((other.p_value, other.pairs.error))
    assert DIRECTIONS.get(row.verdict, row.verdict) == other.verdict
