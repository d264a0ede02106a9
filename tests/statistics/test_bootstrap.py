"""``evalstore bootstrap``: each metric's own numbers, recorded once, read back by a view."""

import dataclasses
import json

import pytest

from evalstore.cli import call_command
from evalstore.errors import EvalstoreError, UsageError
from evalstore.metrics.catalog import catalog
from evalstore.statistics import contributions, resampling
from evalstore.statistics.bootstrap import BootstrapPlan
from evalstore.store.facts import rebuild
from evalstore.store.query.queries import Filter, Slice

REFUSED = [name for name, metric in catalog().items() if metric.why_not_resampled]
INTERVALS = """
    select metric, value, ci_low, ci_high, scored_count, reason, tree_size, is_current
    from facts.intervals order by metric, value
"""


def bootstrap(store, capsys, *arguments):
    """Call the command; return its exit code and the JSON it printed."""
    capsys.readouterr()
    code = call_command(
        ["bootstrap", "--record", *arguments, "--json", "--store", str(store.layout.root)]
    )
    return code, json.loads(capsys.readouterr().out)


def judged(outcomes, *, cluster="one"):
    """A run of one case per outcome, of one system."""
    events = [("run_started", {"suite": "s", "systems": ["a"]})]
    for number, outcome in enumerate(outcomes):
        about = {"case_id": f"c{number}", "system_id": "a"}
        events += [
            ("case_generated", {"case_id": f"c{number}", "domain": "d", "cluster_id": cluster}),
            ("response_recorded", about | {"status": "ok", "confidence": 0.8}),
            ("verdict_recorded",
             about | {"validator_id": "factual", "outcome": outcome, "reason": "told"}),
        ]  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": "r1", "payload": payload} for kind, payload in events]


@pytest.mark.thinned(50)
@pytest.mark.parametrize("metric", contributions.offered())
def test_rows_add_up_to_every_metric_offered(store_for, measured, analysed, metric):
    """The sums are the view's value, and so they are of a resample; else this would raise."""
    random_store = store_for(metric)
    wanted = Filter("r1", slices=(Slice("all"), Slice("domain")))
    expected = measured(random_store, metric, ("all", "domain"))
    found = [
        (item.parameters["slice_value"], item.parameters["variant"], item.results.value,
         item.results.scored_count)
        for item in analysed(random_store, metric, wanted, resample_count=50, cluster="cluster")
    ]  # fmt: skip

    assert len(expected) > 2
    assert [row[:2] + row[3:] for row in expected] == [row[:2] + row[3:] for row in found]
    assert [row[2] for row in expected] == pytest.approx([row[2] for row in found], abs=1e-9)


@pytest.mark.sweep
@pytest.mark.parametrize("metric", REFUSED)
def test_what_is_not_offered_would_be_refused(random_store, analysed, monkeypatch, metric):
    """Whatever a header refuses does not add up from its rows."""
    offered = dataclasses.replace(catalog()[metric], resamples="")
    monkeypatch.setitem(catalog(), metric, offered)

    with pytest.raises(EvalstoreError, match=f"^{metric} (is|cannot be)"):
        analysed(random_store, metric, resample_count=50)


@pytest.mark.sweep
def test_results_are_the_same_however_rows_lie(tmp_path, store_of, analysed, make_run):
    """Events in another order, in two folds, asked with one thread: every bit is the same."""
    import evalstore

    events = make_run(120, seed=4)
    store = store_of(events)
    other = evalstore.open(tmp_path / "other", create=True)
    other.append([*events[200:], events[0]])
    other.append(list(reversed(events[1:200])))
    expected = [item.results for item in analysed(store, "ece", resample_count=200)]

    assert expected == [item.results for item in analysed(other, "ece", resample_count=200)]


