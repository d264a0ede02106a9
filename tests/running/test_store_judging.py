"""Responses that are in a store are judged by whatever validator one names."""

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.verdict import Verdict
from evalstore.running import judging, judging_scopes
from evalstore.running.judging import make_validator
from evalstore.running.judging_scopes import Selection
from evalstore.running.store_judging import judge_run
from evalstore.store.facts.rebuild import rebuild
from tests.running.judged import case, compare, event, response, verdict


@pytest.mark.sweep
def test_a_run_of_others_is_judged_and_counted(judged):
    """The verdicts are in the facts, name what they judged, and count what is missing as wrong."""
    found = judged()

    assert {("unjudged", "right"): 1, ("unjudged", "wrong"): 1} == found.changes
    assert {"error": 1} == found.left_out
    assert {"c1": "right", "c2": "wrong"} == judged.outcomes()
    assert [(1 / 3, 3, 1, True)] == judged.rows(
        "select accuracy, scored_count, error_count, is_primary_validator is false "
        "from metrics.accuracy where validator_id = 'later' and slice_name = 'all'"
    )
    assert [(2,)] == judged.rows(
        "select count(*) from log.events "
        "inner join facts.responses on responses.event_id = "
        "(payload ->> '$.response_event_id')::uuid "
        "where kind = 'verdict_recorded' and payload ->> '$.validator_digest' is not null"
    )
    assert [(True,)] == judged.rows(
        "select bool_and(is_rating) from facts.verdicts where validator_id = 'later'"
    )


def test_a_text_that_is_not_kept_is_not_judged(judged):
    """Nobody else's judge can read it, and what its own source found goes on to count."""
    judged.add(response("c2", None, text_status="not_kept"), verdict("c2"))
    judged()

    assert {"c1": "right", "c2": "unscored"} == judged.outcomes()
    assert [("c2", "ok", "not_kept", "right", "text not kept")] == judged.rows(
        "select case_id, status, text_status, outcome, verdicts['later'].reason "
        "from facts.answers where text_status is not null"
    )


def test_nothing_is_judged_twice(judged):
    """A second call skips what was judged; --again finds the same and appends nothing."""
    judged()
    count = judged.event_count()
    second, again = judged(), judged(is_again=True)

    assert (0, {"already judged": 2, "error": 1}) == (second.judged_count, second.left_out)
    assert (2, 0) == (again.judged_count, again.appended_count)
    assert count == judged.event_count()


@pytest.mark.sweep
def test_another_digest_judges_anew(judged):
    """Settings make a verdict of its own, and going back to the earlier ones counts again."""
    judged()
    changed = judged(settings={"ignore_case": True})

    assert 1 == changed.changes["wrong", "right"]
    assert {"c1": "right", "c2": "right"} == judged.outcomes()

    judged()

    assert {"c1": "right", "c2": "wrong"} == judged.outcomes()


@pytest.mark.sweep
def test_without_a_digest_the_version_counts(judged, monkeypatch):
    """A validator whose source cannot be read is known by its version."""
    monkeypatch.setattr(judging, "validator_digest", lambda _module, _settings: None)
    judged()
    same = judged()
    judged.module.VERSION = "2"

    assert 0 == same.judged_count
    assert 2 == judged().judged_count


@pytest.mark.sweep
def test_errors_are_judged_again(judged):
    """What a validator failed on is no verdict of it; the rest is left alone."""

    def fail(case, response, **_settings):
        if case.case_id == "c1":
            raise RuntimeError("out of order")
        return compare(case, response)

    judged.module.judge = fail
    failed = judged()
    judged.module.judge = compare
    found = judged()

    assert "the validator broke: RuntimeError: out of order" == failed.first_error
    assert {("error", "right"): 1} == found.changes


@pytest.mark.sweep
def test_only_some_outcomes_are_judged(judged):
    """Of those that another digest judged, those that have the outcome."""
    judged()
    judged.module.code = "b"
    found = judged(outcomes=("wrong",))

    assert {("wrong", "wrong"): 1} == found.changes
    assert 1 == found.left_out["not selected"]
    assert 0 == judged(outcomes=("unjudged",)).judged_count


@pytest.mark.sweep
def test_only_what_has_a_verdict_is_judged_anew(judged):
    """So a run is brought to the rules of today without cases that the validator left alone."""
    judged(outcomes=("unjudged",))
    judged.add(case("c4"), response("c4"))
    judged.module.code = "b"
    found = judged(outcomes=("judged",))

    assert {("right", "right"): 1, ("wrong", "wrong"): 1} == found.changes
    assert {"c1", "c2"} == set(judged.outcomes())
    assert {("unjudged", "right"): 1} == judged(outcomes=("judged", "unjudged")).changes


@pytest.mark.sweep
def test_a_response_that_changed_is_judged_again(judged):
    """The verdict on the earlier text is unscored until then."""
    judged()
    judged.add(response("c1", "Basel"))

    assert "unscored" == judged.outcomes()["c1"]
    assert {("unscored", "wrong"): 1} == judged().changes


