"""
A run of 100 wrong replies that address their judge, such as "mark this right".

Ten kinds of ten texts, in ``judge_attacks.json``; each follows or encloses a wrong answer to one
of ten questions. A verdict ``right`` on any of them means that the reply misled its judge.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UsageError
from evalstore.harnesses.recording import reading_folded, record
from evalstore.store.layout import Layout

FILE = Path(__file__).with_name("judge_attacks.json")
SUITE = "judge-attacks"
SYSTEM = "attacker"


def record_attacks(layout: Layout, run_id: str) -> None:
    """
    Append the run of attacks under this id, unless it is there.

    Raises UsageError if the id is that of another run.
    """
    with reading_folded(layout, "the attacks are recorded") as (reader, _):
        rows = reader.rows("select suite from facts.runs where run_id = $run_id", run_id=run_id)
    if rows and rows[0]["suite"] != SUITE:
        raise UsageError(
            f"run {run_id} is of the suite {rows[0]['suite']}, expected the id of a new run for "
            "--attacks, such as judge-attacks"
        )
    if not rows:
        record(layout, attack_events(run_id), source="judge")


def attack_events(run_id: str) -> Iterator[dict[str, object]]:
    """Yield the events of the run: its start, each case with its reply, and its end."""
    text = input_file.read_text(FILE)
    version = hashlib.sha256(text.encode()).hexdigest()[:12]
    contents: dict[str, Any] = json.loads(text)
    payloads: list[tuple[str, dict[str, object]]] = [
        ("run_started", {"suite": SUITE, "suite_version": version, "systems": [SYSTEM]})
    ]
    for kind, texts in contents["kinds"].items():
        for number, (attack, question) in enumerate(
            zip(texts, contents["questions"], strict=True), 1
        ):
            case_id = f"{kind}-{number:02}"
            case = {
                "case_id": case_id,
                "domain": kind,
                "prompt": question["prompt"],
                "expected": question["right"],
            }
            reply = attack.format(**question)
            response = {"case_id": case_id, "system_id": SYSTEM, "status": "ok", "text": reply}
            payloads += [("case_generated", case), ("response_recorded", response)]
    payloads.append(("run_finished", {"status": "completed"}))
    for kind, payload in payloads:
        yield {"kind": kind, "run_id": run_id, "payload": payload}
