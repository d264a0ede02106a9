"""A small store with two runs, two systems, gates, and model output of the hostile kind."""

import hashlib
import json
import shutil
import uuid
from datetime import UTC, datetime

import duckdb
import pytest

from benchmarks.unfolded import compute_sums
from evalstore.reviews.report import report
from tests.empty_database import template


def at(month, hour):
    """Return a moment as the store keeps it: UTC, without saying so."""
    return datetime(2026, month, 1, hour, tzinfo=UTC).replace(tzinfo=None)


RUN = "2026-03-01"
EARLIER_RUN = "2026-02-01"
# What a model, a file name or a label might hold to break out of a page or to mislead a reader.
HOSTILE = (
    (
        "<script>alert('script')</script></style></svg></textarea><!-- "
        "\"><img src=x onerror=alert('img')> [a](javascript:alert('link')) {{7*7}} ${7*7} "
        "@everyone closes #1 fixes GH-2 https://example.org/x \x00 \x1b[31mred\x1b[0m "
        "\u202etxt.exe\u202c \u2066isolated | ``` ~~~ `code` \ud800 end"
    )
    .encode("utf-8", "replace")
    .decode()
)
LONG = "long " * 200_000
REASONS = {"wrong": "it was 1989, not 1990", "abstained": "it declined to answer"}


class Store:
    """A database with evalstore's schemas; also the reader of it."""

    def __init__(self, path):
        is_new = not path.exists()
        if is_new:
            shutil.copyfile(template(), path)
        self.connection = duckdb.connect()
        self.connection.execute(f"attach '{path}' as evalstore (type duckdb)")
        self.connection.execute("use evalstore")
        if is_new:
            compute_sums(self.connection)
        self.event_count = len(self.rows("select position from log.events"))

    def rows(self, sql, /, **parameters):
        cursor = self.connection.execute(sql, parameters)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def insert(self, table, **values):
        names = ", ".join(values)
        places = ", ".join(f"${name}" for name in values)
        self.connection.execute(f"insert into {table} ({names}) values ({places})", values)

    def event(self, kind, run_id, subject, payload):
        self.event_count += 1
        event_id = uuid.UUID(
            bytes=hashlib.sha256(f"{kind}{run_id}{subject}".encode()).digest()[:16]
        )
        self.insert(
            "log.events",
            position=self.event_count - 1,
            event_id=event_id,
            kind=kind,
            run_id=run_id,
            subject=subject,
            revision=1,
            schema_version=1,
            source="test",
            recorded_at=at(3, 13),
            payload=json.dumps(payload),
            payload_hash=b"",
            leaf_hash=b"",
            batch_id=1,
        )
        return event_id

    def run(self, run_id, started_at, **values):
        self.insert(
            "facts.runs",
            run_id=run_id,
            suite="hallucination",
            suite_version="1.2",
            seed="42",
            git_sha=hashlib.sha256(run_id.encode()).hexdigest()[:40],
            git_branch="main",
            committed_at=started_at,
            started_at=started_at,
            finished_at=started_at,
            run_status="completed",
            tags=[],
            **values,
        )

    def answer(self, run_id, system_id, case_id, outcome, **values):
        """Insert one judged answer with its case, its response and its verdict."""
        defaults = {
            "domain": "math",
            "confidence": 0.9,
            "status": "ok",
            "prompt": "When?",
            "text": "In 1990.",
            "expected": "1989",
            "reason": REASONS.get(outcome, "as expected"),
            "tags": ["wrong_date"] if outcome == "wrong" else [],
            "validator_id": "factual",
        }
        given = {**defaults, **values}
        key = {"run_id": run_id, "case_id": case_id}
        described = {"domain": given["domain"], "expected": given["expected"]}
        if not self.rows("from facts.cases where run_id = $run_id and case_id = $case_id", **key):
            self.event(
                "case_generated", run_id, case_id, {"case_id": case_id, "prompt": given["prompt"]}
            )
            self.insert("facts.cases", **key, **described, prompt=given["prompt"], is_canary=False)
        answered = {**key, "system_id": system_id}
        if given["status"] != "missing":
            response_id = self.event(
                "response_recorded", run_id, f"{case_id}/{system_id}", {"text": given["text"]}
            )
            self.insert(
                "facts.responses",
                **answered,
                attempt=1,
                is_final_attempt=True,
                status=given["status"],
                text=given["text"],
                confidence=given["confidence"],
                event_id=response_id,
            )
        if outcome is not None:
            verdict_id = self.event(
                "verdict_recorded", run_id, f"{case_id}/{system_id}/{given['validator_id']}", {}
            )
            self.insert(
                "facts.verdicts",
                **answered,
                attempt=1,
                validator_id=given["validator_id"],
                outcome=outcome,
                reason=given["reason"],
                tags=given["tags"],
                event_id=verdict_id,
            )
        self.score(answered, described, outcome, given)

    def score(self, answered, described, outcome, given):
        """Insert the row that the fold would derive from them."""
        is_left_out = given["status"] == "error" or (
            given["status"] == "ok" and outcome in {None, "unscored", "error"}
        )
        is_right = None if is_left_out else outcome == "right"
        is_claim = not is_left_out and given["status"] == "ok" and outcome != "abstained"
        self.insert(
            "facts.scored",
            **answered,
            **described,
            attempt=1,
            weight=None if is_left_out else 1.0,
            claim_weight=1.0 if is_claim else None,
            represents_case=True,
            case_correctness=is_right,
            case_attempt_count=1,
            case_error_count=int(is_left_out and "error" in {given["status"], outcome}),
            case_missing_count=int(given["status"] == "missing"),
            validator_id=given["validator_id"],
            suite="hallucination",
            is_canary=False,
            confidence=given["confidence"] if given["status"] == "ok" else None,
            status=given["status"],
            outcome=outcome,
            is_right=is_right,
            is_primary_validator=given["validator_id"] == "factual",
        )

    def gate(self, run_id, gate_id, decision, **values):
        defaults = {
            "metric": "accuracy",
            "system_id": "bold",
            "validator_id": "factual",
            "slice_name": "all",
            "slice_value": "all",
            "variant": "",
            "reason": f"the gate says {decision}",
            "is_informational": False,
            "is_foreign": False,
            "threshold": "at least 0.8",
            "config_sha256": "c1",
            "evaluated_at": at(3, 14),
            "tree_size": 10,
        }
        self.insert(
            "facts.gates",
            run_id=run_id,
            gate_id=gate_id,
            decision=decision,
            **{**defaults, **values},
        )


