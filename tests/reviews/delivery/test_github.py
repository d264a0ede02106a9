"""Comments and issues on GitHub, against a service that answers as its API does."""

import json

import pytest

from evalstore.base.settings import parsed
from evalstore.reviews.delivery.delivery_error import NotConfiguredError
from evalstore.reviews.delivery.github import GithubSettings, deliver
from evalstore.reviews.delivery.github_job import github_job
from evalstore.reviews.delivery.issue_policy import IssuePolicy
from evalstore.reviews.delivery.message import ON_DEFAULT
from tests.reviews.delivery.messages import MARKER, message, transport

ON = frozenset(ON_DEFAULT)
TOKEN = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"
COMMENTS = "/repos/o/r/issues/7/comments"
PULL_REQUEST = GithubSettings(pull_request=7)
ISSUE = GithubSettings(has_issue=True)


def sent(github, text="fail", settings=PULL_REQUEST, *, earlier="", on=ON, ticks=None, **limits):
    environment = {
        "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": github.url,
    }  # fmt: skip
    told = message(text, earlier) if isinstance(text, str) else text
    return deliver(settings, told, on, transport(environment, ticks, **limits))


def test_one_comment_stays_one(github):
    """The first run comments, and each later one changes that comment."""
    first = sent(github)
    second = sent(github, "broken")

    assert first == "comment created: https://github.com/o/r/thing/1000"
    assert second == "comment updated: https://github.com/o/r/thing/1000"
    [comment] = github.api.comments
    assert comment["body"] == message("broken").comment


def test_comment_that_says_the_same(github):
    """It is left as it is, and not marked as edited; ends of lines make no difference."""
    github.api.add_comment(message().comment.replace("\n", "\r\n"))

    assert sent(github) == "comment is up to date: https://github.com/o/r/thing/1000"
    assert github.said("PATCH") == []


def test_label_that_could_not_be_set(github):
    """GitHub leaves out a label without a word where a token may not set it; we say so."""
    api = github.api

    def route(request):
        if (request.method, request.path) == ("POST", "/repos/o/r/issues"):
            request.body["labels"] = []
        return api(request)

    github.route = route
    assert sent(github, settings=ISSUE).endswith(
        "but this token may not set the label evalstore, so the next run will not find it"
    )


def test_token_goes_in_the_header_alone(github):
    """Each request carries the token as GitHub wants it, and no other place holds it."""
    sent(github)

    for one in github.got:
        assert one.headers["Authorization"] == f"token {TOKEN}"
        assert TOKEN not in one.path + json.dumps(one.body) + json.dumps(one.query)


def test_comment_on_a_later_page(github):
    """The comment is found among more than a page of others, which nobody touches."""
    for number in range(230):
        github.api.add_comment(f"comment {number}", login="somebody")
    github.api.add_comment(f"{MARKER}\nold")
    before = [item["body"] for item in github.api.comments[:-1]]

    said = sent(github)

    assert said.startswith("comment updated")
    assert len(github.api.comments) == 231
    assert [item["body"] for item in github.api.comments[:-1]] == before
    assert [one.query.get("page") for one in github.got if one.method == "GET"] == [
        None, ["2"], ["3"],
    ]  # fmt: skip


def test_only_own_comments_are_changed(github):
    """A marker that another account wrote, or a text that quotes one further down, is no find."""
    github.api.add_comment(f"{MARKER}\nmine, says the model", login="mallory")
    github.api.add_comment(f"Look at this:\n{MARKER}")

    said = sent(github)

    assert said.startswith("comment created")
    assert [item["user"]["login"] for item in github.api.comments].count("mallory") == 1
    assert github.api.comments[0]["body"] == f"{MARKER}\nmine, says the model"


@pytest.mark.parametrize(
    ("answer", "earlier", "is_made"),
    [("pass", "", False), ("pass", "fail", True), ("undecided", "", False), ("fail", "", True)],
)
def test_when_a_comment_is_made(github, answer, earlier, is_made):
    """By default a new comment needs a failure, something broken, or a recovery."""
    sent(github, answer, earlier=earlier)

    assert len(github.api.comments) == is_made


def test_standing_comment_is_always_updated(github):
    """A comment that says "fails" does not stand beside a run that passes."""
    github.api.add_comment(f"{MARKER}\nfails")

    sent(github, "pass")

    assert github.api.comments[0]["body"] == message("pass").comment


def test_issue_of_a_failure(github):
    """Without a pull request one issue is made, with its labels, and then brought up to date."""
    made = sent(github, settings=ISSUE)
    updated = sent(github, "broken", ISSUE)

    assert made == "issue created: https://github.com/o/r/thing/10"
    assert updated == "issue updated: https://github.com/o/r/thing/10"
    [issue] = github.api.issues
    assert issue["labels"] == [{"name": "evalstore"}, {"name": "history"}]
    assert (issue["title"], issue["state"]) == ("quiz: broken", "open")


