"""``evalstore gate --notify``: a store, a decision, and what arrives."""

import json

import pytest

from evalstore.cli import call_command
from tests.gates.gated import run_of
from tests.reviews.delivery.service import Reply

GATE = '[[gate]]\nmetric = "accuracy"\nmin = 0.5\n'
SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

for library in ("github", "standardwebhooks"):
    pytest.importorskip(library)


@pytest.fixture
def notified(gated, monkeypatch):
    """Return a function that calls gate with --notify, and what it printed."""
    monkeypatch.setenv("EVALSTORE_WEBHOOK_SECRET", SECRET)
    monkeypatch.setenv("GITHUB_TOKEN", "ghs_0123456789abcdefghij")
    for name in ("GITHUB_EVENT_PATH", "GITHUB_REPOSITORY", "GITHUB_RUN_ID", "SLACK_WEBHOOK_URL"):
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


def test_nothing_is_sent_unless_it_is_asked_for(gated, service):
    """A gate without --notify sends nothing, whatever is configured."""
    gated.add(run_of("r1", ["wrong"] * 4))
    gated.file.write_text(f'{GATE}[notify.webhook]\nurl = "{service.url}/hook"\n', "utf-8")
    store = ["--store", str(gated.store.layout.root), "--config", str(gated.file)]

    assert 1 == call_command(["gate", *store])
    assert [] == service.got


def test_failure_is_delivered(gated, notified, github, service):
    """All destinations hear of it, one that cannot is told, and the decision's code stays."""
    gated.add(run_of("r1", ["wrong"] * 4))
    comment = gated.folder.parent / "comment.md"
    code, printed = notified(
        f'[notify.github]\napi_url = "{github.url}"\nrepository = "o/r"\npull_request = 7\n'
        f'[notify.webhook]\nurl = "{service.url}/hook"\n[notify.slack]\n',
        "--comment", str(comment),
    )  # fmt: skip

    assert code == 1
    told = [line.rpartition(" ")[0] for line in printed.err.splitlines()]
    assert told == [
        "notify github: done: comment created:",
        "notify slack: FAILED: the environment variable SLACK_WEBHOOK_URL is not",
        "notify webhook: done: sent as",
    ]
    written = comment.read_text(encoding="utf-8")
    assert github.api.comments[0]["body"].strip() == written.strip()
    found = service.got[0].body["data"]["review"]
    assert (found["answer"], found["findings"][0]["gate_id"]) == ("fail", "accuracy")


@pytest.mark.sweep
def test_required_delivery_that_fails(gated, notified, service):
    """A passing gate whose required delivery fails is broken, and says which delivery."""
    gated.add(run_of("r1", ["right"] * 4))
    service.next = [Reply(400, {"message": "no"})]
    code, printed = notified(
        f'[notify.webhook]\nurl = "{service.url}/hook"\non = ["pass"]\nrequired = true\n'
    )

    assert code == 4
    assert "notify webhook: FAILED: 127.0.0.1 answered 400 to POST /hook: no" in printed.err


@pytest.mark.sweep
def test_dry_run(gated, notified, service):
    """It shows the requests without secrets, sends nothing, and leaves stdout to the JSON."""
    gated.add(run_of("r1", ["wrong"] * 4))
    code, printed = notified(
        f'[notify.webhook]\nurl = "{service.url}/hook"\n[notify.slack]\n', "--dry-run", "--json"
    )

    assert (code, service.got) == (0, [])
    assert "notify slack: would fail: SLACK_WEBHOOK_URL is not set" in printed.err
    assert "POST https://hooks.slack.com/[SLACK_WEBHOOK_URL]" in printed.err
    assert f"POST {service.url}/hook" in printed.err
    assert SECRET not in printed.out + printed.err
    assert json.loads(printed.out)["decision"] == "fail"


@pytest.mark.sweep
def test_gate_that_stops(gated, notified, github, service):
    """Where no gate could be asked, channels hear of it, and no comment is touched."""
    code, printed = notified(
        f'[notify.webhook]\nurl = "{service.url}/hook"\non = ["undecided", "broken"]\n'
        f'[notify.github]\napi_url = "{github.url}"\nrepository = "o/r"\npull_request = 7\n'
    )

    assert code in {2, 3, 4}
    assert service.got[0].body["data"]["review"]["key"] == "stopped"
    assert "notify github: skipped: no gate was decided" in printed.err
    assert github.got == []


def test_wrong_configuration_comes_before_the_decision(gated, notified):
    """A table that is wrong ends the command before anything is decided or recorded."""
    gated.add(run_of("r1", ["wrong"] * 4))
    code, printed = notified("[notify.slack]\nchannel = 1\n")

    assert code == 2
    assert "[notify.slack]: no setting 'channel'" in printed.err
    assert gated.store.query("from facts.gates").to_dicts() == []
