"""Kinds of failure, as ``[hallucination]``, in every output that lists failures."""

import json

import pytest

from evalstore.cli import call_command
from evalstore.reviews.delivery.discord import discord_body
from evalstore.reviews.delivery.slack import slack_body
from evalstore.reviews.delivery.webhook import webhook_body
from tests.kept_stores import store_of
from tests.reviews.delivery import messages

GATE = '[[gate]]\nmetric = "accuracy"\nmin = 0.9\nmin_count = 1\n'
KINDS = ("hallucination", "phenomenology", "respect-failure")


def verdict(case_id, validator_id, outcome="wrong", **said):
    """A verdict on an answer of maia."""
    about = {"case_id": case_id, "system_id": "maia", "validator_id": validator_id}
    return "verdict_recorded", about | {"outcome": outcome, "reason": "told"} | said


def events():
    """A case of each rule by which a failure has a kind, one of no kind, and one that is right."""
    domains = {
        "fact": "history", "tagged": "history", "dream": "phenomenology",
        "respect": "phenomenology", "score": "other", "form": "math", "right": "history",
        "unread": "phenomenology", "card": "epistemic", "lost": "phenomenology",
    }  # fmt: skip
    found = [("run_started", {"suite": "s", "systems": ["maia"], "git_branch": "main"})]
    for case_id, domain in domains.items():
        found += [
            ("case_generated", {"case_id": case_id, "domain": domain, "prompt": "When?"}),
            ("response_recorded", {"case_id": case_id, "system_id": "maia",
                                   **({"status": "error", "error": "503"} if case_id == "lost"
                                      else {"status": "ok", "text": "1067"})}),
        ]  # fmt: skip
    found += [
        verdict("fact", "factual"),
        verdict("tagged", "judge", tags=["fabrication"]),
        verdict("dream", "phenomenological"),
        verdict("respect", "phenomenological", tags=["respect_failure"]),
        verdict("score", "judge", scores={"respect": 0.2}),
        verdict("form", "format_compliance", tags=["format_violation"]),
        verdict("unread", "format_compliance", tags=["format_violation"]),
        verdict("card", "abstention", tags=["format_violation"]),
        verdict("right", "factual", "right"),
        ("run_finished", {"status": "completed"}),
    ]
    return [
        {"kind": kind, "run_id": "r1", "payload": payload, "occurred_at": "2026-03-01T00:00:00Z"}
        for kind, payload in found
    ]


@pytest.fixture
def called(tmp_path, monkeypatch, capsys):
    """Return a function that calls a command beside a store, and returns what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "outputs"))
    store_of(events(), tmp_path / "warehouse")
    (tmp_path / "evalstore.toml").write_text(GATE, encoding="utf-8")

    def call(*arguments):
        capsys.readouterr()
        call_command([*arguments])
        said = capsys.readouterr()
        return said.out + ("" if "--json" in arguments else said.err)

    return call


@pytest.mark.sweep
def test_each_kind_follows_from_one_rule(called):
    """In facts.failures, where a form that is broken has none."""
    rows = json.loads(called("failures", "--json", "--run", "r1"))
    found = {row["case_id"]: row["taxonomy"] for row in rows if row["verdict"] == "wrong"}

    assert found == {
        "fact": ["hallucination"],
        "tagged": ["hallucination"],
        "dream": ["phenomenology"],
        "respect": ["phenomenology", "respect-failure"],
        "score": ["respect-failure"],
        "form": [],
        "unread": [],
        "card": [],
    }
    lost = [row["taxonomy"] for row in rows if row["case_id"] == "lost"]
    assert lost
    assert not any(lost)


@pytest.mark.sweep
def test_every_output_that_lists_failures_has_the_tags(called, tmp_path):
    """Commands, gate outputs for CI, comment and issue, report, vault and site."""
    said = {
        "failures": called("failures", "--run", "r1"),
        "failures of a metric": called("failures", "--metric", "accuracy", "--run", "r1"),
        "github": called(
            "gate", "--github", "--junit", "j.xml", "--gitlab", "g.json", "--comment", "c.md",
            "--issue", "i.md",
        ),
    }  # fmt: skip
    called("report", "--run", "r1", "-o", "r.html")
    called("report", "--run", "r1", "-o", "r.md")
    called("report", "--run", "r1", "--format", "obsidian", "vault")
    called("site", "site")
    for name in ("j.xml", "g.json", "c.md", "i.md", "r.html", "r.md", "summary.md"):
        said[name] = (tmp_path / name).read_text(encoding="utf-8")
    for folder in ("vault", "site"):
        files = [
            path for path in (tmp_path / folder).rglob("*.*") if path.suffix in {".md", ".html"}
        ]
        said[folder] = "".join(path.read_text(encoding="utf-8") for path in files)

    missing = [name for name, text in said.items() if "[hallucination]" not in text]

    assert [] == missing


def test_every_message_has_the_tags():
    """Those of a chat as tags, the webhook as names."""
    cases = (messages.case(taxonomy=KINDS),)
    found = messages.message(cases=cases, case_count=1)
    chats = {"slack": json.dumps(slack_body(found)), "discord": json.dumps(discord_body(found))}
    hook = json.loads(webhook_body(found))

    missing = [(name, kind) for name, text in chats.items() for kind in KINDS if kind not in text]
    assert [] == missing
    assert [*KINDS] == hook["data"]["review"]["cases"][0]["taxonomy"]
