"""Reviews and messages for tests of deliveries."""

from datetime import UTC, datetime

from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.message import DeliveryMessage, occasions
from evalstore.reviews.delivery.retrying import DeliveryLimits
from evalstore.reviews.delivery.transport import Transport
from evalstore.reviews.review import Finding, Review, ReviewedCase, RunFacts

MARKER = "<!-- evalstore gate quiz-0123456789ab -->"
TIME = datetime(2026, 5, 1, 12, tzinfo=UTC)


def finding(answer="fail", **changed):
    values = {
        "gate_id": "accuracy", "metric": "accuracy", "answer": answer, "is_informational": False,
        "is_foreign": False, "system_id": "maia", "validator_id": "factual", "slice_name": "all",
        "slice_value": "all", "variant": "", "value": 0.5, "low": 0.4, "high": 0.6,
        "unit": "share", "threshold": "at least 0.85", "minimum": 0.85, "maximum": None,
        "scored_count": 40, "reason": "0.5 is below 0.85", "baseline_run_id": "",
        "baseline_reference": "", "baseline_reason": "", "drop": None, "drop_low": None,
        "drop_high": None, "max_drop": None, "paired_count": None,
        "minimum_detectable_effect": None, "sentence": "Accuracy of maia is 0.5, below 0.85.",
    }  # fmt: skip
    return Finding(**(values | changed))


def case(**changed):
    values = {
        "system_id": "maia", "case_id": "c1", "attempt": 1, "domain": "history", "label": "true",
        "prompt": "Who?", "expected": "Ada", "response": "Bob", "confidence": None,
        "status": "ok", "marks": (), "verdict": "wrong", "reason": "not Ada", "tags": (),
        "taxonomy": (), "change": "", "case_event_id": "e1", "response_event_id": "e2",
        "verdict_event_ids": ("e3",),
    }  # fmt: skip
    return ReviewedCase(**(values | changed))


def review(answer="fail", **changed):
    run = RunFacts(
        "r1", "quiz", "1", "0123456789abcdef", "main", TIME, TIME, TIME, "completed", 40,
        ("maia",), ("history",),
    )  # fmt: skip
    values = {
        "run": run, "answer": answer, "findings": (finding(answer),),
        "cases": () if answer == "pass" else (case(),), "case_count": 0 if answer == "pass" else 1,
        "baseline": None, "key": "quiz-0123456789ab",
        "decision": f"{answer.capitalize()}: of 1 decision, 1 is {answer}.",
    }  # fmt: skip
    return Review(**(values | changed))


def message(answer="fail", earlier="", *, comment="", **changed):
    found = review(answer, **changed)
    return DeliveryMessage(
        found,
        occasions(answer, earlier),
        comment or f"{MARKER}\n## quiz: {answer}\n\nrun r1",
        f"quiz: {answer}",
        f"{MARKER}\nThe gate says {answer}.",
        ("history",),
        "https://ci.example/runs/1",
    )


class Ticks:
    """A clock that only moves when somebody sleeps."""

    def __init__(self):
        self.now = 1_000_000.0
        self.slept = []

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds

    @property
    def clock(self):
        return Clock(lambda: self.now, lambda: self.now, self.sleep)


def transport(environment, ticks=None, **limits):
    return Transport(environment, DeliveryLimits(**limits), (ticks or Ticks()).clock)
