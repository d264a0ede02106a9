"""``evalstore review``: what is asked, kept, dropped and recorded; limits and exit codes."""

import json

import pytest

from evalstore.reviews.failure_groups.recorded import recorded_groups
from evalstore.store.query.reader import reading
from tests.chat_service import KEY
from tests.reviews.failure_groups.conftest import WRONG, groups

DATES = ("Dates", ("They name another century.", ["c00", "c01"]), ("One is a year off.", ["c02"]))
RIVERS = ("Rivers", ("They name the wrong bank.", ["c06", "c07"]))


def rows(store, statement):
    return [tuple(row.values()) for row in store.query(statement).to_dicts()]


def test_groups_are_recorded_with_their_cases(service, store, review, analysis):
    """With model, prompts, tokens and raw reply; who is explained and who is not."""
    service.plays(service.says(groups(RIVERS, DATES)))
    results = analysis()["results"]
    review("--max-requests", "0")

    assert ["Dates", "Rivers"] == [group["title"] for group in results["groups"]]
    assert {"text": "One is a year off.", "case_ids": ["c02"]} == results["groups"][0][
        "sentences"
    ][1]
    assert ("m-2026", 12, 5) == tuple(
        results["judge"][name] for name in ("model", "tokens_in", "tokens_out")
    )
    assert results["judge"]["raw_reply"] == groups(RIVERS, DATES)
    coverage = results["coverage"]
    assert (10, 10, 5) == tuple(
        coverage[f"{name}_count"] for name in ("failure", "shown", "explained")
    )
    assert ["c03", "c04", "c05", "c08", "c09"] == coverage["unexplained_case_ids"]
    assert {"missing": 1} == coverage["other_failure_counts"]
    assert [("dates", 6), ("rivers", 4)] == [
        (group["domain"], group["case_count"]) for group in results["known_groups"]
    ]
    assert [("Dates", 1, "c00"), ("Dates", 2, "c02"), ("Rivers", 1, "c06")] == rows(
        store,
        "select group_title, sentence_number, case_ids[1] from facts.failure_groups "
        "where is_current and not is_foreign order by group_number, sentence_number",
    )


def test_the_failures_are_what_is_shown(service, analysis):
    """Each wrong case once, as data between fences; right and missing ones are not shown."""
    service.plays(service.says(groups(DATES)))
    analysis()
    [request] = service.requests
    text = request["messages"][1]["content"]

    assert WRONG == [f"c{number:02}" for number in range(13) if f'"c{number:02}"' in text]
    assert 10 == text.count("[begin failure ")
    schema = request["response_format"]["json_schema"]
    assert ("groups", True) == (*schema["schema"]["required"], schema["strict"])


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("case_ids", "reason"),
    [
        (["c00", "c99"], "unknown_case"),
        (["c00", "c10"], "not_failed"),
        ([], "no_case"),
    ],
)
def test_a_sentence_on_no_failure_is_dropped(service, review, analysis, case_ids, reason):
    """Also where another of its cases did fail; the reason is counted, and the rest is kept."""
    service.plays(service.says(groups(DATES, ("Invented", ("They all lie.", case_ids)))))
    results = analysis()["results"]
    _, said, _ = review()

    assert {reason: 1} == results["dropped_sentence_counts"]
    assert ["Dates"] == [group["title"] for group in results["groups"]]
    assert "dropped: 1 sentence " in said
    assert "They all lie" not in said


@pytest.mark.sweep
def test_what_the_model_was_not_shown_is_dropped(service, analysis):
    """Of a sample, a failure outside it is nothing that the model can speak of."""
    service.plays(service.says(groups(("All", *((f"It is {name}.", [name]) for name in WRONG)))))
    results = analysis("--sample", "4", "--seed", "7")["results"]

    assert {"not_shown": 6} == results["dropped_sentence_counts"]
    assert (10, 4, 4) == tuple(
        results["coverage"][f"{name}_count"] for name in ("failure", "shown", "explained")
    )


@pytest.mark.sweep
def test_a_sample_follows_its_seed(service, review):
    """The same seed shows the same cases, another one others."""
    service.plays(service.says(groups(DATES)))
    for seed in ("1", "1", "2"):
        review("--sample", "3", "--seed", seed)

    assert 2 == len(service.requests)
    assert 2 == len({request["messages"][1]["content"] for request in service.requests})


@pytest.mark.sweep
def test_duplicates_are_merged(service, analysis):
    """A sentence that is said twice stands once, with the cases of both."""
    again = ("dates", ("they name another  century", ["c03"]))
    service.plays(service.says(groups(DATES, again)))
    results = analysis()["results"]

    assert 1 == results["duplicate_sentence_count"]
    [group] = results["groups"]
    assert ["c00", "c01", "c03"] == group["sentences"][0]["case_ids"]


