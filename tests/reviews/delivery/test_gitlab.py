"""Comments and issues on GitLab, against a service that answers as its API does."""

import pytest

from evalstore.base.settings import parsed
from evalstore.reviews.delivery.delivery_error import DeliveryError, NotConfiguredError
from evalstore.reviews.delivery.gitlab import GitlabSettings, deliver
from evalstore.reviews.delivery.issue_policy import IssuePolicy
from evalstore.reviews.delivery.message import ON_DEFAULT
from tests.reviews.delivery.messages import MARKER, Ticks, message, transport
from tests.reviews.delivery.service import Reply

ON = frozenset(ON_DEFAULT)
TOKEN = "glpat-0123456789abcdefghij"
JOB = {"CI_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "7"}


def sent(gitlab, text="fail", settings=None, *, job=JOB, earlier="", ticks=None):
    environment = {"GITLAB_TOKEN": TOKEN, "CI_API_V4_URL": f"{gitlab.url}/api/v4"} | job
    told = transport(environment, ticks)
    return deliver(settings or GitlabSettings(), message(text, earlier), ON, told)


def test_one_comment_stays_one(gitlab):
    """The first pipeline comments, and each later one changes that comment."""
    assert sent(gitlab) == "comment created: note 100"
    assert sent(gitlab, "pass") == "comment updated: note 100"

    assert [note["body"] for note in gitlab.api.notes] == [message("pass").comment]
    assert {one.headers["PRIVATE-TOKEN"] for one in gitlab.got} == {TOKEN}


def test_merge_request_0_is_that_of_the_job(gitlab):
    """As if the setting was missing."""
    settings = parsed(GitlabSettings, {"merge_request": 0}, "[notify.gitlab]")

    assert sent(gitlab, settings=settings) == "comment created: note 100"


def test_comment_on_a_later_page(gitlab):
    """Pages are followed on the configured host, whatever name the server gives itself."""
    for number in range(120):
        gitlab.api.add_note(f"note {number}", author=3)
    gitlab.api.add_note(f"{MARKER}\nsays another", author=3)
    gitlab.api.add_note(f"{MARKER}\nold")

    assert sent(gitlab) == "comment updated: note 221"
    assert len(gitlab.api.notes) == 122
    assert gitlab.api.notes[120]["body"] == f"{MARKER}\nsays another"


def test_merge_request_of_a_fork(gitlab):
    """The project is that of the merge request, not the fork that the pipeline runs in."""
    job = {"CI_PROJECT_ID": "99", "CI_MERGE_REQUEST_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "7"}

    assert sent(gitlab, job=job) == "comment created: note 100"


def test_issue_from_failure_to_pass(gitlab):
    """Without a merge request an issue is made, brought up to date, and closed by a pass."""
    settings = GitlabSettings(has_issue=True)
    job = {"CI_PROJECT_ID": "5", "CI_COMMIT_BRANCH": "main", "CI_DEFAULT_BRANCH": "main"}
    gitlab.api.add_issue("another", f"{MARKER}\nnot ours", author=3)
    said = [sent(gitlab, text, settings, job=job) for text in ("fail", "broken", "pass", "fail")]

    assert [words.partition(":")[0] for words in said] == [
        "issue created", "issue updated", "issue closed", "issue created",
    ]  # fmt: skip
    assert [(issue["state"], issue["labels"]) for issue in gitlab.api.issues] == [
        ("opened", ["evalstore"]),
        ("closed", ["evalstore", "history"]),
        ("opened", ["evalstore", "history"]),
    ]


def test_when_no_issue_is_kept(gitlab):
    """Neither a topic branch nor a configuration without issues makes one."""
    job = {"CI_PROJECT_ID": "5", "CI_COMMIT_BRANCH": "topic", "CI_DEFAULT_BRANCH": "main"}

    assert sent(gitlab, job=job) == "nothing to do: no merge request, and `issue` is false"
    of_topic = GitlabSettings(has_issue=True)
    assert sent(gitlab, settings=of_topic, job=job) == "nothing to do: no issue for branch topic"
    named = GitlabSettings(has_issue=True, issue=IssuePolicy(branches=("topic",)))
    assert sent(gitlab, settings=named, job=job).startswith("issue created")


def test_quick_actions_are_not_carried_out(gitlab):
    """A line that begins with a command of GitLab's reaches it as text."""
    environment = {"GITLAB_TOKEN": TOKEN, "CI_API_V4_URL": f"{gitlab.url}/api/v4"} | JOB
    body = f"{MARKER}\nThe model says:\n/close\n  /assign @root"
    deliver(GitlabSettings(), message(comment=body), ON, transport(environment))

    [note] = gitlab.api.notes
    assert not [line for line in note["body"].splitlines() if line.strip().startswith("/close")]
    assert "/\u200bclose" in note["body"]


@pytest.mark.parametrize(
    ("trouble", "wait_s"),
    [
        (Reply(429, b"Retry later", {"Retry-After": "4"}), 4.0),
        (Reply(429, {}, {"RateLimit-Remaining": "0", "RateLimit-Reset": "1000009"}), 10.0),
        (Reply(503, b"<html>maintenance</html>"), 1.0),
    ],
)
def test_try_again(gitlab, trouble, wait_s):
    """A limit or an error of the server is waited for once, by us and not by the client."""
    gitlab.next = [None, trouble]
    ticks = Ticks()

    assert sent(gitlab, ticks=ticks).startswith("comment created")
    assert ticks.slept == [wait_s]
    assert len(gitlab.api.notes) == 1


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Reply(401, {"message": "401 Unauthorized"}), "401 .*CI_JOB_TOKEN, may not comment"),
        (Reply(403, {"error": "insufficient_scope"}), "insufficient_scope; .* scope `api`"),
        (Reply(404, {"message": "404 Project Not Found"}), "404 Project Not Found"),
        (Reply(200, b"[1"), "does not answer as GitLab's API"),
        (Reply(200, {"id": 42}, {"Content-Type": "text/html"}), "does not answer as GitLab's API"),
        (
            Reply(302, {}, {"Location": "https://evil.example/users/sign_in"}),
            "redirects to evil.example, and redirects are not followed",
        ),
    ],
)
def test_no_second_try(gitlab, trouble, said):
    """What another try cannot mend is said at once, with what to look at and no secret."""
    gitlab.next = [trouble]

    with pytest.raises(DeliveryError, match=said) as caught:
        sent(gitlab)
    assert len(gitlab.got) == 1
    assert TOKEN not in str(caught.value)


def test_what_the_environment_lacks(gitlab):
    """A missing token or project is named, before anything is sent."""
    with pytest.raises(NotConfiguredError, match="GITLAB_TOKEN is not set"):
        deliver(GitlabSettings(), message(), ON, transport(JOB))
    with pytest.raises(NotConfiguredError, match="set CI_PROJECT_ID, or `project`"):
        deliver(GitlabSettings(merge_request=7), message(), ON, transport({}))
    assert gitlab.got == []
