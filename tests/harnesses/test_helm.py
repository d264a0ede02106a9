"""Run folders of HELM: files joined, perturbations and trials."""

import json
import os
from pathlib import Path

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

TYPOS = {"name": "typos", "robustness": True, "fairness": False, "computed_on": "perturbed"}
SPECIFICATION = {
    "name": "mmlu:subject=tea,method=multiple_choice_joint,model=our_maia-2",
    "scenario_spec": {"class_name": "helm.MMLUScenario", "args": {"subject": "tea"}},
    "adapter_spec": {
        "method": "multiple_choice_joint",
        "model": "our/maia-2",
        "num_train_trials": 2,
    },
    "metric_specs": [],
    "groups": ["mmlu"],
}


def stat(metric, mean, **name):
    told = {} if mean is None else {"mean": mean, "sum": mean}
    return {"name": {"name": metric, "split": "test", **name}, "count": len(told) // 2, **told}


def request(case, reply, trial=0, perturbation=None, reference=None, **result):
    instance = {
        "id": case,
        "input": {"text": f"Which tea is {case}?"},
        "references": [
            {"output": {"text": "green"}, "tags": ["correct"]},
            {"output": {"text": "black"}, "tags": []},
        ],
        "split": "test",
    }
    if perturbation is not None:
        instance["perturbation"] = perturbation
    state = {
        "instance": instance,
        "train_trial_index": trial,
        "output_mapping": {"A": "green", "B": "black"},
        "request": {"prompt": "few shots"},
        "result": {
            "success": True,
            "completions": [{"text": reply, "logprob": -0.5, "tokens": []}],
            "request_time": 0.25,
            "request_datetime": 1763479296,
            **result,
        },
    }
    return state if reference is None else {**state, "reference_index": reference}


def stats_of(case, mean, trial=0, perturbation=None, **more):
    told = {} if perturbation is None else {"perturbation": perturbation}
    stats = [stat(name, value) for name, value in {"exact_match": mean, **more}.items()]
    return {"instance_id": case, "train_trial_index": trial, **told, "stats": stats}


def as_bytes(content):
    """Return what a file holds: bytes and texts as they are, else the JSON of it."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content, indent=1)).encode()


STATES = [
    request("id1", " A"),
    request("id2", " B"),
    request("id3", "", success=False, error="timed out"),
    request("id1", "A", trial=1),
    request("id2", "A", trial=1),
    request("id1", "B", perturbation=TYPOS),
]
INSTANCES = [
    stats_of("id1", 1.0, max_prob=0.75, logprob=-0.5, num_prompt_tokens=40, toxicity=None),
    stats_of("id2", 0.0, max_prob=1.0, logprob=0.0),
    stats_of("id3", 0.0),
    stats_of("id1", 1.0, trial=1),
    stats_of("id2", 1.0, trial=1),
    stats_of("id1", 0.0, perturbation=TYPOS),
]
FIGURES = [
    stat("exact_match", 0.75),
    stat("num_prompt_tokens", 40),
    stat("exact_match", 0.0, perturbation=TYPOS),
    stat("exact_match", 0.0, perturbation={**TYPOS, "computed_on": "worst"}),
    stat("exact_match", 0.5, sub_split="small"),
]


@pytest.fixture
def store(tmp_path):
    """Return an empty store, and a function that reads a run folder into it."""
    layout = Layout(tmp_path / "store")
    layout.create()

    def read(folder="tea", specification=SPECIFICATION, named=None, options=None, **files):
        place = tmp_path / "runs" / folder
        place.mkdir(parents=True, exist_ok=True)
        contents = {
            "run_spec": specification,
            "scenario_state": {"adapter_spec": {}, "request_states": STATES},
            "per_instance_stats": INSTANCES,
            "stats": FIGURES,
            **files,
        }
        for name, content in contents.items():
            if content is not None:
                (place / f"{name}.json").write_bytes(as_bytes(content))
        path = place if named is None else place / named
        return ingest(layout, [str(path)], options or IngestOptions())

    def rows(sql):
        with reading(layout) as reader:
            return [tuple(row.values()) for row in reader.rows(sql)]

    read.layout, read.rows = layout, rows
    return read


def test_questions_as_they_are_and_perturbed(store):
    """Each is a run; trials are attempts, a failed request is no answer."""
    taken = store()

    assert str(taken.compared).startswith("2 agree, 0 differ, 2 not comparable")
    assert [
        ("mmlu:subject=tea,method=multiple_choice_joint", 0.75, 2, 1),
        ("mmlu:subject=tea,method=multiple_choice_joint~typos", 0.0, 1, 0),
    ] == store.rows(
        "select suite, accuracy, scored_count, error_count from metrics.accuracy inner join "
        "facts.runs using (run_id) where slice_name = 'all' and accuracy is not null "
        "order by suite"
    )
    assert [
        ("id1", 1, "ok", " A", "green", 0.75, 250.0, 40),
        ("id1", 2, "ok", "A", "green", None, 250.0, None),
        ("id2", 1, "ok", " B", "black", None, 250.0, None),
        ("id2", 2, "ok", "A", "green", None, 250.0, None),
        ("id3", 1, "error", "", None, None, 250.0, None),
    ] == store.rows(
        "select case_id, attempt, status, text, answer, confidence, latency_ms, tokens_in "
        "from facts.responses where not contains(run_id, '~') order by all"
    )


@pytest.mark.sweep
def test_perturbations_of_one_name(store):
    """Two that differ in a setting are two runs, each with its own figures to compare."""
    weak, strong = TYPOS | {"prob": 0.1}, TYPOS | {"prob": 0.2}
    taken = store(
        scenario_state={
            "adapter_spec": {},
            "request_states": [
                request("id1", "A"),
                request("id1", "A", perturbation=weak),
                request("id1", "B", perturbation=strong),
            ],
        },
        per_instance_stats=[
            stats_of("id1", 1.0),
            stats_of("id1", 1.0, perturbation=weak),
            stats_of("id1", 0.0, perturbation=strong),
        ],
        stats=[
            stat("exact_match", 1.0),
            stat("exact_match", 1.0, perturbation=weak),
            stat("exact_match", 0.0, perturbation=strong),
        ],
    )

    assert str(taken.compared).startswith("3 agree, 0 differ, 0 not comparable")
    assert [("", 1.0), ("~typos:prob=0.1", 1.0), ("~typos:prob=0.2", 0.0)] == store.rows(
        "select replace(suite, 'mmlu:subject=tea,method=multiple_choice_joint', ''), accuracy "
        "from metrics.accuracy inner join facts.runs using (run_id) "
        "where slice_name = 'all' and accuracy is not null order by suite"
    )


@pytest.mark.sweep
def test_what_a_case_and_its_verdicts_say(store):
    """The question, the right reference, the split; what nothing was counted for is unscored."""
    store()

    assert [("Which tea is id1?", "green", "mmlu", "test")] == store.rows(
        "select prompt, expected, cases.domain, value from facts.cases "
        "inner join facts.case_attributes using (run_id, case_id) "
        "where case_id = 'id1' and not contains(run_id, '~')"
    )
    told = store.rows(
        "select validator_id, outcome, score, (payload ->> '$.is_rating')::boolean "
        "from facts.verdicts inner join log.events using (event_id) "
        "where case_id = 'id1' and attempt = 1 and not contains(verdicts.run_id, '~') order by 1"
    )
    assert told == [("exact_match", "right", 1.0, True), ("toxicity", "unscored", None, None)]


@pytest.mark.sweep
def test_references_asked_for_one_by_one(store):
    """Several requests are one instance, whose answer HELM says by predicted_index."""
    specification = {
        **SPECIFICATION,
        "adapter_spec": {"method": "multiple_choice_separate_original", "model": "our/maia-2"},
    }
    states = [request("id1", text, reference=at) for at, text in enumerate(("green", "black"))]
    store(
        specification=specification,
        scenario_state={"adapter_spec": {}, "request_states": states},
        per_instance_stats=[stats_of("id1", 0.0, predicted_index=1, max_prob=0.6)],
        stats=None,
    )

    assert [("id1", None, "black", 0.6, 500.0)] == store.rows(
        "select case_id, text, answer, confidence, latency_ms from facts.responses"
    )


@pytest.mark.sweep
def test_a_folder_is_read_together(store):
    """Its files are no files of their own; one named alone says what to name; a change is read."""
    first = store()
    again = store()
    assert ([1], 0) == ([len(first.files)], again.files[0].new)
    for name in ("scenario_state.json", "stats.json", "per_instance_stats.json"):
        with pytest.raises(UnreadableInputError, match=r"ingest run_spec\.json next to it"):
            store(named=name)

    changed = store(stats=[stat("exact_match", 0.25)])

    assert [(0.25, 0.75)] == [
        (figure.reported_value, figure.computed_value) for figure in changed.compared.differing
    ]


@pytest.mark.sweep
def test_a_folder_without_requests(store):
    """Figures alone, with a warning."""
    taken = store(scenario_state=None, per_instance_stats=None, folder="figures")

    assert "scenario_state.json was not found next to it" in taken.files[0].warnings[0]
    assert [(0, 5 - 1)] == store.rows(
        "select (select count(*) from facts.cases), (select count(*) from facts.reported_scores)"
    )


@pytest.mark.sweep
def test_metrics_outside_a_share_measure(store):
    """As one mean outside 0 to 1 decides for the folder."""
    instances = [stats_of("id1", 1.0, summac=-0.5), stats_of("id2", 0.0, summac=0.25)]
    states = {"adapter_spec": {}, "request_states": STATES[:2]}
    store(per_instance_stats=instances, scenario_state=states, stats=None)

    assert [("measured", -0.5), ("measured", 0.25)] == store.rows(
        "select outcome, value from facts.verdicts where validator_id = 'summac' order by value"
    )


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_a_folder_of_others(store):
    """Five instances; every mean by split agrees, the worst over perturbations is not computed."""
    folder = Path(os.environ["EVALSTORE_REAL_DATA"]) / "helm"

    taken = ingest(store.layout, [str(folder)])

    assert str(taken.compared) == "12 agree, 0 differ, 24 not comparable"
    # A model that gave no logarithms has no confidence, though HELM takes it for certain.
    assert [(5, 0)] == store.rows("select count(*), count(confidence) from facts.responses")
