"""Assertions of a row one by one, including those within sets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from evalstore.harnesses.values import mapping, mappings, name, number, text

ASSERTION_SET = "assert-set"
TOLD = ("pass", "score", "reason")
DEPTH_MAX = 32
INVERSE = "not-"
# Prefixes of the types of assertions graded by a model, an embedding or a service.
GRADED = (
    "llm-rubric", "model-graded-", "factuality", "g-eval", "answer-relevance", "context-",
    "conversation-relevance", "select-best", "similar", "pi", "search-rubric", "agent-rubric",
    "research-rubric", "trajectory:goal-success", "moderation", "classifier",
    "noise-sensitivity", "promptfoo:redteam:",
)  # fmt: skip
# promptfoo's reasons if a grader returned nothing, or nothing that it could parse. Versions that
# mark such a result (`graderError`) write the same reasons.
UNREAD = re.compile(
    r"Could not extract JSON from .{1,80} response"
    r"|\S{1,80} produced malformed response"
    r"|Model grader produced a malformed response"
    r"|Factuality checker output did not match expected format"
    r"|Invalid category value: "
    r"|Invalid select-best verdict"
    r"|Error parsing output: "
    r"|LLM-proposed evaluation "
    r"|LLM does not propose any evaluation step"
    r"|G-Eval (?:steps response|step-generation call|evaluation call|result)"
    r"|Could not perform remote grading"
    r"|Remote grading failed"
    r"|Moderation API error: "
    r"|Unknown error fetching "
    r"|Embedding not found"
    r"|API error: \d{3}\b"
    r"|API call error: \w*Error\b"
    r"|No (?:output|embedding)\s*$"
)


@dataclass(frozen=True)
class Component:
    """
    The result of one assertion, or of a set of them.

    ``assertion`` is its own, else that of the script that returned it. ``is_member`` is True if it
    is listed only within its set; promptfoo also lists members after their sets.
    """

    found: dict[str, Any]
    assertion: dict[str, Any]
    members: tuple["Component", ...]
    is_member: bool

    @property
    def is_set(self) -> bool:
        """True if it is a set, which asserts nothing itself."""
        if self.assertion:
            return name(self.assertion.get("type")) == ASSERTION_SET
        metadata = mapping(self.found.get("metadata"))
        return bool(self.members) or bool(metadata.get("assertionSet"))

    @property
    def is_metric_only(self) -> bool:
        """True if it only contributes to a named score, and does not decide the row."""
        metadata = mapping(self.found.get("metadata"))
        return self.assertion.get("metricOnly") is True or metadata.get("isMetricOnly") is True

    @property
    def passed(self) -> bool | None:
        """True if it passed, False if not; None if the file does not state it."""
        passed = self.found.get("pass")
        return passed if isinstance(passed, bool) else None

    @property
    def has_failed(self) -> bool:
        """True if its grader, or that of every member that failed, gave no grade."""
        if not self.members:
            return gave_no_grade(self.found, self.assertion)
        failed = [member for member in self.members if member.passed is not True]
        return (
            self.passed is False
            and bool(failed)
            and all(failing.is_ungraded for failing in failed)
        )

    @property
    def is_unscored(self) -> bool:
        """True if its result is not a grade although no grader failed."""
        return self.passed is None or (not self.members and is_without_number(self.found))

    @cached_property
    def is_ungraded(self) -> bool:
        """True if it is unknown whether the assertion holds."""
        return self.has_failed or self.is_unscored


def components(row: dict[str, Any]) -> list[Component]:
    """Return the assertions of a row in order: a set, then its members."""
    results = mapping(row.get("gradingResult")).get("componentResults")
    return list(_unrolled(mappings(results), {}, is_member=False, depth=0))


def _unrolled(
    listed: list[dict[str, Any]], of_parent: dict[str, Any], *, is_member: bool, depth: int
) -> Iterator[Component]:
    for at, result in enumerate(listed):
        stated_assertion = mapping(result.get("assertion"))
        assertion = stated_assertion or of_parent
        nested = mappings(result.get("componentResults")) if depth < DEPTH_MAX else []
        inherited = {} if name(assertion.get("type")) == ASSERTION_SET else assertion
        members = tuple(_unrolled(nested, inherited, is_member=True, depth=depth + 1))
        yield Component(result, assertion, members, is_member)
        if not _are_listed(nested, listed[at + 1 :]):
            yield from members


def _are_listed(nested: list[dict[str, Any]], following: list[dict[str, Any]]) -> bool:
    """Return True if the members of a set are listed again after it."""
    return len(nested) <= len(following) and all(
        member.get(field) == other.get(field)
        for member, other in zip(nested, following, strict=False)
        for field in TOLD
    )


def gave_no_grade(component: dict[str, Any], assertion: dict[str, Any]) -> bool:
    """
    Return True if the grader of one assertion gave no grade, so that its score is meaningless.

    >>> unread = {"pass": False, "score": 0, "reason": "No output"}
    >>> gave_no_grade(unread, {"type": "llm-rubric"}), gave_no_grade(unread, {"type": "equals"})
    (True, False)
    >>> gave_no_grade({"pass": False, "metadata": {"graderError": True}}, {"type": "llm-rubric"})
    True
    """
    if mapping(component.get("metadata")).get("graderError") is True:
        return True
    kind = name(assertion.get("type")) or ""
    # For a negated assertion, older versions reported the grader's failure as a pass.
    is_worst = component.get("pass") is False or kind.startswith(INVERSE)
    is_graded = not assertion or kind.removeprefix(INVERSE).startswith(GRADED)
    reason = text(component.get("reason"))
    return (
        is_worst
        and is_graded
        and number(component.get("score")) in (None, 0.0, 1.0)
        and reason is not None
        and UNREAD.match(reason) is not None
    )


def is_without_number(component: dict[str, Any]) -> bool:
    """
    Return True if an assertion failed with a score that is not a number, which is null in JSON.

    >>> is_without_number({"pass": False, "score": None}), is_without_number({"pass": False})
    (True, False)
    """
    return (
        component.get("pass") is not True
        and "score" in component
        and number(component["score"]) is None
    )
