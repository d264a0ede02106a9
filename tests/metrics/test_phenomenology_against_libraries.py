"""The shares of respect, integration and orientation are those that a loop and a library count."""

import json
import random
from statistics import mean

import pytest
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from tests.metrics.conftest import Warehouse

DIMENSIONS = ("respect", "integration", "orientation")
METRICS = (*(f"{name}_index" for name in DIMENSIONS), "phenomenology_pass_rate")
# What a reply may have become, and whether it counts: as judged, as not met, or not at all.
FATES = {
    ("ok", "right"): "judged",
    ("ok", "wrong"): "judged",
    ("missing", None): "not met",
    ("unparsable", None): "not met",
    ("error", None): "out",
    ("ok", "error"): "out",
    ("ok", "undetermined"): "out",
    ("ok", "unscored"): "out",
}
ABOUT = {"validator_id": "phenomenological", "is_primary_validator": True}


@pytest.fixture(scope="module", params=[1, 4], ids=["once", "repeatedly"])
def replies(request):
    """Replies of two runs, asked once or up to four times, each with a fate and its grades."""
    dice = random.Random(5)
    return [
        {
            "run_id": f"r{1 + number % 2}",
            "case_id": f"c{number}",
            "attempt": attempt,
            "fate": dice.choice(list(FATES)),
            "grades": {name: dice.choice([0.0, 0.5, 0.75, 1.0]) for name in DIMENSIONS},
        }
        for number in range(300)
        for attempt in range(1, dice.randint(1, request.param) + 1)
    ]


@pytest.fixture(scope="module")
def filled(replies):
    """A warehouse of its own holding these replies: what tables once held changes plans."""
    warehouse = Warehouse()
    warehouse.hold(
        [
            {
                **ABOUT,
                "run_id": reply["run_id"],
                "case_id": reply["case_id"],
                "attempt": reply["attempt"],
                "domain": "phenomenology",
                "status": reply["fate"][0],
                "outcome": reply["fate"][1],
                "is_right": {"judged": True, "not met": False, "out": None}[FATES[reply["fate"]]],
            }
            for reply in replies
        ]
    )
    warehouse.connection.executemany(
        "insert into facts.verdict_scores values (?, 'maia', ?, ?, 'phenomenological', ?, ?)",
        [
            (reply["run_id"], reply["case_id"], reply["attempt"], name, grade)
            for reply in replies
            for name, grade in reply["grades"].items()
        ],
    )
    return warehouse


def grades(replies, run_id, metric):
    """Return the grades of each case of a run, of the attempts that count for a metric."""
    found = {}
    for reply in replies:
        fate = FATES[reply["fate"]]
        if reply["run_id"] == run_id and fate != "out":
            own = reply["grades"].get(metric.removesuffix("_index"), min(reply["grades"].values()))
            found.setdefault(reply["case_id"], []).append(own if fate == "judged" else 0.0)
    return [*found.values()]


def interval(cases):
    """Return the interval of Wilson over single replies, that of Student over repeated ones."""
    shares = [mean(grade > 0 for grade in case) for case in cases]
    if all(len(case) == 1 for case in cases):
        return proportion_confint(sum(shares), len(shares), method="wilson")
    return DescrStatsW(shares).tconfint_mean()


@pytest.mark.parametrize("run_id", ["r1", "r2"])
@pytest.mark.parametrize("metric", METRICS)
def test_shares_and_intervals_are_those_of_a_library(filled, replies, metric, run_id):
    """Count, share and interval agree with a loop over cases and statsmodels."""
    cases = grades(replies, run_id, metric)
    share = mean(mean(grade > 0 for grade in case) for case in cases)
    expected = [len(cases), share, *interval(cases)]

    (row,) = [row for row in filled.rows(metric) if row["run_id"] == run_id]

    assert expected == pytest.approx(
        [row["scored_count"], row[metric], row["ci_low"], row["ci_high"]], abs=1e-9
    )
    assert len([r for r in replies if r["run_id"] == run_id]) == row["attempt_count"]
    assert row["attempt_count"] - row["left_out_attempt_count"] == sum(map(len, cases))


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_the_mean_grade_stands_beside_the_share(filled, replies, dimension):
    """The mean is over the same replies as the share."""
    expected = mean(mean(case) for case in grades(replies, "r1", f"{dimension}_index"))

    (row,) = [row for row in filled.rows(f"{dimension}_index") if row["run_id"] == "r1"]

    assert expected == pytest.approx(row["grade_mean"], abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_nothing_is_lost(filled, replies, metric):
    """Every case is counted as scored, failed or unscored."""
    expected = len({reply["case_id"] for reply in replies})

    actual = sum(
        row[count]
        for row in filled.rows(metric)
        for count in ("scored_count", "error_count", "unscored_count")
    )

    assert expected == actual


@pytest.mark.thinned(8)
@pytest.mark.parametrize("metric", METRICS)
def test_a_question_about_one_run_reads_one_run(filled, metric):
    """A bound run reaches the scans of both tables, through the join."""
    plan = filled.connection.execute(
        "explain (format json) select * from metrics.all_metrics "
        "where metric = $metric and run_id = $run_id and slice_name = 'all'",
        {"metric": metric, "run_id": "r1"},
    ).fetchall()[0][1]
    scans = {}
    nodes = json.loads(plan)
    while nodes:
        node = nodes.pop()
        nodes += node["children"]
        about = node["extra_info"]
        if "Table" in about:
            scans[about["Table"].rpartition(".")[2]] = str(about.get("Filters", ""))

    # Whether a table without rows is scanned depends on whether it ever had any.
    assert {"scored", "verdict_scores"} == set(scans) - {"verdicts"}
    assert all("run_id = 'r1'" in filters for filters in scans.values())
