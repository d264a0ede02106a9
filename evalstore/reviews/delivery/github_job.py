"""Facts that GitHub Actions states about a job in its environment."""

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
    """The repository, the pull request and the branches of a job; empty or None where unknown."""

    repository: str = ""
    pull_request: int | None = None
    branch: str = ""
    default_branch: str = ""


def github_job(environment: Mapping[str, str]) -> GithubJob:
    """
    Read ``GITHUB_*`` and the event that began the job.

    Raises NotConfiguredError where the event's file is not readable.
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
    """Return the number in the name of a merge commit, for a job without its event's file."""
    found = REF.fullmatch(environment.get("GITHUB_REF", ""))
    return int(found[1]) if found else None


def _event(path: str) -> dict[str, object]:
    if not path:
        return {}
    try:
        with input_file.open_bytes(Path(path)) as file:
            found = json.loads(file.read(EVENT_BYTES_MAX))
    except (OSError, ValueError, RecursionError) as error:
        raise NotConfiguredError(
            f"GITHUB_EVENT_PATH names {path}, which is not readable as JSON: {error}"
        ) from None
    return found if isinstance(found, dict) else {}


def _pull_request(event: Mapping[str, object]) -> int | None:
    """Return the number in an event of a pull request, of a comment on one, or after one."""
    found = event.get("pull_request")
    issue = event.get("issue")
    if found is None and isinstance(issue, dict) and "pull_request" in issue:
        found = issue
    run = event.get("workflow_run")
    if found is None and isinstance(run, dict):
        found = _of_repository(run.get("pull_requests"), event.get("repository"))
    number = found.get("number") if isinstance(found, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _of_repository(found: object, repository: object) -> object:
    """
    Return the first pull request that is one of this repository, not of a fork or its parent.

    There is none for a pull request from a fork, whose number then has to be configured.
    """
    items = found if isinstance(found, list) else []
    own_id = _at(repository, "id")
    return next(
        (item for item in items if _at(item, "base", "repo", "id") in (None, own_id)), None
    )


def _at(found: object, *names: str) -> object:
    """Return what stands in a table of tables, None where there is none."""
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found
