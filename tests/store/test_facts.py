"""What each table of facts makes of events, by example."""

import pytest


def test_a_run_says_what_ran_and_how_it_ended(warehouse, lines):
    """Texts and times come from run_started and run_finished."""
    config = {"task_id": "t1", "eval_set_id": "e1", "retry_of": "r0"}
    about = {"suite_version": "1.2", "seed": 7, "git_sha": "abc", "git_branch": "main",
             "committed_at": "2026-01-01T00:00:00Z", "tags": ["nightly"]}  # fmt: skip
    warehouse.add(
        lines.run_started(**about, config=config, systems=["v2"], attempts=3)
        | {"occurred_at": "2026-01-02 00:00:00"},
        lines.line("run_finished", {"status": "completed"})
        | {"occurred_at": "2026-01-03 00:00:00"},
    )  # fmt: skip
    [run] = warehouse.query("from facts.runs")

    assert {
        "run_id": "r1", "suite": "s", "suite_version": "1.2", "seed": "7", "git_sha": "abc",
        "git_branch": "main", "committed_at": "2026-01-01 00:00:00",
        "started_at": "2026-01-02 00:00:00", "finished_at": "2026-01-03 00:00:00",
        "run_status": "completed", "tags": "['nightly']", "declared_case_count": "None",
        "task_id": "t1", "eval_set_id": "e1", "retry_of": "r0", "declared_attempt_count": "3",
        "systems": "['v2']", "controls": "[]",
    } == {name: str(value) for name, value in run.items()}  # fmt: skip


def test_a_run_nobody_started_is_there_all_the_same(warehouse, lines):
    """A run without run_started has no suite; without run_finished it is unfinished."""
    warehouse.add(lines.case())

    assert [{"run_id": "r1", "suite": None, "run_status": "unfinished", "tags": []}] == (
        warehouse.query("select run_id, suite, run_status, tags from facts.runs")
    )


def test_a_case_keeps_what_scoring_needs(warehouse, lines):
    """An expected list is kept as JSON, a missing is_canary is false."""
    warehouse.add(
        lines.case("c1", expected="1989", is_canary=True, severity="high", cluster_id="k"),
        lines.case("c2", expected=["power", "care"]),
    )

    assert [
        {"case_id": "c1", "expected": "1989", "is_canary": True, "severity": "high"},
        {"case_id": "c2", "expected": '["power","care"]', "is_canary": False, "severity": None},
    ] == warehouse.query(
        "select case_id, expected, is_canary, severity from facts.cases order by case_id"
    )


def test_prompts_are_told_apart_by_their_hash(warehouse, lines):
    """The same prompt has the same hash; no prompt has none."""
    warehouse.add(
        lines.case("c1", prompt="Who?"),
        lines.case("c2", prompt="Who?"),
        lines.case("c3", prompt="When?"),
        lines.case("c4"),
    )
    first, second, third, none = warehouse.column(
        "select prompt_sha256 from facts.cases order by case_id"
    )

    assert first == second
    assert first != third
    assert none is None


def test_attributes_and_tags_are_rows(warehouse, lines):
    """Scalars become text whatever their name; null is no row; a tag is a row of name tag."""
    warehouse.add(
        lines.case(
            attributes={"difficulty": 3, "is_old": True, 'a.b"c': "x", "none": None, "": "e"},
            tags=["t1", "t2"],
        )
    )

    assert [
        ("", "e"), ('a.b"c', "x"), ("difficulty", "3"), ("is_old", "true"),
        ("tag", "t1"), ("tag", "t2"),
    ] == [(row["name"], row["value"]) for row in warehouse.query(
        "from facts.case_attributes order by name, value"
    )]  # fmt: skip


def test_the_final_attempt_is_the_highest(warehouse, lines):
    """The highest attempt is the final one, in whatever order they came; no attempt is 1."""
    warehouse.add(
        lines.response(attempt=3), lines.response(), lines.response(attempt=2),
        lines.response("c2"), lines.response("c1", "b", attempt=7),
    )  # fmt: skip

    assert [
        ("a", "c1", 1, False), ("a", "c1", 2, False), ("a", "c1", 3, True),
        ("a", "c2", 1, True), ("b", "c1", 7, True),
    ] == [tuple(row.values()) for row in warehouse.query(
        "select system_id, case_id, attempt, is_final_attempt from facts.responses order by all"
    )]  # fmt: skip


