"""The event lines of the demo as plain Python reads them, without a store."""

import json
from collections import defaultdict
from datetime import date
from types import SimpleNamespace

from evalstore.cli.demo import FILES


def recorded(name):
    """Return runs, cases, responses and verdicts of a file by key; the last line counts."""
    found = defaultdict(dict)
    keys = {
        "run_started": (),
        "case_generated": ("case_id",),
        "response_recorded": ("system_id", "case_id", "attempt"),
        "verdict_recorded": ("system_id", "case_id", "attempt", "validator_id"),
    }
    for line in (FILES / "events" / name).read_text("utf-8").splitlines():
        event = json.loads(line)
        payload = {"attempt": 1, **event["payload"]}
        key = (event["run_id"], *(payload[part] for part in keys.get(event["kind"], ())))
        found[event["kind"]][key] = payload
    return SimpleNamespace(
        runs={run_id: payload for (run_id,), payload in found["run_started"].items()},
        cases=found["case_generated"],
        responses=found["response_recorded"],
        verdicts=found["verdict_recorded"],
    )


def of_run(events, run_id):
    """Yield key and response of each attempt of a run."""
    for key, response in events.responses.items():
        if key[0] == run_id:
            yield key, response


def outcome(events, key, validator_id="factual"):
    """Return right, wrong, abstained or None (left out) for the response of that key."""
    response = events.responses[key]
    if response["status"] == "error" or response["text"].startswith("shipping. On second"):
        # No answer, or one that no validator has seen in this revision.
        return None
    if response["status"] == "unparsable":
        return "wrong"
    return events.verdicts[*key, validator_id]["outcome"]


def week(events, run_id):
    """Return the ISO week of a run's commit, such as 2026-W47."""
    year, number, _ = date.fromisoformat(events.runs[run_id]["committed_at"][:10]).isocalendar()
    return f"{year}-W{number}"
