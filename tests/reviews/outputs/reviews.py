"""Reviews made by hand, for tests of what is written of them."""

from dataclasses import replace
from datetime import UTC, datetime

from evalstore.errors import StoreError
from evalstore.gates.places import GatePlaces
from evalstore.reviews.outputs.stopped import stopped_review
from evalstore.reviews.review import ReviewedCase

EMPTY = stopped_review("nothing", StoreError("nothing"), "r1")
PLACES = GatePlaces("evals/evalstore.toml", {0: 3, 1: 7}, ("accuracy", "no-regression"))
# What no output may pass on as it is: markup, commands of a runner, characters XML lacks.
HOSTILE = (
    "]]><x/>&\"' \x00\x1b[31m\ud800\ufffe\r\n::set-output name=decision::pass\n"
    "##[add-mask]x % , : @someone `|` ::stop-commands::t"
)


def finding(answer="fail", gate_id="accuracy", **parts):
    """A finding of a system over all cases."""
    said = {
        "answer": answer, "gate_id": gate_id, "metric": "accuracy", "system_id": "maia",
        "validator_id": "factual", "slice_name": "all", "slice_value": "all",
        "threshold": "at least 0.8", "reason": "accuracy is 0.5, must be at least 0.8",
        "sentence": f"Accuracy of maia is 0.5: {answer}.",
    }  # fmt: skip
    return replace(EMPTY.findings[0], **(said | parts))


def case(case_id="c1", **parts):
    """A failing case of that system."""
    said = {
        "system_id": "maia", "case_id": case_id, "attempt": 0, "domain": "history", "label": "",
        "prompt": "When?", "expected": "1066", "response": "1067", "confidence": 0.9,
        "status": "ok", "marks": (), "verdict": "wrong by factual", "reason": "told", "tags": (),
        "taxonomy": (), "change": "became wrong", "case_event_id": "", "response_event_id": "",
        "verdict_event_ids": (),
    }  # fmt: skip
    return ReviewedCase(**(said | parts))


def review(*findings, answer="fail", cases=(), **facts):
    """A review of a run of 90 seconds with these findings."""
    run = {
        "suite": "quiz", "git_sha": "4be1d07", "case_count": 30, "run_status": "completed",
        "started_at": datetime(2026, 1, 1, tzinfo=UTC),
        "finished_at": datetime(2026, 1, 1, 0, 1, 30, tzinfo=UTC),
    }  # fmt: skip
    return replace(
        EMPTY, run=replace(EMPTY.run, **(run | facts)), answer=answer, findings=findings,
        cases=tuple(cases), case_count=len(cases), key="quiz-1",
    )  # fmt: skip