def test_the_newest_revision_of_a_response_counts(warehouse, lines):
    """A revision takes the place of the earlier one; the log keeps both."""
    warehouse.add(lines.response(answer="1"))
    warehouse.add(lines.response(answer="2"))

    assert ["2"] == warehouse.column("select answer from facts.responses")
    assert [2] == warehouse.column("select count(*) from log.events")


def test_a_retracted_revision_gives_way_to_the_one_before(warehouse, lines):
    """Retracting the newest revision brings the earlier one back."""
    warehouse.add(lines.response(answer="1"), lines.response(answer="2"))
    newest = warehouse.event_id("response_recorded", revision=2)
    warehouse.add(lines.retracted(newest))

    assert ["1"] == warehouse.column("select answer from facts.responses")


def test_a_retraction_takes_its_event_out(small, lines):
    """A retracted verdict leaves its case unjudged, and the log keeps the verdict."""
    small.add(lines.retracted(small.event_id("verdict_recorded", subject="c2/a/1/factual")))

    assert [("c1", "right"), ("c2", None)] == small.scored("case_id", "outcome")
    assert ["retracted"] == small.column(
        "select reason from log.withdrawn_events where event_id = $id",
        id=small.event_id("verdict_recorded", subject="c2/a/1/factual"),
    )


def test_a_retraction_from_another_run_counts(small, lines):
    """Whoever finds the mistake may say so in a run of its own."""
    target = small.event_id("verdict_recorded", subject="c2/a/1/factual")
    small.add(lines.retracted(target, run_id="review"))

    assert [None] == small.column("select outcome from facts.scored where case_id = 'c2'")


def test_a_retraction_may_come_before_its_event(new_small, warehouse, lines):
    """Ids are known beforehand, so a retraction may be folded first; it takes effect later."""
    target = new_small().event_id("verdict_recorded", subject="c2/a/1/factual")
    warehouse.add(lines.retracted(target, run_id="review"))
    warehouse.add(lines.response("c2"), lines.verdict("wrong", "c2"))

    assert [] == warehouse.query("from facts.verdicts")
    assert [1] == warehouse.column(
        "select count(*) from log.events where kind = 'verdict_recorded'"
    )


def test_a_retracted_retraction_counts_no_more(small, lines):
    """Taking a retraction back brings the event back, until another one comes."""
    target = small.event_id("verdict_recorded", subject="c2/a/1/factual")
    outcomes = []
    small.add(lines.retracted(target, run_id="review"))
    first = small.event_id("retracted", subject=str(target))
    for line in (
        lines.retracted(first, run_id="third"),
        lines.retracted(target, run_id="review", reason="wrong after all"),
    ):
        small.add(line)
        outcomes += small.column("select outcome from facts.scored where case_id = 'c2'")

    assert ["wrong", None] == outcomes


def test_a_retraction_of_nothing_changes_nothing(small, lines):
    """An id that no event has, or that is no id, is kept and waits."""
    before = small.derived()
    small.add(lines.retracted("0190d3a1-7b3c-8def-9abc-0123456789ab"), lines.retracted("no id"))

    assert before == small.derived()


def test_named_scores_are_rows(warehouse, lines):
    """Each named score of a verdict is one row; null stays null."""
    warehouse.add(
        lines.verdict(scores={"respect": 0.5, "evidence": None}), lines.verdict(case_id="c2")
    )

    assert [("evidence", None), ("respect", 0.5)] == [
        (row["score_name"], row["score"])
        for row in warehouse.query("from facts.verdict_scores order by score_name")
    ]


def week(lines, number, **payload):
    return lines.case(
        f"p/{number}", attributes={"persona_id": "p", "week": number}, severity="high", **payload
    )


