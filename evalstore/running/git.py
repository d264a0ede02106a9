"""The git commit that a run is made from."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

SECONDS_MAX = 10


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; every field is None outside a repository, or if git is not installed."""

    git_sha: str | None = None
    git_branch: str | None = None
    committed_at: str | None = None


def commit(folder: Path) -> Commit:
    """Return the commit that is checked out in a folder."""
    shown = _git(folder, "show", "--no-patch", "--format=%H%n%cI", "HEAD")
    if shown is None:
        return Commit()
    git_sha, _, committed_at = shown.partition("\n")
    branch = _git(folder, "symbolic-ref", "--short", "--quiet", "HEAD")
    return Commit(git_sha, branch, committed_at)


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
