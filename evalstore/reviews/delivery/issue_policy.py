"""Decide what becomes of an issue: made, brought up to date, closed, or left as it is."""

from dataclasses import dataclass
from typing import Final, Literal

from evalstore.reviews.delivery.message import DeliveryMessage

Step = Literal["create", "update", "close", "leave"]
CLOSE: Final = "close"
UPDATE: Final = "update"
LEAVE: Final = "leave"
# The first is the default.
WHEN_PASSING: Final = (CLOSE, UPDATE, LEAVE)


# How the paragraph begins that tells of a pass, below the marker.
AGAIN: Final = "**Passes again:** "


def passing_body(body: str, note: str) -> str:
    r"""
    Return the text of an issue with a note on a pass below its marker, above what failed.

    >>> passing_body("<!-- k -->\n\n**Passes again:** run r2\n\n## It fails", "run r3")
    '<!-- k -->\n\n**Passes again:** run r3\n\n## It fails'
    """
    marker, _, rest = body.replace("\r\n", "\n").lstrip().partition("\n")
    rest = rest.lstrip("\n")
    if rest.startswith(AGAIN):
        rest = rest.partition("\n")[2].lstrip("\n")
    return f"{marker}\n\n{AGAIN}{note}\n\n{rest}"


@dataclass(frozen=True, slots=True)
class IssuePolicy:
    """
    The settings of an issue: its labels, the first of which finds it, and its branches.

    ``when_passing`` says what a passing gate does with the open issue. A closed one is never
    opened again: somebody closed it, and the next failure makes a new one.
    """

    labels: tuple[str, ...] = ("evalstore",)
    branches: tuple[str, ...] = ()
    when_passing: str = CLOSE

    def is_for_branch(self, branch: str, default_branch: str) -> bool:
        """
        Say whether a decision on a branch makes or closes an issue.

        On the branches that are configured; else on the default branch, where both are known.

        >>> policy = IssuePolicy()
        >>> policy.is_for_branch("main", "main"), policy.is_for_branch("topic", "main")
        (True, False)
        """
        if self.branches:
            return branch in self.branches
        return not (branch and default_branch) or branch == default_branch

    def step(self, message: DeliveryMessage, on: frozenset[str], *, is_open: bool) -> Step:
        """Return what to do; ``is_open`` where there is an open issue of ours."""
        if message.answer == "pass":
            if not is_open or self.when_passing == LEAVE:
                return "leave"
            return "close" if self.when_passing == CLOSE else "update"
        # Where nothing could be decided, what failed before stands.
        if message.answer == "undecided" and "undecided" not in on:
            return "leave"
        if is_open:
            return "update"
        return "create" if message.is_for(on) else "leave"
