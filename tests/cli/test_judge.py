"""The command judges what is in a store, says what changed, and can be given again."""

import json

import pytest

from tests import kept_stores


@pytest.fixture
def quiz(folder):
    """A store with a run of another tool: two replies of a form, a failed one, and no verdict."""
    form = {"type": "object", "required": ["answer"]}
    texts = {"c1": '{"answer": 4}', "c2": '```json\n{"answer": 9}\n```'}
    about = {"system_id": "maia"}
    events = [("run_started", {"suite": "quiz", "systems": ["maia"]})]
    for case_id in ("c1", "c2", "c3"):
        case = {"case_id": case_id, "domain": "math", "prompt": "?", "answer_schema": form}
        text = texts.get(case_id)
        status = {"status": "ok", "text": text} if text else {"status": "error", "error": "x"}
        events += [
            ("case_generated", case),
            ("response_recorded", {**about, "case_id": case_id, **status}),
        ]
    run = [
        {"kind": kind, "run_id": "quiz", "payload": payload}
        for kind, payload in [*events, ("run_finished", {"status": "completed"})]
    ]
    kept_stores.store_of(run, folder / "warehouse")
    return ("judge", "quiz", "--validator", "format_compliance")


def test_it_says_what_it_found_and_what_it_left_out(evalstore, quiz):
    """One line of words, one of what was not judged, a table; the metrics have it at once."""
    found = evalstore(*quiz)
    shown = json.loads(evalstore("show", "accuracy", "--format", "json").out)

    assert 0 == found.code, found.err
    assert "2 verdicts, 2 appended" in found.out
    assert "not judged: 1 failed" in found.out
    assert ["format_compliance", "right", "1", "1", "0", "0", "-"] in [
        line.split() for line in found.out.splitlines()
    ]
    assert [(0.5, 1)] == [(row["accuracy"], row["error_count"]) for row in shown]


@pytest.mark.sweep
def test_settings_change_the_verdict(evalstore, quiz):
    """First as a dry run, which appends nothing; then the table names what it was before."""
    evalstore(*quiz)
    arguments = (*quiz, "--set", "allow_code_fence=true")
    dry, changed, again = (
        evalstore(*arguments, "--dry-run"), evalstore(*arguments), evalstore(*arguments),
    )  # fmt: skip

    assert "1 would be appended" not in dry.out
    assert "2 would be appended" in dry.out
    assert "dry run: nothing was appended" in dry.out
    assert "(allow_code_fence=True)" in changed.out
    assert "1 wrong" in changed.out
    assert "2 already judged by this validator" in again.out


@pytest.mark.sweep
def test_json_has_the_same(evalstore, quiz):
    """Outcomes before and now, and what was left out."""
    evalstore(*quiz)
    found = evalstore(*quiz, "--again", "--set", "allow_code_fence=true", "--json")
    [judged] = json.loads(found.out)["validators"]

    assert [
        {"before": "right", "now": "right", "count": 1},
        {"before": "wrong", "now": "right", "count": 1},
    ] == judged["changes"]
    assert {"allow_code_fence": True} == judged["settings"]
    assert {"error": 1} == judged["not_judged"]


@pytest.mark.sweep
def test_the_file_sets_too(evalstore, quiz, folder):
    """A table [validators.NAME] of evalstore.toml."""
    path = folder / "evalstore.toml"
    path.write_text("[validators.format_compliance]\nallow_code_fence = true\n", encoding="utf-8")
    found = evalstore(*quiz, "--json")

    assert {"right": 2} == json.loads(found.out)["validators"][0]["outcomes"]


@pytest.mark.sweep
def test_a_run_that_is_not_finished_is_judged_so_far(evalstore, store, write_lines):
    """With a word on it."""
    evalstore("ingest", write_lines("other.ndjson", run_id="r2", status=None))
    found = evalstore("judge", "r2", "--validator", "format_compliance")

    assert 0 == found.code
    assert "run r2 is unfinished; only its responses so far were judged" in found.err


