"""Samples that share an id: other questions are other cases, and the same again replaces."""

import json
import random

import pytest

from evalstore.errors import DoubtfulInputError

ASKED = [
    ("q1", 1, "Capital of Peru?", "Lima", "C"),
    ("q1", 1, "Capital of Chile?", "Santiago", "I"),
    ("q2", 1, "Capital of Cuba?", "Havana", "C"),
]


def log(*asked, epochs=1, **more):
    """Return a log of these samples: id, epoch, input, target and grade."""
    return {
        "version": 2,
        "status": "success",
        "eval": {"eval_id": "r", "task": "t", "model": "m", "created": "2026-01-01T00:00:00Z",
                 "config": {"epochs": epochs}},
        "results": {
            "total_samples": len(asked), "completed_samples": len(asked),
            "scores": [{"name": "match", "scorer": "match", "scored_samples": len(asked),
                        "metrics": {"accuracy": {"name": "accuracy", "value": 2 / 3}}}],
        },
        "samples": [
            {"id": case_id, "epoch": epoch, "input": question, "target": target,
             "output": {"completion": f"an answer to {question}"},
             "scores": {"match": {"value": grade}}, **more}
            for case_id, epoch, question, target, grade in asked
        ],
    }  # fmt: skip


@pytest.fixture
def written_json(tmp_path):
    """Write a log as one JSON file; return its path."""

    def write(content):
        path = tmp_path / "log.json"
        path.write_text(json.dumps(content))
        return path

    return write


def test_each_question_of_an_id_is_a_case(a_store, written_json):
    """Three samples are three, and the log's own figure agrees; the doubt names the id."""
    told = a_store.ingest(str(written_json(log(*ASKED))))
    [file] = told.files
    cases = a_store.query("select case_id, prompt from facts.cases order by prompt").rows()

    assert ["Capital of Chile?", "Capital of Cuba?", "Capital of Peru?"] == [
        prompt for _, prompt in cases
    ]
    assert [True, False, True] == [case_id.startswith("q1~") for case_id, _ in cases]
    assert ["agrees"] == [figure.verdict for figure in told.compared.figures]
    assert 1 == len(file.doubts)
    assert "1 id shared by several questions, such as q1" in file.doubts[0]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_samples_names_nothing(events, written_json, seed):
    """Shuffled, they have the same cases, answers and verdicts."""
    asked = [*ASKED, ("q1", 2, *ASKED[0][2:]), ("q1", 2, *ASKED[1][2:])]
    expected = sorted(events(written_json(log(*asked))))
    random.Random(seed).shuffle(asked)

    assert expected == sorted(events(written_json(log(*asked))))


def test_a_case_is_told_once_with_the_first_of_its_attempts(events, written_json):
    """Also where two questions share their id in every epoch."""
    asked = [(case_id, epoch, *more) for epoch in (1, 2) for case_id, _, *more in ASKED]
    found = events(written_json(log(*asked, epochs=2)))
    kinds = [kind for kind, *_ in found]
    [start] = [json.loads(payload) for kind, *_, payload in found if kind == "run_started"]

    assert (3, 6, 2) == (
        kinds.count("case_generated"), kinds.count("response_recorded"), start["attempts"],
    )  # fmt: skip


def test_another_target_is_another_case(read, written_json):
    """What is right is a part of what a case is of."""
    found = read(
        written_json(log(("q", 1, "Where?", "here", "C"), ("q", 1, "Where?", "there", "I")))
    )

    assert 2 == len(set(found.case_ids()))


def test_a_question_that_changes_between_epochs_is_two_cases(events, read, written_json):
    """Then nobody says in how many epochs each was to be asked, so none is missing."""
    path = written_json(log(("q", 1, "One?", "1", "C"), ("q", 2, "Two?", "2", "C"), epochs=2))
    [start] = [json.loads(payload) for kind, *_, payload in events(path) if kind == "run_started"]
    found = read(path)

    assert 2 == len(set(found.case_ids()))
    assert "attempts" not in start
    assert 1 == len(found.source.doubts)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("is_reversed", [True, False])
def test_of_one_sample_written_again_the_one_completed_last_counts(
    read, written_json, is_reversed
):
    """Whichever stands first; what is left out is counted and named."""
    early, late = (log(ASKED[0], completed_at=f"2026-01-0{day}T00:00:00+00:00") for day in (1, 2))
    late["samples"][0]["output"] = {"completion": "at last"}
    samples = [*early["samples"], *late["samples"]]
    found = read(written_json(early | {"samples": samples[::-1] if is_reversed else samples}))

    assert ["at last"] == [item["sample"]["text"] for item in found.objects()]
    assert [True] == [item["is_first_epoch"] for item in found.objects()]
    [doubt] = found.source.doubts
    assert doubt == (
        "log.json: skipped 1 sample, such as q1 in epoch 1: another sample has the same id, "
        "epoch and question and was completed later"
    )


@pytest.mark.thinned(2)
@pytest.mark.parametrize("asked", [ASKED, [ASKED[0], ASKED[0]]])
def test_strict_refuses_what_was_renamed_or_left_out(a_store, written_json, asked):
    """Nothing is appended then."""
    with pytest.raises(DoubtfulInputError, match=r"several questions|completed later"):
        a_store.ingest(str(written_json(log(*asked))), strict=True)

    assert 0 == a_store.query("select count(*) from log.events").item()


def test_two_members_of_one_name_with_other_questions_are_two_cases(read, members, written):
    """Their ids make the name, so the archive has it twice."""
    start = next(member for member in members() if member[0] == "_journal/start.json")
    samples = [
        (f"samples/{sample['id']}_epoch_1.json", json.dumps(sample).encode(), 8)
        for sample in log(*ASKED)["samples"]
    ]
    found = read(written([start, *samples]))

    assert 3 == len(set(found.case_ids()))
    assert ["Capital of Peru?", "Capital of Chile?", "Capital of Cuba?"] == [
        item["sample"]["prompt"] for item in found.objects()
    ]
