"""All destinations at once: what is due, what was sent before, what fails, and a dry run."""

import base64
import json
import threading
import time
from dataclasses import replace

import pytest

from evalstore.reviews.delivery import sent_messages
from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivering import deliver_all
from evalstore.reviews.delivery.discord import DiscordSettings
from evalstore.reviews.delivery.github import GithubSettings
from evalstore.reviews.delivery.gitlab import GitlabSettings
from evalstore.reviews.delivery.message import DeliveryMessage, occasions
from evalstore.reviews.delivery.retrying import DeliveryLimits
from evalstore.reviews.delivery.settings import Destination
from evalstore.reviews.delivery.slack import SlackSettings
from evalstore.reviews.delivery.webhook import WebhookSettings
from evalstore.reviews.outputs import comment
from evalstore.reviews.outputs.issue import issue
from tests.reviews.delivery.messages import Ticks, message, review
from tests.reviews.delivery.service import Reply

for library in ("github", "gitlab", "slack_sdk", "standardwebhooks"):
    pytest.importorskip(library)

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
LIMITS = DeliveryLimits(10.0, 60.0, 2)


def destination(name, settings, on=("fail", "broken", "recovery"), *, is_required=False):
    return Destination(name, settings, frozenset(on), is_required, LIMITS)


def hook(service, **changed):
    return destination("webhook", WebhookSettings(url=f"{service.url}/hook"), **changed)


def delivered(found, folder, text="fail", earlier="", *, environment=None, **changed):
    environment = {"EVALSTORE_WEBHOOK_SECRET": SECRET} | (environment or {})
    return deliver_all(found, message(text, earlier), environment, folder, **changed)


@pytest.mark.parametrize(
    ("on", "answer", "earlier", "is_sent"),
    [
        (["fail"], "fail", "", True),
        (["fail"], "broken", "", False),
        (["recovery"], "pass", "", False),
        (["recovery"], "pass", "pass", False),
        (["recovery"], "pass", "undecided", True),
        (["changed"], "fail", "fail", False),
        (["changed"], "fail", "pass", True),
        (["pass"], "pass", "pass", True),
        ([], "fail", "", False),
    ],
)
def test_when_a_message_is_sent(service, tmp_path, on, answer, earlier, is_sent):
    """`on` decides by the answer, and by that of the run before."""
    [outcome] = delivered([hook(service, on=on)], tmp_path, answer, earlier)

    assert outcome.state == ("done" if is_sent else "skipped")
    assert len(service.got) == is_sent


def test_a_job_that_runs_again_sends_nothing_twice(service, tmp_path):
    """The store remembers what was sent; what failed is sent by the next run of the job."""
    service.next = [Reply(400)]
    first, second, third = (delivered([hook(service)], tmp_path)[0] for _ in range(3))

    assert [first.state, second.state, third.state] == ["failed", "done", "skipped"]
    assert third.text == "sent by an earlier attempt of this job"
    assert delivered([hook(service)], tmp_path, "broken")[0].state == "done"
    assert service.url not in (tmp_path / sent_messages.NAME).read_text()


def test_memory_that_is_not_readable(service, tmp_path):
    """A damaged memory is as good as none, and one that cannot be written is said."""
    (tmp_path / sent_messages.NAME).write_text("[1")
    assert delivered([hook(service)], tmp_path)[0].state == "done"

    [outcome] = delivered([hook(service)], tmp_path / "away")
    assert outcome.state == "done"
    assert "but delivered.json cannot be written" in outcome.text


def test_one_failure_leaves_the_others(service, tmp_path):
    """Each destination has its own outcome, in the order of the configuration."""
    found = [
        destination("slack", SlackSettings(), is_required=True),
        hook(service),
        destination("github", GithubSettings()),
    ]
    slack, webhook, github = delivered(found, tmp_path)

    assert (slack.state, slack.is_required) == ("failed", True)
    assert slack.text == "the environment variable SLACK_WEBHOOK_URL is not set"
    assert (webhook.state, github.state) == ("done", "failed")
    assert github.text.startswith("no repository: GITHUB_REPOSITORY is ''")


def test_total_time_holds_whatever_a_service_does(service, tmp_path):
    """A destination that does not come back is given up at the end of its time."""
    stuck = Destination("webhook", hook(service).settings, frozenset({"fail"}), True,
                        DeliveryLimits(0.02, 0.03, 1))  # fmt: skip
    service.next = [Reply(500)]
    clock = Clock(monotonic=lambda: 0.0, epoch=lambda: (time.sleep(0.5), 0.0)[1])

    [outcome] = delivered([stuck], tmp_path, clock=clock)

    assert (outcome.state, outcome.text) == ("failed", "did not finish within 0.05 s")
    assert outcome.is_required