@pytest.mark.sweep
def test_only_errors_end_with_4(evalstore, quiz, monkeypatch):
    """Where not one verdict came about, nothing was judged."""
    from evalstore.judges.format_compliance import format_compliance

    def fail(_case, _response, **_settings):
        raise RuntimeError("out of order")

    monkeypatch.setattr(format_compliance, "judge", fail)
    found = evalstore(*quiz)

    assert 4 == found.code
    assert "all of 2 verdicts failed, the first: the validator broke: RuntimeError" in found.err


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("judge", "quiz"), "no validator is named; available: abstention, "),
        (("judge", "quiz", "--validator", "factul"), "did you mean 'factual'?"),
        (("judge", "quitz", "--validator", "factual"), "no run 'quitz'"),
        (("judge", "quiz", "--validator", "factual", "--system", "maja"), "did you mean 'maia'?"),
        (("judge", "quiz", "--validator", "factual", "--only", "eror"),
         "no outcome 'eror'; did you mean 'error'?"),
        (("judge", "quiz", "--validator", "evidence", "--set", "quote_word_min=1"),
         "did you mean 'quote_words_min'?"),
        (("judge", "quiz", "--validator", "evidence", "--set", "quote_words_min"),
         "expected KEY=VALUE, such as quote_words_min=5"),
        (("run", "contradiction", "--validator", "factul"), "did you mean 'factual'?"),
        (("run", "contradiction", "--set", "evidence.quote_words_min=x"),
         "validator evidence (evalstore.toml): `quote_words_min` is 'x'"),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_refused(evalstore, quiz, arguments, words):
    """With exit code 2 and the way out."""
    found = evalstore(*arguments)

    assert (2, True) == (found.code, words in found.err), found.err


@pytest.mark.sweep
def test_a_run_takes_validators_and_settings(evalstore, folder):
    """Beside the suite's own."""
    evalstore("init")
    found = evalstore(
        "run", "hallucination", "--domain", "math", "--cases", "2", "--seed", "s", "--json",
        "--validator", "evidence", "--set", "evidence.quote_words_min=5",
    )  # fmt: skip
    started = json.loads(
        evalstore(
            "query", "select payload from log.events where kind = 'run_started'",
            "--format", "json",
        ).out
    )  # fmt: skip
    payload = started[0]["payload"]
    config = (json.loads(payload) if isinstance(payload, str) else payload)["config"]

    assert 0 == found.code, found.err
    assert {"quote_words_min": 5} == config["validator_settings"]["evidence"]
    assert {"evidence", "factual"} <= config["validators"].keys()


@pytest.mark.sweep
def test_the_api_judges_too(evalstore, quiz, folder):
    """One row for each pair of outcomes; what does not exist is refused."""
    import evalstore as package

    store = package.open(folder / "warehouse")
    settings = {"format_compliance": {"allow_code_fence": True}}
    first = store.judge("quiz", "format_compliance")
    dry = store.judge("quiz", "format_compliance", settings=settings, dry_run=True)
    only = store.judge("quiz", "format_compliance", settings=settings, only=["wrong"])

    assert [("unjudged", "right", 1), ("unjudged", "wrong", 1)] == [
        row[1:] for row in first.rows()
    ]
    assert [("right", "right", 1), ("wrong", "right", 1)] == [row[1:] for row in dry.rows()]
    assert [("format_compliance", "wrong", "right", 1)] == only.rows()
    with pytest.raises(package.errors.UsageError, match="which is not among the validators named"):
        store.judge("quiz", "factual", settings=settings)
    with pytest.raises(package.errors.UsageError, match="no outcome 'eror'"):
        store.judge("quiz", "factual", only=["eror"])
    with pytest.raises(package.errors.UsageError, match="no validator is named; available: "):
        store.judge("quiz")


def test_the_list_of_validators_has_their_settings(evalstore, folder):
    """With their defaults, in words and as JSON."""
    words = evalstore("list", "validators").out
    listed = json.loads(evalstore("list", "validators", "--json").out)

    assert "quote_words_min=3" in words
    assert {"quote_words_min": 3} in [row["settings"] for row in listed]
