"""A gate does not decide on the verdicts of different judges, unless it is allowed to."""

import pytest

from evalstore.cli import call_command
from tests.gates.gated import NO_REGRESSION, Gated, run_of

ADAPTIVE = (
    '[[gate]]\nid = "history"\nmetric = "accuracy"\n'
    "adaptive = { runs = 3, min_runs = 2, sigmas = 3 }\n"
)
FLOOR = '[[gate]]\nid = "floor"\nmetric = "accuracy"\nmin = 0.5\n'


def judged(events, *letters):
    """Return the events with a digest of a letter in each verdict, of the last one in the rest."""
    letters = list(letters)
    return [
        event
        | {
            "payload": event["payload"]
            | {"validator_digest": (letters.pop(0) if letters[1:] else letters[0]) * 64}
        }
        if event["kind"] == "verdict_recorded"
        else event
        for event in events
    ]


def runs_of(gated: Gated, *letters: str) -> None:
    """Add a run a day of ten right answers, each judged by the judge of its letter."""
    for day, letter in enumerate(letters, start=1):
        gated.add(judged(run_of(f"r{day}", ["right"] * 10, day=day), *letter))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("text", "letters", "found"),
    [
        (NO_REGRESSION, ["a", "b"], "(aaaaaaaaaaaa) 10 cases of r1"),
        (ADAPTIVE, ["a", "a", "b", "b"], "(aaaaaaaaaaaa) 10 cases of r2 and 10 cases of r1"),
        (FLOOR, ["aab"], "(aaaaaaaaaaaa) 2 cases of r1, no version (bbbbbbbbbbbb) 8 cases of r1"),
    ],
)
def test_other_judges_leave_a_gate_undecided(gated: Gated, text, letters, found):
    """A baseline, a window and one run judged twice: named, and passed where that is allowed."""
    runs_of(gated, *letters)
    text += 'baseline = "run:r1"\n' if "max_drop" in text else ""
    code, [refused] = gated(text, "--run", f"r{len(letters)}")
    allowed_code, [allowed] = gated(text, "--run", f"r{len(letters)}", "--allow-other-judge")

    assert (3, "undecided") == (code, refused["decision"])
    assert "not the same factual judged: no version" in refused["reason"]
    assert found in refused["reason"]
    assert "run `evalstore judge r" in refused["reason"]
    assert (0, "pass") == (allowed_code, allowed["decision"])
    assert "other judges are allowed: not the same factual judged" in allowed["reason"]


@pytest.mark.thinned(2)
@pytest.mark.parametrize("metric", ["error_rate", "missing_rate"])
def test_a_gate_on_no_outcome_decides_whoever_judged(gated: Gated, metric):
    """How many answers failed or never came is held against a run of another judge."""
    runs_of(gated, "a", "b")
    text = NO_REGRESSION.replace("accuracy", metric) + 'baseline = "run:r1"\n'
    code, [decision] = gated(text, "--run", "r2")

    assert (0, "pass") == (code, decision["decision"]), decision["reason"]


@pytest.mark.sweep
def test_one_judge_is_explained(gated: Gated, capsys):
    """The explanation of a gate says by what the run was judged."""
    runs_of(gated, "a")
    code, [decision] = gated(FLOOR)
    root = str(gated.store.layout.root)
    call_command(
        ["gate", "--store", root, "--config", str(gated.file), "--explain", "floor", "--dry-run"]
    )

    assert (0, "judge" in decision["reason"]) == (code, False)
    assert "Judged by factual, no version (aaaaaaaaaaaa): 10 cases." in capsys.readouterr().out