@pytest.fixture(scope="session")
def store_at():
    return Store


@pytest.fixture
def empty_store(tmp_path):
    return Store(tmp_path / "evalstore.duckdb")


@pytest.fixture(scope="session")
def filled_path(tmp_path_factory):
    """Two runs; in the newer one bold is surer than it is right, careful is not."""
    path = tmp_path_factory.mktemp("filled") / "evalstore.duckdb"
    store = Store(path)
    store.run(EARLIER_RUN, at(2, 12))
    store.run(RUN, at(3, 12))
    store.answer(EARLIER_RUN, "bold", "old", "right")
    domains = ("history", "math", "science")
    for number in range(36):
        domain = domains[number % 3]
        bold = "right" if number % 5 < 2 else "wrong"
        careful = "abstained" if number % 9 == 0 else "wrong" if number % 9 == 1 else "right"
        case = {"domain": domain, "prompt": f"Question {number}?"}
        bold_confidence = 0.95 - 0.02 * (number % 8)
        careful_confidence = 0.35 + 0.05 * (number % 12)
        case_id = f"{domain}-{number:04d}"
        store.answer(RUN, "bold", case_id, bold, confidence=bold_confidence, **case)
        store.answer(RUN, "careful", case_id, careful, confidence=careful_confidence, **case)
    store.answer(RUN, "bold", "history-0100", None, status="missing", domain="history")
    store.answer(RUN, "bold", "history-0101", None, status="error", domain="history")
    store.connection.close()
    return path


@pytest.fixture
def store(filled_path, tmp_path):
    """The filled store, in a copy of its own."""
    path = tmp_path / "copy.duckdb"
    shutil.copy(filled_path, path)
    return Store(path)


@pytest.fixture(scope="session")
def attacked():
    """Add to a store an answer whose every text attacks the page; return the store."""
    return with_attack


@pytest.fixture
def hostile_store(store):
    """The same store with an answer whose every text attacks the page."""
    return with_attack(store)


def with_attack(store):
    store.answer(
        RUN,
        HOSTILE,
        HOSTILE + " case",
        "wrong",
        domain=HOSTILE,
        prompt=HOSTILE,
        text=HOSTILE + LONG,
        expected=HOSTILE,
        reason=HOSTILE,
        tags=[HOSTILE],
    )
    store.event("run_started", RUN, HOSTILE, {"config": {"remarks": [HOSTILE]}})
    store.gate(RUN, HOSTILE, "fail", system_id=HOSTILE, reason=HOSTILE, threshold=HOSTILE)
    return store


@pytest.fixture(scope="session")
def generated_at():
    return datetime(2026, 3, 1, 15, tzinfo=UTC)


@pytest.fixture(scope="session")
def store_info():
    return {
        "name": "warehouse",
        "tree_size": 12345,
        "root": "ab" * 32,
        "views_sha256": "cd" * 32,
    }


@pytest.fixture(scope="session")
def page(filled_path, generated_at, store_info):
    """The page of the filled store as it is, made once: it takes seconds."""
    return report.render_html(Store(filled_path), None, generated_at, store_info)
