"""Epistemic results: answers and verdicts, cases where no card is known, and the run."""

import gzip
import json

import pytest

from evalstore.cli import call_command
from evalstore.errors import StoreBusyError
from evalstore.store import connections

SCORED = "select system_id, case_id, status, outcome from facts.scored order by all"


@pytest.mark.thinned(15)
@pytest.mark.parametrize(
    ("fields", "status", "answer", "outcome", "words"),
    [
        ({}, "ok", "YES", "right", "answered YES, as expected"),
        ({"pred": " yes\n"}, "ok", "YES", "right", "the file says pass is false"),
        ({"pred": "NO"}, "ok", "NO", "wrong", "answered NO, expected YES"),
        ({"pred": "UNKNOWN"}, "ok", "UNKNOWN", "abstained", "answered UNKNOWN, expected YES"),
        (
            {"pred": "UNKNOWN", "gold": "UNKNOWN"}, "ok", "UNKNOWN", "right",
            "answered UNKNOWN, as expected",
        ),
        ({"pred": "YES."}, "unparsable", None, "wrong", "none of YES, NO and UNKNOWN"),
        ({"pred": ""}, "unparsable", None, "wrong", "none of YES, NO and UNKNOWN"),
        ({"pred": "ERROR 529"}, "unparsable", None, "wrong", "none of YES, NO and UNKNOWN"),
        ({"pred": None}, "missing", None, "wrong", "no answer came, expected YES"),
        ({"pred": None, "error": ""}, "missing", None, "wrong", "no answer came"),
        ({"pred": None, "error": 529}, "missing", None, "wrong", "no answer came"),
        ({"pred": None, "error": "529"}, "error", None, "error", "the system failed: 529"),
        ({"pred": "YES", "error": "529"}, "ok", "YES", "right", "answered YES, as expected"),
    ],
)  # fmt: skip
def test_an_answer_and_its_verdict(
    written, take, payloads, result, fields, status, answer, outcome, words
):
    """Strictly compared, with a reason on every path; the text stays as it came."""
    line = result("E1", **fields)
    take(written("results.jsonl", line), run_id="r1")
    [response], [verdict] = payloads("response_recorded"), payloads("verdict_recorded")

    assert (status, answer, line["pred"]) == (
        response["status"],
        response.get("answer"),
        response.get("text"),
    )
    assert ("abstention", outcome) == (verdict["validator_id"], verdict["outcome"])
    assert words in verdict["reason"]


@pytest.mark.sweep
def test_an_absent_answer_is_missing(written, take, a_store, result):
    """As if it were null."""
    line = {name: value for name, value in result("E1").items() if name != "pred"}
    take(written("results.jsonl", line), run_id="r1")

    assert [("kg", "E1", "missing", "wrong")] == a_store.query(SCORED).rows()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("pred", "claim", "outcome", "tags"),
    [
        ("YES", True, "right", []),
        ("YES", False, "right", ["pass_disagrees"]),
        ("NO", True, "wrong", ["pass_disagrees"]),
        ("UNKNOWN", True, "abstained", ["pass_disagrees"]),
        (None, True, "wrong", ["pass_disagrees"]),
        ("NO", False, "wrong", []),
        ("NO", None, "wrong", []),
    ],
)
def test_what_the_file_claims_does_not_count(
    written, take, payloads, result, pred, claim, outcome, tags
):
    """Both are kept, and a disagreement is tagged."""
    take(written("results.jsonl", result("E1", pred) | {"pass": claim}), run_id="r1")
    [verdict] = payloads("verdict_recorded")

    assert (outcome, tags, claim) == (
        verdict["outcome"], verdict.get("tags", []), verdict.get("pass"),
    )  # fmt: skip


@pytest.mark.sweep
def test_results_alone_can_be_asked(written, take, a_store, payloads, result):
    """Their cases have label and right answer, and no prompt."""
    take(written("results.jsonl", result("E1"), result("U1", "NO", "UNKNOWN")), run_id="r1")
    expected = {
        "case_id": "U1",
        "domain": "epistemic",
        "generator": "epistemic_results",
        "expected": "UNKNOWN",
        "label": "U",
        "validators": ["abstention"],
    }

    assert expected == payloads("case_generated")[1]
    assert [(0.5, 2)] == a_store.query(
        "select accuracy, scored_count from metrics.accuracy where slice_name = 'all'"
    ).rows()
    assert [("epistemic", "completed")] == a_store.query(
        "select suite, run_status from facts.runs"
    ).rows()


