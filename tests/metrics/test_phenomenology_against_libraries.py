"""The shares of respect, integration and orientation are those that a loop and a library count."""

import json
import random

import pytest
from statsmodels.stats.proportion import proportion_confint

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


@pytest.fixture(scope="module")
def replies():
    """Five hundred replies of two runs, each with a fate and, where it was judged, its grades."""
    dice = random.Random(5)
    return [
        {
            "run_id": dice.choice(["r1", "r2"]),
            "case_id": f"c{number}",
            "fate": dice.choice(list(FATES)),
            "grades": {name: dice.choice([0.0, 0.5, 0.75, 1.0]) for name in DIMENSIONS},
        }
        for number in range(500)
    ]


@pytest.fixture(scope="module")
def filled(warehouse, replies):
    """The warehouse holding these replies, each after a first attempt with other grades."""
    warehouse.hold(
        [
            {
                **ABOUT,
                "run_id": reply["run_id"],
                "case_id": reply["case_id"],
                "domain": "phenomenology",
                "status": reply["fate"][0],
                "outcome": reply["fate"][1],
                "is_right": {"judged": True, "not met": False, "out": None}[FATES[reply["fate"]]],
            }
            for reply in replies
        ]
    )
    warehouse.connection.execute(
        "insert into facts.responses by name select run_id, system_id, case_id, status, "
        "unnest([1, 2]) as attempt, unnest([false, true]) as is_final_attempt from facts.scored"
    )
    warehouse.connection.executemany(
        "insert into facts.verdict_scores values (?, 'maia', ?, ?, 'phenomenological', ?, ?)",
        [
            (reply["run_id"], reply["case_id"], attempt, name, grade if attempt == 2 else 1.0)
            for reply in replies
            for attempt in (1, 2)
            for name, grade in reply["grades"].items()
        ],
    )
    yield warehouse
    for table in ("scored", "responses", "verdict_scores"):
        warehouse.connection.execute(f"delete from facts.{table}")


def grades(replies, run_id, metric):
    """Return the grade of each reply of a run that counts for a metric."""
    for reply in replies:
        fate = FATES[reply["fate"]]
        if reply["run_id"] != run_id or fate == "out":
            continue
        own = reply["grades"].get(metric.removesuffix("_index"), min(reply["grades"].values()))
        yield own if fate == "judged" else 0.0


@pytest.mark.parametrize("run_id", ["r1", "r2"])
@pytest.mark.parametrize("metric", METRICS)
def test_shares_and_intervals_are_those_of_a_library(filled, replies, metric, run_id):
    """Count, share and Wilson interval agree with a loop and statsmodels."""
    counted = list(grades(replies, run_id, metric))
    met = sum(grade > 0 for grade in counted)
    low, high = proportion_confint(met, len(counted), method="wilson")
    expected = [len(counted), met / len(counted), low, high]

    (row,) = [row for row in filled.rows(metric) if row["run_id"] == run_id]

    assert expected == pytest.approx(
        [row["scored_count"], row[metric], row["ci_low"], row["ci_high"]], abs=1e-12
    )


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_the_mean_grade_stands_beside_the_share(filled, replies, dimension):
    """The mean is over the same replies as the share."""
    counted = list(grades(replies, "r1", f"{dimension}_index"))
    expected = sum(counted) / len(counted)

    (row,) = [row for row in filled.rows(f"{dimension}_index") if row["run_id"] == "r1"]

    assert expected == pytest.approx(row["grade_mean"], abs=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_nothing_is_lost(filled, replies, metric):
    """Every reply is counted as scored, failed or unscored."""
    expected = len(replies)

    actual = sum(
        row[count]
        for row in filled.rows(metric)
        for count in ("scored_count", "error_count", "unscored_count")
    )

    assert expected == actual


@pytest.mark.parametrize("metric", METRICS)
def test_a_question_about_one_run_reads_one_run(filled, metric):
    """A bound run reaches the scans of all three tables, through the joins."""
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

    assert {"scored", "responses", "verdict_scores"} == set(scans)
    assert all("run_id = 'r1'" in filters for filters in scans.values())
