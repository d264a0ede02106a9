"""The message of one decision: its review, its texts and its occasions."""

from dataclasses import dataclass
from typing import Final

from evalstore.reviews.report.untrusted import for_markdown, markdown_code
from evalstore.reviews.review import Review

# Values for `on`: the four answers, and two that compare with the run before.
OCCASIONS: Final = ("fail", "broken", "undecided", "pass", "recovery", "changed")
ON_DEFAULT: Final = ("fail", "broken", "recovery")


def occasions(answer: str, earlier_answer: str) -> frozenset[str]:
    """
    Return the occasions of a decision; ``earlier_answer`` is empty without an earlier run.

    >>> sorted(occasions("pass", "fail")), sorted(occasions("pass", ""))
    (['changed', 'pass', 'recovery'], ['pass'])
    """
    names = {answer}
    if earlier_answer and earlier_answer != answer:
        names.add("changed")
        if answer == "pass":
            names.add("recovery")
    return frozenset(names)


@dataclass(frozen=True, slots=True)
class DeliveryMessage:
    """
    One decision, ready to deliver.

    ``comment`` is Markdown that begins with its hidden marker; the issue's body has
    its own. ``job_url`` is the page of the CI job, empty if unknown.
    """

    review: Review
    occasions: frozenset[str]
    comment: str
    issue_title: str = ""
    issue_body: str = ""
    issue_labels: tuple[str, ...] = ()
    job_url: str = ""

    @property
    def answer(self) -> str:
        """The decision."""
        return self.review.answer

    @property
    def passing_note(self) -> str:
        """The run and the decision of its gates in one line of Markdown."""
        run = self.review.run
        commit = f", commit {markdown_code(run.short_sha)}" if run.git_sha else ""
        return f"run {markdown_code(run.run_id)}{commit}. {for_markdown(self.review.decision)}"

    def is_for(self, on: frozenset[str]) -> bool:
        """Return True if the message has one of the occasions in ``on``."""
        return bool(self.occasions & on)