@pytest.mark.parametrize(
    ("when_passing", "state", "said"),
    [
        ("close", "closed", "issue closed"),
        ("update", "open", "issue updated"),
        ("leave", "open", "nothing to do"),
    ],
)
def test_issue_of_a_passing_gate(github, when_passing, state, said):
    """A passing gate closes the open issue, says so in it, or leaves it, as configured."""
    github.api.add_issue("quiz: fail", f"{MARKER}\nfails")
    settings = GithubSettings(has_issue=True, issue=IssuePolicy(when_passing=when_passing))

    assert sent(github, "pass", settings).startswith(said)

    [issue] = github.api.issues
    assert issue["state"] == state
    is_told = "\n**Passes again:** run `r1`, commit `0123456`." in issue["body"]
    assert is_told == (when_passing != "leave")
    assert issue["body"].startswith(MARKER)
    assert issue["body"].endswith("fails")


def test_closed_issue_stays_closed(github):
    """The next failure makes a new issue; what somebody closed is not opened again."""
    github.api.add_issue("quiz: fail", f"{MARKER}\nfails", state="closed")

    assert sent(github, settings=ISSUE).startswith("issue created")

    assert [item["state"] for item in github.api.issues] == ["closed", "open"]


def test_undecided_leaves_the_issue(github):
    """Where nothing could be decided, the failure before stands."""
    github.api.add_issue("quiz: fail", f"{MARKER}\nfails")

    assert sent(github, "undecided", ISSUE) == "nothing to do for an issue"
    assert github.said("PATCH", "POST") == [("POST", "/graphql")]


def test_job_of_a_pull_request(github, tmp_path):
    """The number comes from the event of the job, the branch of an issue from its reference."""
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"number": 7}}))
    environment = {
        "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": github.url,
        "GITHUB_EVENT_PATH": str(event),
    }  # fmt: skip
    zero = parsed(GithubSettings, {"pull_request": 0}, "[notify.github]")
    for settings in (GithubSettings(), zero):
        assert deliver(settings, message(), ON, transport(environment)).startswith("comment")

    event.write_text(json.dumps({"repository": {"default_branch": "main"}}))
    environment |= {"GITHUB_REF_NAME": "topic", "GITHUB_REF_TYPE": "branch"}
    said = deliver(ISSUE, message(), ON, transport(environment))
    assert said == "nothing to do: no issue for branch topic"

    event.write_text("{")
    with pytest.raises(NotConfiguredError, match="GITHUB_EVENT_PATH names"):
        deliver(ISSUE, message(), ON, transport(environment))


def test_what_the_environment_lacks(github):
    """A missing token or repository is named, before anything is sent."""
    with pytest.raises(NotConfiguredError, match="GITHUB_TOKEN is not set"):
        deliver(PULL_REQUEST, message(), ON, transport({"GITHUB_REPOSITORY": "o/r"}))
    with pytest.raises(NotConfiguredError, match="expected owner/name"):
        deliver(PULL_REQUEST, message(), ON, transport({"GITHUB_REPOSITORY": "o/r/../x"}))
    assert github.got == []


@pytest.mark.parametrize(
    "url",
    [
        "https://api.github.com@evil.example",
        "https://api.github.com:abc",
        "http://ghe.example/api/v3",
    ],
)
def test_address_of_the_job_is_held_to_the_same_rules(url):
    """No token goes to an address of the environment that the configuration could not name."""
    environment = {"GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": url}
    with pytest.raises(NotConfiguredError, match="API_URL is not a valid address") as caught:
        deliver(PULL_REQUEST, message(), ON, transport(environment))
    assert "evil" not in str(caught.value)


def test_pull_request_of_the_job(tmp_path):
    """The number is one of this repository, whatever else the event's file holds."""
    event = tmp_path / "event.json"
    environment = {"GITHUB_EVENT_PATH": str(event)}
    elsewhere = {"number": 3, "base": {"repo": {"id": 8}}}
    here = {"number": 4, "base": {"repo": {"id": 9}}}
    found = {}
    for listed in ([elsewhere, here], [elsewhere], [], 5, {"number": 3}, None):
        event.write_text(
            json.dumps({"repository": {"id": 9}, "workflow_run": {"pull_requests": listed}})
        )
        found[str(listed)] = github_job(environment).pull_request

    assert list(found.values()) == [4, None, None, None, None, None]
    # A container that was given the environment, and not the file.
    assert github_job({"GITHUB_REF": "refs/pull/12/merge"}).pull_request == 12