@pytest.mark.sweep
def test_the_same_again_is_a_duplicate_and_other_answers_a_revision(store_of, capsys, make_run):
    """Nothing is recorded twice, not even after other events; the view holds the newest."""
    store = store_of(make_run(40, seed=2))
    _, first = bootstrap(store, capsys, "accuracy")
    bootstrap(store, capsys, "ece")
    _, again = bootstrap(store, capsys, "accuracy")
    before = store.query(f"select value, is_current from ({INTERVALS})").rows()
    verdict = {"case_id": "c0000", "system_id": "a", "validator_id": "factual",
               "outcome": "wrong", "reason": "looked again", "tags": ["revised"]}  # fmt: skip
    store.append([{"kind": "verdict_recorded", "run_id": "r1", "payload": verdict}])
    stale = store.query("select distinct is_current from facts.intervals").rows()
    _, revised = bootstrap(store, capsys, "accuracy")
    current = store.query(
        "select tree_size, is_current from facts.intervals where metric = 'accuracy'"
    ).rows()
    # The fold records the source of the events as one more.
    size = len(make_run(40, seed=2)) + 1

    assert {"new": 1, "revised": 0, "duplicate": 0} == first["recorded"]
    assert {"new": 0, "revised": 0, "duplicate": 1} == again["recorded"]
    assert first["analyses"] == again["analyses"]
    assert {True} == {is_current for _, is_current in before}
    assert [(False,)] == stale
    assert {"new": 0, "revised": 1, "duplicate": 0} == revised["recorded"]
    assert [(revised["analyses"][0]["tree_size"], True)] == current
    assert size == first["analyses"][0]["tree_size"] < current[0][0]


@pytest.mark.sweep
def test_a_retracted_analysis_is_not_in_the_view(store_of, capsys, make_run):
    """Its retraction changes no answer, so the others stay current."""
    store = store_of(make_run(40, seed=2))
    bootstrap(store, capsys, "accuracy")
    bootstrap(store, capsys, "missing_rate")
    [(event_id,)] = store.query(
        "select event_id::varchar from facts.intervals where metric = 'accuracy'"
    ).rows()
    payload = {"event_id": event_id, "reason": "mistaken"}
    store.append([{"kind": "retracted", "run_id": "r1", "payload": payload}])

    assert [("missing_rate", True)] == store.query(
        "select metric, is_current from facts.intervals"
    ).rows()


@pytest.mark.sweep
@pytest.mark.parametrize("is_undone", [False, True])
def test_a_retracted_answer_makes_intervals_old(store_of, capsys, make_run, is_undone):
    """Also from another run, and when the retraction is itself retracted."""
    store = store_of(make_run(40, seed=2))
    [(event_id,)] = store.query(
        "select min(event_id)::varchar from log.events where kind = 'verdict_recorded'"
    ).rows()

    def retract(event_id, run_id):
        payload = {"event_id": event_id, "reason": "mistaken"}
        store.append([{"kind": "retracted", "run_id": run_id, "payload": payload}])

    if is_undone:
        retract(event_id, "r2")
    bootstrap(store, capsys, "accuracy")
    if is_undone:
        [(event_id,)] = store.query(
            "select event_id::varchar from log.events where kind = 'retracted'"
        ).rows()
    retract(event_id, "r3")

    assert [(False,)] == store.query("select is_current from facts.intervals").rows()


@pytest.mark.sweep
def test_a_rebuilt_store_gives_the_same(store_of, capsys, make_run):
    """From the segments alone come the same intervals."""
    store = store_of(make_run(40, seed=2))
    bootstrap(store, capsys, "ece")
    bootstrap(store, capsys, "accuracy", "--slice", "domain")
    expected = store.query(INTERVALS).rows()
    store.layout.database.unlink()
    rebuild.rebuild(store.layout)

    assert expected == store.query(INTERVALS).rows()
    assert len(expected) == 4


