"""Trouble with GitHub: limits, errors, redirects, pages elsewhere, slow and malformed answers."""

import pytest

from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivery_error import DeliveryError
from evalstore.reviews.delivery.github import GithubSettings, deliver
from evalstore.reviews.delivery.message import ON_DEFAULT
from evalstore.reviews.delivery.retrying import DeliveryLimits
from evalstore.reviews.delivery.transport import Transport
from tests.reviews.delivery.messages import Ticks, message, transport
from tests.reviews.delivery.service import Reply

ON = frozenset(ON_DEFAULT)
TOKEN = "ghs_0123456789abcdefghijklmnopqrstuvwxyz"
COMMENTS = "/repos/o/r/issues/7/comments"
PULL_REQUEST = GithubSettings(pull_request=7)


def sent(github, ticks=None):
    environment = {
        "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": github.url,
    }  # fmt: skip
    return deliver(PULL_REQUEST, message(), ON, transport(environment, ticks))


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

    assert (said[:15], ticks.slept) == ("comment created", [wait_s])
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

    assert said.startswith("comment is up to date")
    assert len(github.api.comments) == 1


def test_limit_beyond_the_total_time(github):
    """A wait that is longer than `total_s` is not begun, and the error says so."""
    github.next = [Reply(429, {"message": "slow"}, {"Retry-After": "3600"})]
    ticks = Ticks()

    with pytest.raises(DeliveryError, match="in 3600 s, which is later than the 60 s"):
        sent(github, ticks=ticks)
    assert ticks.slept == []


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (
            Reply(401, {"message": "Bad credentials"}),
            "401 .* Bad credentials; check that the token",
        ),
        (
            Reply(403, {"message": "Resource not accessible by integration"}),
            "403 .*not accessible by integration; the token needs `pull-requests: write`",
        ),
        (Reply(404, {"message": "Not Found"}), "404 to POST .*the token has no access"),
        (Reply(200, b"<html>log in</html>"), "does not answer as GitHub's API does"),
        (Reply(200, b'{"data":'), "does not answer as GitHub's API does"),
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

    with pytest.raises(DeliveryError, match=said) as caught:
        sent(github)
    assert len(github.got) == 1
    assert TOKEN not in str(caught.value)


def test_page_on_another_host(github):
    """A next page on another host is not asked for: the token would go with it."""
    link = '<http://127.0.0.2:1/repos/o/r/issues/7/comments?page=2>; rel="next"'
    github.api.add_comment("first", login="somebody")
    github.next = [None, Reply(200, github.api.comments, {"Link": link})]

    with pytest.raises(DeliveryError, match=r"does not answer as GitHub's API|the host is"):
        sent(github)
    assert github.said("POST") == [("POST", "/graphql")]


def test_slow_answer(github):
    """An answer that trickles in is given up at the limit of time, and tried again."""
    github.next = [Reply(200, {"data": {"viewer": {"login": "me"}}}, pause_s=0.03)] * 2

    with pytest.raises(DeliveryError, match=r"answer completely within 0.1 s .tried 2 times"):
        deliver_slowly(github)


def deliver_slowly(github):
    environment = {
        "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": github.url,
    }  # fmt: skip
    told = Transport(environment, DeliveryLimits(0.1, 60.0, 2), Clock(sleep=lambda _: None))
    return deliver(PULL_REQUEST, message(), ON, told)


def test_unreachable(github):
    """A host that nobody answers on is named, without the address that was asked."""
    environment = {
        "GITHUB_TOKEN": TOKEN, "GITHUB_REPOSITORY": "o/r",
        "GITHUB_API_URL": "http://127.0.0.1:9",
    }  # fmt: skip
    ticks = Ticks()
    with pytest.raises(DeliveryError, match=r"127.0.0.1 cannot be reached: .*tried 2 times"):
        deliver(PULL_REQUEST, message(), ON, transport(environment, ticks, tries=2))
    assert ticks.slept == [1.0]
