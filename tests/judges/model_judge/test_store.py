"""Nothing is asked or paid for twice: not in another run, not after a stop, not after a kill."""

import pytest

from evalstore.errors import UsageError
from evalstore.running import judge_replies
from evalstore.store.query.reader import reading
from tests.chat_service import KEY
from tests.judges.model_judge.conftest import said

PRICES = {"price_in_usd_per_million": 1.0, "price_out_usd_per_million": 2.0}


@pytest.mark.sweep
def test_another_run_with_the_same_replies_asks_nothing(service, quiz):
    """Its verdicts name what was reused, and cost nothing."""
    service.plays(service.says(said()))
    quiz.add()
    quiz.add("again")
    first = quiz.judge(**PRICES)
    second = quiz.judge("again", **PRICES)

    assert (4, 4) == (first.judged_count, second.judged_count)
    assert 4 == len(service.requests)
    [paid] = {judge["cost_usd"] for judge in quiz.judges().values()}
    [free] = {judge["cost_usd"] for judge in quiz.judges("again").values()}
    assert (22e-6, 0) == (paid, free)
    assert {1} == {judge["reused_count"] for judge in quiz.judges("again").values()}
    assert [] == list(quiz.layout.judge_replies.glob("*"))


@pytest.mark.sweep
def test_another_question_is_asked(service, quiz):
    """Of another template, model, temperature or seed, and a further vote."""
    service.plays(service.says(said()))
    quiz.add(count=1)
    for number, given in enumerate(
        [{}, {"temperature": 0.5}, {"model": "other"}, {"seed": 1}, {"seed": 1, "votes": 2}], 1
    ):
        quiz.judge(**given)
        assert number == len(service.requests), given
    quiz.judge(template="correctness_without_reference")
    assert 6 == len(service.requests)

    # What only says how the service is reached makes it no other judge.
    assert 0 == quiz.judge(template="correctness_without_reference", timeout_s=5.0).judged_count
    assert 0 == quiz.judge(template="correctness_without_reference", **PRICES).judged_count


@pytest.mark.sweep
def test_judging_again_changes_nothing(service, quiz):
    """The replies come out of the log, so the verdicts are equal and none is appended."""
    service.plays(service.says(said()))
    quiz.add()
    quiz.judge()
    again = quiz.judge(is_again=True)

    assert (4, 0) == (again.judged_count, again.appended_count)
    assert 4 == len(service.requests)


@pytest.mark.sweep
def test_equal_questions_of_one_run_are_asked_once(service, quiz):
    """Two systems that say the same, judged at once, cost one question."""
    service.plays(service.says(said()))
    quiz.add(systems=("maia",), count=1)
    quiz.add("twin", systems=("maia", "maia-2"), count=1)
    spent = quiz.judge("twin", concurrency=4)

    assert 2 == spent.judged_count
    assert 2 == len(service.requests), "the two say different things"
    quiz.judge(concurrency=4)
    assert 2 == len(service.requests)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_limit_of_requests_stops_and_the_next_call_goes_on(service, quiz, spending, concurrency):
    """What was judged is kept; the rest is counted, with the reason; each is asked once."""
    service.plays(service.says(said()))
    quiz.add(count=7)
    found = quiz.judge(spending=spending(requests_max=3), concurrency=concurrency)

    assert (3, 4, "--max-requests 3 is reached") == (
        found.judged_count, found.unasked_count, found.stopped,
    )  # fmt: skip
    rest = quiz.judge(concurrency=concurrency)
    assert (4, 0) == (rest.judged_count, rest.unasked_count)
    assert 7 == len(service.requests)


@pytest.mark.thinned(50)
@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_budget_is_never_passed(service, quiz, spending, concurrency):
    """What a request may cost is set aside first, also with several in flight."""
    service.plays(service.says(said(), usage=(500, 50)))
    quiz.add(count=7)
    # Each costs 0.0006 USD, and may cost three times that by its bytes.
    limit = spending(budget_usd=0.0035)
    found = quiz.judge(spending=limit, concurrency=concurrency, tokens_max=50, **PRICES)

    assert 0 < found.judged_count < 7
    assert limit.spent_usd == pytest.approx(0.0006 * found.judged_count)
    assert limit.spent_usd <= 0.0035
    assert "--budget 0.0035usd is reached" in found.stopped
    assert 7 - found.judged_count == quiz.judge(tokens_max=50, **PRICES).judged_count
    assert 7 == len(service.requests)


