"""All that a faulty judge said is withdrawn, and the decisions that rested on it are listed."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from tests.gates.gated import Gated, run_of
from tests.gates.test_checked_judge import by_judge

FLOOR = '[[gate]]\nid = "floor"\nmetric = "accuracy"\nmin = 0.5\n'
DROP = (
    '[[gate]]\nid = "drop"\nmetric = "accuracy"\nmax_drop = 0.5\nbaseline = "run:r1"\n'
    '[[gate]]\nid = "errors"\nmetric = "error_rate"\nmax = 0.5\n'
)
BAD, GOOD = "a" * 64, "b" * 64


def judged(run_id, digest, day=1, outcome="right"):
    return by_judge(run_of(run_id, [outcome] * 10, day=day), digest)


def accuracy(store, run_id):
    query = "select accuracy from metrics.accuracy where run_id = $run and slice_name = 'all'"
    return [value for (value,) in store.query(query, run=run_id).rows()]


@pytest.fixture
def decided(gated: Gated):
    """A store: r1 by the bad judge, r2 by a good one, compared with r1; a decision on each."""
    gated.add([*judged("r1", "a"), *judged("r2", "b", day=2)])
    assert 0 == gated(FLOOR, "--run", "r1")[0]
    assert 0 == gated(DROP, "--run", "r2", "--allow-other-judge")[0]
    assert 0 == gated(FLOOR, "--run", "r2")[0]
    return gated


def test_verdicts_are_withdrawn_and_decisions_named(decided: Gated):
    """A dry run changes nothing; then the metric has no value, and the reason is on record."""
    store = decided.store

    planned = store.retract(BAD[:8], "took dates for numbers", dry_run=True)
    assert [1.0] == accuracy(store, "r1")
    retraction = store.retract(BAD[:8], "took dates for numbers")

    assert planned.decisions == retraction.decisions
    assert (10, (f"factual, digest {BAD}",)) == (retraction.verdict_count, retraction.judges)
    assert [("r1", "floor", "run", 10), ("r2", "drop", "baseline", 10)] == [
        (item.run_id, item.gate_id, item.rested_on, item.verdict_count)
        for item in retraction.decisions
    ]
    assert [None] == accuracy(store, "r1")
    assert [1.0] == accuracy(store, "r2")
    assert [("r1", "a", "factual", "took dates for numbers", 10)] == store.query(
        "from facts.withdrawn_verdicts"
    ).rows()
    with pytest.raises(UsageError, match="no verdict that is not withdrawn"):
        store.retract(BAD, "again")


@pytest.mark.sweep
def test_superseded_verdicts_do_not_come_back(gated: Gated):
    """What another judge said before counts again; what the bad one said, never."""
    gated.add(judged("r1", "b", outcome="wrong"))
    assert 1 == gated(FLOOR, "--run", "r1")[0]
    gated.add([event for event in judged("r1", "a") if event["kind"] == "verdict_recorded"])
    assert 0 == gated(FLOOR, "--run", "r1")[0]

    retraction = gated.store.retract(BAD, "lenient")

    assert [("r1", "pass")] == [(item.run_id, item.decision) for item in retraction.decisions]
    assert [0.0] == accuracy(gated.store, "r1")


@pytest.mark.sweep
def test_of_one_run_only(decided: Gated):
    """With a run the others keep their verdicts, and only decisions on that run are named."""
    decided.add(judged("r3", "a", day=3))

    retraction = decided.store.retract(BAD, "why", run="r3")

    assert [("r3", 10)] == [(item.run_id, item.verdict_count) for item in retraction.judged]
    assert () == retraction.decisions
    assert [1.0] == accuracy(decided.store, "r1")


@pytest.mark.sweep
def test_the_command_prints_both(decided: Gated, capsys):
    """Verdicts by run and system, decisions, and that a dry run appends nothing."""
    root = str(decided.store.layout.root)
    arguments = ["retract", "--store", root, "--judge", BAD, "--reason", "why"]

    assert 0 == call_command([*arguments, "--dry-run"])
    said = capsys.readouterr().out
    assert 0 == call_command([*arguments, "--json"])
    result = json.loads(capsys.readouterr().out)

    assert "10 verdicts would be withdrawn" in said
    assert "2 recorded decisions rested on them:" in said
    assert said.endswith("dry run: nothing was appended\n")
    assert ["floor", "drop"] == [item["gate_id"] for item in result["decisions"]]
    assert (False, 10) == (result["dry_run"], result["verdict_count"])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("judge", "message"),
    [
        ("aaaa", "its first 8 digits or more"),
        ("c" * 64, "no verdict that is not withdrawn is of the judge"),
        ("factual", "macros.judge_identity"),
    ],
)
def test_a_judge_that_is_none_is_refused(decided: Gated, judge, message):
    """Too short a digest, an unknown one, and a name, which is of several judges."""
    with pytest.raises(UsageError, match=message):
        decided.store.retract(judge, "why")


@pytest.mark.sweep
def test_a_judge_without_a_digest_is_named_by_its_identity(gated: Gated):
    """As verdicts of other tools are: by name and version."""
    gated.add(run_of("r1", ["right"] * 10))

    assert 10 == gated.store.retract("factual", "why").verdict_count


def test_an_empty_reason_is_refused(gated: Gated):
    """Whoever reads the log later asks why."""
    gated.add(judged("r1", "a"))
    with pytest.raises(UsageError, match="--reason is empty"):
        gated.store.retract(BAD, " ")
