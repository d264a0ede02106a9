"""A run of two systems to label: a reply is hostile, and an id looks like a number."""

OUTCOMES = ["right"] * 12 + ["wrong"] * 4
HOSTILE = '=HYPERLINK("http://x","y")\n\x1b[2J<b>é'


def run_events():
    """Sixteen cases of two systems, judged by a rule; the first id looks like a number."""
    events = [("run_started", {"suite": "quiz", "systems": ["a", "b"], "validators": ["match"]})]
    for number, outcome in enumerate(OUTCOMES):
        case_id = "007" if number == 0 else f"c{number}"
        case = {"case_id": case_id, "domain": "math" if number % 2 else "history",
                "prompt": f"question {number}", "expected": "4",
                "attributes": {"language": "en"}}  # fmt: skip
        events.append(("case_generated", case))
        for system_id in ("a", "b"):
            about = {"case_id": case_id, "system_id": system_id}
            text = HOSTILE if number == 0 else f"reply {number} of {system_id}"
            events += [
                ("response_recorded", about | {"status": "ok", "text": text}),
                ("verdict_recorded",
                 about | {"validator_id": "match", "outcome": outcome, "reason": "told"}),
            ]  # fmt: skip
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": "r1", "payload": payload} for kind, payload in events]
