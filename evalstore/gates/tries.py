"""
Tries: on how many runs of one commit, and of one branch, a gate has decided.

Whoever runs an evaluation again until it passes will pass in the end by chance, so each decision
says which try it is. A try is a run that a gate of this store decided on, whatever it decided.
"""

import math
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


def level_of_try(alpha: float, number: int | None) -> float:
    """
    Return the level at which a try of a commit must show what it passes for.

    It is ``alpha`` on the first, and where the number is not known, and alpha 6 / (pi k)^2 on the
    k-th: however often a commit is tried, its later tries pass by chance with a probability of at
    most 0.4 alpha in all, since the sum of 6 / (pi k)^2 from 1 on is 1.

    >>> [round(level_of_try(0.05, number), 4) for number in (None, 1, 2, 3)]
    [0.05, 0.05, 0.0076, 0.0034]
    """
    if number is None or number <= 1:
        return alpha
    return alpha * 6.0 / (math.pi * number) ** 2


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