@pytest.mark.sweep
def test_unchanged_failures_are_answered_from_the_log(service, store, review):
    """Nothing is asked, nothing appended; another verdict makes it another question."""
    service.plays(service.says(groups(DATES)))
    review()
    code, said, _ = review("--max-requests", "0")

    assert 0 == code
    assert "the log already has this review" in said
    assert "0 requests to the model; 1 recorded reply reused" in said
    assert 1 == len(service.requests)
    analyses = "select count(*) from log.events where kind = 'analysis_recorded'"
    assert [(1,)] == rows(store, analyses)

    verdict = {"case_id": "c10", "system_id": "maia", "validator_id": "factual"}
    store.append([
        {"kind": "verdict_recorded", "run_id": "quiz", "payload": verdict | {"outcome": "wrong"}}
    ])  # fmt: skip
    assert [(False,)] == rows(store, "select distinct is_current from facts.failure_groups")
    review()
    assert 2 == len(service.requests)
    assert [(2,)] == rows(store, analyses), "what was said before stays in the log"
    assert [(11,)] == rows(
        store, "select distinct failure_count from facts.failure_groups where is_current"
    )


def test_a_dry_run_needs_no_key(service, review, monkeypatch):
    """Nothing is asked, so the variable of the key need not be set."""
    monkeypatch.delenv("SERVICE_KEY")

    code, said, err = review("--dry-run")

    assert (0, True) == (code, f"would show a model {len(WRONG)} of them" in said), err
    assert 2 == review()[0]
    assert [] == service.requests


@pytest.mark.sweep
def test_a_dry_run_asks_nothing_and_appends_nothing(service, store, review):
    """It says of how many failures it would ask, and shows what recorded replies answer."""
    service.plays(service.says(groups(DATES)))
    code, said, _ = review("--dry-run")

    assert (0, True) == (code, "dry run: nothing was appended" in said)
    assert f"would show a model {len(WRONG)} of them" in said
    assert [] == service.requests
    assert [] == rows(store, "select 1 from facts.failure_groups")
    assert [] == [*(store.layout.root / "judge_replies").glob("*")]
    assert 0 == review()[0]
    code, said, _ = review("--dry-run")
    assert (0, True) == (code, "Dates" in said)
    assert 1 == len(service.requests)


@pytest.mark.sweep
def test_limits_stop_it_and_the_next_call_goes_on(service, store, review):
    """With 3, and nothing is appended; what was replied is not asked again."""
    service.plays(service.says(groups(DATES)))
    batches = ("--batch-tokens", "500")
    stopped = review(*batches, "--max-requests", "1")
    poor = review(*batches, "--budget", "0.000001usd")

    assert (3, 3) == (stopped[0], poor[0])
    assert "--max-requests 1 is reached; replies are kept" in stopped[2]
    assert "--budget 1e-06usd is reached" in poor[2]
    assert [] == rows(store, "select 1 from facts.failure_groups")
    count = len(service.requests)
    assert (1, 0) == (count, review(*batches)[0])
    contents = [request["messages"][1]["content"] for request in service.requests]
    assert len(contents) == len(set(contents)), "nothing is paid twice"


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (("--budget", "5"), {}, "expected US dollars, such as 5usd"),
        ((), {"system": "other"}, "is of the kind echo; name a system of"),
        ((), {"system": "nobody"}, "no system 'nobody'"),
        ((), {"run_id": "never"}, "no run 'never'"),
        (("--validator", "nobody"), {}, "no validator 'nobody'"),
        (("--system-under-test", "nobody"), {}, "no system 'nobody'"),
        (("--sample", "0"), {}, "--sample"),
    ],
)
def test_what_cannot_be_asked_is_refused(service, review, arguments, options, words):
    """With 2, before anything is asked."""
    code, _, err = review(*arguments, **options)

    assert 2 == code, err
    assert words in err
    assert [] == service.requests


@pytest.mark.sweep
def test_without_a_failure_nothing_is_asked(service, store, review):
    """It says so, with 0."""
    from tests.reviews.failure_groups.conftest import events

    store.append(list(events("clean", wrong=())))
    code, said, _ = review(run_id="clean")

    assert 0 == code
    assert "maia by factual: 0 wrong cases; not reviewed: 1 missing" in said
    assert [] == service.requests


@pytest.mark.sweep
def test_a_key_that_is_echoed_is_nowhere(service, store, review):
    """Neither on the screen nor in the log."""
    echo = ("Key", (f"The key is {KEY}.", ["c00"]))
    service.plays(service.says(groups(echo)))
    code, said, err = review()

    assert 0 == code
    assert KEY not in said + err
    assert "The key is [the key]." in said
    [(count,)] = rows(
        store, f"select count(*) from log.events where contains(payload::varchar, '{KEY}')"
    )
    assert 0 == count


@pytest.mark.sweep
def test_the_newest_review_of_this_store_is_shown(service, store, review):
    """Others of it are counted; what others append is marked, and not shown."""
    service.plays(service.says(groups(DATES)), service.says(groups(RIVERS)))
    review()
    review("--seed", "1", "--sample", "9")
    [(payload,)] = rows(
        store,
        "select payload::varchar from log.events where kind = 'analysis_recorded' "
        "order by position limit 1",
    )
    foreign = json.loads(payload) | {"analysis_id": "theirs"}
    foreign["results"]["groups"][0]["title"] = "Theirs"
    store.append([{"kind": "analysis_recorded", "run_id": "quiz", "payload": foreign}])
    with reading(store.layout) as reader:
        [found] = recorded_groups(reader, "quiz")

    assert [("Dates", False), ("Rivers", False), ("Theirs", True)] == rows(
        store, "select distinct group_title, is_foreign from facts.failure_groups order by all"
    )
    assert ["Rivers"] == [group.title for group in found.groups]
    assert "9 shown to the model" in found.described
    assert "; 1 older review in facts.failure_groups" in found.described
