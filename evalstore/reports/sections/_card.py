"""A card as a report shows it: what it asks, what proves its label, what each system said."""

from dataclasses import dataclass
from typing import Final

from evalstore.reports.sections._outcomes import Outcome
from evalstore.reports.untrusted import Excerpt

QUESTION_OPENING: Final = "Is it true that "


@dataclass(frozen=True)
class Answer:
    """What one validator made of one system's answer."""

    system_id: str
    system_number: int
    validator_id: str
    is_filtered_by: bool
    outcome: Outcome
    status: str
    verdict: str
    answer: str
    confidence_text: str
    response: Excerpt
    reason: Excerpt
    response_event_id: str
    verdict_event_id: str


@dataclass(frozen=True)
class Card:
    """One card; texts that a source does not give are empty."""

    anchor: str
    case_id: str
    case_event_id: str
    label: str
    meaning: str
    expected: str
    described: str
    question: Excerpt
    facts: tuple[Excerpt, ...]
    fact_count: int
    claim_words: str
    claim: tuple[tuple[str, str], ...]
    proof: tuple[tuple[str, str], ...]
    answers: tuple[Answer, ...]

    @property
    def marked(self) -> list[Answer]:
        """List the answers by which the card is chosen, one per system."""
        return [answer for answer in self.answers if answer.is_filtered_by]

    @property
    def classes(self) -> str:
        """Name the card for the rules of ``_filters``."""
        names = [f"label-{self.label}"]
        for answer in self.marked:
            kind, number = answer.outcome.kind, answer.system_number
            names += [f"some-{kind}", f"by-{number}", f"by-{number}-{kind}"]
        return " ".join(dict.fromkeys(names))

    @property
    def facts_left_out(self) -> int:
        return self.fact_count - len(self.facts)


def claim_words(question: str, predicate_label: str) -> str:
    """
    Return the claim as a sentence, empty where the question is of another form.

    >>> claim_words("Is it true that Ash flows into Elm?", "flows into")
    'Ash flows into Elm'
    >>> claim_words("Is Elm the mouth of Ash?", "mouth"), claim_words("Elm?", "mouth")
    ('Elm is the mouth of Ash', '')
    """
    if not question.endswith("?"):
        return ""
    asked = question[:-1]
    if asked.startswith(QUESTION_OPENING):
        return asked.removeprefix(QUESTION_OPENING)
    value, found, subject = asked.partition(f" the {predicate_label} of ")
    if not found or not value.startswith("Is "):
        return ""
    return f"{value.removeprefix('Is ')} is{found}{subject}"