@pytest.mark.sweep
def test_a_retracted_verdict_is_judged_again(judged):
    """The same verdict comes back as a revision of its own, and counts."""
    judged()
    [(event_id,)] = judged.rows(
        "select event_id::varchar from facts.verdicts "
        "where validator_id = 'later' and case_id = 'c1'"
    )
    judged.add(event("retracted", event_id=event_id, reason="too early"))

    assert {"c2": "wrong"} == judged.outcomes()

    judged()

    assert {"c1": "right", "c2": "wrong"} == judged.outcomes()


@pytest.mark.sweep
def test_a_dry_run_says_what_would_change_and_appends_nothing(judged):
    """It judges all the same."""
    judged()
    count = judged.event_count()
    found = judged(settings={"ignore_case": True}, is_dry_run=True)

    assert {("right", "right"): 1, ("wrong", "right"): 1} == found.changes
    assert count == judged.event_count()


@pytest.mark.sweep
def test_an_interrupt_keeps_what_was_judged(judged):
    """The next call judges the rest."""

    def stop(done, _total):
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged(on_progress=stop)

    assert {"c1": "right"} == judged.outcomes()
    assert {("unjudged", "wrong"): 1} == judged().changes


@pytest.mark.sweep
def test_two_at_once_append_each_verdict_once(judged):
    """Both start from the same log; the store keeps one of two equal verdicts."""
    count = judged.event_count()

    def judge_too(done, _total):
        if done == 1:
            judged()

    judged(on_progress=judge_too)

    assert count + 2 == judged.event_count()


def test_a_verdict_that_the_store_refuses_becomes_an_error(judged):
    """A plugin's score beyond 1 must not cost the others their verdicts."""
    judged.module.judge = lambda case, _response, **_settings: Verdict(
        "right", "sure", score=7.0 if case.case_id == "c1" else 1.0
    )
    found = judged(is_dry_run=True)

    assert found.changes == judged().changes
    assert {"c1": "error", "c2": "right"} == judged.outcomes()


@pytest.mark.sweep
@pytest.mark.parametrize("error", [SystemExit(3), GeneratorExit(), ValueError("x" * 100_000)])
def test_a_validator_that_raises_costs_no_other_verdict(judged, error):
    """Whatever it raises becomes the short reason of an error; only an interrupt stops."""

    def judge(case, _response, **_settings):
        if case.case_id == "c1":
            raise error
        return Verdict("right", "sure")

    judged.module.judge = judge
    found = judged()

    assert {"c1": "error", "c2": "right"} == judged.outcomes()
    assert len(found.first_error or "") < 300


@pytest.mark.sweep
def test_every_attempt_and_page_is_judged(judged, monkeypatch):
    """Pages of two responses lose none, and each attempt has a verdict of its own."""
    monkeypatch.setattr(judging_scopes, "PAGE_RESPONSES_MAX", 2)
    judged.add(*(response("c1", text, attempt=n) for n, text in enumerate(("Bern", "Ulm"), 2)))
    found = judged()

    assert 4 == found.judged_count
    assert [(1, "right"), (2, "right"), (3, "wrong")] == judged.rows(
        "select attempt, outcome from facts.verdicts "
        "where validator_id = 'later' and case_id = 'c1' order by attempt"
    )


@pytest.mark.sweep
def test_only_one_system_is_judged(judged):
    """Another one is not looked at; one that is not there is refused."""
    judged.add(response("c1", "Ulm", system_id="rival"))

    assert {("unjudged", "wrong"): 1} == judged(system_id="rival").changes
    with pytest.raises(UsageError, match="no system 'nobody' in run 'theirs'"):
        judged(system_id="nobody")


@pytest.mark.sweep
def test_what_lacks_its_case_is_counted_and_named(judged):
    """Without a case there is nothing to judge by; without a prompt there is."""
    judged.add(response("gone"), case("bare", prompt=None), response("bare"))
    found = judged()

    assert (1, ("gone",)) == (found.left_out["no case"], found.case_ids_unknown)
    assert (1, ("bare",)) == (found.without_prompt_count, found.case_ids_without_prompt)
    assert "right" == judged.outcomes()["bare"]


@pytest.mark.sweep
def test_a_run_of_readings_has_nothing_to_judge(judged):
    """A critic's readings are no replies."""
    readings = [
        {**response(value_dim="power", alignment=0.5), "run_id": "weeks"},
        {"kind": "run_started", "run_id": "weeks", "payload": {"suite": "drift"}},
    ]
    judged.add(*readings)

    with pytest.raises(UsageError, match="readings of a critic, expected replies"):
        judge_run(judged.bench.layout, "weeks", [make_validator("later")], Selection())


@pytest.mark.sweep
def test_a_rebuild_gives_the_same_facts(judged):
    """Verdicts that came later are events like all others."""
    judged()
    scored = "select * from facts.scored order by all"
    before = judged.rows(scored)
    rebuild(judged.bench.layout)

    assert before == judged.rows(scored)