def test_what_nobody_expected_is_told_without_secrets(tmp_path, capfd):
    """An error of a library fails its destination at once; what it says is printed nowhere."""
    hidden = destination("webhook", WebhookSettings(url_variable="HOOK"))
    environment = {"HOOK": "https://*.example/hook-0123456789"}

    [outcome] = delivered([hidden], tmp_path, environment=environment)

    assert (outcome.state, outcome.text) == ("failed", "stopped by InvalidURL")
    assert "0123456789" not in capfd.readouterr().err


def test_channels_that_are_told_at_once_are_all_remembered(tmp_path):
    """Each message stays known, however many are written in the same moment."""
    names = [f"m{number}" for number in range(12)]
    threads = [threading.Thread(target=sent_messages.add, args=(tmp_path, name)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(json.loads((tmp_path / sent_messages.NAME).read_text())) == sorted(names)
    assert [path.name for path in tmp_path.iterdir()] == [sent_messages.NAME]


def all_destinations(url):
    host = url.removeprefix("http://")
    return [
        destination("discord", DiscordSettings(host=host)),
        destination("github", GithubSettings(api_url=url, repository="o/r", pull_request=7)),
        destination("gitlab", GitlabSettings(url=url, project="5", merge_request=7)),
        destination("slack", SlackSettings(host=host)),
        destination("webhook", WebhookSettings(url=f"{url}/hook")),
    ]


def test_dry_run_shows_what_is_sent(service, github, gitlab, tmp_path):
    """The bodies of a dry run are those that arrive, and nothing leaves before."""
    environment = {
        "GITHUB_TOKEN": "ghs_0123456789", "GITLAB_TOKEN": "glpat-0123456789",
        "SLACK_WEBHOOK_URL": f"{service.url}/services/secret",
        "DISCORD_WEBHOOK_URL": f"{service.url}/api/webhooks/1/secret",
    }  # fmt: skip

    def destinations():
        found = {item.name: item for item in all_destinations(service.url)}
        found["github"] = all_destinations(github.url)[1]
        found["gitlab"] = all_destinations(gitlab.url)[2]
        return [found[name] for name in sorted(found)]

    clock = Ticks().clock
    shown = delivered(
        destinations(), tmp_path, environment=environment, is_rehearsal=True, clock=clock
    )
    assert service.got + github.got + gitlab.got == []
    assert not list(tmp_path.iterdir())
    assert [outcome.state for outcome in shown] == ["done"] * 5

    delivered(destinations(), tmp_path, environment=environment, clock=clock)
    sent = [one.body for one in service.got + github.got + gitlab.got if one.method == "POST"]
    rehearsed = [one for outcome in shown for one in outcome.rehearsed]
    written = [one.body for one in rehearsed if one.method == "POST"]
    assert sorted(map(str, written)) == sorted(map(str, sent))
    assert "secret" not in str([one.url for one in rehearsed])
    assert "0123456789" not in str(rehearsed).replace("0123456789ab", "")


def test_dry_run_names_what_is_missing(tmp_path):
    """Without any secret a dry run still shows every message, and names the variables."""
    shown = deliver_all(
        all_destinations("http://127.0.0.1:1"), message(), {}, tmp_path, is_rehearsal=True
    )

    assert {outcome.name: outcome.missing for outcome in shown} == {
        "discord": ("DISCORD_WEBHOOK_URL",),
        "github": ("GITHUB_TOKEN",),
        "gitlab": ("GITLAB_TOKEN",),
        "slack": ("SLACK_WEBHOOK_URL",),
        "webhook": ("EVALSTORE_WEBHOOK_SECRET",),
    }
    assert all(outcome.rehearsed for outcome in shown)
    assert [outcome.state for outcome in shown] == ["done"] * 5


def test_issue_of_the_real_texts(github, tmp_path):
    """The issue of a failing run is closed by the run that passes, and by no other suite."""
    settings = GithubSettings(api_url=github.url, repository="o/r", has_issue=True)
    environment = {"GITHUB_TOKEN": "ghs_0123456789abcdefghij"}
    other = replace(review("pass").run, suite="exam")
    for found in (review(), review("pass", run=other), review("broken"), review("pass")):
        texts = issue(found)
        told = DeliveryMessage(
            found, occasions(found.answer, ""), comment.text(found), texts.title, texts.body,
            texts.labels,
        )  # fmt: skip
        deliver_all([destination("github", settings)], told, environment, tmp_path)

    [made] = github.api.issues
    assert made["state"] == "closed"
    assert made["body"].startswith(f"<!-- evalstore gate {texts.key} -->\n\n**Passes again:** run")
    assert "## Test Failure" in made["body"]
