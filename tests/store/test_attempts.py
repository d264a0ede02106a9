"""Several attempts at a case, and measurements, from event lines to every reader of them."""

import json

import numpy as np
import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.metrics.catalog import catalog
from evalstore.store.connections import attached_for_reading
from tests.counting import disagreements

CASE_COUNT, ATTEMPT_COUNT = 20, 3
DICE = np.random.default_rng(5)
RIGHT = DICE.random((CASE_COUNT, ATTEMPT_COUNT)) < 0.42
# One case lost in every attempt, the rest scattered.
FAILED = DICE.random((CASE_COUNT, ATTEMPT_COUNT)) < 0.3
FAILED[0] = True
# The first that is right in some attempts and not in all is a canary.
CANARY = int(np.argmax(RIGHT.any(axis=1) & ~RIGHT.all(axis=1)))
LATENCY = DICE.integers(50, 900, (CASE_COUNT, ATTEMPT_COUNT)).astype(float)
# By case and attempt; None never came.
RATINGS = {"c0": (1, 4), "c1": (9, 9), "c2": (None, None), "c3": (7, 2)}


def started(run_id, **payload):
    return {"kind": "run_started", "run_id": run_id,
            "payload": {"suite": "s", "systems": ["maia"], **payload}}  # fmt: skip


def asked(run_id, case_id, validator_id="factual", **payload):
    return {"kind": "case_generated", "run_id": run_id,
            "payload": {"case_id": case_id, "domain": "math", "validators": [validator_id],
                        **payload}}  # fmt: skip


def answered(run_id, case_id, attempt, status="ok", **payload):
    given = {"case_id": case_id, "system_id": "maia", "attempt": attempt, "status": status}
    return {"kind": "response_recorded", "run_id": run_id, "payload": {**given, **payload}}


def judged(run_id, case_id, attempt, outcome, validator_id="factual", **payload):
    given = {"case_id": case_id, "system_id": "maia", "attempt": attempt, "reason": "as told"}
    return {"kind": "verdict_recorded", "run_id": run_id,
            "payload": {**given, "validator_id": validator_id, "outcome": outcome,
                        **payload}}  # fmt: skip


def repeated(run_id, failed):
    """Every case in three attempts, some of them lost; each states how sure it is."""
    yield started(run_id)
    for case in range(CASE_COUNT):
        yield asked(run_id, f"c{case:02}", is_canary=case == CANARY)
        for attempt in range(ATTEMPT_COUNT):
            key = (run_id, f"c{case:02}", attempt + 1)
            if failed[case, attempt]:
                yield answered(*key, "error", latency_ms=9e9, error="broke")
                continue
            yield answered(*key, latency_ms=LATENCY[case, attempt], confidence=0.8)
            yield judged(*key, "right" if RIGHT[case, attempt] else "wrong")
    yield {"kind": "run_finished", "run_id": run_id, "payload": {"status": "completed"}}


def declared(run_id):
    """Three attempts are declared: c1 has all, c2 lacks the third, c3 never came."""
    yield started(run_id, attempts=3)
    for case_id, outcomes in {"c1": "right right wrong", "c2": "right right", "c3": ""}.items():
        yield asked(run_id, case_id)
        for place, outcome in enumerate(outcomes.split()):
            yield answered(run_id, case_id, place + 1)
            yield judged(run_id, case_id, place + 1, outcome)


def rated(run_id):
    """A scorer that gives 1 to 10; one case never came."""
    yield started(run_id, attempts=2)
    for case_id, ratings in RATINGS.items():
        yield asked(run_id, case_id, "rating")
        for place, rating in enumerate(ratings):
            if rating is not None:
                yield answered(run_id, case_id, place + 1)
                yield judged(run_id, case_id, place + 1, "measured", "rating", value=rating)
    yield {"kind": "run_finished", "run_id": run_id, "payload": {"status": "completed"}}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    opened = evalstore.open(tmp_path_factory.mktemp("attempts") / "warehouse", create=True)
    runs = (
        repeated("whole", np.zeros_like(FAILED)), repeated("lossy", FAILED), declared("declared"),
        rated("rated"),
    )  # fmt: skip
    opened.append([event for run in runs for event in run])
    return opened