@pytest.mark.sweep
def test_a_result_never_replaces_a_card(written, take, counted, payloads, card, result):
    """Not one that is folded, nor with another right answer."""
    take(written("cards.jsonl", card("E1")), run_id="r1")
    taken = take(written("results.jsonl", result("E1", "NO", gold="NO")), run_id="r1")

    # Response, verdict, and the run's end.
    assert (3, 0, 0, 0) == counted(taken)
    assert ["YES"] == [case["expected"] for case in payloads("case_generated")]


@pytest.mark.sweep
def test_a_result_never_replaces_a_card_that_waits(
    a_store, written, take, payloads, card, result, monkeypatch
):
    """An accepted card counts before it is folded."""

    def busy(*_arguments, **_options):
        raise StoreBusyError("another process folds")

    with monkeypatch.context() as patched:
        patched.setattr(connections, "_locked", busy)
        waiting = take(written("cards.jsonl", card("E1")), run_id="r1")
        take(written("results.jsonl", result("E1")), run_id="r1")
    a_store.fold()

    assert not waiting.is_folded
    assert ["context_cards"] == [case["generator"] for case in payloads("case_generated")]


@pytest.mark.sweep
def test_a_card_that_comes_later_replaces_what_results_knew(
    written, take, counted, payloads, card, result
):
    """And stays, whatever comes again."""
    results, cards = written("r.jsonl", result("E1")), written("c.jsonl", card("E1"))
    take(results, run_id="r1")
    later = counted(take(cards, run_id="r1"))
    take(results, run_id="r1")
    take(written("more.jsonl", result("E1", system="raw")), run_id="r1")

    assert (0, 0, 1, 0) == later
    assert ["context_cards"] == [case["generator"] for case in payloads("case_generated")]


@pytest.mark.sweep
def test_a_card_without_a_result_is_missing(written, take, a_store, card, result):
    """For each system that answered anything in the run."""
    cards = written("c.jsonl", card("E1"), card("E2"))
    results = written("r.jsonl", result("E1"), result("E1", system="raw"), result("E2"))
    take(cards, results)

    assert [
        ("kg", "E1", "ok", "right"),
        ("kg", "E2", "ok", "right"),
        ("raw", "E1", "ok", "right"),
        ("raw", "E2", "missing", None),
    ] == a_store.query(SCORED).rows()


@pytest.mark.sweep
def test_systems_come_one_after_another(written, take, counted, a_store, result):
    """A later file forgets neither the earlier systems nor how the run started."""
    for number, system in enumerate(("kg", "rag", "raw")):
        path = written(f"{system}.jsonl", result("E1", system=system))
        new = (5, 0, 0, 0) if number == 0 else (2, 0, 0, 0)

        assert new == counted(take(path, run_id="r1"))
    assert ["kg", "rag", "raw"] == list(
        a_store.query("select system_id from facts.scored order by all").pl()["system_id"]
    )


