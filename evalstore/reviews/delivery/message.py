"""The message of one decision: its review, its texts, and what it is an occasion for."""

from dataclasses import dataclass
from typing import Final

from evalstore.reviews.report.untrusted import for_markdown, markdown_code
from evalstore.reviews.review import Review

# What `on` may name. An answer is one; the last two compare it with the run before.
OCCASIONS: Final = ("fail", "broken", "undecided", "pass", "recovery", "changed")
ON_DEFAULT: Final = ("fail", "broken", "recovery")


def occasions(answer: str, earlier_answer: str) -> frozenset[str]:
    """
    Return what a decision is an occasion for; ``earlier_answer`` is empty without an earlier run.

    >>> sorted(occasions("pass", "fail")), sorted(occasions("pass", ""))
    (['changed', 'pass', 'recovery'], ['pass'])
    """
    found = {answer}
    if earlier_answer and earlier_answer != answer:
        found.add("changed")
        if answer == "pass":
            found.add("recovery")
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class DeliveryMessage:
    """
    One decision, ready to deliver.

    ``comment`` is Markdown that begins with its hidden marker; the issue's body holds
    its own. ``job_url`` is the page of the CI job, empty where there is none.
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
        """The run and what its gates came to in one line of Markdown."""
        run = self.review.run
        commit = f", commit {markdown_code(run.short_sha)}" if run.git_sha else ""
        return f"run {markdown_code(run.run_id)}{commit}. {for_markdown(self.review.decision)}"

    def is_for(self, on: frozenset[str]) -> bool:
        """Say whether a destination wants to hear of it."""
        return bool(self.occasions & on)