def measured(store, metric, run_id, *columns):
    [row] = store.query(
        "from metrics.all_metrics where metric = $metric and run_id = $run_id "
        "and slice_name = 'all'",
        metric=metric, run_id=run_id,
    ).to_dicts()  # fmt: skip
    return tuple(row[name] for name in columns)


@pytest.fixture
def decided(store, tmp_path, capsys):
    """Decide one gate of a run; return its answer and its reason."""

    def decide(run_id, text):
        path = tmp_path / "gates.toml"
        path.write_text(f"[[gate]]\n{text}\n", encoding="utf-8")
        call_command(["gate", "--store", str(store.layout.root), "--run", run_id, "--no-record",
                      "--config", str(path), "--json"])  # fmt: skip
        [decision] = json.loads(capsys.readouterr().out)["gates"]
        return decision["decision"], decision["reason"]

    return decide


@pytest.mark.sweep
@pytest.mark.parametrize("run_id", ["whole", "lossy"])
def test_a_case_counts_with_the_mean_of_its_attempts(store, run_id):
    """An attempt that failed leaves the others of its case in; only a case without any is out."""
    failed = FAILED if run_id == "lossy" else np.zeros_like(FAILED)
    scores = np.ma.array(RIGHT.astype(float), mask=failed)
    means = scores.mean(axis=1)
    columns = ("value", "scored_count", "error_count", "attempt_count", "left_out_attempt_count")

    assert measured(store, "accuracy", run_id, *columns) == (
        pytest.approx(means.mean()), means.count(), CASE_COUNT - means.count(), 60, failed.sum(),
    )  # fmt: skip
    assert measured(store, "error_rate", run_id, "value", "scored_count") == (
        pytest.approx(failed.mean()), CASE_COUNT,
    )  # fmt: skip
    answered_after = np.sort(LATENCY[~failed])
    for metric, share in (("latency_ms_p50", 50), ("latency_ms_p95", 95)):
        assert measured(store, metric, run_id, *columns) == (
            pytest.approx(np.percentile(answered_after, share)), means.count(),
            CASE_COUNT - means.count(), 60, failed.sum(),
        )  # fmt: skip


def test_every_failing_attempt_is_listed_and_cases_are_counted(store, capsys):
    """`failures` has a row for each attempt, and says of how many; by tag it counts cases too."""
    root = str(store.layout.root)
    call_command(["failures", "--store", root, "--run", "lossy", "--json"])
    rows = json.loads(capsys.readouterr().out)
    call_command(["failures", "--store", root, "--run", "lossy", "--by", "tag", "--json"])
    [by_tag] = json.loads(capsys.readouterr().out)
    failing = FAILED | ~RIGHT
    expected = [
        (f"c{case:02}", attempt + 1, int(failing[case].sum()), ATTEMPT_COUNT)
        for case, attempt in np.argwhere(failing)
    ]
    names = ("case_id", "attempt", "failing_attempt_count", "attempt_count")

    assert expected == [tuple(row[name] for name in names) for row in rows]
    assert {"wrong", None} == {row["verdict"] for row in rows}
    assert (failing.sum(), failing.any(axis=1).sum()) == (
        by_tag["failure_count"], by_tag["case_count"],
    )  # fmt: skip


@pytest.mark.sweep
def test_the_report_shows_a_case_once_with_its_attempts(store, tmp_path):
    """A case that failed in two of three attempts is one entry that says so."""
    page = tmp_path / "page.md"
    call_command(["report", "--store", str(store.layout.root), "--run", "whole", "--format",
                  "markdown", "-o", str(page)])  # fmt: skip
    text = page.read_text(encoding="utf-8")
    counts = (~RIGHT).sum(axis=1)

    assert (counts > 0).sum() == text.count("\n#### ")
    for count in (1, 2, 3):
        assert (counts == count).sum() == text.count(f", {count} of 3 attempts fail\n")


