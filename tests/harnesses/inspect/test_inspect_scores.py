"""Edited scores: every state is a verdict, the first as if never edited, the last current."""

import collections
import json

from evalstore.harnesses.inspect import scores

BY_HAND = {"author": "a reviewer", "reason": "read again", "timestamp": "2025-01-02T00:00:00Z"}
ORIGINAL = {"value": "I", "answer": "4", "explanation": "no", "metadata": {"confidence": 0.9}}


def contents(states):
    return [(state["value"], state.get("explanation")) for state in states]


def test_an_unedited_score_is_one_state():
    """It bears no sign of an edit."""
    [state] = scores.states({**ORIGINAL, "history": []})

    assert (None, "I") == (state["edit"], state["value"])


def test_fields_an_edit_leaves_unchanged_stay():
    """Inspect writes UNCHANGED for them."""
    unchanged = dict.fromkeys(("answer", "explanation", "reason", "metadata"), "UNCHANGED")
    edit = {"value": "C", **unchanged, "provenance": BY_HAND}
    states = scores.states({**ORIGINAL, "value": "C", "history": [ORIGINAL, edit]})

    assert [("I", "no"), ("C", "no")] == contents(states)


def test_a_score_changed_without_history_has_the_last_word():
    """A tool that overwrites the value alone leaves a history that ends too early."""
    states = scores.states({**ORIGINAL, "value": "C", "history": [ORIGINAL]})

    assert [("I", "no"), ("C", "no")] == contents(states)
    assert [None, {"number": 1}] == [state["edit"] for state in states]


def test_a_score_added_later_says_so_from_its_first_state():
    """Its first entry bears a provenance, which an original never has."""
    added = {"value": "C", "provenance": BY_HAND}
    [state] = scores.states({"value": "C", "history": [added]})

    assert "a reviewer" == state["edit"]["author"]


def test_the_first_state_is_the_verdict_of_the_unedited_log(events, log_path):
    """Ingesting the edited log after the original adds only the edits."""
    before, after = events(log_path("quiz.eval")), events(log_path("edited.eval"))
    is_untouched = [event for event in before if '"case_id":"3"' not in event[3]]

    assert [] == [
        event for event in is_untouched if event not in after and event[0] != "run_finished"
    ]


def test_an_edit_back_to_the_first_value_is_another_verdict(events, log_path):
    """The same content again would be taken for a duplicate, and the edit before it would stay."""
    states = [
        json.loads(payload)
        for kind, _, _, payload in events(log_path("edited.eval"))
        if kind == "verdict_recorded"
        and '"case_id":"grp/1"' in payload
        and '"attempt":1,"validator_id":"grade"' in payload
    ]

    assert ["right", "wrong", "right"] == [state["outcome"] for state in states]
    assert [None, 1, 2] == [state.get("edit", {}).get("number") for state in states]


def test_editing_a_score_leaves_the_response_as_it_was(events, log_path):
    """Answer and confidence are those first noted, so no verdict judges an earlier response."""
    responses = [
        [event for event in events(log_path(name)) if event[0] == "response_recorded"]
        for name in ("quiz.eval", "edited.eval")
    ]

    assert responses[0] == responses[1]


def test_no_edit_is_lost(events, log_path):
    """Values of parts, answers given and taken back, explanations, metadata, and who said so."""
    found = collections.defaultdict(list)
    for kind, *_, payload in events(log_path("parts_edited.eval")):
        verdict = json.loads(payload)
        if kind == "verdict_recorded" and (verdict["case_id"], verdict["attempt"]) == ("1", 1):
            assert verdict.get("edit", {}).get("author", "a reviewer") == "a reviewer"
            found[verdict["validator_id"]].append(verdict)

    def told(name, *fields):
        return [tuple(verdict.get(field) for field in fields) for verdict in found[name]]

    assert [
        ("wrong", "looked at each", None),
        ("right", "looked at each", None),
        ("right", "looked again", ["refusal"]),
    ] == told("aspects.tone", "outcome", "reason", "tags")
    assert [(False,), (True,), (True,)] == told("aspects.is_polite", "scorer_value")
    assert [
        (0.25, None, None),
        (0.25, "yes indeed", None),
        (0.25, "yes indeed", {"confidence": 0.5, "checked": True}),
        (1, None, {"confidence": 0.5, "checked": True}),
    ] == told("share", "score", "answer", "metadata")
    assert [("right", 0)] == [
        (verdict["outcome"], verdict["edit"]["number"]) for verdict in found["by_hand"]
    ]


def test_an_invalidated_sample_is_unscored_with_the_reason(events, log_path):
    """What the scorer wrote stays to be seen."""
    verdicts = [
        json.loads(payload)
        for kind, _, _, payload in events(log_path("edited.eval"))
        if kind == "verdict_recorded" and '"case_id":"3"' in payload and '"attempt":1' in payload
    ]

    assert {"unscored"} == {verdict["outcome"] for verdict in verdicts}
    assert "invalidated: wrong picture: graded for B" == verdicts[0]["reason"]
    assert "P" == verdicts[0]["scorer_value"]
