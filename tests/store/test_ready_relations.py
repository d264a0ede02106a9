"""Ready relations for common questions: flaky cases, disagreements, the cost of what is right."""

import pytest


@pytest.fixture(scope="module")
def asked(new_warehouse, lines):
    """Runs r1 and r2 at one commit; r1 has two attempts, two validators and stated costs."""
    store = new_warehouse()
    store.add(
        lines.run_started(git_sha="abc"), lines.case("c1"), lines.case("c2", domain="history"),
        lines.case("c3"),
        lines.response("c1", attempt=1, answer="4", cost_usd=0.25),
        lines.response("c1", attempt=2, answer="5", cost_usd=0.75),
        lines.verdict("right", "c1", attempt=1), lines.verdict("wrong", "c1", attempt=2),
        lines.verdict("wrong", "c1", attempt=1, validator_id="strict", reason="too long",
                      score=0.25, is_rating=True),
        lines.response("c2", answer="x", cost_usd=1.0), lines.verdict("wrong", "c2"),
        lines.verdict("wrong", "c2", validator_id="strict", is_rating=True),
        lines.response("c3", answer="y"), lines.verdict("right", "c3"),
        lines.run_started("r2", git_sha="abc"), lines.case("c2", "r2"), lines.case("c3", "r2"),
        lines.response("c2", run_id="r2", answer="z"),
        lines.verdict("right", "c2", run_id="r2"),
        lines.response("c3", run_id="r2", answer="y", status="error"),
    )  # fmt: skip
    return store


def found(store, sql):
    return [tuple(row.values()) for row in store.query(sql)]


@pytest.mark.sweep
def test_flaky_cases_vary_between_attempts_or_runs(asked):
    """An error is no variation, and a case that is always right is none either."""
    assert [
        ("attempts", "r1", "c1", 1, 1, ["4", "5"]), ("runs", "r2", "c2", 1, 1, ["x", "z"]),
    ] == found(
        asked,
        "select varies_between, run_id, case_id, right_count, wrong_count, answers "
        "from facts.flaky_cases where validator_id = 'factual' order by all",
    )  # fmt: skip


def test_what_never_came_is_not_flaky(warehouse, lines):
    """A run that was cut short says nothing of how an answer varies."""
    warehouse.add(
        lines.run_started(git_sha="abc", attempts=2, systems=["a"]), lines.case(),
        lines.response(), lines.verdict("right"),
        lines.run_started("r2", git_sha="abc", systems=["a"]), lines.case(run_id="r2"),
        lines.case("c2", "r2"), lines.response("c2", run_id="r2"),
        lines.verdict("right", "c2", run_id="r2"),
    )  # fmt: skip

    assert [] == found(warehouse, "from facts.flaky_cases")


def test_an_abstention_is_not_a_wrong_answer(warehouse, lines):
    """A case that is right once and abstained from once is flaky, without a wrong answer."""
    warehouse.add(
        lines.run_started(), lines.case(),
        lines.response(attempt=1), lines.verdict("right", attempt=1),
        lines.response(attempt=2), lines.verdict("abstained", attempt=2),
    )  # fmt: skip

    assert [(1, 0, 1)] == found(
        warehouse, "select right_count, wrong_count, abstained_count from facts.flaky_cases"
    )


@pytest.mark.sweep
def test_graders_disagree_by_their_scores(warehouse, lines):
    """Both say wrong, one of them with a score above one half, which counts as right."""
    warehouse.add(
        lines.run_started(), lines.case(), lines.response(),
        lines.verdict("wrong", score=0.9, validator_id="kind"),
        lines.verdict("wrong", score=0.1, validator_id="strict"),
    )  # fmt: skip

    assert [("wrong", 0.9, "wrong", 0.1, False)] == found(
        warehouse,
        "select left_outcome, left_score, right_outcome, right_score, are_ratings "
        "from facts.disagreements",
    )
    assert [("kind", False), ("strict", False)] == found(
        warehouse, "select validator_id, is_rating from facts.judges order by all"
    )


