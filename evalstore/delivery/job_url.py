"""The page of the CI job, as its environment names it."""

import re
from collections.abc import Mapping
from typing import Final

ADDRESS: Final = re.compile(r"https?://[A-Za-z0-9._~:/?#@!$&'()*+,;=%-]+")


def job_url(environment: Mapping[str, str]) -> str:
    """
    Return the address of the job's run in GitHub Actions or pipeline in GitLab, or nothing.

    >>> job_url({"CI_PIPELINE_URL": "https://gitlab.com/a/b/-/pipelines/7"})
    'https://gitlab.com/a/b/-/pipelines/7'
    """
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID")
    server, repository, run_id = (environment.get(name, "") for name in names)
    if server and repository and run_id:
        url = f"{server}/{repository}/actions/runs/{run_id}"
    else:
        url = environment.get("CI_PIPELINE_URL", "")
    return url if ADDRESS.fullmatch(url) else ""
