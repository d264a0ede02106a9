"""The claim of a card as a sentence, read from its question."""

from typing import Final

# How a question opens, and how the sentence that it asks about does.
OPENINGS: Final = (("Is it true that ", ""), ("Is it false that ", "It is false that "))


def claim_words(question: str) -> str:
    """
    Return the sentence that a card asks about; the question where it has no such sentence.

    >>> claim_words("Is it true that Ash flows into Elm?")
    'Ash flows into Elm'
    >>> claim_words("Is it false that Ash flows into Elm?"), claim_words("Is Ash deprecated?")
    ('It is false that Ash flows into Elm', 'Is Ash deprecated?')
    """
    for opening, kept in OPENINGS:
        if question.startswith(opening) and question.endswith("?"):
            return kept + question[len(opening) : -1]
    return question