@pytest.mark.thinned(5)
@pytest.mark.parametrize(
    ("metric", "outcomes", "options", "value", "reason"),
    [
        ("accuracy", ["right"], [], 1.0, "a single case can be drawn in one way only"),
        ("accuracy", ["right"] * 9, [], 1.0, "all resamples give the same value"),
        ("ece", ["abstained"] * 9, [], None, "no answer counts"),
        ("accuracy", ["right", "wrong"] * 9, ["--cluster", "cluster"], 0.5,
         "a single cluster can be drawn in one way only"),
        ("ece", ["right"] + ["abstained"] * 99, ["--resamples", "39"], 0.2,
         "too few resamples hold an answer that counts"),
    ],
)  # fmt: skip
def test_no_interval_is_said_and_not_numbered(
    store_of, capsys, metric, outcomes, options, value, reason
):
    """The ends are null, and the reason stands beside them, in the event and in the view."""
    store = store_of(judged(outcomes))
    code, found = bootstrap(store, capsys, metric, *options)
    results = found["analyses"][0]["results"]
    [row] = store.query("select ci_low, ci_high, bias, reason from facts.intervals").rows()

    assert code == 0
    assert value == pytest.approx(results["value"])
    assert (None, None, None, reason) == row


@pytest.mark.sweep
def test_a_value_asked_for_twice_is_resampled_once(store_of, capsys, make_run):
    """A slice named twice, and one of those that another names, is one question."""
    store = store_of(make_run(20, seed=2))
    [domain, *_] = store.query("select distinct domain from facts.cases order by all").rows()[0]
    _, once = bootstrap(store, capsys, "accuracy", "--slice", "domain")
    _, twice = bootstrap(
        store, capsys, "accuracy", "--slice", "domain", "--slice", f"domain={domain}",
        "--slice", "domain",
    )  # fmt: skip

    assert once["analyses"] == twice["analyses"]


@pytest.mark.sweep
def test_nothing_is_recorded_when_asked_not_to(store_of, capsys, make_run):
    """Nothing is appended by default, nor with the option."""
    store = store_of(make_run(20, seed=2))
    _, found = bootstrap(store, capsys, "accuracy", "--no-record")
    code = call_command(["bootstrap", "accuracy", "--store", str(store.layout.root)])

    assert found["recorded"] is None
    assert (0, True) == (code, "nothing was recorded" in capsys.readouterr().out)
    assert [] == store.query("from facts.intervals").rows()


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["accurcy"], "no metric 'accurcy'"),
        (
            ["accuracy_macro"],
            "accuracy_macro cannot be resampled, since it is a mean over domains",
        ),
        (["reliability_bins"], "a table, not one number; available: .*ece"),
        (["latency_ms_p50"], "made of facts.responses"),
        (["ece", "--run", "r9"], "no run 'r9'"),
        (["ece", "--system", "nobody"], "no system 'nobody' in run 'r1'; available:"),
        (["ece", "--slice", "=x"], "slice is '=x', expected NAME=VALUE"),
        (["ece", "--resamples", "38"], "38 resamples are too few .* at least 39"),
        (["ece", "--level", "1"], "level is 1.0, expected a number between 0 and 1"),
        (["ece", "--level", "nan"], "level is nan, expected a number between 0 and 1"),
        (["ece", "--cluster", "session"], "no case has a session_id"),
        (["ece", "--cluster", "week"], "'week' is not one of"),
        (["ece", "--seed", "-1"], "-1 is not in the range"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input(random_store, capsys, arguments, words):
    """What was found is quoted, and what there is instead is said."""
    import re

    store = ["--store", str(random_store.layout.root)]
    code = call_command(["bootstrap", *arguments, *store])
    said = capsys.readouterr().err

    assert code == 2
    assert re.search(words, said), said


def test_a_plan_is_checked_before_anything_is_read():
    """A level that no number of resamples reaches is refused with how many would do."""
    with pytest.raises(UsageError, match="at least 1999, better 49975"):
        BootstrapPlan(resample_count=1000, level=0.999).require()


@pytest.mark.parametrize("level", [0.5, 0.68, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999])
def test_as_many_as_are_asked_for_are_enough(level):
    """The number named is the least that gives an interval."""
    least = resampling.count_min(level)

    assert resampling.ranks(least, level) is not None
    assert resampling.ranks(least - 1, level) is None
