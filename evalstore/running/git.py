"""The git commit of the code that a run evaluates."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SECONDS_MAX = 10
# CI services check out a commit, not a branch. These variables contain the branch: of a pull
# request on GitHub, of a merge request on GitLab, and of a push.
BRANCH_VARIABLES = ("GITHUB_HEAD_REF", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_BRANCH")


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; every field is None outside a repository, or if git is not installed."""

    git_sha: str | None = None
    git_branch: str | None = None
    committed_at: str | None = None


def commit(folder: Path) -> Commit:
    """
    Return the commit that is checked out in a folder, and its branch.

    If no branch is checked out, as in CI, the branch is that of the CI job.
    """
    shown = _git(folder, "show", "--no-patch", "--format=%H%n%cI", "HEAD")
    if shown is None:
        return Commit()
    git_sha, _, committed_at = shown.partition("\n")
    branch = _git(folder, "symbolic-ref", "--short", "--quiet", "HEAD")
    return Commit(git_sha, branch or branch_of_job(os.environ), committed_at)


def branch_of_job(environment: Mapping[str, str]) -> str | None:
    """
    Return the branch of a CI job from its environment variables; None outside of CI.

    >>> branch_of_job({"GITHUB_HEAD_REF": "", "GITHUB_REF": "refs/heads/main"})
    'main'
    """
    for name in BRANCH_VARIABLES:
        if environment.get(name):
            return environment[name]
    reference = environment.get("GITHUB_REF", "")
    return reference.removeprefix("refs/heads/") if reference.startswith("refs/heads/") else None


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            capture_output=True,
            check=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS_MAX,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