def test_a_critic_is_compared_with_the_truth_of_the_week(warehouse, lines):
    """A dimension named in expected is in crisis, one that is not is quiet, none said is null."""
    warehouse.add(
        week(lines, 1, expected=["power"]),
        week(lines, 2, expected=[]),
        week(lines, 3),
        lines.response("p/1", value_dim="power", alignment=0.2, uncertainty=0.1),
        lines.response("p/1", value_dim="care", alignment=0.9),
        lines.response("p/2", value_dim="power", alignment=0.8),
        lines.response("p/2", value_dim="power", alignment=0.7, attempt=2),
        lines.response("p/3", value_dim="power", alignment=0.6),
    )

    assert [
        (1, "care", 0.9, None, False), (1, "power", 0.2, 0.1, True),
        (2, "power", 0.7, None, False), (3, "power", 0.6, None, None),
    ] == [tuple(row.values()) for row in warehouse.query(
        "select week, value_dim, alignment, uncertainty, is_crisis from facts.alignments "
        "order by all"
    )]  # fmt: skip
    responses = warehouse.column("select case_id from facts.responses order by all")
    assert ["p/1", "p/2", "p/2", "p/3"] == responses


def test_detections_of_the_final_attempt_stand(warehouse, lines):
    """A second attempt of a week replaces what the first detected, also where it found less."""
    fields = {"case_id": "p/1", "system_id": "a", "value_dim": "power", "is_suppressed": False}
    warehouse.add(
        week(lines, 1),
        lines.line("drift_detected", fields | {"trigger": "crash", "drop": 0.3}),
        lines.line("drift_detected", fields | {"trigger": "rut", "weeks": 3}),
        lines.line("drift_detected", fields | {"trigger": "crash", "attempt": 2, "drop": 0.5}),
    )

    assert [("p", 1, "crash", 0.5, False)] == [tuple(row.values()) for row in warehouse.query(
        "select persona_id, week, trigger, drop, is_suppressed from facts.drift_detections"
    )]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [("all=all", "all", "all"), ("domain=a=b", "domain", "a=b"), ("lang=", "lang", "")],
)
def test_a_gate_keeps_what_it_decided(warehouse, lines, text, name, value):
    """A decision is a row; its slice is split at the first equals sign."""
    warehouse.add(
        lines.line("gate_evaluated", {
            "gate_id": "g", "metric": "accuracy", "slice": text, "decision": "fail",
            "reason": "below", "value": 0.5, "interval": [0.4, 0.6], "count": 9, "tree_size": 4,
        })
    )  # fmt: skip
    [gate] = warehouse.query("from facts.gates")

    assert (name, value, "fail", 0.5, 0.4, 0.6, 9) == (
        gate["slice_name"], gate["slice_value"], gate["decision"], gate["value"],
        gate["ci_low"], gate["ci_high"], gate["scored_count"],
    )  # fmt: skip


def test_a_measurement_is_a_value_and_no_score(warehouse, lines):
    """A measured verdict has a value on a scale of its own; a share may stand beside its value."""
    warehouse.add(
        lines.verdict("measured", "c1", score=0.5, value=-4.5),
        lines.verdict("right", "c2", score=1, value=9),
        lines.verdict("wrong", "c3"),
    )

    assert [("measured", None, -4.5), ("right", 1, 9), ("wrong", None, None)] == [
        tuple(row.values())
        for row in warehouse.query("select outcome, score, value from facts.verdicts order by all")
    ]


def test_raters_are_declared_by_run_or_verdict(warehouse, lines):
    """Whoever is named rates; factual does only in a run where nothing says what rates."""
    validators = ("factual", "toxicity", "jo")
    for run_id, raters, own in (
        ("nothing said", None, {}),
        ("by the run", ["jo", "factual"], {}),
        ("nobody", [], {}),
        ("by a verdict", None, {"toxicity": False, "jo": True}),
        ("by both", ["factual"], {"jo": True}),
    ):
        warehouse.add(
            lines.run_started(run_id, **({} if raters is None else {"raters": raters})),
            *(
                lines.verdict(
                    run_id=run_id,
                    validator_id=name,
                    **({"is_rating": own[name]} if name in own else {}),
                )
                for name in validators
            ),
        )

    assert {
        "nothing said": ["factual"],
        "by the run": ["factual", "jo"],
        "nobody": [],
        "by a verdict": ["jo"],
        "by both": ["factual", "jo"],
    } == {
        row["run_id"]: row["raters"]
        for row in warehouse.query(
            "select run_id, coalesce(list(validator_id order by validator_id) "
            "filter (where is_rating), []) as raters from facts.verdicts group by run_id"
        )
    }
