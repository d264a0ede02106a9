"""Comments and issues on GitHub, against a service that answers as its API does."""

import json

import pytest

from evalstore.delivery.clock import Clock
from evalstore.delivery.github import GithubSettings, deliver
from evalstore.delivery.issue_policy import IssuePolicy
from evalstore.delivery.message import ON_DEFAULT
from evalstore.delivery.retrying import Limits
from evalstore.delivery.service_error import NotConfiguredError, ServiceError
from evalstore.delivery.transport import Transport
from tests.delivery.messages import MARKER, Ticks, message, transport
from tests.delivery.service import Reply

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

    assert first == "comment made: https://github.com/o/r/thing/1000"
    assert second == "comment updated: https://github.com/o/r/thing/1000"
    [comment] = github.api.comments
    assert comment["body"] == message("broken").comment


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

    assert said.startswith("comment made")
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

    assert made == "issue made: https://github.com/o/r/thing/10"
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
    assert ("says pass" in issue["body"]) == (when_passing != "leave")


def test_closed_issue_stays_closed(github):
    """The next failure makes a new issue; what somebody closed is not opened again."""
    github.api.add_issue("quiz: fail", f"{MARKER}\nfails", state="closed")

    assert sent(github, settings=ISSUE).startswith("issue made")

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
    assert deliver(GithubSettings(), message(), ON, transport(environment)).startswith("comment")

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


RATE_LIMIT = Reply(
    403,
    {"message": "API rate limit exceeded for installation."},
    {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000020"},
)
SECONDARY = Reply(
    403, {"message": "You have exceeded a secondary rate limit."}, {"retry-after": "7"}
)


@pytest.mark.parametrize(
    ("trouble", "wait_s"),
    [
        (RATE_LIMIT, 21.0),
        (SECONDARY, 7.0),
        (Reply(429, {"message": "slow down"}, {"Retry-After": "3"}), 3.0),
        (Reply(502, b"<html>Bad Gateway</html>"), 1.0),
        (Reply(500, {"message": "oops"}), 1.0),
    ],
)
def test_try_again(github, trouble, wait_s):
    """A limit or an error of the server is waited for as long as the service asks."""
    github.next = [None, None, trouble]
    ticks = Ticks()

    said = sent(github, ticks=ticks)

    assert (said[:12], ticks.slept) == ("comment made", [wait_s])
    assert len(github.api.comments) == 1


def test_lost_answer_does_not_comment_twice(github):
    """A comment that was made though the answer said 502 is found by the next try."""
    api, lost = github.api, [True]

    def route(request):
        reply = api(request)
        if (request.method, request.path) == ("POST", COMMENTS) and lost.pop():
            return Reply(502, b"bad gateway")
        return reply

    github.route = route
    said = sent(github)

    assert said.startswith("comment updated")
    assert len(github.api.comments) == 1


def test_limit_beyond_the_total_time(github):
    """A wait that is longer than `total_s` is not begun, and the error says so."""
    github.next = [Reply(429, {"message": "slow"}, {"Retry-After": "3600"})]
    ticks = Ticks()

    with pytest.raises(ServiceError, match="in 3600 s, which is later than the 60 s"):
        sent(github, ticks=ticks)
    assert ticks.slept == []


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Reply(401, {"message": "Bad credentials"}), "401 .* Bad credentials; is the token valid"),
        (
            Reply(403, {"message": "Resource not accessible by integration"}),
            "403 .*not accessible by integration; the token needs `pull-requests: write`",
        ),
        (Reply(404, {"message": "Not Found"}), "404 to POST .*the token may not see it"),
        (Reply(200, b"<html>log in</html>"), "not that of GitHub's API"),
        (Reply(200, b'{"data":'), "not that of GitHub's API"),
        (
            Reply(302, {}, {"Location": "https://evil.example/x"}),
            "it redirects to evil.example, and redirects are not followed",
        ),
        (Reply(307, {}, {"Location": "/elsewhere"}), "redirects are not followed"),
    ],
)
def test_no_second_try(github, trouble, said):
    """What another try cannot mend is said at once, with what to look at and no secret."""
    github.next = [trouble]

    with pytest.raises(ServiceError, match=said) as caught:
        sent(github)
    assert len(github.got) == 1
    assert TOKEN not in str(caught.value)


def test_page_on_another_host(github):
    """A next page on another host is not asked for: the token would go with it."""
    link = '<http://127.0.0.2:1/repos/o/r/issues/7/comments?page=2>; rel="next"'
    github.api.add_comment("first", login="somebody")
    github.next = [None, Reply(200, github.api.comments, {"Link": link})]

    with pytest.raises(ServiceError, match="is not that of GitHub's API|is not the host"):
        sent(github)
    assert github.said("POST") == [("POST", "/graphql")]


def test_slow_answer(github):
    """An answer that trickles in is given up at the limit of time, and tried again."""
    github.next = [Reply(200, {"data": {"viewer": {"login": "me"}}}, pause_s=0.03)] * 2

    with pytest.raises(ServiceError, match="no whole answer within 0.1 s .tried 2 times"):
        deliver_slowly(github)


def deliver_slowly(github):
    environment = {
        "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": github.url,
    }  # fmt: skip
    told = Transport(environment, Limits(0.1, 60.0, 2), Clock(sleep=lambda _: None))
    return deliver(PULL_REQUEST, message(), ON, told)


def test_unreachable(github):
    """A host that nobody answers on is named, without the address that was asked."""
    environment = {
        "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r",
        "GITHUB_API_URL": "http://127.0.0.1:9",
    }  # fmt: skip
    ticks = Ticks()
    with pytest.raises(ServiceError, match=r"127.0.0.1 cannot be reached: .*tried 2 times"):
        deliver(PULL_REQUEST, message(), ON, transport(environment, ticks, tries=2))
    assert ticks.slept == [1.0]
