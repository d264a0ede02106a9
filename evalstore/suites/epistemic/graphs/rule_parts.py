"""Parts of rules in words: owner, condition, statements and values."""

from collections.abc import Mapping
from typing import Any

from evalstore.suites.epistemic.graphs.parts_of_speech import plural, with_article
from evalstore.suites.epistemic.graphs.predicate_forms import PredicateForm
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.rule_words import NAMED_OBJECT

Rule = Mapping[str, Any]


class RuleParts:
    """Parts of a rule in words; ``rule_phrases`` lists the kinds of rules."""

    def __init__(self, rule: Rule, phrases: PredicatePhrases) -> None:
        self.kind = str(rule["kind"])
        self.given: Mapping[str, Any] = rule.get("parameters") or {}
        self.path = str(rule.get("path") or "")
        self.target = str(rule.get("target") or "")
        self.phrases = phrases

    @property
    def form(self) -> PredicateForm:
        """Sentence patterns of the predicate that the rule constrains."""
        return self.phrases.form(self.path)

    @property
    def noun(self) -> str:
        """The noun of that predicate; "" if it is not a noun."""
        return self.form.noun

    @property
    def owner(self) -> str:
        """The phrase for an instance of the target: "a river", or "a thing" without a target."""
        return with_article(self.phrases.class_name(self.target)) if self.target else "a thing"

    def stated(self, subject: str, value: str, predicate: str = "") -> str:
        """Return the statement of a predicate, by default the rule's, in these words."""
        pattern = self.phrases.form(predicate or self.path).statement
        named = NAMED_OBJECT.search(pattern)
        if named and value.endswith(("thing", "things")):
            # "uses the currency more than one thing" is "uses more than one currency".
            noun = plural(named[1]) if value.endswith("things") else named[1]
            value = value.replace("anything", "any thing").removesuffix("s")
            return f"{pattern[: named.start()]} {value.removesuffix('thing')}{noun}".format(
                subject=subject
            )
        return pattern.format(subject=subject, object=value)

    def condition(self) -> str:
        """Return the condition of a rule about X: its class, if any."""
        return f"X is {self.owner} and " if self.target else ""

    @property
    def truth_forms(self) -> tuple[PredicateForm, PredicateForm] | None:
        """The patterns of the predicate being true and being false; None if it is neither."""
        return self.phrases.truth_forms(self.path)

    def exclusion(self) -> str:
        """Return the sentence that a predicate is not both true and false."""
        yes, no = (form.statement.format(subject="X") for form in self.truth_forms or ())
        return f"if {self.condition()}{yes}, it is not true that {no}"

    def class_of(self, name: str) -> str:
        """Return the class that a parameter names, after its article."""
        return with_article(self.phrases.class_name(str(self.given[name])))

    def about_value(self, predicative: str) -> str:
        """Return the sentence that every value is this: "a body of water", "at least 0"."""
        if not self.noun:
            return f"if {self.condition()}{self.stated('X', 'Y')}, then Y is {predicative}"
        owned = f" of {self.owner}" if self.target else ""
        article = "the" if self.form.statement.startswith("the ") else "every"
        return f"{article} {self.noun}{owned} is {predicative}"
