"""English sentences for claims: question, negated question, statement and denial."""

import re
from collections.abc import Mapping

from evalstore.knowledge import vocabulary as voc
from evalstore.knowledge.claim import Claim
from evalstore.knowledge.names import TermNames

# "has mouth", "flows into", "part of": the name of such a predicate makes a sentence.
VERB_PHRASE = re.compile(
    r"(has|have|is|are|was|were|can|does|in|on|at|by|to|of)\b|[a-z]{3,}(?<!s)s\b|"
    r".*\b(of|to|in|into|on|by|with|from|at)$",
    re.IGNORECASE,
)


class PredicatePhrases:
    """The sentences that each predicate of a graph makes of its subjects and objects."""

    def __init__(self, names: TermNames, words: Mapping[str, str] | None = None) -> None:
        """Take the names of terms, and by predicate ``words`` that replace its name."""
        self._names = names
        self._words = dict(words or {})

    def name(self, term: str) -> str:
        """Return the name of a thing, class or literal on one line."""
        return self._names.name(term)

    def words(self, predicate: str) -> str:
        """Return the words for a predicate."""
        return self._words.get(predicate) or self._names.name(predicate)

    def question(self, claim: Claim) -> str:
        """Ask whether a claim holds."""
        words = self.words(claim.predicate)
        subject, value = self.name(claim.subject), self.name(claim.object)
        if VERB_PHRASE.match(words):
            return f"Is it true that {subject} {words} {value}?"
        return f"Is {value} the {words} of {subject}?"

    def negated_question(self, claim: Claim) -> str:
        """Ask whether a claim does not hold."""
        return f"Is it not true that {self.statement(claim)}?"

    def statement(self, claim: Claim) -> str:
        """State a claim, without a full stop."""
        if claim.predicate == voc.TYPE:
            return f"{self.name(claim.subject)} is a {self.name(claim.object)}"
        subject, value = self.name(claim.subject), self.name(claim.object)
        return f"{subject} {self.words(claim.predicate)} {value}"

    def denial(self, claim: Claim) -> str:
        """Deny a claim, without a full stop."""
        return f"It is not true that {self.statement(claim)}"
