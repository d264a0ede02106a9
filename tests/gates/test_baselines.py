"""Gates that hold a run against another: which one, on which cases, and what they may block."""

import random

import pytest

from evalstore.cli import call_command
from evalstore.errors import UsageError
from evalstore.gates.baseline import require_reference
from tests.gates.gated import CONFIDENT, NO_REGRESSION, Gated, run_of


@pytest.mark.sweep
def test_a_drop_that_is_not_shown_passes_where_a_point_fails(gated: Gated):
    """One case fewer right of ten blocks by the point; without a word it must be shown."""
    gated.add(run_of("old", ["right"] * 10))
    gated.add(run_of("new", ["wrong"] + ["right"] * 9, day=2))
    codes = [
        gated(f'{NO_REGRESSION}baseline = "run:old"\n{requirement}', "--no-record")[0]
        for requirement in ('require = "point"\n', "")
    ]

    assert [1, 0] == codes


def test_a_shown_drop_blocks_and_says_its_numbers(gated: Gated):
    """Twenty of forty lost: the decision has the baseline, the drop, its interval and p."""
    gated.add(run_of("old", ["right"] * 40))
    gated.add(run_of("new", ["wrong"] * 20 + ["right"] * 20, day=2))
    code, [decision] = gated(CONFIDENT, "--baseline", "run:old")
    drop = decision["drop"]

    assert (1, "fail", "old") == (code, decision["decision"], decision["baseline_run_id"])
    assert (0.5, 40) == (drop["value"], drop["paired_count"])
    assert drop["interval"][0] > 0
    assert pytest.approx(2 * 0.5**20) == drop["p_value"]


@pytest.mark.sweep
def test_too_few_cases_to_see_a_drop_decide_nothing(gated: Gated):
    """Where a drop of a tenth could hide and must not, the gate does not pass."""
    rng = random.Random(1)
    for day, run_id in enumerate(("old", "new"), start=1):
        gated.add(run_of(run_id, rng.choices(["right", "wrong"], k=30), day=day))
    text = CONFIDENT.replace("0.0", "0.5") + "max_undetected = 0.1\n"
    code, [decision] = gated(text, "--baseline", "run:old")

    assert (3, "undecided") == (code, decision["decision"])
    assert "expected 0.1 or less" in decision["reason"]


@pytest.mark.thinned(50)
@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("branch:main", "second"),
        ("run:first", "first"),
        ("commit:aaaaaaa", "first"),
        ("tag:release", "second"),
        ("branch:other", None),
        ("tag:nothing", None),
    ],
)
def test_references(gated: Gated, reference: str, expected: str | None):
    """Each form names the newest completed run of the suite before this one, or none."""
    outcomes = ["right"] * 5
    gated.add(run_of("first", outcomes, git_sha="a" * 40, git_branch="main"))
    gated.add(
        run_of("second", outcomes, day=2, git_sha="b" * 40, git_branch="main", tags=["release"])
    )
    gated.add(
        run_of("failed", outcomes, day=3, git_branch="main", status="failed", tags=["release"])
    )
    gated.add(run_of("new", outcomes, day=4, git_branch="other"))
    gated.add(run_of("later", outcomes, day=5, git_branch="main"))
    code, [decision] = gated(NO_REGRESSION, "--run", "new", "--baseline", reference)

    assert expected == decision.get("baseline_run_id")
    assert (3 if expected is None else 0) == code


def test_the_last_green_run_is_the_one_whose_gates_all_passed(gated: Gated):
    """A run that failed its gate is skipped, and so is one that was never decided on."""
    text = '[[gate]]\nmetric = "accuracy"\nmin = 0.8\n'
    for day, (run_id, outcomes) in enumerate(
        [("green", ["right"] * 5), ("red", ["wrong"] * 5)], start=1
    ):
        gated.add(run_of(run_id, outcomes, day=day))
        gated(text, "--run", run_id)
    gated.add(run_of("undecided", ["right"] * 5, day=3))
    gated.add(run_of("new", ["right"] * 5, day=4))
    code, [decision] = gated(NO_REGRESSION)

    assert (0, "green") == (code, decision["baseline_run_id"])


