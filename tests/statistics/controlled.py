"""A run of several systems, some of which know nothing."""

from collections.abc import Mapping, Sequence


def controlled_run(
    answers: Mapping[str, str],
    *,
    controls: Sequence[str] = (),
    chances: Sequence[float | None] = (),
    run_id: str = "r",
    day: int = 1,
) -> list[dict]:
    """
    Return a finished run: for each system one digit a case, 1 where right and 0 where wrong.

    Cases are of the domains even and odd by turns.
    """
    payload = {"suite": "s", "suite_version": "1.0", "systems": [*answers]}
    events = [("run_started", payload | ({"controls": [*controls]} if controls else {}))]
    for number in range(len(next(iter(answers.values())))):
        case = {
            "case_id": f"c{number}",
            "domain": "odd" if number % 2 else "even",
            "validators": ["factual"],
        }
        if number < len(chances):
            case["chance"] = chances[number]
        events.append(("case_generated", case))
        for system_id, outcomes in answers.items():
            about = {"case_id": f"c{number}", "system_id": system_id}
            outcome = "right" if outcomes[number] == "1" else "wrong"
            verdict = {"validator_id": "factual", "outcome": outcome, "reason": "told"}
            events += [
                ("response_recorded", about | {"status": "ok"}),
                ("verdict_recorded", about | verdict),
            ]
    events.append(("run_finished", {"status": "completed"}))
    moment = f"2026-01-{day:02}T00:00:00Z"
    return [
        {"kind": kind, "run_id": run_id, "occurred_at": moment, "payload": payload}
        for kind, payload in events
    ]
