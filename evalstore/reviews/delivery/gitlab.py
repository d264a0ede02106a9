"""Comment on a merge request of GitLab, or keep an issue there, through python-gitlab."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import requests

from evalstore.base.settings import flag, text, variable, whole
from evalstore.reviews.delivery.addresses import address, address_in
from evalstore.reviews.delivery.delivery_error import DeliveryError, NotConfiguredError
from evalstore.reviews.delivery.issue_policy import IssuePolicy, passing_body
from evalstore.reviews.delivery.marker import has_marker, is_same, marker_of
from evalstore.reviews.delivery.message import DeliveryMessage
from evalstore.reviews.delivery.texts import for_host
from evalstore.reviews.delivery.transport import Transport

URL: Final = "https://gitlab.com"
API_PATH: Final = "/api/v4"
BODY_LENGTH_MAX: Final = 1_000_000
TITLE_LENGTH_MAX: Final = 255
NUMBER: Final = re.compile("[0-9]{1,18}")
HINTS: Final = {
    401: "check that the token is valid; the token of the job, CI_JOB_TOKEN, may not comment",
    403: "the token needs the scope `api`, and the role Reporter",
    404: "it does not exist, or the token has no access to it",
}
REPLIES: Final = {"user": {"id": 0, "username": "the account of the token"}}


@dataclass(frozen=True, slots=True)
class GitlabSettings:
    """The table ``[notify.gitlab]``; values that are None, 0 or empty come from the CI job."""

    token_variable: str = variable("GITLAB_TOKEN")
    url: str = address()
    project: str = text("")
    merge_request: int | None = whole(None)
    has_comment: bool = flag(True, key="comment")
    has_issue: bool = flag(False, key="issue")
    issue: IssuePolicy = field(default_factory=IssuePolicy)


def deliver(
    settings: GitlabSettings, message: DeliveryMessage, on: frozenset[str], transport: Transport
) -> str:
    """
    Comment on the merge request of the job, or without one create, update or close the issue.

    Returns a sentence on what was done. Raises DeliveryError, and NotConfiguredError if the
    project or the token is not configured.
    """
    environment = transport.environment
    number = settings.merge_request or _number(environment.get("CI_MERGE_REQUEST_IID", ""))
    # In a fork, the job's project differs from the one that contains the merge request.
    target = environment.get("CI_MERGE_REQUEST_PROJECT_ID", "") if number is not None else ""
    project = settings.project or target or environment.get("CI_PROJECT_ID", "")
    if not project:
        raise NotConfiguredError("no project: set CI_PROJECT_ID, or `project`")
    if number is not None and not settings.has_comment:
        return "nothing to do: a merge request, and `comment` is false"
    if number is None and not settings.has_issue:
        return "nothing to do: no merge request, and `issue` is false"
    branch = environment.get("CI_COMMIT_BRANCH", "") or message.review.run.git_branch
    default = environment.get("CI_DEFAULT_BRANCH", "")
    if number is None and not settings.issue.is_for_branch(branch, default):
        return f"nothing to do: no issue for branch {branch}"
    token = transport.secret(settings.token_variable, "token")
    url = settings.url or address_in(environment, "CI_API_V4_URL").removesuffix(API_PATH) or URL
    session = transport.session(url, secrets=(token,), hints=HINTS, replies=REPLIES)

    def once() -> str:
        with _client(url, token, session) as client:
            author_id = client.http_get("/user")["id"]
            project_client = client.projects.get(project, lazy=True)
            if number is not None:
                notes = project_client.mergerequests.get(number, lazy=True).notes
                return _comment(notes, author_id, message, on)
            return _keep_issue(project_client.issues, author_id, message, on, settings.issue)

    return transport.with_retries(once)


def _number(text: str) -> int | None:
    return int(text) if NUMBER.fullmatch(text) else None


@contextmanager
def _client(url: str, token: str, session: requests.Session) -> Iterator[Any]:
    """Yield python-gitlab's client on a session; raise DeliveryError for unreadable answers."""
    import gitlab

    try:
        # Next pages are requested from the configured host, not from the host in a page's links.
        yield gitlab.Gitlab(
            url, private_token=token, session=session, keep_base_url=True, per_page=100
        )
    except (gitlab.GitlabError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise DeliveryError(
            f"{url} does not answer as GitLab's API does ({type(error).__name__}); check `url`"
        ) from None


def _first_own(items: Iterable[Any], author_id: object, text_name: str, marker: str) -> Any | None:
    """Return the first item on any page that this account wrote and that has the marker."""
    for item in items:
        is_own = (item.attributes.get("author") or {}).get("id") == author_id
        if is_own and has_marker(item.attributes.get(text_name), marker):
            return item
    return None


def _comment(notes: Any, author_id: object, message: DeliveryMessage, on: frozenset[str]) -> str:
    body = for_host(message.comment, BODY_LENGTH_MAX)
    note = _first_own(notes.list(iterator=True, sort="asc"), author_id, "body", marker_of(body))
    if note is None:
        if not message.is_for(on):
            return "nothing to do: no comment yet, and `on` does not include this answer"
        made = notes.create({"body": body})
        return f"comment created: note {made.attributes.get('id')}"
    # An existing comment is always updated.
    if is_same(note.body, body):
        return f"comment is up to date: note {note.id}"
    notes.update(note.id, {"body": body})
    return f"comment updated: note {note.id}"


def _keep_issue(
    issues: Any,
    author_id: object,
    message: DeliveryMessage,
    on: frozenset[str],
    policy: IssuePolicy,
) -> str:
    body = for_host(message.issue_body, BODY_LENGTH_MAX)
    title = for_host(message.issue_title, TITLE_LENGTH_MAX)
    labels = list(dict.fromkeys([*policy.labels, *message.issue_labels]))
    opened = issues.list(
        iterator=True, state="opened", labels=[policy.labels[0]], author_id=author_id, scope="all"
    )
    issue = _first_own(opened, author_id, "description", marker_of(body))
    step = policy.step(message, on, is_open=issue is not None)
    if step == "create":
        made = issues.create({"title": title, "description": body, "labels": ",".join(labels)})
        return f"issue created: {made.attributes.get('web_url')}"
    if issue is None or step == "leave":
        return "nothing to do for an issue"
    if message.answer == "pass":
        old = str(issue.attributes.get("description"))
        body = for_host(passing_body(old, message.passing_note), BODY_LENGTH_MAX)
        title = issue.title
    if step == "close":
        issues.update(issue.iid, {"description": body, "state_event": "close"})
        return f"issue closed: {issue.attributes.get('web_url')}"
    issues.update(issue.iid, {"title": title, "description": body})
    return f"issue updated: {issue.attributes.get('web_url')}"
