"""A panel of two model judges: budgets, replies that are known, and members that fail."""

import pytest

from evalstore.judges.model_judge.model_judge import scale
from evalstore.running.judging import make_validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.store_judging import judge_run
from tests.judges.model_judge.conftest import RUN, said

OUTCOMES = "select validator_id, outcome, count(*) from facts.verdicts group by all order by all"


@pytest.fixture
def panel(quiz, settings, service):
    """Return a function that judges by a panel of the same judge at two temperatures."""
    quiz.add()
    service.plays(service.says(said()))
    others = {
        name: settings(kind="model_judge", temperature=temperature, template="correctness")
        for name, temperature in (("cold", 0.0), ("warm", 1.0))
    }
    validator = make_validator("panel", {"members": ["cold", "warm"]}, others=others)

    def judge(*validators, spending=None, is_dry_run=False):
        result = judge_run(
            quiz.layout, RUN, validators or [validator], Selection(),
            spending=spending, is_dry_run=is_dry_run,
        )  # fmt: skip
        return {one.validator.validator_id: one for one in result.judged}

    judge.members = validator.members
    return judge


def test_each_member_is_asked_and_recorded_apart(panel, quiz, service):
    """The panel itself asks nothing, and names no model."""
    panel()

    assert 8 == len(service.requests)
    assert [("cold", "right", 4), ("panel", "right", 4), ("warm", "right", 4)] == quiz.rows(
        OUTCOMES
    )
    assert [("cold", 4), ("panel", 0), ("warm", 4)] == quiz.rows(
        "select validator_id, count(judge_model) from facts.verdicts group by 1 order by 1"
    )


@pytest.mark.sweep
def test_a_member_that_may_not_ask_keeps_the_panel_waiting(panel, quiz, service, spending):
    """What is half judged has no verdict of the panel; the next call pays for the rest alone."""
    stopped = panel(spending=spending(requests_max=6))

    assert (4, 2, 2) == tuple(stopped[name].judged_count for name in ("cold", "warm", "panel"))
    assert (2, 2) == (stopped["warm"].unasked_count, stopped["panel"].unasked_count)
    assert "--max-requests 6 is reached" in stopped["panel"].stopped
    panel()
    assert 8 == len(service.requests)
    assert [("cold", "right", 4), ("panel", "right", 4), ("warm", "right", 4)] == quiz.rows(
        OUTCOMES
    )


@pytest.mark.sweep
def test_a_member_that_judged_alone_is_not_paid_again(panel, quiz, service):
    """Its verdicts are in the store, by the same digest."""
    panel(panel.members[0])
    before = quiz.judges()
    found = panel()

    assert 8 == len(service.requests)
    assert (0, 4, 4) == tuple(found[name].judged_count for name in ("cold", "warm", "panel"))
    assert before.keys() == quiz.judges().keys()


@pytest.mark.sweep
def test_a_dry_run_asks_no_member(panel, service, quiz):
    """The panel waits for its members, and nothing is appended."""
    dry = panel(is_dry_run=True)

    assert [4, 4, 4] == [dry[name].unasked_count for name in ("cold", "warm", "panel")]
    assert [] == service.requests
    assert [] == quiz.rows(OUTCOMES)


@pytest.mark.sweep
def test_a_service_that_fails_is_a_member_without_a_vote(panel, service):
    """Where all fail the verdict is undetermined, and each error is recorded as its member's."""
    service.plays(service.gives(500, b"{}"))
    found = panel()

    assert {"error": 4} == found["cold"].outcomes
    assert {"undetermined": 4} == found["panel"].outcomes


@pytest.mark.parametrize(
    ("template", "expected"),
    [("grade", (1.0, 5.0)), ("preference", (0.0, 1.0)), ("correctness", None), ("refusal", None)],
)
def test_templates_say_their_scale(template, expected):
    """Only what measures has one."""
    assert expected == scale({"template": template})
