"""Which runs are green: those that a gate decided on, and none that counts blocked."""

import pytest

from evalstore.cli import call_command
from evalstore.gates.baseline import LAST_GREEN, baseline_of
from evalstore.store.query.reader import reading
from tests.gates.gated import NO_REGRESSION, Gated, run_of

GATING = '[[gate]]\nid = "a"\nmetric = "accuracy"\nmin = 0.5\n'
FAILING = '[[gate]]\nid = "b"\nmetric = "accuracy"\nmin = 1.0\ninformational = true\n'
PASSING = FAILING.replace("1.0", "0.1")


@pytest.mark.sweep
def test_informational_gates_make_no_run_green_and_none_red(store_with, judged_run, tmp_path):
    """A run whose informational gate failed is green; one that had no other gate is not."""
    file = tmp_path / "gates.toml"
    runs = {"green": GATING + FAILING, "told": PASSING, "new": ""}
    store = store_with()
    for day, (run_id, text) in enumerate(runs.items(), start=1):
        events = judged_run(run_id, ["right"] * 4 + ["wrong"])
        store.append([event | {"occurred_at": f"2026-01-0{day}T00:00:00Z"} for event in events])
        if text:
            file.write_text(text, encoding="utf-8")
            root = str(store.layout.root)
            call_command(["gate", "--store", root, "--config", str(file), "--run", run_id])
    with reading(store.layout) as reader:
        found = baseline_of(reader, "new", LAST_GREEN).run_id

    assert "green" == found


MINIMUM = '[[gate]]\nid = "enough"\nmetric = "accuracy"\nmin = 0.5\n'
BOTH = f"{MINIMUM}\n{NO_REGRESSION}"
RIGHT, WRONG = ["right"] * 5, ["wrong"] * 5


def drop_of(gated: Gated, run_id: str, text: str = BOTH) -> dict:
    """Return the decision of the gate with a baseline on a run."""
    return gated(text, "--run", run_id)[1][-1]


def test_the_first_run_whose_other_gates_pass_begins(gated: Gated):
    """It awaits a baseline, so it is undecided, and is the baseline of the next, which passes."""
    for day, run_id in enumerate(("first", "second"), start=1):
        gated.add(run_of(run_id, RIGHT, day=day))
    first, second = drop_of(gated, "first"), drop_of(gated, "second")
    recorded = gated.store.query(
        "select run_id, is_awaiting_baseline from facts.gates where gate_id = 'no-regression' "
        "order by run_id"
    )

    assert ("undecided", True) == (first["decision"], first["is_awaiting_baseline"])
    assert first["reason"] == (
        "no earlier run of the suite matches last-green; once this is recorded, this run is the "
        "baseline of the next one, if it is complete and all else passes"
    )
    assert ("pass", False, "first") == (
        second["decision"],
        second["is_awaiting_baseline"],
        second["baseline_run_id"],
    )
    assert "whose gates all passed or had no baseline yet" in second["baseline_reason"]
    assert [("first", True), ("second", False)] == recorded.rows()


@pytest.mark.sweep
def test_a_run_without_a_start_has_no_earlier_run_and_begins_nothing(gated: Gated):
    """The reason says what to record, and a run that is named decides."""
    for run_id in ("first", "second"):
        started, *others = run_of(run_id, RIGHT)
        del started["occurred_at"]
        gated.add([started, *others])
    first, second = drop_of(gated, "first"), drop_of(gated, "second")
    [named] = gated(NO_REGRESSION, "--run", "second", "--baseline", "run:first")[1]

    assert [False, False] == [first["is_awaiting_baseline"], second["is_awaiting_baseline"]]
    assert second["reason"] == (
        "second does not state when it began, so that no run is earlier; record `occurred_at` in "
        "its run_started, or name a run by `--baseline run:ID`"
    )
    assert ("pass", "first") == (named["decision"], named["baseline_run_id"])


@pytest.mark.sweep
def test_a_gate_with_a_baseline_alone_begins_as_well(gated: Gated):
    """There is no other gate that could fail."""
    for day, run_id in enumerate(("first", "second"), start=1):
        gated.add(run_of(run_id, RIGHT, day=day))
    drop_of(gated, "first", NO_REGRESSION)

    assert "first" == drop_of(gated, "second", NO_REGRESSION)["baseline_run_id"]