@pytest.mark.sweep
def test_a_decision_that_others_wrote_makes_no_run_green(gated: Gated):
    """Nor does it take a failure back: an own decision outlives a foreign one and a retraction."""
    text = '[[gate]]\nid = "g"\nmetric = "accuracy"\nmin = 0.8\n'
    passed = {"gate_id": "g", "metric": "accuracy", "decision": "pass", "reason": "told"}
    for day, run_id in enumerate(("told", "red"), start=1):
        gated.add(run_of(run_id, ["wrong"] * 5, day=day))
    gated(text, "--run", "red")
    [decided] = gated.store.query("from facts.gates").to_dicts()
    about = ("system_id", "validator_id", "variant", "config_sha256")
    known = {name: decided[name] for name in about} | {"slice": "all=all"}
    gated.store.append(
        {
            "kind": "gate_evaluated",
            "run_id": run_id,
            "source": "evalstore:gate",
            "payload": payload,
        }
        for run_id, payload in [("told", passed), ("red", passed | known)]
    )
    gated.store.append([
        {"kind": "retracted", "run_id": "red",
         "payload": {"event_id": str(decided["event_id"]), "reason": "so"}}
    ])  # fmt: skip
    gated.add(run_of("new", ["right"] * 5, day=4))
    code, [decision] = gated(NO_REGRESSION)
    found = gated.store.query("select run_id, is_foreign from facts.gates where run_id <> 'new'")

    assert (3, "undecided") == (code, decision["decision"])
    assert "no earlier run of the suite matches last-green" in decision["reason"]
    assert [("red", False), ("red", True), ("told", True)] == sorted(found.rows())


@pytest.mark.parametrize("reference", ["yesterday", "run:", "commit:abc", "sha:abcdefg"])
def test_a_reference_of_no_form_is_refused(reference: str):
    """The error names the forms, or how much of a commit is needed."""
    with pytest.raises(UsageError, match=reference):
        require_reference(reference)


@pytest.mark.sweep
def test_a_run_that_is_not_there_is_a_slip(gated: Gated):
    """A run id that nobody knows is an error of usage, and so is the run itself."""
    gated.add(run_of("new", ["right"]))
    codes = [gated(NO_REGRESSION, "--baseline", f"run:{name}")[0] for name in ("nope", "new")]

    assert [2, 2] == codes


@pytest.mark.sweep
def test_other_suite_versions_are_not_compared(gated: Gated):
    """What cannot be compared is undecided, and the reason names both versions."""
    gated.add(run_of("old", ["right"] * 5))
    gated.add(run_of("new", ["wrong"] * 5, day=2, version="2.0"))
    code, [decision] = gated(NO_REGRESSION, "--baseline", "run:old")

    assert (3, "undecided") == (code, decision["decision"])
    assert "version 1.0 of old is not 2.0 of new" in decision["reason"]


@pytest.mark.sweep
def test_where_lower_is_better_a_rise_is_the_drop(gated: Gated):
    """More errors than before are worse, by so much."""
    gated.add(run_of("old", ["right"] * 4))
    gated.add(run_of("new", ["right", "right", "right", "error"], day=2))
    text = '[[gate]]\nmetric = "error_rate"\nmax_drop = 0.1\nmax_error_rate = 0.5\n'
    code, [decision] = gated(text, "--baseline", "run:old")

    assert (1, 0.25) == (code, decision["drop"]["value"])


