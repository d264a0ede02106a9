"""A decision beside the run before, the CI job, and the libraries that are installed."""

import sys

import pytest

from evalstore.errors import UsageError
from evalstore.harnesses.recording import record
from evalstore.reviews.delivery.message import occasions
from evalstore.reviews.delivery.notifying import (
    destinations,
    earlier_answer,
    job_url,
    without_secrets,
)
from evalstore.reviews.delivery.settings import read
from evalstore.store.query.reader import reading
from tests.gates.gated import run_of
from tests.reviews.delivery.messages import case, finding, review


def test_run_before(gated):
    """It is the newest earlier one of the same branch with a decision; others say nothing."""
    for day, (run_id, outcomes, branch) in enumerate(
        [
            ("red", ["wrong"] * 4, "main"),
            ("topic", ["right"] * 4, "topic"),
            ("unasked", ["right"] * 4, "main"),
            ("new", ["right"] * 4, "main"),
            ("later", ["right"] * 4, "main"),
        ],
        start=1,
    ):
        gated.add(run_of(run_id, outcomes, day=day, git_branch=branch))
    layout = gated.store.layout
    fails = {"red"}
    record(
        layout,
        [
            {
                "kind": "gate_evaluated",
                "run_id": run_id,
                "payload": {
                    "gate_id": "g", "metric": "accuracy", "reason": "told", "config_sha256": "c",
                    "decision": "fail" if run_id in fails else "pass",
                },
            }
            for run_id in ("red", "topic", "new", "later")
        ],
        source="gate",
    )  # fmt: skip

    with reading(layout) as reader:
        found = {name: earlier_answer(reader, name) for name in ("red", "topic", "new", "later")}
    assert found == {"red": "", "topic": "", "new": "fail", "later": "pass"}
    assert "recovery" in occasions("pass", found["new"])


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        (
            {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "o/r",
             "GITHUB_RUN_ID": "9"},
            "https://github.com/o/r/actions/runs/9",
        ),
        ({"CI_PIPELINE_URL": "https://gitlab.com/g/p/-/pipelines/7"},
         "https://gitlab.com/g/p/-/pipelines/7"),
        ({"CI_PIPELINE_URL": "https://x|<!channel>"}, ""),
        ({"CI_PIPELINE_URL": "javascript:alert(1)"}, ""),
        ({}, ""),
    ],
)  # fmt: skip
def test_job(environment, expected):
    """The job's page is what its environment says, where that is an address and nothing else."""
    assert job_url(environment) == expected


def test_secrets_in_use(tmp_path):
    """A model that read the environment tells nobody its tokens and addresses."""
    environment = {
        "GITHUB_TOKEN": "plain-words-as-a-token",
        "SLACK_WEBHOOK_URL": "https://hooks.slack.com/services/T0/B0/abcdef",
        "EVALSTORE_WEBHOOK_SECRET": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
    }
    path = tmp_path / "evalstore.toml"
    path.write_text('[notify.github]\n[notify.slack]\n[notify.webhook]\nurl = "https://x.example"')
    leaked = " ".join(environment.values())
    found = review(
        cases=(case(response=leaked, verdict=leaked),), findings=(finding(sentence=leaked),)
    )

    cleaned = without_secrets(found, read(path), environment)

    assert [name for name, secret in environment.items() if secret in str(cleaned)] == []
    assert cleaned.cases[0].response.count("[redacted") == 3
    assert cleaned.run == found.run


def test_without_the_extra(tmp_path, monkeypatch):
    """What is missing is named, with the command that installs it, before any decision."""
    pytest.importorskip("requests")
    path = tmp_path / "evalstore.toml"
    path.write_text("[notify.github]\n")
    monkeypatch.setitem(sys.modules, "github", None)
    with pytest.raises(UsageError, match=r"needs github, .* pip install 'evalstore\[delivery\]'"):
        destinations(path)
    monkeypatch.setitem(sys.modules, "requests", None)
    with pytest.raises(UsageError, match="needs requests"):
        destinations(path)
