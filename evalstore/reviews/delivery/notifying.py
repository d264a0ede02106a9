"""Notifications of a decision, as sent by ``gate --notify``."""

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from evalstore.base import sql_files
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from evalstore.reviews.delivery.delivering import DeliveryOutcome
    from evalstore.reviews.delivery.settings import Destination
    from evalstore.reviews.review import Review
    from evalstore.store.layout import Layout
    from evalstore.store.query.reader import Reader

LIBRARIES: Final = {
    "github": "github",
    "gitlab": "gitlab",
    "slack": "slack_sdk",
    "discord": "requests",
    "webhook": "standardwebhooks",
}


def destinations(config_path: Path | None) -> "tuple[Destination, ...]":
    """
    Return the destinations of a configuration file, evalstore.toml by default.

    Raises UsageError if the configuration is wrong or the libraries are not installed.
    """
    try:
        importlib.import_module("requests")
        from evalstore.reviews.delivery import settings

        configured = settings.read(config_path)
        for destination in configured:
            importlib.import_module(LIBRARIES[destination.name])
    except ImportError as error:
        raise UsageError(
            f"--notify needs {error.name}, which is not installed; "
            "pip install 'evalstore[delivery]'"
        ) from error
    return configured


class IssueTexts(Protocol):
    """The texts of an issue, as ``evalstore.reviews.outputs.issue`` returns them."""

    @property
    def title(self) -> str:
        """One line."""

    @property
    def body(self) -> str:
        """Markdown that begins with the marker."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of labels."""


def without_secrets(
    review: "Review", destinations: "Sequence[Destination]", environment: Mapping[str, str]
) -> "Review":
    """
    Return a review without the secrets that the rules detect and those of the destinations.

    Call this before the texts are escaped, since an escape can hide a secret from the rules.
    """
    from evalstore.reviews.delivery.redacting import redacted

    names = ("token_variable", "url_variable", "secret_variable")
    variables = [getattr(item.settings, name, "") for item in destinations for name in names]
    used = [environment[variable].strip() for variable in variables if variable in environment]
    cleaned: Review = redacted(review, used)
    return cleaned


def notify(
    layout: "Layout",
    destinations: "Sequence[Destination]",
    review: "Review",
    texts: tuple[str, IssueTexts],
    environment: Mapping[str, str],
    *,
    is_rehearsal: bool = False,
) -> "list[DeliveryOutcome]":
    """
    Deliver the review of a new decision, and return the outcome of each delivery.

    ``texts`` are the comment and the issue's texts. With ``is_rehearsal`` nothing is sent.
    """
    from evalstore.reviews.delivery.delivering import deliver_all
    from evalstore.reviews.delivery.message import DeliveryMessage, occasions
    from evalstore.store.query.reader import reading

    comment, issue = texts
    earlier = ""
    if review.run.run_id:
        with reading(layout) as reader:
            earlier = earlier_answer(reader, review.run.run_id)
    message = DeliveryMessage(
        review,
        occasions(review.answer, earlier),
        comment,
        issue.title,
        issue.body,
        tuple(issue.labels),
        job_url(environment),
    )
    return deliver_all(destinations, message, environment, layout.root, is_rehearsal=is_rehearsal)


def earlier_answer(reader: "Reader", run_id: str) -> str:
    """
    Return the gates' answer on the previous decided run of the same suite and branch.

    Empty if no earlier run has a decision in this store. A repeated job gets the same answer.
    """
    from evalstore.reviews import decisions
    from evalstore.reviews.gathering import answer_of

    rows = reader.rows(sql_files.read("sql/queries/earlier_decided_run"), run_id=run_id)
    return answer_of(decisions.recorded(reader, str(rows[0]["run_id"]))) if rows else ""


def job_url(environment: Mapping[str, str]) -> str:
    """
    Return the URL of the run in GitHub Actions or of the pipeline in GitLab, else empty.

    >>> job_url({"CI_PIPELINE_URL": "https://gitlab.com/a/b/-/pipelines/7"})
    'https://gitlab.com/a/b/-/pipelines/7'
    """
    from evalstore.reviews.outputs.comment import REPORT_URL

    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID")
    server, repository, run_id = (environment.get(name, "") for name in names)
    if server and repository and run_id:
        url = f"{server}/{repository}/actions/runs/{run_id}"
    else:
        url = environment.get("CI_PIPELINE_URL", "")
    return url if REPORT_URL.fullmatch(url) else ""
