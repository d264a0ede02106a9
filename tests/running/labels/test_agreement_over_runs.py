"""The drift of a judge: its agreement with people is a series over runs, as any metric is."""

import evalstore
from evalstore.metrics import catalog
from evalstore.statistics import trends
from evalstore.store.query.reader import reading

ANSWERS = ["right"] * 6 + ["wrong"] * 6


def run_of(day, disagreement_count):
    """A run of twelve replies, on the first of which judge and person part."""
    started = {
        "suite": "quiz",
        "systems": ["a"],
        "validators": ["factual"],
        "committed_at": f"2024-01-0{day}T00:00:00Z",
    }
    events = [("run_started", started)]
    for number, outcome in enumerate(ANSWERS):
        about = {"case_id": f"c{number}", "system_id": "a"}
        other = "wrong" if outcome == "right" else "right"
        label = other if number % 6 < disagreement_count else outcome
        events += [
            ("case_generated", {"case_id": f"c{number}", "domain": "d"}),
            ("response_recorded", about | {"status": "ok", "text": "so"}),
            ("verdict_recorded",
             about | {"validator_id": "factual", "outcome": outcome, "reason": "told"}),
            ("verdict_recorded",
             about | {"validator_id": "human:kim", "outcome": label, "reason": "seen"}),
        ]  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": f"r{day}", "payload": payload} for kind, payload in events]


def test_agreement_falls_as_the_judge_drifts(tmp_path):
    """Of twelve replies they part on none, then on two, then on six: kappa 1, 2/3, 0."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    store.append(
        [event for day, count in ((1, 0), (2, 1), (3, 3)) for event in run_of(day, count)]
    )
    with reading(store.layout) as reader:
        history = trends.TrendHistory(catalog.find("judge_agreement"), "quiz")
        found = trends.series_of(reader, history)
    values = [[round(point.value, 6) for point in series.points] for series in found]

    # Once with most people and once with kim, who is all of them.
    assert [[1.0, 0.666667, 0.0]] * 2 == values