@pytest.mark.sweep
def test_other_judges_and_prompts_are_told_apart(warehouse, lines):
    """Another prompt is another question; another digest of the validator is flagged."""
    for run_id, outcome, digest, prompt in (
        ("r1", "right", "d1", "Who?"), ("r2", "wrong", "d2", "Who?"), ("r3", "right", "d2", "Why?")
    ):  # fmt: skip
        warehouse.add(
            lines.run_started(run_id, git_sha="abc"), lines.case(run_id=run_id, prompt=prompt),
            lines.response(run_id=run_id),
            lines.verdict(outcome, run_id=run_id, validator_digest=digest),
            lines.line("run_finished", {"status": "completed"}, run_id),
        )  # fmt: skip

    assert [("runs", "r2", 1, 1, True)] == found(
        warehouse,
        "select varies_between, run_id, right_count, wrong_count, has_other_judge "
        "from facts.flaky_cases",
    )
    assert [("r1", "r2", "became wrong", True)] == found(
        warehouse,
        "select baseline_run_id, run_id, change, has_other_judge from facts.regressions",
    )
    assert [] == found(warehouse, "from facts.first_failing_commit")


@pytest.mark.sweep
def test_a_judge_that_changes_between_attempts_is_told(warehouse, lines):
    """Attempts of one run may be judged by two states of a validator; the flag says so."""
    warehouse.add(
        lines.case("c1"), lines.case("c2"),
        *(lines.response(case_id, attempt=n) for case_id in ("c1", "c2") for n in (1, 2)),
        lines.verdict("right", "c1", attempt=1, validator_digest="d1"),
        lines.verdict("wrong", "c1", attempt=2, validator_digest="d2"),
        lines.verdict("right", "c2", attempt=1, validator_digest="d1"),
        lines.verdict("wrong", "c2", attempt=2, validator_digest="d1"),
    )  # fmt: skip

    assert [("c1", True), ("c2", False)] == found(
        warehouse, "select case_id, has_other_judge from facts.flaky_cases order by all"
    )


@pytest.mark.sweep
def test_disagreements_have_both_sides(asked):
    """Where one counts an answer right and the other does not, with scores and reasons."""
    assert [
        ("r1", "a", "c1", 1, "factual", "strict", "right", "wrong", None, 0.25, "as judged",
         "too long")
    ] == found(
        asked,
        "select run_id, system_id, case_id, attempt, left_validator_id, right_validator_id, "
        "left_outcome, right_outcome, left_score, right_score, left_reason, right_reason "
        "from facts.disagreements",
    )  # fmt: skip


def test_a_right_answer_costs_what_all_answers_cost(asked):
    """All recorded attempts are paid for; an unstated cost or nothing right gives a reason."""
    assert [
        ("all", "all", 4, 2, 2.0, None, "1 of 4 answers state no cost"),
        ("domain", "history", 1, 0, 1.0, None, "no answer is right"),
        ("domain", "math", 3, 2, 1.0, None, "1 of 3 answers state no cost"),
    ] == found(
        asked,
        "select slice_name, slice_value, answer_count, right_count, cost_usd, "
        "cost_usd_per_right_answer, reason from facts.cost_per_right_answer "
        "where run_id = 'r1' and validator_id = 'factual' and slice_name in ('all', 'domain') "
        "order by all",
    )  # fmt: skip


def test_the_cost_of_a_right_answer_is_a_quotient(warehouse, lines):
    """Two answers for a dollar and a half, one of them right."""
    warehouse.add(
        lines.run_started(systems=["a"]), lines.case("c1"), lines.case("c2"), lines.case("c3"),
        lines.response("c1", cost_usd=1.0), lines.verdict("right", "c1"),
        lines.response("c2", cost_usd=0.5), lines.verdict("wrong", "c2"),
    )  # fmt: skip

    assert [(2, 1, 1.5, None)] == found(
        warehouse,
        "select answer_count, right_count, cost_usd_per_right_answer, reason "
        "from facts.cost_per_right_answer where slice_name = 'all'",
    )


@pytest.mark.sweep
def test_what_is_measured_is_not_right_at_any_cost(warehouse, lines):
    """The reason does not say that no answer is right where nobody judged that."""
    warehouse.add(
        lines.case(), lines.response(cost_usd=1.0), lines.verdict("measured", value=7)
    )  # fmt: skip

    assert [(0, 1.0, None, "no answer was judged right or wrong")] == found(
        warehouse,
        "select right_count, cost_usd, cost_usd_per_right_answer, reason "
        "from facts.cost_per_right_answer where slice_name = 'all'",
    )
