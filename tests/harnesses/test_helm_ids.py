"""Run folders of HELM whose instances share an id: which cases they are, and whose stats are."""

import copy
import json

import pytest

from evalstore.harnesses.helm import helm
from evalstore.harnesses.records import Skip, SourceFile
from tests.harnesses import test_helm
from tests.harnesses.listed_events import listed, payloads
from tests.harnesses.test_helm import SPECIFICATION, request, stat, stats_of

store = test_helm.store
READING = {"id7": [("one", 1.0), ("two", 0.0)], "id8": [("three", 1.0)]}


def asked(case, question, reply=" A", **fields):
    state = copy.deepcopy(request(case, reply, **fields))
    state["instance"]["input"]["text"] = question
    return state


def states_of(*states):
    return {"scenario_state": {"adapter_spec": {}, "request_states": list(states)}}


def read(folder, **files):
    """Return the records of a folder, and its source with what the reader says."""
    contents = {"run_spec": SPECIFICATION, "stats": [], "per_instance_stats": [], **files}
    for name, content in contents.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    path = folder / "run_spec.json"
    source = SourceFile(path, path.name, "0" * 64, companions=tuple(helm.companions(path)))
    items = [item for item in helm.read(source) if not isinstance(item, Skip)]
    return listed(items), source


def scores(records):
    """Return the score of each metric by the question that it is of, and the cases' ids."""
    prompts = {one["case_id"]: one["prompt"] for one in payloads(records, "case_generated")}
    values = {
        (prompts[one["case_id"]], one["validator_id"]): one.get("score", one.get("value"))
        for one in payloads(records, "verdict_recorded")
    }
    return values, {prompt: case_id for case_id, prompt in prompts.items()}


@pytest.mark.parametrize("order", [("id7", "id8"), ("id8", "id7")])
@pytest.mark.parametrize("is_turned", [False, True])
def test_instances_of_one_id_are_cases_of_their_own(tmp_path, order, is_turned):
    """Named after their questions; of each metric's rows the first is of the first instance."""
    questions = {case: found[::-1] if is_turned else found for case, found in READING.items()}
    asked_ones = [(case, *one) for case in order for one in questions[case]]
    rows = [stats_of(case, score) for case, _, score in asked_ones]
    # Another metric of the run adds its own rows, in the same order.
    rows += [
        {"instance_id": case, "train_trial_index": 0, "stats": [stat("f1", score / 2)]}
        for case, _, score in asked_ones
    ]
    records, source = read(
        tmp_path,
        per_instance_stats=rows,
        **states_of(*(asked(case, question) for case, question, _ in asked_ones)),
    )
    values, cases = scores(records)

    assert {
        ("one", "exact_match"): 1.0, ("one", "f1"): 0.5, ("two", "exact_match"): 0.0,
        ("two", "f1"): 0.0, ("three", "exact_match"): 1.0, ("three", "f1"): 0.5,
    } == values  # fmt: skip
    assert {"one": "id7~0ee82063", "two": "id7~2fac610d", "three": "id8"} == cases
    [doubt] = source.doubts
    assert "1 id shared by several questions, such as id7" in doubt


def test_the_mean_is_over_every_instance(store):
    """Three instances, of which two share an id: two of three are right, as HELM has it."""
    asked_ones = [(case, *one) for case, found in READING.items() for one in found]
    taken = store(
        stats=[stat("exact_match", 2 / 3)],
        per_instance_stats=[stats_of(case, score) for case, _, score in asked_ones],
        **states_of(*(asked(case, question) for case, question, _ in asked_ones)),
    )

    assert "1 agrees, 0 differ, 0 not comparable" == str(taken.compared)
    assert 1 == len(taken.files[0].doubts)


COUNTS = {"fewer stats": [1.0], "more stats": [1.0, 0.0, 1.0]}


@pytest.mark.parametrize("name", COUNTS)
def test_stats_that_are_not_as_many_as_instances_are_nobodys(tmp_path, name):
    """Which are whose nobody knows: they are unscored, and it is said."""
    records, source = read(
        tmp_path,
        per_instance_stats=[
            *(stats_of("id7", score, num_prompt_tokens=40) for score in COUNTS[name]),
            stats_of("id8", 1.0, num_prompt_tokens=40),
        ],
        **states_of(asked("id7", "one"), asked("id7", "two"), asked("id8", "three")),
    )

    prompts = {one["case_id"]: one["prompt"] for one in payloads(records, "case_generated")}
    tokens = {
        prompts[one["case_id"]]: one.get("tokens_in")
        for one in payloads(records, "response_recorded")
    }
    verdicts = [
        (one["outcome"], one.get("score"))
        for one in payloads(records, "verdict_recorded")
        if prompts[one["case_id"]] in ("one", "two")
    ]
    assert {"one": None, "two": None, "three": 40} == tokens
    assert [("unscored", None)] * 2 == verdicts
    assert any("1 id whose number of rows of stats differs" in one for one in source.doubts)


def test_a_question_that_comes_again_in_a_trial_is_a_further_attempt(tmp_path):
    """It is no lost sample, has its own stats, and is named."""
    records, source = read(
        tmp_path,
        per_instance_stats=[stats_of("id7", 1.0), stats_of("id7", 0.0)],
        **states_of(asked("id7", "one", "A"), asked("id7", "one", "B")),
    )

    assert ["id7"] == [one["case_id"] for one in payloads(records, "case_generated")]
    assert [("id7", 1, 1.0), ("id7", 2, 0.0)] == [
        (one["case_id"], one["attempt"], one["score"])
        for one in payloads(records, "verdict_recorded")
    ]
    [doubt] = source.doubts
    assert "1 instance with the same id, question and trial as another" in doubt
