"""Facts about a job in the environment of GitHub Actions."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evalstore.base import input_file
from evalstore.reviews.delivery.delivery_error import NotConfiguredError

EVENT_BYTES_MAX: Final = 32 * 2**20
REF: Final = re.compile(r"refs/pull/([0-9]{1,18})/merge")


@dataclass(frozen=True, slots=True)
class GithubJob:
    """The repository, the pull request and the branches of a job; empty or None if unknown."""

    repository: str = ""
    pull_request: int | None = None
    branch: str = ""
    default_branch: str = ""


def github_job(environment: Mapping[str, str]) -> GithubJob:
    """
    Read ``GITHUB_*`` and the event that started the job.

    Raises NotConfiguredError if the event's file is not readable.
    """
    event = _event(environment.get("GITHUB_EVENT_PATH", ""))
    is_branch = environment.get("GITHUB_REF_TYPE", "branch") == "branch"
    repository = event.get("repository")
    default = repository.get("default_branch") if isinstance(repository, dict) else ""
    return GithubJob(
        environment.get("GITHUB_REPOSITORY", ""),
        number if (number := _pull_request(event)) is not None else _of_ref(environment),
        environment.get("GITHUB_REF_NAME", "") if is_branch else "",
        default if isinstance(default, str) else "",
    )


def _of_ref(environment: Mapping[str, str]) -> int | None:
    """Return the pull request's number in the merge ref, for a job without its event's file."""
    match = REF.fullmatch(environment.get("GITHUB_REF", ""))
    return int(match[1]) if match else None


def _event(path: str) -> dict[str, object]:
    if not path:
        return {}
    try:
        with input_file.open_bytes(Path(path)) as file:
            event = json.loads(file.read(EVENT_BYTES_MAX))
    except (OSError, ValueError, RecursionError) as error:
        raise NotConfiguredError(
            f"GITHUB_EVENT_PATH names {path}, which is not readable as JSON: {error}"
        ) from None
    return event if isinstance(event, dict) else {}


def _pull_request(event: Mapping[str, object]) -> int | None:
    """
    Return the pull request's number in an event, None if it has none.

    The event is of a pull request, of a comment on one, or of a workflow run after one.
    """
    pull_request = event.get("pull_request")
    issue = event.get("issue")
    if pull_request is None and isinstance(issue, dict) and "pull_request" in issue:
        pull_request = issue
    run = event.get("workflow_run")
    if pull_request is None and isinstance(run, dict):
        pull_request = _of_repository(run.get("pull_requests"), event.get("repository"))
    number = pull_request.get("number") if isinstance(pull_request, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _of_repository(pull_requests: object, repository: object) -> object:
    """
    Return the first pull request whose target is this repository, not a fork or its parent.

    None for a pull request from a fork, whose number then has to be configured.
    """
    items = pull_requests if isinstance(pull_requests, list) else []
    own_id = _at(repository, "id")
    return next(
        (item for item in items if _at(item, "base", "repo", "id") in (None, own_id)), None
    )


def _at(value: object, *names: str) -> object:
    """Return the value at a path in nested tables, None if a part is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value
