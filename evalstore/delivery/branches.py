"""Whether a decision on a branch makes an issue."""


def makes_issue(configured: tuple[str, ...], branch: str, default_branch: str) -> bool:
    """
    Say whether a decision on a branch makes or closes an issue.

    On the branches that are configured; else on the default branch, where both are known.

    >>> makes_issue((), "main", "main"), makes_issue((), "topic", "main"), makes_issue((), "", "")
    (True, False, True)
    """
    if configured:
        return branch in configured
    return not (branch and default_branch) or branch == default_branch
