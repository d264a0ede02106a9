"""Verdicts of Inspect's model graders say which model graded, as far as the log does."""

import json

from evalstore.harnesses.inspect.graders import graders_of

GRADER = {"model": "lab/judge-1", "config": {"temperature": 0.25}, "model_args": {}}
TEMPLATE = "Is this right? {answer}"


def only(scorer, **spec):
    """Return the grader of a log with one scorer."""
    return graders_of({"scorers": [scorer], **spec}, {}).get(scorer["name"])


def test_options_name_the_model_and_the_template():
    """A model as a mapping gives its temperature, a template its hash."""
    found = only({"name": "g", "options": {"grader_model": GRADER, "grader_template": TEMPLATE}})

    assert ("lab/judge-1", 0.25) == (found.model, found.temperature)
    assert 64 == len(found.prompt_sha256) == len(found.digest)


def test_a_role_names_the_model():
    """Inspect's own graders take the role grader, others the role that they name."""
    roles = {"grader": {"model": "lab/a"}, "strict": {"model": "lab/b"}}
    own = only({"name": "inspect_ai/model_graded_fact", "options": {}}, model_roles=roles)
    named = only({"name": "g", "options": {"model_role": "strict"}}, model_roles=roles)
    none = only({"name": "match", "options": {}}, model_roles=roles)

    assert ("lab/a", "lab/b", None) == (own.model, named.model, none)


def test_what_the_log_does_not_say_is_not_guessed():
    """Without a model there is no digest, and a plain scorer has no grader."""
    unnamed = only({"name": "model_graded_qa", "options": {"template": TEMPLATE}}, model="lab/it")

    assert (None, None) == (unnamed.model, unnamed.digest)
    assert unnamed.prompt_sha256 is not None
    assert only({"name": "model_graded_qa", "options": {}}, model="lab/it") is None


def test_each_part_of_who_graded_changes_the_digest():
    """Scorer, model, temperature, template and instructions."""
    options = {"model": GRADER, "template": TEMPLATE, "instructions": "be strict"}
    others = [
        {**options, "model": {**GRADER, "model": "lab/judge-2"}},
        {**options, "model": {**GRADER, "config": {"temperature": 1}}},
        {**options, "template": "Wrong? {answer}"},
        {**options, "instructions": "be kind"},
    ]
    digests = {only({"name": "g", "options": given}).digest for given in [options, *others]}
    digests.add(only({"name": "h", "options": options}).digest)

    assert 6 == len(digests)
    assert only({"name": "g", "options": dict(reversed(options.items()))}).digest in digests


def test_old_logs_have_the_options_beside_the_figures():
    """And a list of models grades by vote, so that all are named."""
    scores = [{"name": "g", "params": {"model": ["lab/a", "lab/b"]}}]
    found = graders_of({"scorers": None}, {"results": {"scores": scores}})

    assert "lab/a, lab/b" == found["g"].model


def test_verdicts_bear_it(tmp_path, events):
    """Each verdict of the scorer, but not one of a score that a person edited."""
    by_hand = {"author": "a reader", "reason": "read", "timestamp": "2025-01-02T00:00:00Z"}
    history = [{"value": "I"}, {"value": "C", "provenance": by_hand}]
    samples = [
        {"id": 1, "epoch": 1, "input": "?", "target": "a", "scores": {"g": {"value": "C"}}},
        {"id": 2, "epoch": 1, "input": "?", "target": "a",
         "scores": {"g": {"value": "C", "history": history}, "match": {"value": "C"}}},
    ]  # fmt: skip
    log = {
        "version": 2, "status": "success", "samples": samples,
        "eval": {"eval_id": "e1", "task": "t", "model": "lab/it",
                 "created": "2025-01-01T00:00:00Z",
                 "scorers": [{"name": "g", "options": {"model": GRADER, "template": TEMPLATE}}]},
    }  # fmt: skip
    path = tmp_path / "log.json"
    path.write_text(json.dumps(log), encoding="utf-8")
    found = [json.loads(event[3]) for event in events(path) if event[0] == "verdict_recorded"]
    judges = [(p["case_id"], p["validator_id"], "edit" in p, p.get("judge")) for p in found]

    judge = judges[0][3]
    assert {"model": "lab/judge-1", "temperature": 0.25} == {
        name: judge[name] for name in ("model", "temperature")
    }
    assert [("1", "g", False, judge), ("2", "g", False, judge)] == [
        found for found in judges if found[3] is not None
    ]
    assert [True, True, False, False] == ["validator_digest" in payload for payload in found]
