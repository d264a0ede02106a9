"""Export: what was ingested comes out the same, and what cannot be written is said."""

import json
import os

import pytest

from evalstore.harnesses.exports.export import formats
from tests.cli.lines import objects_of, ordered, text_of


def card(case_id, **fields):
    return {
        "id": case_id, "facts": ["Ash flows into Elm"], "question": "Does Ash flow into Elm?",
        "gold": "YES", "label": "E", "claim": {"subj": "ash", "pred": "into", "obj": "elm"},
    } | fields  # fmt: skip


def result(case_id, pred="YES", system="kg"):
    return {
        "id": case_id, "gold": "YES", "pred": pred, "pass": pred == "YES", "system": system,
        "label": "E",
    }  # fmt: skip


@pytest.fixture
def taken(store, folder, evalstore):
    """Ingest these objects into the run e1."""

    def take(*objects, name="lines.jsonl"):
        (folder / name).write_text(text_of(objects), encoding="utf-8")
        assert evalstore("ingest", name, "--run-id", "e1").code == 0

    return take


@pytest.mark.sweep
def test_cards_come_out_as_they_went_in(taken, evalstore):
    """With what else they hold and their fields in order; the newest where one changed."""
    odd = {"note": [None, 1.5]} | card("E2", question="☃ \u2028")
    taken(card("E1"), odd)
    taken(card("E1", question="And now?"))
    found = evalstore("export", "--format", "context_cards", "--run", "e1")

    assert (0, "wrote 2 lines\n") == (found.code, found.err)
    assert ordered([card("E1", question="And now?"), odd]) == objects_of(found.out)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("fields", [{"label": None}, {"claim": None}, {"label": "?"}])
def test_a_card_keeps_its_null(taken, evalstore, fields):
    """A field that is null is still a field, also where no card of the run has a label."""
    nulled = card("E1", **fields)
    taken(nulled)
    found = evalstore("export", "--format", "context_cards", "--run", "e1")

    assert (0, ordered([nulled])) == (found.code, objects_of(found.out))


def test_results_come_out_as_they_went_in(taken, evalstore):
    """Several systems, in the order they first appeared, and one by name."""
    results = [
        result("E2"), result("E1", "NO"), result("E1", None, "raw"), result("E2", "?", "raw"),
    ]  # fmt: skip
    taken(*results)
    arguments = ("export", "--format", "epistemic_results", "--run", "e1")

    assert ordered(results) == objects_of(evalstore(*arguments).out)
    assert ordered(results[2:]) == objects_of(evalstore(*arguments, "--system", "raw").out)


@pytest.mark.sweep
def test_an_answer_that_never_came_is_written_too(taken, evalstore):
    """After the others, as null that does not pass."""
    taken(card("E1"), card("E2"))
    taken(result("E2"))
    found = evalstore("export", "--format", "epistemic_results", "--run", "e1")

    assert ordered([result("E2"), result("E1", None)]) == objects_of(found.out)


@pytest.mark.sweep
def test_an_error_comes_back_as_an_error(store, evalstore, folder):
    """What an error of the system took is written with it, and no wrong answer elsewhere."""
    about = {"case_id": "E1", "system_id": "maia"}
    events = [
        ("case_generated", {"case_id": "E1", "domain": "x", "expected": "YES", "label": "E"}),
        ("response_recorded", {**about, "status": "error", "error": "answered 529"}),
    ]
    (folder / "e.ndjson").write_text(
        text_of({"kind": kind, "run_id": "e1", "payload": payload} for kind, payload in events)
    )
    evalstore("ingest", "e.ndjson")
    found = evalstore("export", "--format", "epistemic_results", "--run", "e1")
    (folder / "again.jsonl").write_text(found.out)
    evalstore("ingest", "again.jsonl", "--run-id", "e2")
    again = evalstore("export", "--format", "epistemic_results", "--run", "e2")

    expected = result("E1", None, "maia") | {"error": "answered 529"}
    assert ordered([expected]) == objects_of(found.out) == objects_of(again.out)
    question = "select status from facts.responses where run_id in ('e1', 'e2')"
    statuses = evalstore("query", question, "--format", "csv").out
    assert ["status", "error", "error"] == statuses.split()


@pytest.mark.sweep
def test_runs_of_other_runners_are_written_too(store, evalstore, folder):
    """A label and a right answer are enough for results."""
    about = {"case_id": "E1", "system_id": "maia"}
    events = [
        ("case_generated", {"case_id": "E1", "domain": "x", "expected": "YES", "label": "E"}),
        ("response_recorded", {**about, "status": "ok", "text": "Yes, it is.", "answer": "YES"}),
        (
            "verdict_recorded",
            {**about, "validator_id": "factual", "outcome": "right", "reason": "equal"},
        ),
    ]
    (folder / "e.ndjson").write_text(
        text_of({"kind": kind, "run_id": "e1", "payload": payload} for kind, payload in events)
    )
    evalstore("ingest", "e.ndjson")
    found = evalstore("export", "--format", "epistemic_results", "--run", "e1")

    assert ordered([result("E1", system="maia")]) == objects_of(found.out)