def test_a_run_that_another_gate_stops_does_not_begin(gated: Gated):
    """It waits as well, but fails; the one after it begins, and the third has that one."""
    for day, outcomes in enumerate((WRONG, RIGHT, RIGHT), start=1):
        gated.add(run_of(f"r{day}", outcomes, day=day))
    decided = [drop_of(gated, f"r{day}") for day in (1, 2, 3)]

    assert [True, True, False] == [item["is_awaiting_baseline"] for item in decided]
    assert [None, None, "r2"] == [item.get("baseline_run_id") for item in decided]
    assert "r1 was skipped: its gates did not all pass" in decided[1]["reason"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "flaw",
    [
        {"status": "failed"},
        {"outcomes": ["right"] * 4 + ["error"]},
        {"outcomes": WRONG, "text": NO_REGRESSION + "min = 0.5\n"},
    ],
)
def test_what_would_not_pass_with_a_baseline_awaits_none(gated: Gated, flaw: dict):
    """A run that did not complete, that lost answers, or that misses a bound of the same gate."""
    text = flaw.get("text", NO_REGRESSION)
    status, outcomes = flaw.get("status", "completed"), flaw.get("outcomes", RIGHT)
    gated.add(run_of("first", outcomes, status=status))
    gated.add(run_of("second", RIGHT, day=2))

    assert not drop_of(gated, "first", text)["is_awaiting_baseline"]
    assert "baseline_run_id" not in drop_of(gated, "second", text)


@pytest.mark.sweep
def test_a_foreign_decision_does_not_begin(gated: Gated):
    """Event lines may say that a run awaits a baseline, but nothing rests on them."""
    gated.add(run_of("told", RIGHT))
    gated.add(run_of("new", RIGHT, day=2))
    gated.add([
        {"kind": "gate_evaluated", "run_id": "told", "source": "evalstore:gate",
         "payload": {"gate_id": "no-regression", "metric": "accuracy", "decision": "undecided",
                     "reason": "told", "is_awaiting_baseline": True}}
    ])  # fmt: skip
    new = drop_of(gated, "new", NO_REGRESSION)

    assert "told was skipped: no gate decided on it" in new["reason"]


@pytest.mark.sweep
def test_another_system_or_version_begins_for_itself(gated: Gated):
    """Runs of two systems by turns, and of two versions: each is held against its own last one."""
    kinds = {
        "a1": {"systems": ["a"]}, "b1": {"systems": ["b"]}, "v1": {"version": "2.0"},
        "a2": {"systems": ["a"]}, "b2": {"systems": ["b"]}, "v2": {"version": "2.0"},
        "both": {"systems": ["a", "b"]},
    }  # fmt: skip
    for day, (run_id, kind) in enumerate(kinds.items(), start=1):
        events = run_of(run_id, RIGHT, day=day, **kind)
        for event in events:
            if run_id.startswith("b") and "system_id" in event["payload"]:
                event["payload"]["system_id"] = "b"
        gated.add(events)
    decided = {run_id: drop_of(gated, run_id).get("baseline_run_id") for run_id in kinds}

    assert {"a1": None, "b1": None, "v1": None} == {
        name: decided[name] for name in list(kinds)[:3]
    }
    assert ("a1", "b1", "v1", "b2") == tuple(decided[name] for name in list(kinds)[3:])


@pytest.mark.sweep
def test_a_new_domain_begins_for_itself(gated: Gated):
    """Its cases are in no earlier run; the run after it is held against them."""
    text = NO_REGRESSION + 'where = { domain = "*" }\n'
    for day, run_id in enumerate(("old", "wider", "next"), start=1):
        events = run_of(run_id, RIGHT, day=day)
        for event in events:
            is_last = event["payload"].get("case_id") == "c4"
            if run_id != "old" and is_last and event["kind"] == "case_generated":
                event["payload"] |= {"domain": "new", "case_id": "n4"}
            elif run_id != "old" and is_last:
                event["payload"]["case_id"] = "n4"
        gated.add(events)
    decided = {run_id: gated(text, "--run", run_id)[1] for run_id in ("old", "wider", "next")}

    assert [["undecided"], ["pass", "undecided"], ["pass", "pass"]] == [
        [item["decision"] for item in items] for items in decided.values()
    ]
    assert decided["wider"][1]["is_awaiting_baseline"]
    assert {"wider"} == {item["baseline_run_id"] for item in decided["next"]}
