"""Which try of its commit and of its branch a decision is, and how many may pass."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from scipy.stats import binom

from evalstore.gates.bounds import met_p_value
from evalstore.gates.decide import decide
from evalstore.gates.gate import SHOWN
from evalstore.gates.tries import level_of_try
from evalstore.statistics.wilson import wilson
from tests.gates.gated import Gated, run_of
from tests.gates.test_decide import gate, measured

ENOUGH = '[[gate]]\nid = "enough"\nmetric = "accuracy"\nmin = 0.5\n'
RIGHT, WRONG = ["right"] * 5, ["wrong"] * 5
SHA, OTHER_SHA = "a" * 40, "b" * 40
NUMBERS = ("try_number", "branch_try_number")


def tries_of(gated: Gated, *run_ids: str, text: str = ENOUGH) -> list[tuple[int | None, ...]]:
    """Return the tries of the decisions on runs, decided in this order."""
    decided = [gated(text, "--run", run_id)[1][0] for run_id in run_ids]
    return [tuple(item[name] for name in NUMBERS) for item in decided]


def test_each_run_of_a_commit_that_was_decided_on_is_a_try(gated: Gated):
    """Whatever it decided; a run keeps its number, and a decision that is not recorded none."""
    for day in range(1, 5):
        outcomes = RIGHT if day == 4 else WRONG
        gated.add(run_of(f"r{day}", outcomes, day=day, git_sha=SHA, git_branch="main"))
    gated(ENOUGH, "--run", "r1", "--no-record")
    tries = tries_of(gated, "r1", "r2", "r3", "r1", "r4", "r2")
    code, [last] = gated(ENOUGH)
    recorded = gated.store.query("select run_id, try_number from facts.gates order by run_id")

    assert [(1, None), (2, None), (3, None), (1, None), (4, None), (2, None)] == tries
    assert (0, "accuracy is 1, must be at least 0.5; 4th try of this commit") == (
        code,
        last["reason"],
    )
    assert [("r1", 1), ("r2", 2), ("r3", 3), ("r4", 4)] == recorded.rows()


@pytest.mark.sweep
def test_other_commits_suites_systems_and_gates_count_for_themselves(gated: Gated):
    """As does a run without a commit, whose tries are not known, and a foreign decision."""
    gated.add(run_of("r1", RIGHT, git_sha=SHA))
    gated.add(run_of("commit", RIGHT, day=2, git_sha=OTHER_SHA))
    gated.add(run_of("suite", RIGHT, day=3, git_sha=SHA, suite="t"))
    gated.add(run_of("none", RIGHT, day=4))
    system = run_of("system", RIGHT, day=5, git_sha=SHA, systems=["b"])
    for event in system:
        if "system_id" in event["payload"]:
            event["payload"]["system_id"] = "b"
    gated.add(system)
    gated.add(run_of("told", RIGHT, day=6, git_sha=SHA))
    gated.add([
        {"kind": "gate_evaluated", "run_id": "told", "source": "evalstore:gate",
         "payload": {"gate_id": "enough", "metric": "accuracy", "decision": "fail",
                     "system_id": "a", "reason": "told"}}
    ])  # fmt: skip
    gated.add(run_of("r2", RIGHT, day=7, git_sha=SHA))
    tries = tries_of(gated, "r1", "commit", "suite", "none", "system", "r2")
    [other] = tries_of(gated, "r2", text=ENOUGH.replace("enough", "plenty"))

    assert [1, 1, 1, None, 1, 2, 1] == [number for number, _ in [*tries, other]]


@pytest.mark.sweep
def test_the_commits_of_a_branch_are_tries_of_it_since_it_left_the_main_line(gated: Gated):
    """A re-made commit starts anew, but the branch goes on counting; the main line counts none."""
    runs = {
        "earlier": ("fix", "c" * 40), "base": ("fix", "d" * 40), "main": ("main", "d" * 40),
        "f1": ("fix", SHA), "f2": ("fix", SHA), "f3": ("fix", OTHER_SHA), "f4": ("fix", "e" * 40),
    }  # fmt: skip
    for day, (run_id, (branch, sha)) in enumerate(runs.items(), start=1):
        gated.add(run_of(run_id, RIGHT, day=day, git_sha=sha, git_branch=branch))
    assert [(1, 1), (1, 1), (2, None), (1, 1), (2, 2), (1, 3), (1, 4)] == tries_of(gated, *runs)
    _, [last] = gated(ENOUGH, "--run", "f4")

    assert last["reason"].endswith("; 4th try of this branch")


@pytest.mark.sweep
def test_a_pass_beyond_the_tries_allowed_is_undecided(gated: Gated):
    """By the gate, or by all gates; a failure stays one."""
    for day, outcomes in enumerate((WRONG, WRONG, RIGHT, WRONG), start=1):
        gated.add(run_of(f"r{day}", outcomes, day=day, git_sha=SHA))
    text = f"{ENOUGH}max_tries = 2\n"
    codes = [gated(text, "--run", f"r{day}")[0] for day in (1, 2, 3, 4)]
    _, [third] = gated(text, "--run", "r3")
    of_all = gated(f"[gates]\nmax_tries = 2\n{ENOUGH}", "--run", "r3", "--no-record")[0]
    own = gated(f"[gates]\nmax_tries = 2\n{ENOUGH}max_tries = 3\n", "--run", "r3")[0]

    assert [1, 1, 3, 1] == codes
    assert [3, 0] == [of_all, own]
    assert third["reason"] == (
        "accuracy is 1, must be at least 0.5; 3rd try of this commit, more than the 2 tries that "
        "`max_tries` allows: change what was evaluated, or raise `max_tries` before the next run"
    )


@pytest.mark.sweep
def test_tries_that_cannot_be_counted_are_not_allowed(gated: Gated):
    """A run without a commit is undecided where tries are limited, and the reason says why."""
    gated.add(run_of("r1", RIGHT))
    code, [decision] = gated(f"{ENOUGH}max_tries = 2\n")

    assert (3, None) == (code, decision["try_number"])
    assert "the run names no commit" in decision["reason"]


@pytest.mark.sweep
def test_every_output_says_which_try_it_is(gated: Gated, tmp_path, monkeypatch):
    """The comment, the JUnit file, and the report of what was recorded."""
    monkeypatch.chdir(tmp_path)
    for day in (1, 2):
        gated.add(run_of(f"r{day}", RIGHT, day=day, git_sha=SHA))
        gated(ENOUGH, "--run", f"r{day}", "--junit", "gate.xml", "--comment", "comment.md")
    [tries] = ET.parse(tmp_path / "gate.xml").iterfind(".//property[@name='tries']")
    page = gated.store.report(tmp_path / "report.html", runs="r2")

    assert "2nd try of this commit" == tries.get("value")
    assert "2nd try of this commit." in (tmp_path / "comment.md").read_text(encoding="utf-8")
    assert "2nd try of this commit." in page.read_text(encoding="utf-8")


def passing_share(true: float, count: int, try_number: int) -> float:
    """Return the chance that a bound of 0.85 passes on a try, of all outcomes by `decide`."""
    whole = gate(minimum=0.85, requirement=SHOWN)
    passing = []
    for right in range(count + 1):
        low, high = wilson(right, count)
        row = replace(measured(right / count, count=count), ci_low=low, ci_high=high)
        met = met_p_value(whole, row)
        answer = decide(
            whole, row, is_completed=True, met_p_value=met, try_number=try_number
        ).answer
        passing.append(answer == "pass")
    return float(binom.pmf(np.flatnonzero(passing), count, true).sum())


@pytest.mark.parametrize("count", [100, 400])
def test_trying_again_passes_at_the_level_in_all(count: int):
    """A system at its bound: the tries together pass no more often than alpha, by their sum."""
    shares = [passing_share(0.85, count, number) for number in range(1, 13)]

    assert sorted(shares, reverse=True) == shares
    assert sum(shares) <= 0.05
    assert shares[1] <= level_of_try(0.05, 2) * 1.2


@pytest.mark.sweep
def test_a_later_try_passes_only_what_is_shown_at_its_level(gated: Gated):
    """Forty of forty show 0.85 with p = 0.004: enough on the second try, not on the third."""
    for day in (1, 2, 3):
        gated.add(run_of(f"r{day}", ["right"] * 40, day=day, git_sha=SHA))
    text = ENOUGH.replace("0.5", "0.85") + 'require = "shown"\n'
    found = [gated(text, "--run", f"r{day}")[1][0] for day in (1, 2, 3)]

    assert ["pass", "pass", "undecided"] == [one["decision"] for one in found]
    assert "at the level 0.0034 of this try (p = 0.0039)" in found[2]["reason"]
    assert "level" not in found[0]["reason"]


@pytest.mark.sweep
def test_a_drop_is_ruled_out_at_the_level_of_the_try_and_blocks_at_alpha(gated: Gated):
    """Fifty alike exclude a drop of 0.052 first; on the second try it takes a wider bound."""
    gated.add(run_of("old", ["right"] * 60))
    for day in (2, 3):
        gated.add(run_of(f"r{day}", ["right"] * 60, day=day, git_sha=SHA))
    gated.add(run_of("worse", ["wrong"] * 30 + ["right"] * 30, day=4, git_sha=SHA))
    text = (
        '[[gate]]\nmetric = "accuracy"\nmax_drop = 0.05\nrequire = "ruled_out"\n'
        'baseline = "run:old"\n'
    )
    found = [gated(text, "--run", run_id)[1][0] for run_id in ("r2", "r3", "worse")]

    assert ["pass", "undecided", "fail"] == [one["decision"] for one in found]
    assert "with one-sided 99.24 %" in found[1]["reason"]