@pytest.mark.sweep
def test_a_file_is_written_whole(taken, evalstore, folder):
    """It replaces the one before, and nothing else is left behind."""
    taken(card("E1"))
    (folder / "out").mkdir()
    (folder / "out" / "cards.jsonl").write_text("old")
    found = evalstore(
        "export", "--format", "context_cards", "--run", "e1", "-o", "out/cards.jsonl", "--json"
    )

    assert {"lines": 1, "left_out": 0} == {
        name: json.loads(found.out)[name] for name in ("lines", "left_out")
    }
    assert ["cards.jsonl"] == [path.name for path in (folder / "out").iterdir()]
    assert ordered([card("E1")]) == objects_of((folder / "out" / "cards.jsonl").read_text())


@pytest.mark.sweep
def test_a_pipe_takes_the_lines(taken, evalstore, folder):
    """What is no plain file is written to, and nothing takes its place."""
    taken(card("E1"))
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    code = evalstore("export", "--format", "context_cards", "--run", "e1", "-o", "pipe").code
    read = os.read(descriptor, 10_000).decode() if pipe.is_fifo() else ""
    os.close(descriptor)

    assert (0, ordered([card("E1")])) == (code, objects_of(read))


def test_a_link_stays_a_link(taken, evalstore, folder):
    """The file it leads to is written."""
    taken(card("E1"))
    (folder / "real.jsonl").write_text("old")
    (folder / "link.jsonl").symlink_to("real.jsonl")
    evalstore("export", "--format", "context_cards", "--run", "e1", "-o", "link.jsonl")

    assert (folder / "link.jsonl").is_symlink()
    assert ordered([card("E1")]) == objects_of((folder / "real.jsonl").read_text("utf-8"))


@pytest.mark.sweep
def test_counts_go_where_the_lines_do_not(taken, evalstore):
    """stdout holds lines and nothing else."""
    taken(card("E1"))
    found = evalstore("export", "--format", "context_cards", "--run", "e1", "-o", "-", "--json")

    assert 1 == json.loads(found.err)["lines"]
    assert ordered([card("E1")]) == objects_of(found.out)


@pytest.mark.sweep
def test_nothing_is_folded(taken, evalstore, folder, store):
    """What waits is counted and stays where it is."""
    taken(card("E1"))
    before = sorted(path.name for path in store.rglob("*.*"))
    evalstore("export", "--format", "context_cards", "--run", "e1")

    assert before == sorted(path.name for path in store.rglob("*.*"))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--format", "cards", "--run", "e1"], 2, "available: context_cards, epistemic_results"),
        (["--format", "context_cards", "--run", "e9"], 2, "no run 'e9'"),
        (["--format", "context_cards", "--run", "r1"], 2, "'arithmetic' has no case labelled"),
        (["--format", "epistemic_results", "--run", "e1", "--system", "x"], 2, "available: kg"),
        (["--format", "context_cards", "--run", "e1", "--system", "kg"], 2, "omit the option"),
        (["--format", "context_cards", "--run", "e1"], 2, "to add facts and questions"),
        (["--format", "epistemic_results", "--run", "e1", "-o", "no/x"], 4, "cannot write no/x"),
        (["--format", "epistemic_results", "--run", "e1", "-o", "warehouse/x"], 2, "inside"),
        (["--run", "e1"], 2, "--format"),
    ],
)
def test_what_cannot_be_written_is_said(taken, evalstore, folder, arguments, code, words):
    """And nothing is written."""
    taken(result("E1"))
    found = evalstore("export", *arguments)

    assert (code, "") == (found.code, found.out)
    assert words in found.err
    assert not list(folder.rglob("*.tmp"))


@pytest.mark.sweep
def test_a_run_nobody_answered(taken, evalstore):
    """Cards alone have no results."""
    taken(card("E1"))

    assert (
        "has no responses"
        in evalstore("export", "--format", "epistemic_results", "--run", "e1").err
    )


@pytest.mark.sweep
def test_cases_known_from_results_alone_are_counted(taken, evalstore):
    """They are no cards, and that is said."""
    taken(card("E1"))
    taken(result("E1"), result("E2"))
    found = evalstore("export", "--format", "context_cards", "--run", "e1")

    assert ordered([card("E1")]) == objects_of(found.out)
    assert "left out 1 case without a question, known only from results" in found.err


def test_the_formats_are_the_files():
    """A SELECT in the folder is a format; that of two files has a folder of its own."""
    assert ["context_cards", "epistemic_results", "every_eval_ever"] == formats()
