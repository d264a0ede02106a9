"""``evalstore drift tune``: the reported figures equal the metrics of the store."""

import duckdb
import pytest

from evalstore.suites.drift.analyses.drift_readings import is_untouched
from evalstore.suites.drift.engine import thresholds

SMALL_GRID = ("--delta", "0.3:1.5:0.3", "--tau-low=-0.6:0:0.2", "--c-min", "2,3",
              "--epsilon", "0.2,0.3,0.6")  # fmt: skip
# The metric, what tuning calls it, and the variant.
SHARES = (
    ("hit_rate", "hit_rate", "by=value"),
    ("false_positive_rate", "false_positive_rate", "by=value"),
    ("drift_precision", "precision", "average=micro"),
    ("drift_recall", "recall", "average=micro"),
)
VALUES = """
    select value, ci_low, ci_high from metrics.all_metrics
    where run_id = 'r2' and metric = $metric and variant = $variant and slice_name = 'all'
"""


@pytest.mark.sweep
@pytest.mark.parametrize(
    "options", [(), ("--per-value",), ("--ema-alpha", "0.7"), ("--fpr-limit", "0.05")]
)
def test_what_is_reported_is_what_the_metrics_say(
    two_runs, tmp_path, drift, record_detections, options
):
    """Of a run whose triggers go by the chosen thresholds: five rates, intervals by persona."""
    path = tmp_path / "thresholds.toml"
    found = drift(two_runs, "tune", "--run", "r1", "--report-on", "r2", *SMALL_GRID, *options,
                  "-o", path, "--json")  # fmt: skip
    assert record_detections(two_runs, "r2", thresholds.read(path)) > 0
    untouched = found.results["untouched"]
    intervals = untouched["ci"]

    assert (0, "") == (found.code, found.err)
    assert 0.3 < untouched["f1"] < 1
    for metric, name, variant in SHARES:
        [row] = two_runs.query(VALUES, metric=metric, variant=variant).rows()

        assert row == pytest.approx((untouched[name], *intervals[name]))
    [(f1, _, _)] = two_runs.query(VALUES, metric="drift_f1", variant="average=micro").rows()

    assert f1 == pytest.approx(untouched["f1"])
    assert intervals["f1"][0] < f1 < intervals["f1"][1]


@pytest.mark.sweep
def test_thresholds_are_written_as_they_were_chosen(two_runs, drift, tmp_path):
    """The file reads back to what the event says, those of each value too."""
    path = tmp_path / "thresholds.toml"
    found = drift(two_runs, "tune", "--run", "r1", "--per-value", "--ema-alpha", "0.8",
                  *SMALL_GRID, "-o", path, "--json")  # fmt: skip
    by_value = found.results["by_value"]
    read = thresholds.read(path)

    def plain(item):
        return {name: getattr(item, name) for name in ("delta", "tau_low", "c_min", "epsilon")}

    assert found.results["chosen"] == plain(read.default)
    assert {"benevolence"} == set(read.by_value)
    assert by_value["benevolence"]["chosen"] == plain(read.by_value["benevolence"])
    assert by_value["power"]["chosen"] is None
    assert "no reading with a known flag" in by_value["power"]["reason"]
    assert 0.8 == read.ema_alpha


def test_a_value_has_the_limit_for_itself(two_runs, drift):
    """Each value's own false positive rate is below the limit, and its F1 that of its weeks."""
    found = drift(two_runs, "tune", "--run", "r1", "--per-value", "--fpr-limit", "0.03",
                  *SMALL_GRID, "--json")  # fmt: skip
    figures = found.results["by_value"]["benevolence"]["tuning"]

    shared = drift(two_runs, "tune", "--run", "r1", "--fpr-limit", "0.03", *SMALL_GRID,
                   "--json").results  # fmt: skip

    assert shared["untouched"]["f1"] == found.results["untouched_shared"]["f1"]
    assert 0 <= figures["false_positive_rate"] < 0.03
    assert figures["f1"] >= found.results["tuning"]["f1"]


@pytest.mark.sweep
def test_the_same_again_is_a_duplicate(two_runs, drift):
    """The event names the question; the log holds the answer once, with the log's size then."""
    arguments = ("tune", "--run", "r2", "--seed", "5", *SMALL_GRID, "--record", "--json")
    first = drift(two_runs, *arguments)
    again = drift(two_runs, *arguments)
    rows = two_runs.query(
        "select payload ->> '$.method', (payload -> '$.tree_size')::bigint, "
        "json_array_length(payload -> '$.results.trade_off') from log.current_events "
        "where kind = 'analysis_recorded' and run_id = 'r2'"
    ).rows()
    [(size,)] = two_runs.query("select tree_size from facts.answer_sizes limit 1").rows()

    assert {"new": 1, "revised": 0, "duplicate": 0} == first.recorded
    assert {"new": 0, "revised": 0, "duplicate": 1} == again.recorded
    assert first.results == again.results
    assert [("drift_tuning", size, len(first.results["trade_off"]))] == rows


