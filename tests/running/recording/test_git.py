"""A run has the commit that is checked out, and in a CI job the branch of the job."""

import subprocess

import pytest

from evalstore.running import git


@pytest.mark.parametrize(
    ("variables", "branch"),
    [
        ({"GITHUB_HEAD_REF": "shorter", "GITHUB_REF": "refs/pull/7/merge"}, "shorter"),
        ({"GITHUB_HEAD_REF": "", "GITHUB_REF": "refs/heads/main"}, "main"),
        ({"GITHUB_REF": "refs/tags/v1"}, None),
        ({"CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "shorter"}, "shorter"),
        ({"CI_COMMIT_BRANCH": "main"}, "main"),
        ({}, None),
    ],
)
def test_branch_of_a_job(variables, branch):
    """Where a service checked out a commit alone, the branch is the one that its job is for."""
    assert branch == git.branch_of_job(variables)


def test_branch_in_a_job(tmp_path, monkeypatch):
    """A branch that is checked out counts for more than what the job says."""
    monkeypatch.setenv("GITHUB_HEAD_REF", "of-the-job")
    author = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
    for command in (
        ["init", "--quiet", "--initial-branch=main"],
        [*author, "commit", "--quiet", "--allow-empty", "-m", "Begin"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    assert "main" == git.commit(tmp_path).git_branch

    subprocess.run(["git", "checkout", "--quiet", "--detach"], cwd=tmp_path, check=True)
    assert "of-the-job" == git.commit(tmp_path).git_branch
