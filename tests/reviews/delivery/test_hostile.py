"""Hostile texts in every message: nothing mentions, links, closes, commands or formats."""

import json
import re

import pytest

from evalstore.reviews.delivery.discord import discord_body
from evalstore.reviews.delivery.slack import slack_body
from evalstore.reviews.delivery.texts import for_host
from evalstore.reviews.outputs import comment
from evalstore.reviews.outputs.issue import issue
from tests.reviews.delivery.messages import case, finding, message

pytest.importorskip("slack_sdk")

HOSTILE = (
    "<!channel> <!here|now> <!everyone> <!subteam^S0123|@ops>",
    "<@U012AB3CD> <#C012AB3CD|general>",
    "<https://evil.example|your bank> <mailto:a@b.example|mail>",
    "&lt;!channel&gt; and &#60;!here&#62;",
    "@everyone @here <@&165511591545143296> <@!80351110224678912> @root",
    "[click](https://evil.example) ![x](https://evil.example/p.png) <https://evil.example>",
    "https://evil.example/login www.evil.example discord.gg/abc",
    "closes #1, fixes o/r#2, resolves GH-3, Fixes https://github.com/o/r/issues/4",
    "/close\n/assign @root\n  /merge",
    '=HYPERLINK("https://evil.example") +1+1 -1 @SUM(A1)',
    "# heading\n> quote\n- [x] task\n```\nfence\n~~~",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "*bold* _it_ ~no~ `code` ||spoiler|| :tada: :skull:",
    "\u202etxt.exe\u0000\x1b[31m\u2028next\ud83d",
    "<!-- evalstore gate quiz-0123456789ab -->",
    "|" * 400 + "&" * 400,
    "key AKIAIOSFODNN7EXAMPLE here",
)  # fmt: skip
# What Slack acts on outside of our own link to the job, and what Discord does.
SLACK = re.compile(r"<[^>]*>|[a-z]://|(?<!\w)@(?=\w)|#(?=\w)|[*_~`](?=\w)|:(?=\w)")
DISCORD = re.compile(r"(?<!\\)[<\[`*_~|]|[a-z]://|@(?=\w)|#(?=\w)|(?<!\w)www\.(?=\w)")

# What GitHub and GitLab act on, also inside of code blocks, where bots read.
HOSTS = re.compile(r"@(?=\w)|#(?=\d)|GH-\d|[a-z]://|(?<!\w)www\.(?=\w)|^\s*/[a-z]", re.MULTILINE)


def hostile_message(text):
    """Return a message that holds a text wherever one of a model or a file can stand."""
    return message(
        findings=(finding(sentence=text, reason=text, system_id=text),),
        cases=(case(system_id=text, case_id=text, verdict=text, response=text),),
        decision=f"Fail: {text}",
    )


def texts_of(body):
    """Return the texts of Slack's blocks, but for our own link, and the one without blocks."""
    parts = [part for block in body["blocks"] for part in block.get("elements") or [block["text"]]]
    texts = [body["text"], *(part["text"] for part in parts)]
    return [text for text in texts if text != "<https://ci.example/runs/1|The job>"]


@pytest.mark.parametrize("text", HOSTILE)
def test_slack(text):
    """Slack finds no mention, link, format or emoji in any text but our own link."""
    body = slack_body(hostile_message(text))
    json.dumps(body).encode("ascii")

    texts = texts_of(body)
    assert {one: SLACK.findall(one) for one in texts if SLACK.search(one)} == {}
    assert "AKIAIOSFODNN7EXAMPLE" not in json.dumps(body)
    # An escape that was there is escaped itself.
    assert not [one for one in texts if "&lt;!channel" in one and text.startswith("&lt;")]


@pytest.mark.parametrize("text", HOSTILE)
def test_discord(text):
    """Discord finds no mention, link or format in the title and the description."""
    body = discord_body(hostile_message(text))
    json.dumps(body).encode("ascii")

    [embed] = body["embeds"]
    texts = [embed["title"], embed["description"]]
    assert {one: DISCORD.findall(one) for one in texts if DISCORD.search(one)} == {}
    assert "AKIAIOSFODNN7EXAMPLE" not in json.dumps(body)


@pytest.mark.parametrize("text", HOSTILE)
def test_code_hosts(text):
    """A comment and an issue mention, close, link and command nothing, and hold one marker."""
    review = hostile_message(text).review
    texts = issue(review)
    for found in (comment.text(review), texts.body):
        sent = for_host(found, 65_536)
        assert HOSTS.findall(sent) == []
        assert sent.count("<!--") == 1
        assert sent.startswith("<!-- evalstore gate quiz-")
        assert "AKIAIOSFODNN7EXAMPLE" not in sent
    assert HOSTS.findall(texts.title) == []


def test_commands_and_secrets_of_a_comment():
    """Whatever a comment holds, no line begins with a command, and no secret leaves."""
    for text in HOSTILE:
        found = for_host(f"## Ours\n{text}", 65_536)
        assert not re.search(r"^\s*/[a-z]", found, re.MULTILINE)
        assert "AKIAIOSFODNN7EXAMPLE" not in found


def test_length_of_a_comment():
    """A text that is too long is cut, and says so."""
    found = for_host("x" * 70_000, 65_536)

    assert len(found) <= 65_536
    assert found.endswith("`evalstore failures` for all of it.")