@pytest.mark.sweep
def test_many_gates_are_held_together(gated: Gated):
    """A drop that is shown alone is not shown where three slices were looked at."""
    for run_id, day in (("old", 1), ("new", 2)):
        events = run_of(run_id, ["right"] * 60, day=day)
        for event in events:
            payload = event["payload"]
            number = int(payload.get("case_id", "c0")[1:])
            if event["kind"] == "case_generated":
                payload["domain"] = "abc"[number // 20]
            if event["kind"] == "verdict_recorded" and run_id == "new" and number < 6:
                payload["outcome"] = "wrong"
        gated.add(events)
    text = CONFIDENT + 'where = { domain = "*" }\n'
    alone, _ = gated(
        f'[gates]\ncontrol = "none"\n\n{text}', "--baseline", "run:old", "--no-record"
    )
    together, decisions = gated(text, "--baseline", "run:old", "--no-record")

    assert (1, 0) == (alone, together)
    assert [pytest.approx(3 * 2 * 0.5**6), 1.0, 1.0] == [
        decision["drop"]["p_value"] for decision in decisions
    ]


@pytest.mark.sweep
def test_confident_thresholds_need_the_whole_interval(gated: Gated):
    """Eight of ten prove nothing about four fifths: undecided; far off either side is decided."""
    codes = {}
    for name, right_count in (("few", 8), ("many", 400), ("low", 100)):
        wrong_count = 2 if name == "few" else 400 - right_count + 10
        gated.add(run_of(name, ["right"] * right_count + ["wrong"] * wrong_count))
        text = '[[gate]]\nmetric = "accuracy"\nmin = 0.8\nrequire = "confident"\n'
        codes[name] = gated(text, "--run", name)[0]

    assert {"few": 3, "many": 0, "low": 1} == codes


@pytest.mark.sweep
def test_thresholds_out_of_history(gated: Gated):
    """Mean less two sample deviations of the runs before; too short a history decides nothing."""
    text = '[[gate]]\nmetric = "accuracy"\nadaptive = { runs = 4, min_runs = 3, sigmas = 2 }\n'
    rights = [1, 9, 8, 9, 8]
    for day, right_count in enumerate(rights, start=1):
        outcomes = ["right"] * right_count + ["wrong"] * (10 - right_count)
        gated.add(run_of(f"r{day}", outcomes, day=day))
    gated.add(run_of("low", ["right"] * 7 + ["wrong"] * 3, day=6))
    early, [undecided] = gated(text, "--run", "r3")
    late, [decision] = gated(text, "--run", "low")

    assert (3, 1) == (early, late)
    assert "2 earlier runs" in undecided["reason"]
    assert "mean 0.85 minus 2 standard deviations of 0.0577, over 4 runs" in decision["threshold"]
    assert decision["threshold"].startswith("at least 0.73453 ")


@pytest.mark.sweep
def test_canaries_must_never_fail(gated: Gated):
    """One wrong canary blocks and is named; a run without canaries is undecided."""
    text = "[[gate]]\ncanaries = true\n"
    gated.add(run_of("some", ["right", "wrong", "wrong"], canaries=(0, 1)))
    gated.add(run_of("all", ["right", "wrong"], day=2, canaries=(0,)))
    gated.add(run_of("none", ["right"], day=3))
    decided = {run_id: gated(text, "--run", run_id) for run_id in ("some", "all", "none")}

    assert {"some": 1, "all": 0, "none": 3} == {name: code for name, (code, _) in decided.items()}
    assert "canaries must never fail: c1" == decided["some"][1][0]["reason"]


@pytest.mark.sweep
def test_a_gate_is_explained_in_words(gated: Gated):
    """The explanation has the value, the baseline, the pairs and what could be seen."""
    gated.add(run_of("old", ["right"] * 40))
    gated.add(run_of("new", ["wrong"] * 20 + ["right"] * 20, day=2))
    gated.file.write_text(CONFIDENT, encoding="utf-8")
    root = str(gated.store.layout.root)
    code = call_command(
        ["gate", "--store", root, "--config", str(gated.file), "--baseline", "run:old",
         "--explain", "no-regression"]
    )  # fmt: skip
    said = gated.capsys.readouterr().out

    assert 1 == code
    for part in (
        "Gate no-regression: fail (exit code 1).",
        "It is 0.5 over 40 cases",
        "95 % interval 0.351995 to 0.648005, of cases like these.",
        "Compared with old (run:old): 40 cases are in both runs, ",
        "0 better now, 20 worse, 20 the same.",
        "The baseline: old was chosen by its id; old is 1 day (1 run) old",
        "It is worse by 0.5, 95 % interval 0.35",
        "is detected with 80 % power",
        "with control none; the gate fails if it is at most 0.05.",
    ):
        assert part in said
    assert [] == gated.store.query("select 1 as one from facts.gates").rows()


def test_pairs_that_all_differ_alike_detect_no_change_of_zero(gated: Gated):
    """Nothing varies, so the smallest detectable change is unknown, and not 0."""
    gated.add(run_of("old", ["right"] * 8))
    gated.add(run_of("new", ["right"] * 8, day=2))
    gated.file.write_text(CONFIDENT, encoding="utf-8")
    root = str(gated.store.layout.root)
    call_command(
        ["gate", "--store", root, "--config", str(gated.file), "--baseline", "run:old",
         "--explain", "no-regression"]
    )  # fmt: skip
    said = gated.capsys.readouterr().out

    assert "The smallest detectable drop is unknown: no pair differs, so that" in said
    assert "A change of" not in said


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (["right"] * 8, ["right"] * 8, "no pair differs"),
        # All are wrong, and then all right: better, and as little known of how pairs vary.
        (["wrong"] * 8, ["right"] * 8, "all pairs differ alike"),
    ],
)
def test_a_drop_of_unknown_size_may_have_been_missed(gated: Gated, old, new, why):
    """With max_undetected the gate does not pass, and the recorded size is null, not 0."""
    gated.add(run_of("old", old))
    gated.add(run_of("new", new, day=2))
    code, [decision] = gated(CONFIDENT + "max_undetected = 0.1\n", "--baseline", "run:old")

    assert (3, "undecided") == (code, decision["decision"])
    assert (
        f"the smallest drop that these cases detect is unknown ({why}, so that nothing tells "
        "their error), expected 0.1 or less"
    ) in decision["reason"]
    assert decision["drop"]["minimum_detectable_effect"] is None
    code, [decision] = gated(CONFIDENT, "--baseline", "run:old")
    assert (0, "pass") == (code, decision["decision"])
    assert "a drop of 0" not in decision["reason"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('metric = "ece"\nmax_drop = 0.1', "ece has no value for a single case"),
        ('metric = "confidence_gap"\nadaptive = {}', "whether higher or lower is better"),
        ('metric = "accuracy"\nbaseline = "run:x"\nmin = 0.5', "`baseline` requires `max_drop`"),
        ('metric = "accuracy"\nadaptive = { runs = 1 }', "expected 2 or more"),
        ('metric = "accuracy"\nadaptive = {}\nmin = 0.5', "leave out `min` and `max`"),
        (
            'metric = "accuracy"\nrequire = "sure"\nmin = 0.5',
            "expected one of point, shown, ruled_out",
        ),
        ('metric = "accuracy"\nmax_drop = -0.1', "at least 0"),
        ("canaries = true\nmin = 0.5", "canaries must never fail, so `min` has no effect"),
        ('metric = "accuracy"\nmin = 0.5\n[gates]\nalpha = 2', "between 0 and 1"),
        ('metric = "accuracy"\nmin = 0.5\n[gates]\ncontrol = "maybe"', "expected one of none"),
    ],
)
def test_what_makes_no_sense_is_refused(
    gated: Gated, capsys: pytest.CaptureFixture[str], line: str, words: str
):
    """The error names the gate, the field and the way out; nothing is decided."""
    gated.add(run_of("r", ["right"]))
    gated.file.write_text(f"[[gate]]\n{line}\n", encoding="utf-8")
    code = call_command(
        ["gate", "--store", str(gated.store.layout.root), "--config", str(gated.file)]
    )

    assert 2 == code
    assert words in capsys.readouterr().err
