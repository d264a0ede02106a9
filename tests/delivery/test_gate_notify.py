"""``evalstore gate --notify``: a store, a decision, and what arrives."""

import json

import pytest

from evalstore.cli import call_command
from tests.delivery.service import Reply
from tests.gates.gated import run_of

GATE = '[[gate]]\nmetric = "accuracy"\nmin = 0.5\n'
SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

for library in ("github", "standardwebhooks"):
    pytest.importorskip(library)


@pytest.fixture
def notified(gated, monkeypatch):
    """Return a function that calls gate with --notify, and what it printed."""
    monkeypatch.setenv("EVALSTORE_WEBHOOK_SECRET", SECRET)
    for name in ("GITHUB_TOKEN", "GITHUB_EVENT_PATH", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"):
        monkeypatch.delenv(name, raising=False)

    def call(tables, *arguments):
        gated.file.write_text(GATE + tables, encoding="utf-8")
        root = str(gated.store.layout.root)
        gated.capsys.readouterr()
        code = call_command(
            ["gate", "--store", root, "--config", str(gated.file), "--notify", *arguments]
        )
        return code, gated.capsys.readouterr()

    return call


def test_failure_is_delivered(gated, notified, service):
    """The webhook hears of a failure once, and the exit code is that of the decision."""
    gated.add(run_of("r1", ["wrong"] * 4))
    table = f'[notify.webhook]\nurl = "{service.url}/hook"\n'
    first, printed = notified(table)
    second, again = notified(table)

    assert (first, second) == (1, 1)
    assert printed.err.startswith("notify webhook: done: sent as msg_")
    assert again.err == "notify webhook: skipped: sent before; this run of the job repeats it\n"
    [one] = service.got
    assert one.body["data"]["review"]["findings"][0]["answer"] == "fail"


def test_recovery_is_delivered(gated, notified, service):
    """The first pass after a failure is told, the next is not."""
    table = f'[notify.webhook]\nurl = "{service.url}/hook"\n'
    for day, outcome in enumerate(["wrong", "right", "right"], start=1):
        gated.add(run_of(f"r{day}", [outcome] * 4, day=day))
        notified(table)

    assert [one.body["data"]["occasions"] for one in service.got] == [
        ["fail"], ["changed", "pass", "recovery"],
    ]  # fmt: skip


@pytest.mark.parametrize(("required", "expected"), [("false", 0), ("true", 4)])
def test_exit_code_of_a_failed_delivery(gated, notified, service, required, expected):
    """It changes nothing, but where the destination is required."""
    gated.add(run_of("r1", ["right"] * 4))
    service.next = [Reply(400, {"message": "no"})]
    table = f'[notify.webhook]\nurl = "{service.url}/hook"\non = ["pass"]\nrequired = {required}\n'

    code, printed = notified(table)

    assert code == expected
    assert "notify webhook: FAILED: 127.0.0.1 answered 400 to POST /hook: no" in printed.err


def test_comment_and_issue(gated, notified, github, monkeypatch):
    """The comment is that of --comment, and a passing gate closes the issue of a failing one."""
    monkeypatch.setenv("GITHUB_TOKEN", "ghs_0123456789abcdefghij")
    table = f'[notify.github]\napi_url = "{github.url}"\nrepository = "o/r"\n'
    gated.add(run_of("r1", ["wrong"] * 4))
    comment = gated.folder.parent / "comment.md"
    code, printed = notified(table + "pull_request = 7\n", "--comment", str(comment))

    assert (code, len(github.api.comments)) == (1, 1), printed.err
    assert github.api.comments[0]["body"] == comment.read_text(encoding="utf-8")

    notified(table + "issue = true\n")
    gated.add(run_of("r2", ["right"] * 4, day=2))
    notified(table + "issue = true\n")
    [issue] = github.api.issues
    assert issue["state"] == "closed"


def test_dry_run(gated, notified, service):
    """It shows the requests, sends nothing, and leaves JSON on stdout as it is."""
    gated.add(run_of("r1", ["wrong"] * 4))
    table = f'[notify.webhook]\nurl = "{service.url}/hook"\n[notify.slack]\n'
    code, printed = notified(table, "--dry-run")

    assert (code, service.got) == (0, [])
    assert "notify slack: would fail: SLACK_WEBHOOK_URL is not set" in printed.out
    assert "POST https://hooks.slack.com/[SLACK_WEBHOOK_URL]" in printed.out
    assert f"POST {service.url}/hook" in printed.out
    assert SECRET not in printed.out + printed.err

    assert json.loads(notified(table, "--dry-run", "--json")[1].out)["decision"] == "fail"


def test_gate_that_stops(gated, notified, service):
    """Where no gate could be asked, that is what is delivered."""
    table = f'[notify.webhook]\nurl = "{service.url}/hook"\non = ["undecided", "broken"]\n'
    gated.store.layout.require()
    code, _ = notified(table)

    [one] = service.got
    assert code in {2, 3, 4}
    assert one.body["data"]["review"]["answer"] in {"undecided", "broken"}


def test_wrong_configuration_comes_before_the_decision(gated, notified):
    """A table that is wrong ends the command before anything is decided or recorded."""
    gated.add(run_of("r1", ["wrong"] * 4))
    code, printed = notified("[notify.slack]\nchannel = 1\n")

    assert code == 2
    assert "[notify.slack]: unknown key 'channel'" in printed.err
    assert gated.store.query("from facts.gates").to_dicts() == []
