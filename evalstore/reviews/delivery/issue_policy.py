"""Decide whether an issue is created, updated, closed or left as it is."""

from dataclasses import dataclass
from typing import Final, Literal

from evalstore.base.settings import choice, setting, texts
from evalstore.reviews.delivery.message import DeliveryMessage

Step = Literal["create", "update", "close", "leave"]
CLOSE: Final = "close"
UPDATE: Final = "update"
LEAVE: Final = "leave"
LABEL_LENGTH_MAX: Final = 255
# The first is the default.
WHEN_PASSING: Final = (CLOSE, UPDATE, LEAVE)


# Beginning of the paragraph about a pass, below the marker.
AGAIN: Final = "**Passes again:** "


def passing_body(body: str, note: str) -> str:
    r"""
    Return the text of an issue with a note on a pass between its marker and the failures.

    >>> passing_body("<!-- k -->\n\n**Passes again:** run r2\n\n## It fails", "run r3")
    '<!-- k -->\n\n**Passes again:** run r3\n\n## It fails'
    """
    marker, _, rest = body.replace("\r\n", "\n").lstrip().partition("\n")
    rest = rest.lstrip("\n")
    if rest.startswith(AGAIN):
        rest = rest.partition("\n")[2].lstrip("\n")
    return f"{marker}\n\n{AGAIN}{note}\n\n{rest}"


def _labels(value: object) -> tuple[str, ...]:
    labels = tuple(value) if isinstance(value, list | tuple) else ()
    if not labels or not all(isinstance(label, str) and label for label in labels):
        raise TypeError
    if any("," in label or len(label) > LABEL_LENGTH_MAX for label in labels):
        raise ValueError
    return labels


@dataclass(frozen=True, slots=True)
class IssuePolicy:
    """
    The settings of an issue: its labels and its branches; the first label serves to look it up.

    ``when_passing`` sets what a passing gate does with the open issue. A closed issue is never
    reopened; the next failure creates a new one.
    """

    labels: tuple[str, ...] = setting(_labels, "one or more labels without commas", ("evalstore",))
    branches: tuple[str, ...] = texts((), may_be_empty=True)
    when_passing: str = choice(WHEN_PASSING)

    def is_for_branch(self, branch: str, default_branch: str) -> bool:
        """
        Return True if a decision on a branch creates or closes an issue.

        True on the configured branches; without any, on the default branch, or if either branch is
        unknown.

        >>> policy = IssuePolicy()
        >>> policy.is_for_branch("main", "main"), policy.is_for_branch("topic", "main")
        (True, False)
        """
        if self.branches:
            return branch in self.branches
        return not (branch and default_branch) or branch == default_branch

    def step(self, message: DeliveryMessage, on: frozenset[str], *, is_open: bool) -> Step:
        """Return what to do with the issue; ``is_open`` if an open issue of ours exists."""
        if message.answer == "pass":
            if not is_open or self.when_passing == LEAVE:
                return "leave"
            return "close" if self.when_passing == CLOSE else "update"
        # An undecided gate leaves the issue of an earlier failure open.
        if message.answer == "undecided" and "undecided" not in on:
            return "leave"
        if is_open:
            return "update"
        return "create" if message.is_for(on) else "leave"