@pytest.mark.sweep
def test_the_same_results_again_are_duplicates(written, take, counted, result):
    """With a name for the run and without, plain and packed, whole and half."""
    path = written("a.jsonl", result("E1"), result("E2", None), result("E1", system="raw"))
    half = written("b.jsonl", result("E1", system="raw"), result("E3"))
    packed = path.with_suffix(".gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    take(path)
    take(path, run_id="r1")

    assert 0 == take(path).total("new")
    assert (0, 6, 0, 0) == counted(take(packed, run_id="r1"))
    assert (3, 2, 0, 0) == counted(take(half, run_id="r1"))


@pytest.mark.sweep
def test_an_answer_that_came_again_otherwise_is_judged_again(
    written, take, counted, a_store, result
):
    """The newest counts, also where the verdict is the same and only another field changed."""
    take(written("a.jsonl", result("E1", seconds=1)), run_id="r1")
    taken = take(written("b.jsonl", result("E1", seconds=2)), run_id="r1")

    assert (0, 0, 2, 0) == counted(taken)
    assert [("kg", "E1", "ok", "right")] == a_store.query(SCORED).rows()


@pytest.mark.sweep
def test_the_last_of_two_answers_in_a_file_counts(written, take, a_store, result):
    """There is no number of the attempt; the log keeps both."""
    take(written("a.jsonl", result("E1", "NO"), result("E1", "YES")), run_id="r1")

    assert [("kg", "E1", "ok", "right")] == a_store.query(SCORED).rows()


@pytest.mark.sweep
def test_files_without_a_name_are_runs_of_their_own(written, take, a_store, result):
    """Nothing says that two files of results belong together."""
    take(written("a.jsonl", result("E1")), written("b.jsonl", result("E1", "NO")))

    assert [(2,)] == a_store.query("select count(*) from facts.runs").rows()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("fields", "reason", "words"),
    [
        ({"pred": 1}, "wrong value", "pred: found"),
        ({"pred": True}, "wrong value", "pred: found"),
        ({"pred": ["YES"]}, "wrong value", "pred: found"),
        ({"pred": float("nan")}, "not finite", "pred: found NaN"),
        ({"pass": "true"}, "wrong value", 'pass: found "true"'),
        ({"pass": 1}, "wrong value", "pass: found"),
        ({"gold": "yes or no"}, "wrong value", "gold: found"),
        ({"gold": None}, "wrong value", "gold: found"),
        ({"system": None}, "wrong value", "system: found"),
        ({"system": ""}, "wrong value", "system: found"),
        ({"label": "e or c"}, "wrong value", "label: found"),
        ({"id": "x" * 513}, "wrong value", "id: found"),
    ],
)
def test_a_result_that_does_not_fit_is_named(
    written, take, a_store, result, fields, reason, words
):
    """And a file that is not whole does not say that its run is."""
    [file] = take(written("results.jsonl", result("E1"), result("E2") | fields), run_id="r1").files
    [skip] = file.skips

    assert ("line 2", reason) == (skip.location, skip.reason)
    assert words in skip.detail
    assert [("unfinished",)] == a_store.query("select run_status from facts.runs").rows()


@pytest.mark.sweep
def test_a_whole_file_finishes_what_a_cut_one_began(written, take, a_store, result):
    """Once every line could be read."""
    whole = [json.dumps(result("E1")), json.dumps(result("E2"))]
    take(written("cut.jsonl", whole[0], whole[1][:40]), run_id="r1")
    take(written("whole.jsonl", *whole), run_id="r1")

    assert [("completed",)] == a_store.query("select run_status from facts.runs").rows()


@pytest.mark.sweep
def test_hostile_answers_stay_text(written, take, payloads, result):
    """Half a surrogate pair is repaired; everything else is kept as it came."""
    text = "\x00\x1b[31m\u2028'); drop table x; -- {} \ud83d"
    take(written("results.jsonl", result("a/b %", text, system="k\u202eg")), run_id="r1")
    [response] = payloads("response_recorded")

    assert text.replace("\ud83d", "\ufffd") == response["text"]
    assert ("a/b %", "k\u202eg") == (response["case_id"], response["system_id"])
    assert [{"path": "pred", "was": "\\ud83d", "rule": "lone_surrogate"}] == response["repairs"]


@pytest.mark.sweep
def test_a_gate_can_decide_on_results(written, a_store, result, tmp_path, monkeypatch):
    """A file of results is a completed run."""
    monkeypatch.chdir(tmp_path)
    path = written("results.jsonl", result("E1"), result("C1", "NO", "NO"))
    config = tmp_path / "evalstore.toml"
    config.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.9\n', encoding="utf-8")
    store = ["--store", str(a_store.layout.root)]
    call_command(["ingest", str(path), "--run-id", "r1", *store])

    assert 0 == call_command(["gate", "--run", "r1", *store])


def test_results_of_one_id_with_two_right_answers_are_two_cases(written, take, a_store, result):
    """Each is judged by its own; it is a doubt of the file."""
    lines = [result("E1", "YES"), result("E1", "YES", gold="NO")]
    taken = take(written("results.jsonl", *lines), run_id="r1")

    assert {("right", "E1~"), ("wrong", "E1~")} == {
        (outcome, case_id[:3]) for _, case_id, _, outcome in a_store.query(SCORED).rows()
    }
    assert "1 id shared by several questions" in taken.files[0].doubts[0]


def test_a_result_that_comes_again_is_named(written, take, a_store, result):
    """Of two answers of one system to one question the last one counts."""
    taken = take(written("results.jsonl", result("E1", "NO"), result("E1", "YES")), run_id="r1")

    assert [("kg", "E1", "ok", "right")] == a_store.query(SCORED).rows()
    assert "1 record comes more than once with different content" in taken.files[0].doubts[0]