@pytest.mark.sweep
def test_tuning_sees_none_of_the_personas_it_reports_on(two_runs, drift):
    """Each persona is on one side, and there are as many of each as the share says."""
    counts = {
        share: drift(two_runs, "tune", "--run", "r1", "--held-out", share,
                     *SMALL_GRID, "--json").results["persona_count"]
        for share in ("0.3", "0.7")
    }  # fmt: skip
    names = [f"p{number}" for number in range(4000)]
    shares = [sum(is_untouched(name, 0.3, seed) for name in names) / 4000 for seed in (0, 1)]

    assert all(sum(count.values()) == 40 for count in counts.values())
    assert counts["0.3"]["untouched"] < counts["0.7"]["untouched"]
    assert [0.3, 0.3] == pytest.approx(shares, abs=0.03)
    assert any(is_untouched(name, 0.3, 0) != is_untouched(name, 0.3, 1) for name in names)


@pytest.mark.sweep
def test_it_says_what_it_chose(two_runs, drift):
    """A row for each rate: on the personas tuned on, on the others, and by default there."""
    found = drift(two_runs, "tune", "--run", "r1", "--per-value")
    lines = found.out.splitlines()

    assert 0 == found.code
    assert "12,096 settings" in lines[0]
    assert lines[1].startswith("chosen: delta ")
    assert {"benevolence", "hit_rate", "false_positive_rate", "precision", "recall", "f1"} <= {
        line.split(" ")[0] for line in lines
    }
    assert "nothing was recorded" == lines[-1]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("options", "made", "code", "words"),
    [
        (("--fpr-limit", "0.001", "--delta", "0", "--epsilon", "1"), {}, 1,
         "no setting has a false positive rate below 0.001"),
        ((), {"has_crises": False}, 3, "no reading with a known flag is of a value in crisis"),
    ],
)  # fmt: skip
def test_where_nothing_fits_nothing_is_written(
    store_of, make_run, tmp_path, drift, options, made, code, words
):
    """It says why and records that, and there are no thresholds."""
    store = store_of(make_run("r1", persona_count=8, **made))
    output = tmp_path / "thresholds.toml"

    found = drift(store, "tune", *options, "-o", output, "--record")

    assert (code, "") == (found.code, found.err)
    assert f"no thresholds: {words}" in found.out
    assert "recorded 1 new" in found.out
    assert not output.exists()


@pytest.mark.thinned(15)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--report-on", "r2"), "run 'r2' was used for tuning: 360 cases are also in run 'r2'"),
        (("--system", "maia"), "no readings of 'maia'; --system takes critic"),
        (("--run", "r9"), "no run 'r9'"),
        (("--report-on", "r9"), "no run 'r9'"),
        (("--held-out", "1"), "--held-out 1; expected a number between 0 and 1"),
        (("--held-out", "0.0001"), "is left to report on"),
        (("--ema-alpha", "0"), "--ema-alpha is 0; expected"),
        (("--delta", "big"), "--delta 'big'; expected numbers such as"),
        (("--delta", "1:0:0.1"), "--delta '1:0:0.1'; expected numbers"),
        (("--delta", "0:1:0.0001"), "at most 1000"),
        (("--delta", "nan"), "--delta 'nan'; expected numbers"),
        (("--delta", "3"), "`delta` is 3.0, expected a number from 0 to 2"),
        (("--c-min", "2.5"), "--c-min '2.5'; expected whole numbers"),
        (("-o", "{store}/thresholds.toml"), "is inside the store"),
    ],
)
def test_what_makes_no_sense_is_refused(two_runs, drift, arguments, words):
    """With the thing, what was expected, and exit code 2; nothing is recorded."""
    found = drift(two_runs, "tune", *arguments)
    recorded = two_runs.query("select 1 from log.events where kind = 'analysis_recorded'").rows()

    assert 2 == found.code
    assert words in found.err
    assert [] == recorded


def test_thresholds_of_altered_facts_are_not_written(two_runs, drift, tmp_path):
    """A file of thresholds is refused as other files of numbers are, with and without an event."""
    with duckdb.connect(str(two_runs.layout.database)) as connection:
        connection.execute("update facts.runs set run_status = 'x' where run_id = 'r1'")
    path = tmp_path / "thresholds.toml"

    for options in ((), ("--record",)):
        found = drift(two_runs, "tune", "--run", "r1", *SMALL_GRID, "-o", path, *options)
        assert (4, False) == (found.code, path.exists())
        assert "facts.runs does not match the segments" in found.err
