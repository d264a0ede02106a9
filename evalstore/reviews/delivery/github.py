"""Comment on a pull request of GitHub, or keep an issue there, through PyGithub."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import requests

from evalstore.base.settings import flag, text, variable, whole
from evalstore.reviews.delivery.addresses import address, address_in
from evalstore.reviews.delivery.delivery_error import DeliveryError, NotConfiguredError
from evalstore.reviews.delivery.github_job import github_job
from evalstore.reviews.delivery.issue_policy import IssuePolicy, passing_body
from evalstore.reviews.delivery.marker import has_marker, is_same, marker_of
from evalstore.reviews.delivery.message import DeliveryMessage
from evalstore.reviews.delivery.texts import for_host
from evalstore.reviews.delivery.transport import Transport

API_URL: Final = "https://api.github.com"
BODY_LENGTH_MAX: Final = 65_536
TITLE_LENGTH_MAX: Final = 256
REPOSITORY: Final = re.compile(r"(?!\.+/)[A-Za-z0-9_.-]+/(?!\.+$)[A-Za-z0-9_.-]+")
# Works for every kind of token; `GET /user` refuses the tokens of GitHub Actions.
VIEWER: Final = "query { viewer { login } }"
HINTS: Final = {
    401: "check that the token is valid",
    403: "the token needs `pull-requests: write` for comments and `issues: write` for issues; "
    "that of a pull request from a fork has neither",
    404: "it does not exist, or the token has no access to it",
    410: "issues are disabled in this repository",
}
REPLIES: Final = {"graphql": {"data": {"viewer": {"login": "the account of the token"}}}}


@dataclass(frozen=True, slots=True)
class GithubSettings:
    """The table ``[notify.github]``; values that are None, 0 or empty come from the CI job."""

    token_variable: str = variable("GITHUB_TOKEN")
    api_url: str = address()
    repository: str = text("", "owner/name", is_valid=REPOSITORY.fullmatch)
    pull_request: int | None = whole(None)
    author: str = text("")
    has_comment: bool = flag(True, key="comment")
    has_issue: bool = flag(False, key="issue")
    issue: IssuePolicy = field(default_factory=IssuePolicy)


def deliver(
    settings: GithubSettings, message: DeliveryMessage, on: frozenset[str], transport: Transport
) -> str:
    """
    Comment on the pull request of the job, or without one create, update or close the issue.

    Returns a sentence on what was done. Raises DeliveryError, and NotConfiguredError if the
    repository or the token is not configured.
    """
    job = github_job(transport.environment)
    repository = settings.repository or job.repository
    if not REPOSITORY.fullmatch(repository):
        raise NotConfiguredError(
            f"no repository: GITHUB_REPOSITORY is {repository!r}, expected owner/name; set it, or "
            "`repository`"
        )
    number = settings.pull_request or job.pull_request
    branch = message.review.run.git_branch if not job.branch else job.branch
    if number is not None and not settings.has_comment:
        return "nothing to do: a pull request, and `comment` is false"
    if number is None and not settings.has_issue:
        return "nothing to do: no pull request, and `issue` is false"
    is_of_branch = settings.issue.is_for_branch(branch, job.default_branch)
    if number is None and not is_of_branch:
        return f"nothing to do: no issue for branch {branch}"
    token = transport.secret(settings.token_variable, "token")
    api_url = settings.api_url or address_in(transport.environment, "GITHUB_API_URL") or API_URL
    session = transport.session(api_url, secrets=(token,), hints=HINTS, replies=REPLIES)

    def once() -> str:
        with _client(api_url, token, session) as client:
            author = settings.author or _viewer(client)
            repository_client = client.get_repo(repository)
            if number is not None:
                return _comment(repository_client.get_issue(number), author, message, on)
            return _keep_issue(repository_client, author, message, on, settings.issue)

    return transport.with_retries(once)


@contextmanager
def _client(api_url: str, token: str, session: requests.Session) -> Iterator[Any]:
    """Yield PyGithub's client on a session; raise DeliveryError if it cannot read an answer."""
    import github
    from github.Requester import (
        HTTPRequestsConnectionClass,
        HTTPSRequestsConnectionClass,
        Requester,
    )

    class _Http(HTTPRequestsConnectionClass):
        def __init__(self, *positional: Any, **named: Any) -> None:
            super().__init__(*positional, **named)
            self.session = session

    class _Https(HTTPSRequestsConnectionClass):
        def __init__(self, *positional: Any, **named: Any) -> None:
            super().__init__(*positional, **named)
            self.session = session

    # PyGithub's hook for another session. Its retries and waits are off, so that a whole delivery
    # is tried again and not only its last request.
    Requester.injectConnectionClasses(_Http, _Https)
    try:
        yield github.Github(
            auth=github.Auth.Token(token), base_url=api_url, retry=None, per_page=100, lazy=True,
            seconds_between_requests=None, seconds_between_writes=None,
        )  # fmt: skip
    except (
        github.GithubException, AssertionError, AttributeError, KeyError, TypeError, ValueError,
    ) as error:  # fmt: skip
        raise DeliveryError(
            f"{api_url} does not answer as GitHub's API does ({type(error).__name__}); check "
            "`api_url`"
        ) from None
    finally:
        Requester.resetConnectionClasses()