@pytest.mark.sweep
def test_a_budget_needs_prices(service, quiz, spending):
    """Else nothing would say when it is reached."""
    quiz.add()
    with pytest.raises(UsageError, match="--budget needs prices"):
        quiz.judge(spending=spending(budget_usd=1.0))
    assert [] == service.requests


@pytest.mark.sweep
def test_no_request_at_all_uses_what_is_known(service, quiz, spending):
    """So a run is judged again out of the log alone."""
    service.plays(service.says(said()))
    quiz.add(count=2)
    quiz.judge()
    quiz.add("more", count=3)
    found = quiz.judge("more", spending=spending(requests_max=0))

    assert (2, 1) == (found.judged_count, found.unasked_count)
    assert 2 == len(service.requests)


@pytest.mark.sweep
def test_what_was_paid_for_before_a_kill_is_used(service, quiz, spending):
    """Replies that no verdict holds are read from the file; their cost comes with the verdict."""
    service.plays(service.says(said()))
    quiz.add(count=3)
    from evalstore.running.judging import make_validator

    validator = make_validator("model_judge", quiz.settings(**PRICES))
    sha256 = validator.module.digest_settings(validator.settings)["template"]
    with reading(quiz.layout) as reader:
        replies = judge_replies.RecordedReplies(quiz.layout, reader, sha256)
    from tests.judges.model_judge.conftest import make_case, reply

    for number in range(2):
        case = make_case(f"c{number}", "x", (f"{number}?",))
        validator.opened(replies).verdict(case, reply(f"maia says x{number}"))
    [path] = quiz.layout.judge_replies.glob("*.jsonl")
    # A killed process leaves its file, with the line that it was writing.
    with path.open("ab") as file:
        file.write(b'{"request_sha256": "ab')
    replies.close()
    limit = spending()
    found = quiz.judge(spending=limit, **PRICES)

    assert 3 == found.judged_count
    assert (1, 2, 3) == (limit.request_count, limit.reused_count, len(service.requests))
    assert [22e-6] * 3 == [judge["cost_usd"] for judge in quiz.judges().values()]
    assert [] == list(quiz.layout.judge_replies.glob("*"))


@pytest.mark.sweep
def test_a_failing_service_is_asked_again_next_time(service, quiz):
    """An error is no verdict of the judge; a key that the service echoes is recorded nowhere."""
    echo = service.gives(500, f'{{"error": {{"message": "no {KEY}"}}}}'.encode())
    service.plays(service.says(said()), echo, service.says(said(reason=f"It is {KEY}.")))
    quiz.add(count=3)
    found = quiz.judge()

    assert {"right": 2, "error": 1} == found.outcomes
    assert "the judge could not be asked: the service answered 500" in found.first_error
    assert 1 == quiz.judge().judged_count
    [(count,)] = quiz.rows(f"select count(*) from log.events where contains(payload, '{KEY}')")
    assert 0 == count


@pytest.mark.sweep
def test_rate_limits_are_waited_out(service, quiz):
    """With Retry-After, several at once, every reply is judged once."""
    busy = service.gives(429, b"{}", Retry_After="0.01")
    service.plays(busy, service.says(said()), busy, busy, service.says(said()))
    quiz.add(count=6)

    assert {"right": 6} == quiz.judge(retries=4, concurrency=3).outcomes
    assert 9 == len(service.requests)


@pytest.mark.sweep
def test_a_preference_between_two_systems_and_two_runs(service, quiz):
    """The rival is the other system's reply to the case, or the same system's in another run."""
    import json

    def choose(request):
        user = request["messages"][1]["content"]
        better = "first" if user.index("maia says") < user.index("luna says") else "second"
        return json.dumps({"reason": "So.", "better": better})

    service.plays(service.replies(choose))
    quiz.add(systems=("maia", "luna"), count=2)
    found = quiz.judge(template="preference", against_system="luna")

    assert {"measured": 2, "unscored": 2} == found.outcomes
    assert [(1.0,)] == quiz.rows(
        "select distinct value from facts.verdicts where system_id = 'maia'"
    )
    quiz.add("older", systems=("luna",), count=2)
    crossed = quiz.judge(
        template="preference", against_system="luna", against_run="older", system_id="maia"
    )
    assert {"measured": 2} == crossed.outcomes
    assert 4 == len(service.requests), "the replies of luna are the same in both runs"
