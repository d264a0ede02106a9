"""Any column of labels against any other: of the case, the answer, or a validator."""

import pytest
from sklearn.metrics import f1_score

from tests import kept_stores

# case, expected, label, attribute `truth`, answer, what the scorer `tone` gave, its outcome
ROWS = [
    ("c1", "A", "easy", "polite", "A", "polite", "unscored"),
    ("c2", "A", "hard", "polite", "B", "rude", "unscored"),
    ("c3", "B", "easy", "rude", "B", "rude", "unscored"),
    ("c4", "B", "hard", "rude", "A", "rude", "unscored"),
    ("c5", "A", "easy", "polite", "A", None, "right"),
    ("c6", "B", "hard", "rude", "B", None, "error"),
    ("c7", "B", "hard", "polite", "B", None, "undetermined"),
]


@pytest.fixture(scope="module", name="store")
def store_fixture(tmp_path_factory):
    """A run with labels in four places; of c6 the scorer failed, of c7 it could not tell."""
    payloads = [("run_started", {"suite": "s", "systems": ["a"]})]
    for case_id, expected, label, truth, answer, tone, outcome in ROWS:
        about = {"case_id": case_id, "system_id": "a"}
        verdict = {**about, "validator_id": "tone", "outcome": outcome, "reason": "told"}
        payloads += [
            ("case_generated",
             {"case_id": case_id, "domain": "d", "expected": expected, "label": label,
              "attributes": {"truth": truth}}),
            ("response_recorded", {**about, "status": "ok", "answer": answer}),
            ("verdict_recorded", verdict | ({"scorer_value": tone} if tone else {})),
        ]  # fmt: skip
    payloads.append(("run_finished", {"status": "completed"}))
    events = [
        {"kind": kind, "run_id": "r", "occurred_at": "2026-01-01T00:00:00Z", "payload": payload}
        for kind, payload in payloads
    ]
    return kept_stores.store_of(events, tmp_path_factory.mktemp("labels") / "warehouse")


def scores(store, **parameters):
    """Return F1 and counts of each variant over all cases."""
    rows = store.metric("label_f1", slice="all", parameters=parameters).to_dicts()
    return {row["variant"]: row for row in rows}


def test_the_default_is_the_answer_against_what_is_expected(store):
    """As scikit-learn has it; no validator is read."""
    found = scores(store)
    expected, answered = [row[1] for row in ROWS], [row[4] for row in ROWS]

    assert found["average=macro"]["label_f1"] == pytest.approx(
        f1_score(expected, answered, average="macro")
    )
    assert found["average=macro"]["scored_count"] == len(ROWS)
    assert "parameters" not in found["average=macro"]


def test_a_validator_against_an_attribute(store):
    """What it gave as a scorer, else its outcome; where it failed the attempt is left out."""
    found = scores(store, expected="truth", answered="tone")
    # `right` is none of the labels of truth: wrong, as any other text.
    expected, answered = [row[3] for row in ROWS[:5]], [row[5] or "" for row in ROWS[:5]]
    names = ["polite", "rude"]

    assert found["average=macro"]["label_f1"] == pytest.approx(
        f1_score(expected, answered, labels=names, average="macro")
    )
    counts = ("scored_count", "error_count", "unscored_count", "left_out_attempt_count")
    assert [found["average=macro"][name] for name in counts] == [5, 1, 1, 2]
    assert found["average=macro"]["parameters"] == "answered=tone, expected=truth"


def test_the_label_of_the_case(store):
    """No answer is one of its labels, so nothing is right."""
    found = scores(store, expected="label")

    assert {*found} >= {"label=easy", "label=hard"}
    assert found["average=micro"]["label_f1"] == 0


def test_an_attribute_that_no_case_has(store):
    """It has no row, and the reason says what was looked for."""
    notes = []
    result = store.metric(
        "label_f1", slice="all", parameters={"expected": "colour"}, on_note=notes.append
    )

    assert len(result) == 0
    assert "have 0 different values of colour, which are no labels" in " ".join(notes)


def test_the_rows_counted_are_those_of_the_pair(store):
    """Seven attempts, of which the pair counts five."""
    rows = store.counted(
        "label_f1", slice="all", variant="average=micro",
        parameters={"expected": "truth", "answered": "tone"},
    ).to_dicts()  # fmt: skip

    assert sum(row["reason"] is None for row in rows) == 5
    assert len(rows) == len(ROWS)


def test_a_validator_that_judged_nothing_has_no_score(tmp_path):
    """A reply that never came would be wrong for it, and a misspelled name have an F1 of 0."""
    payloads = [("run_started", {"suite": "s", "systems": ["a"]})]
    for number, status in enumerate(["ok", "ok", "ok", "missing"]):
        about = {"case_id": f"c{number}", "system_id": "a"}
        payloads += [
            ("case_generated", {"case_id": f"c{number}", "expected": "AB"[number % 2]}),
            ("response_recorded", {**about, "status": status}),
        ]
    payloads.append(("run_finished", {"status": "completed"}))
    events = [{"kind": kind, "run_id": "r", "payload": payload} for kind, payload in payloads]
    store = kept_stores.store_of(events, tmp_path / "warehouse")

    notes = []
    rows = store.metric(
        "label_f1", parameters={"answered": "tone"}, on_note=notes.append
    ).to_dicts()  # fmt: skip

    assert {row["label_f1"] for row in rows} == {None}
    assert {row["scored_count"] for row in rows} == {0}
    assert "the validator tone judged none of 4 responses" in " ".join(notes)
