"""Events of a run of a quiz, for stores that are read."""

CASES = [f"c{number}" for number in range(12)]


def events_of(run_id, right_count):
    """A run of twelve cases, so many of the first right, one response with markup."""
    events = [("run_started", {"suite": "quiz", "systems": ["maia"]})]
    for number, case_id in enumerate(CASES):
        about = {"case_id": case_id, "system_id": "maia"}
        outcome = "right" if number < right_count else "wrong"
        events += [
            ("case_generated", {"case_id": case_id, "domain": "math", "prompt": "2 + 2?"}),
            ("response_recorded",
             {**about, "status": "ok", "text": "<b>5</b>", "confidence": number / 12}),
            ("verdict_recorded",
             {**about, "validator_id": "factual", "outcome": outcome, "reason": "compared",
              "tags": [] if outcome == "right" else ["sum"]}),
        ]  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]
