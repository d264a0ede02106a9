"""``evalstore drift robustness``: unperturbed it is the metric, and draws lie around it."""

import pytest

from evalstore.suites.drift.engine import thresholds

PROFILE = """
[drift]
ema_alpha = 0.9
[drift.values.profile]
delta = 0.35
tau_low = 0.2
c_min = 2
epsilon = 0.15
"""
VALUES = """
    select value, scored_count from metrics.all_metrics
    where run_id = 'r1' and metric = $metric and variant = 'by=profile' and slice_name = 'all'
"""


@pytest.mark.sweep
def test_profiles_as_they_are_give_the_metrics(two_runs, tmp_path, drift, record_detections):
    """Hit rate and false positive rate are those of by=profile; drawn ones lie around them."""
    path = tmp_path / "thresholds.toml"
    path.write_text(PROFILE, encoding="utf-8")
    assert record_detections(two_runs, "r1", thresholds.read(path)) > 0

    found = drift(two_runs, "robustness", "r1", "--thresholds", path, "--draws", "50", "--json")

    as_is = found.results["unperturbed"]
    assert 0 == found.code
    for name, count in (
        ("hit_rate", "crisis_week_count"),
        ("false_positive_rate", "quiet_week_count"),
    ):
        [row] = two_runs.query(VALUES, metric=name).rows()
        drawn = found.results["dirichlet"][name]

        assert row == (pytest.approx(as_is[name]), as_is[count])
        assert drawn["low"] <= drawn["median"] <= drawn["high"]
        assert as_is[name] == pytest.approx(drawn["median"], abs=0.15)
    assert 0 < as_is["hit_rate"] < 1
    assert 0 < found.results["rank_swap"]["changed_share"]["median"] < 1


@pytest.mark.sweep
def test_the_same_seed_draws_the_same(two_runs, drift):
    """And is a duplicate; another seed is another question."""
    arguments = ("robustness", "r1", "--draws", "20", "--record", "--json")
    first, again = drift(two_runs, *arguments), drift(two_runs, *arguments)
    other = drift(two_runs, *arguments, "--seed", "1")

    assert first.results == again.results != other.results
    assert {"new": 0, "revised": 0, "duplicate": 1} == again.recorded
    assert {"new": 1, "revised": 0, "duplicate": 0} == other.recorded


def test_it_says_what_it_drew(two_runs, drift):
    """A row for each rate: as it is, and of each kind of draw."""
    found = drift(two_runs, "robustness", "--draws", "5")
    kinds = ("as they are", "dirichlet", "rank_swap")

    assert "nothing was recorded" in found.out
    assert [2, 3, 3] == [
        sum(line.startswith(kind) for line in found.out.splitlines()) for kind in kinds
    ]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("made", "words"),
    [
        ({"has_weights": False}, "so no profile can be tested"),
        ({"systems": ("critic", "other")}, "several systems; --system takes critic, other"),
    ],
)
def test_runs_that_cannot_be_perturbed_are_refused(store_of, make_run, drift, made, words):
    """Without weights there is nothing to perturb; of two systems one has to be named."""
    found = drift(store_of(make_run("r1", persona_count=3, **made)), "robustness")

    assert 2 == found.code
    assert words in found.err


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--concentration", "0"), "concentration is 0; expected a number above 0"),
        (("--thresholds", "absent.toml"), "absent.toml does not exist"),
    ],
)
def test_what_makes_no_sense_is_refused(two_runs, drift, arguments, words):
    """With the thing, what was expected, and exit code 2."""
    found = drift(two_runs, "robustness", *arguments)

    assert 2 == found.code
    assert words in found.err
