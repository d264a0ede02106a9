"""What counts in a run folder of HELM: texts that are not kept, grades not read, infinities."""

from tests.harnesses import test_helm
from tests.harnesses.test_helm import request, stats_of
from tests.harnesses.test_helm_ids import states_of

store = test_helm.store
# Of an instance: its result, its score if any, and what becomes of it.
REPLIES = {
    "no completion, judged": ({"completions": []}, 1.0, ("ok", None, "not_kept", "right")),
    "no completion, unscored": ({"completions": []}, "none", ("ok", None, "not_kept", "unscored")),
    "no completion alone": ({"completions": []}, None, ("missing", None, None, None)),
    "empty, judged": ({"completions": [{"text": ""}]}, 1.0, ("ok", "", None, "right")),
    "empty alone": ({"completions": [{"text": ""}]}, None, ("missing", "", None, None)),
    "failed, judged": ({"success": False, "completions": []}, 1.0, ("error", None, None, None)),
}


def test_missing_is_what_has_neither_a_text_nor_a_judgement(store):
    """And what ended in an error stays one, also where HELM scored it."""
    store(
        per_instance_stats=[
            stats_of(name, None if score == "none" else score)
            for name, (_, score, _) in REPLIES.items()
            if score is not None
        ],
        stats=None,
        **states_of(*(request(name, "", **result) for name, (result, _, _) in REPLIES.items())),
    )

    found = store.rows(
        "select case_id, status, text, text_status, verdicts.outcome from facts.responses "
        "left join facts.verdicts using (run_id, system_id, case_id, attempt)"
    )
    assert {name: expected for name, (_, _, expected) in REPLIES.items()} == {
        name: tuple(rest) for name, *rest in found
    }


def test_what_is_infinite_is_called_so(store):
    """A mean of an instance, which is unscored, and a figure of the run."""
    infinite = {"name": {"name": "loss", "split": "test"}, "count": 1, "mean": float("inf")}
    taken = store(
        per_instance_stats=[
            {"instance_id": "id1", "train_trial_index": 0, "stats": [infinite]},
            {"instance_id": "id2", "train_trial_index": 0, "stats": [infinite | {"mean": 2.5}]},
        ],
        stats=[infinite],
        **states_of(request("id1", "A"), request("id2", "A")),
    )

    assert [
        ("id1", "unscored", "the mean is Infinity, which is infinite", "Infinity"),
        ("id2", "measured", "the mean is 2.5", None),
    ] == store.rows(
        "select case_id, outcome, reason, payload ->> 'scorer_value' from facts.verdicts "
        "inner join log.events using (run_id, event_id) order by 1"
    )
    assert [("Infinity", None)] == store.rows(
        "select payload ->> 'value_text', payload ->> 'value' from log.events "
        "where kind = 'score_reported'"
    )
    [warning] = taken.files[0].warnings
    assert warning.startswith("per_instance_stats.json: 1 value of loss is infinite")
    assert warning.endswith("it is unscored, and the mean is over the 1 finite one")


def test_a_grade_that_was_not_read_is_unscored(store):
    """HELM counts 0 for whatever a judge says but TRUE, as its annotation shows."""
    grades = {"id1": "TRUE", "id2": " false\n", "id3": ""}
    stats = [
        stats_of(name, 1.0, omni_math_accuracy=float(grade == "TRUE"))
        for name, grade in grades.items()
    ]
    requests = [
        request(name, "A") | {"annotations": {"omni_math": {"equivalence_judgement": grade}}}
        for name, grade in grades.items()
    ]
    store(per_instance_stats=stats, stats=None, **states_of(*requests))

    assert [
        *((name, "exact_match", "right", None) for name in grades),
        ("id1", "omni_math_accuracy", "right", None),
        ("id2", "omni_math_accuracy", "wrong", None),
        ("id3", "omni_math_accuracy", "unscored", "0.0"),
    ] == store.rows(
        "select case_id, validator_id, outcome, payload ->> 'scorer_value' from facts.verdicts "
        "inner join log.events using (run_id, event_id) order by 2, 1"
    )
