"""``evalstore drift validate``: whether uncertainty is worth anything, decided by intervals."""

import pytest
from scipy import stats

from evalstore.suites.drift.engine import thresholds


def checks_of(found):
    return {item["name"]: item for item in found.results["checks"]}


@pytest.mark.sweep
def test_an_honest_critic_is_validated(store_of, make_run, drift, record_detections):
    """All that decides holds, and the correlations are those of scipy."""
    store = store_of(make_run("r1"))
    assert record_detections(store, "r1", thresholds.DetectionSettings()) > 0
    read = store.query(
        "select uncertainty, abs(alignment - alignment_truth) from facts.alignments"
    ).rows()
    spread, error = zip(*read, strict=True)
    pearson = stats.pearsonr([item**2 for item in spread], error)
    interval = pearson.confidence_interval(0.95)

    found = drift(store, "validate", "--json")

    checks = checks_of(found)
    estimate = checks["uncertainty_error_pearson"]["estimate"]
    assert (0, "holds") == (found.code, found.results["answer"])
    assert (pearson.statistic, interval.low, interval.high) == pytest.approx(
        (estimate["value"], estimate["ci_low"], estimate["ci_high"])
    )
    assert stats.spearmanr(spread, error).statistic == pytest.approx(
        checks["uncertainty_error_spearman"]["estimate"]["value"]
    )
    assert {"uncertainty_error_pearson", "bimodal_mean_difference", "flagged_share bimodal"} == {
        name for name, item in checks.items() if item["is_deciding"]
    }
    assert "uncertainty_error_pearson value_dim=power" in checks


@pytest.mark.sweep
def test_the_reverse_of_honest_is_not(store_of, make_run, drift):
    """It says in words what does not hold, of which system, and exits 1."""
    store = store_of(make_run("r1", is_honest=False, systems=("cri\x1b[1mtic",)))

    found = drift(store, "validate", "--record")

    assert 1 == found.code
    assert "does not hold: errors grow with variance: -" in found.out
    assert "does not hold: conflicting signals raise uncertainty, on average: -" in found.out
    assert "cri\\x1b[1mtic" in found.out
    assert "recorded 1 new" in found.out


def test_shares_of_flagged_weeks_are_counted(two_runs, drift, record_detections):
    """Of values' weeks with conflicting signals, of other quiet ones, and of crises."""
    loose = thresholds.from_settings({"delta": 0.6, "epsilon": 0.9})
    assert record_detections(two_runs, "r1", loose) > 0
    expected = two_runs.query(
        """
        with flags as (
            select distinct persona_id, week, value_dim, true as is_flagged
            from facts.drift_detections where not is_suppressed
        )
        select
            case when is_bimodal then 'bimodal' when is_crisis then 'crisis'
                else 'other quiet' end as kind,
            avg(coalesce(is_flagged, false)::integer),
            count(*)
        from facts.alignments left join flags using (persona_id, week, value_dim)
        where run_id = 'r1'
        group by all
        """
    ).rows()

    found = drift(two_runs, "validate", "--run", "r1", "--flagged-limit", "0.1", "--json")

    checks = checks_of(found)
    assert 1 == found.code
    assert "does not hold" == checks["flagged_share bimodal"]["answer"]
    assert {"bimodal", "crisis", "other quiet"} == {kind for kind, _, _ in expected}
    for kind, share, count in expected:
        estimate = checks[f"flagged_share {kind}"]["estimate"]

        assert (share, count) == (pytest.approx(estimate["value"]), estimate["count"])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("persona_count", "words"),
    [(2, "readings beside"), (20, "no trigger fired anywhere, so nothing was put to it")],
)
def test_where_too_little_is_known_nobody_can_tell(
    store_of, make_run, drift, persona_count, words
):
    """Few personas, or a run in which no trigger was ever asked: exit code 3."""
    store = store_of(make_run("r1", persona_count=persona_count))

    found = drift(store, "validate", "--correlation", "0")

    assert 3 == found.code
    assert words in found.out
    assert "nothing was recorded" in found.out


@pytest.mark.sweep
def test_another_run_is_validated_once(two_runs, drift):
    """The newest run is the default, and the same again is a duplicate."""
    first, again, other = (
        drift(two_runs, "validate", *arguments, "--json")
        for arguments in ((), (), ("--run", "r1"))
    )

    assert {"new": 1, "revised": 0, "duplicate": 0} == first.recorded == other.recorded
    assert {"new": 0, "revised": 0, "duplicate": 1} == again.recorded
    assert first.results == again.results != other.results


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--correlation", "1"), "--correlation is 1; expected"),
        (("--flagged-limit", "0"), "--flagged-limit is 0; expected"),
        (("--run", "r9"), "no run 'r9'"),
    ],
)
def test_what_makes_no_sense_is_refused(two_runs, drift, arguments, words):
    """With the thing, what was expected, and exit code 2."""
    found = drift(two_runs, "validate", *arguments)

    assert 2 == found.code
    assert words in found.err
