"""A judge that drifts away from people shows in the trend of its agreement."""

import json

from evalstore.cli import call_command
from tests import kept_stores
from tests.gates.gated import run_of

SAID = ["right", "wrong"] * 10


def labelled(day, agreeing_count):
    """Return a run of twenty replies; a person agrees with the judge on the first so many."""
    events = run_of(f"r{day}", SAID, day=day)
    for number, outcome in enumerate(SAID):
        other = "wrong" if outcome == "right" else "right"
        about = {"case_id": f"c{number}", "system_id": "a", "validator_id": "human:kim"}
        payload = about | {"outcome": outcome if number < agreeing_count else other}
        events.append({"kind": "verdict_recorded", "run_id": f"r{day}", "payload": payload})
    return events


def test_agreement_is_a_trend(tmp_path, capsys):
    """Kappa by run, as of any metric: full, then chance."""
    events = [
        event for day, count in ((1, 20), (2, 18), (3, 10)) for event in labelled(day, count)
    ]
    store = kept_stores.store_of(events, tmp_path / "warehouse")
    capsys.readouterr()

    code = call_command(
        ["trends", "judge_agreement", "--variant", "with=people", "--json",
         "--store", str(store.layout.root)]
    )  # fmt: skip

    found = json.loads(capsys.readouterr().out)
    values = [step["value"] for series in found["series"] for step in series["points"]]
    assert (0, [1.0, 0.8, 0.0]) == (code, [round(value, 9) for value in values])
