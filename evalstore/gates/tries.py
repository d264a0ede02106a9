"""
Tries: on how many runs of one commit, and of one branch, a gate has decided.

Whoever runs an evaluation again until it passes will pass in the end by chance, so each decision
says which try it is. A try is a run that a gate of this store decided on, whatever it decided.
"""

from dataclasses import dataclass

from evalstore.base.phrases import ordinal

# Branches that others are made from: their runs are no tries of one change.
MAIN_BRANCHES = ("main", "master", "trunk")


@dataclass(frozen=True, slots=True)
class Tries:
    """
    Which try a decision is, from 1, of the commit and of the branch since it left the main line.

    ``of_commit`` is None if the run names no commit, ``of_branch`` if it names no branch or one of
    ``MAIN_BRANCHES``.
    """

    of_commit: int | None = None
    of_branch: int | None = None


def tries_text(commit_count: int | None, branch_count: int | None) -> str:
    """
    Return which try it is in words, empty for the first.

    >>> tries_text(4, 6), tries_text(2, 2)
    ('4th try of this commit, 6th of this branch', '2nd try of this commit')
    >>> tries_text(1, 3), tries_text(1, None)
    ('3rd try of this branch', '')
    """
    of_commit, of_branch = commit_count or 0, branch_count or 0
    words = [f"{ordinal(of_commit)} try of this commit"] if of_commit > 1 else []
    if of_branch > max(of_commit, 1):
        words.append(f"{ordinal(of_branch)} {'' if words else 'try '}of this branch")
    return ", ".join(words)
