"""The tables ``[notify.*]``: what they may say, and how a wrong one is told."""

import re

import pytest

from evalstore.errors import UsageError
from evalstore.reviews.delivery.settings import read

SECRET = "https://hooks.slack.com/services/T0/B0/0123456789"


def read_text(tmp_path, text):
    path = tmp_path / "evalstore.toml"
    path.write_text(text)
    return read(path)


def test_defaults(tmp_path):
    """A bare table is enough; it hears of failures, of what is broken, and of recoveries."""
    found = read_text(tmp_path, "[notify.slack]\n[notify.github]\n")

    assert [destination.name for destination in found] == ["github", "slack"]
    for destination in found:
        assert destination.on == {"fail", "broken", "recovery"}
        assert not destination.is_required
        limits = destination.limits
        assert (limits.timeout_s, limits.total_s, limits.tries) == (10.0, 60.0, 4)
    assert found[1].settings.url_variable == "SLACK_WEBHOOK_URL"


def test_every_key(tmp_path):
    """Each key reaches its setting."""
    found = read_text(
        tmp_path,
        """
        [notify.github]
        on = ["fail", "pass", "changed"]
        required = true
        timeout_s = 5
        total_s = 30
        tries = 2
        token_variable = "BOT_TOKEN"
        api_url = "https://ghe.example/api/v3"
        repository = "o/r"
        pull_request = 7
        author = "bot"
        comment = false
        issue = true
        labels = ["evals", "quality"]
        branches = ["main", "release"]
        when_passing = "update"

        [notify.gitlab]
        url = "https://git.example/gitlab/"
        project = "group/project"
        merge_request = 3

        [notify.discord]
        url_variable = "HOOK"
        host = "chat.example:8443"

        [notify.webhook]
        url = "http://collector.internal/evals"
        allow_http = true
        secret_variable = "HOOK_SECRET"
        """,
    )

    discord, github, gitlab, webhook = (destination.settings for destination in found)
    limits = found[1].limits
    assert (found[1].is_required, limits.timeout_s, limits.total_s, limits.tries) == (
        True, 5.0, 30.0, 2,
    )  # fmt: skip
    assert (github.token_variable, github.api_url) == ("BOT_TOKEN", "https://ghe.example/api/v3")
    assert (github.repository, github.pull_request, github.author) == ("o/r", 7, "bot")
    assert (github.has_comment, github.has_issue) == (False, True)
    assert (github.issue.labels, github.issue.branches, github.issue.when_passing) == (
        ("evals", "quality"), ("main", "release"), "update",
    )  # fmt: skip
    assert (gitlab.url, gitlab.project) == ("https://git.example/gitlab", "group/project")
    assert gitlab.merge_request == 3
    assert (discord.url_variable, discord.host) == ("HOOK", "chat.example:8443")
    assert (webhook.url, webhook.secret_variable) == (
        "http://collector.internal/evals", "HOOK_SECRET",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no destination is configured; add a table such as [notify.slack]"),
        ("[notify.slak]", "no destination 'slak' in {path}, [notify]; did you mean 'slack'?"),
        ("notify = 1", "no destination is configured"),
        ("[notify]\nslack = 1", "{path}, [notify.slack]: found 1, expected a table"),
        ("[notify.slack]\nchannel = 1", "[notify.slack]: no setting 'channel'; available: host, "),
        ("[notify.slack]\non = 'fail'", "`on` is 'fail', expected a list of texts"),
        ("[notify.slack]\non = ['failed']", "`on` names 'failed', expected one or more of fail,"),
        ("[notify.slack]\ntries = 0", "`tries` is 0, expected a whole number from 1 to 20"),
        ("[notify.slack]\ntimeout_s = 0", "`timeout_s` is 0, expected a number above 0 to 120"),
        ("[notify.slack]\ntotal_s = nan", "`total_s`"),
        ("[notify.slack]\nhost = 'https://x'", "`host` is 'https://x', expected a host such as"),
        (
            "[notify.slack]\nhost = 'x.example:99999'",
            "`host` is 'x.example:99999'",
        ),
        (
            f"[notify.slack]\nurl_variable = '{SECRET}'",
            "must name an environment variable",
        ),
        ("[notify.github]\nrepository = 'o'", "`repository` is 'o', expected owner/name"),
        ("[notify.github]\nrepository = '../..'", "`repository` is '../..', expected owner/name"),
        ("[notify.github]\napi_url = 'https://api.github.com@evil.example'", "`api_url` is not"),
        ("[notify.github]\nlabels = []", "expected one or more labels"),
        ("[notify.github]\nlabels = ['a,b']", "expected one or more labels without commas"),
        ("[notify.github]\nwhen_passing = 'reopen'", "expected one of close, update, leave"),
        ("[notify.github]\napi_url = 'ftp://x'", "`api_url` is not a valid address"),
        ("[notify.webhook]", "expected one of `url` and `url_variable`"),
        ("[notify.webhook]\nurl = 'http://u:hunter2@x/'", "`url` is not a valid address"),
        ("[notify.webhook]\nurl = 'http://x.example/'", "`url` is not a valid address"),
        ("[notify", "is not readable as TOML"),
    ],
)
def test_wrong_tables(tmp_path, text, said):
    """An error names file, table, key, what was found and what is expected; never a secret."""
    path = str(tmp_path / "evalstore.toml")
    with pytest.raises(UsageError, match=re.escape(said.format(path=path))) as caught:
        read_text(tmp_path, text)
    assert path in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert SECRET not in str(caught.value)