def _viewer(client: Any) -> str:
    _, answer = client.requester.graphql_query(VIEWER, {})
    login = answer["data"]["viewer"]["login"]
    if not isinstance(login, str) or not login:
        raise ValueError(login)
    return login


def _first_own(items: Iterable[Any], author: str, marker: str) -> Any | None:
    """Return the first item on any page that this account wrote and that has the marker."""
    for item in items:
        login = item.user.login if item.user is not None else ""
        if login.casefold() == author.casefold() and has_marker(item.body, marker):
            return item
    return None


def _comment(pull_request: Any, author: str, message: DeliveryMessage, on: frozenset[str]) -> str:
    body = for_host(message.comment, BODY_LENGTH_MAX)
    comment = _first_own(pull_request.get_comments(), author, marker_of(body))
    if comment is None:
        if not message.is_for(on):
            return "nothing to do: no comment yet, and `on` does not include this answer"
        return f"comment created: {pull_request.create_comment(body).html_url}"
    # An existing comment is always updated.
    if is_same(comment.body, body):
        return f"comment is up to date: {comment.html_url}"
    comment.edit(body)
    return f"comment updated: {comment.html_url}"


def _keep_issue(
    repository: Any, author: str, message: DeliveryMessage, on: frozenset[str], policy: IssuePolicy
) -> str:
    body = for_host(message.issue_body, BODY_LENGTH_MAX)
    title = for_host(message.issue_title, TITLE_LENGTH_MAX)
    labels = list(dict.fromkeys([*policy.labels, *message.issue_labels]))
    opened = repository.get_issues(state="open", labels=[policy.labels[0]])
    issue = _first_own(opened, author, marker_of(body))
    step = policy.step(message, on, is_open=issue is not None)
    if step == "create":
        made = repository.create_issue(title, body=body, labels=labels)
        return f"issue created: {made.html_url}{_unlabelled(made, policy.labels[0])}"
    if issue is None or step == "leave":
        return "nothing to do for an issue"
    if message.answer == "pass":
        body = for_host(passing_body(issue.body, message.passing_note), BODY_LENGTH_MAX)
        title = issue.title
    if step == "close":
        issue.edit(body=body, state="closed", state_reason="completed")
        return f"issue closed: {issue.html_url}"
    issue.edit(title=title, body=body)
    return f"issue updated: {issue.html_url}"


def _unlabelled(made: Any, label: str) -> str:
    """Return a note if GitHub silently left out the label by which the issue is looked up."""
    labels = made.raw_data.get("labels")
    if labels is None or label in {item["name"] for item in labels}:
        return ""
    return f", but this token may not set the label {label}, so the next run will not find it"
