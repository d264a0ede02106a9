"""Replies as services give them: limits, cut off, no JSON, refused, slow, several batches."""

import json
import re

import pytest

from tests.reviews.failure_groups.conftest import groups

DATES = ("Dates", ("They name another century.", ["c00", "c01"]))


def test_a_rate_limit_is_waited_for(service, analysis):
    """Retry-After is kept to, and the reply that comes then counts."""
    busy = service.gives(429, b'{"error": {"message": "slow down"}}', Retry_After="0.01")
    service.plays(busy, service.says(groups(DATES)))

    assert ["Dates"] == [group["title"] for group in analysis()["results"]["groups"]]
    assert 2 == len(service.requests)


@pytest.mark.thinned(8)
@pytest.mark.parametrize(
    ("text", "more", "words"),
    [
        (groups(DATES)[:40], {"finish_reason": "length"}, "not one JSON object"),
        ("They all fail at dates.", {}, "not one JSON object"),
        ('{"groups": [{"title": "Dates"}]}', {}, "'sentences' is a required property"),
        (None, {"refusal": "I cannot help with that."}, "I cannot help with that."),
        ("", {}, "the reply has no text"),
    ],
)
def test_an_unreadable_reply_is_asked_for_once_more(service, review, analysis, text, more, words):
    """The second one counts; where it is no use either, 4 is the end."""
    service.plays(service.says(text, **more), service.says(groups(DATES)))
    found = analysis()
    assert ["Dates"] == [group["title"] for group in found["results"]["groups"]]

    service.requests.clear()
    service.plays(service.says(text, **more))
    code, _, err = review("--seed", "1", "--sample", "3")
    assert 4 == code
    assert words in err


@pytest.mark.sweep
def test_what_could_not_be_read_is_recorded(service, store, review):
    """It was paid for: no group, and the number of failures that nothing explains."""
    service.plays(service.says("They all fail at dates."))
    review()

    [row] = store.query(
        "select group_number, shown_count, explained_count from facts.failure_groups"
    ).to_dicts()
    assert {"group_number": None, "shown_count": 10, "explained_count": 0} == row


@pytest.mark.sweep
def test_a_service_that_does_not_answer_is_asked_again(service, store, review):
    """With 4 and nothing appended; the next call asks."""
    service.plays(service.gives(500, b'{"error": {"message": "down"}}'))
    code, _, err = review()

    assert 4 == code
    assert "1 question of 1 to the model had no reply: the service answered 500: down" in err
    assert [] == store.query("select 1 from facts.failure_groups").to_dicts()
    service.plays(service.says(groups(DATES)))
    assert 0 == review()[0]


def test_a_slow_service_is_given_up(service, review, tmp_path):
    """After the time-out of its settings."""
    config = tmp_path / "evalstore.toml"
    slow = config.read_text(encoding="utf-8").replace("timeout_s = 5.0", "timeout_s = 0.05")
    config.write_text(slow.replace("retries = 1", "retries = 0"), encoding="utf-8")
    service.plays(service.waits())

    assert 4 == review()[0]


def scripted(request):
    """Group each batch by its first case; in the merge pass, join everything under one title."""
    text = request["messages"][1]["content"]
    told = [json.loads(line) for line in text.splitlines() if line.startswith(("{", "[{"))]
    if "batch 1" in text:
        numbers = [
            sentence["number"] for lot in told for group in lot for sentence in group["sentences"]
        ]
        merged = [{"text": "All of one kind.", "sentence_numbers": numbers[:-1]},
                  {"text": "Of nothing.", "sentence_numbers": [99]}]  # fmt: skip
        return json.dumps({"groups": [{"title": "One", "sentences": merged}]})
    ids = [failure["case_id"] for failure in told]
    return groups((f"Like {ids[0]}", (f"As {ids[0]} is.", ids)))


def test_batches_are_merged_and_cases_taken_over(service, analysis):
    """A merged sentence has the cases of those it stands for; the one left out stays."""
    service.plays(service.replies(scripted))
    results = analysis("--batch-tokens", "500")["results"]
    batch_count = results["batch_count"]

    assert batch_count > 1
    assert batch_count + 1 == len(service.requests)
    one, last = results["groups"]
    assert ("One", "All of one kind.") == (one["title"], one["sentences"][0]["text"])
    assert re.match("Like c", last["title"])
    together = one["sentences"][0]["case_ids"] + last["sentences"][0]["case_ids"]
    assert [f"c{number:02}" for number in range(10)] == sorted(together)
    assert {"unknown_sentence": 1} == results["dropped_sentence_counts"]
    assert batch_count + 1 == len(results["judge"]["raw_replies"])


@pytest.mark.sweep
def test_an_unreadable_merge_leaves_groups_side_by_side(service, review, analysis):
    """They are kept as the batches gave them, and it is said."""

    def act(request):
        is_merge = "batch 1" in request["messages"][1]["content"]
        return "no JSON" if is_merge else scripted(request)

    service.plays(service.replies(act))
    results = analysis("--batch-tokens", "500")["results"]

    assert results["batch_count"] == results["unmerged_batch_count"] == len(results["groups"])
    assert 1 == results["unreadable_count"]
    assert "batches were not merged" in review("--batch-tokens", "500")[1]