@pytest.mark.sweep
def test_gates_count_attempts_left_out_and_cases_that_count(decided):
    """The share left out is of attempts, `min_count` of cases."""
    counted = int((~FAILED).any(axis=1).sum())
    share = FAILED.mean()
    gate = 'metric = "accuracy"\nmin = 0'
    answers = [
        decided("lossy", f"{gate}\n{more}")
        for more in (
            f"max_error_rate = {share - 0.001}",
            f"max_error_rate = {share + 0.001}\nmin_count = {counted}",
            f"max_error_rate = {share + 0.001}\nmin_count = {counted + 1}",
            # Every case counts in this rate, so that nothing of it is left out.
            "max_error_rate = 0.02",
        )
    ]

    assert ["broken", "pass", "undecided", "broken"] == [answer for answer, _ in answers]
    assert f"{share:.1%} of 60 expected attempts are errors or unscored" in answers[0][1]
    assert decided("lossy", 'metric = "error_rate"\nmax = 0.5')[0] == "pass"


@pytest.mark.sweep
def test_a_canary_fails_with_any_of_its_attempts(decided):
    """Right in some attempts is not right."""
    expected = ("fail", f"canaries must never fail: c{CANARY:02}")

    assert expected == decided("whole", "canaries = true")


@pytest.mark.sweep
def test_attempts_that_were_declared_and_never_came_are_missing(store):
    """Two of three came: the third counts 0, and the case is not missing."""
    rows = store.query(
        "select case_id, attempt, status, weight, case_correctness, case_missing_count "
        "from facts.scored where run_id = 'declared' order by case_id, attempt"
    ).rows()
    third = pytest.approx(1 / 3)

    assert [
        ("c1", 1, "ok", third, pytest.approx(2 / 3), 0), ("c1", 2, "ok", third, None, None),
        ("c1", 3, "ok", third, None, None),
        ("c2", 1, "ok", third, pytest.approx(2 / 3), 1), ("c2", 2, "ok", third, None, None),
        ("c2", 3, "missing", third, None, None),
        ("c3", 1, "missing", third, 0, 3), ("c3", 2, "missing", third, None, None),
        ("c3", 3, "missing", third, None, None),
    ] == rows  # fmt: skip
    columns = ("value", "scored_count", "missing_count", "attempt_count")
    assert measured(store, "accuracy", "declared", *columns) == (pytest.approx(4 / 9), 3, 1, 9)
    assert measured(store, "missing_rate", "declared", "value") == (pytest.approx(4 / 9),)


@pytest.mark.sweep
def test_what_measures_judges_nothing(store, decided, capsys):
    """A rating is neither right nor wrong, not even where it is missing; its mean has a gate."""
    root = str(store.layout.root)
    means = np.array([np.mean(pair) for pair in RATINGS.values() if None not in pair])
    [row] = store.query(
        "select count(*) as row_count, count(is_right) as right_count, count(score) as share_count"
        " from facts.scored where run_id = 'rated'"
    ).rows()
    failing = store.query(
        "select case_id, attempt, status from facts.failures where run_id = 'rated' order by all"
    ).rows()
    assert call_command(["show", "accuracy", "--run", "rated", "--store", root]) == 0
    shown = capsys.readouterr().err
    code = call_command(["trends", "mean_value", "--store", root, "--json"])
    capsys.readouterr()

    assert (8, 0, 0) == row
    assert [("c2", 1, "missing"), ("c2", 2, "missing")] == failing
    assert "accuracy is not defined for rating, whose verdicts are measurements" in shown
    assert 0 == code
    columns = ("value", "scored_count", "missing_count", "left_out_attempt_count")
    assert measured(store, "mean_value", "rated", *columns) == (means.mean(), 3, 1, 2)
    assert decided("rated", 'metric = "accuracy"\nmin = 0.5') == (
        "undecided",
        (
            "accuracy is not defined here: the verdicts of rating are measurements; "
            "use the metric mean_value"
        ),
    )
    for bounds, answer in (("min = 5", "pass"), ("max = 5", "fail")):
        gate = f'metric = "mean_value"\nmax_error_rate = 0.25\n{bounds}'
        assert decided("rated", gate)[0] == answer
    assert decided("rated", 'metric = "mean_value"\nmin = 5') == (
        "broken", "25.0% of 8 expected attempts are not measured, more than 2.0%",
    )  # fmt: skip


@pytest.mark.sweep
def test_rows_come_to_every_number(store):
    """What was counted and left out, lost attempts and measurements among it, gives the number."""
    families = ("accuracy", "calibration", "operations")
    with attached_for_reading(store.layout) as connection:
        found = [
            sentence
            for metric in catalog().values()
            if metric.family in families
            for sentence in disagreements(connection, metric)
        ]

    assert found == []
