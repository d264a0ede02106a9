"""Graders that gave no grade: promptfoo counts the failure of one as that of the answer."""

import re
from typing import Any

from evalstore.ingest.values import mapping, name, number, text

INVERSE = "not-"
# Assertions that ask a model, an embedding or a service, by how their types begin.
GRADED = (
    "llm-rubric", "model-graded-", "factuality", "g-eval", "answer-relevance", "context-",
    "conversation-relevance", "select-best", "similar", "pi", "search-rubric", "agent-rubric",
    "research-rubric", "trajectory:goal-success", "moderation", "classifier",
    "noise-sensitivity", "promptfoo:redteam:",
)  # fmt: skip
# What promptfoo writes where nothing came from a grader, or nothing that it could read. Versions
# that mark it (`graderError`) write the same.
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
    r"|API (?:call )?error: "
    r"|No (?:output|embedding)\s*$"
)


def gave_no_grade(component: dict[str, Any], assertion: dict[str, Any]) -> bool:
    """
    Say whether the grader of one assertion gave no grade, so that its score says nothing.

    >>> unread = {"pass": False, "score": 0, "reason": "No output"}
    >>> gave_no_grade(unread, {"type": "llm-rubric"}), gave_no_grade(unread, {"type": "equals"})
    (True, False)
    >>> gave_no_grade({"pass": False, "metadata": {"graderError": True}}, {"type": "llm-rubric"})
    True
    """
    if mapping(component.get("metadata")).get("graderError") is True:
        return True
    kind = name(assertion.get("type")) or ""
    # Of its opposite, older versions took the failure for success.
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
    Say whether an assertion failed by a score that is no number, which JSON has as null.

    >>> is_without_number({"pass": False, "score": None}), is_without_number({"pass": False})
    (True, False)
    """
    return (
        component.get("pass") is not True
        and "score" in component
        and number(component["score"]) is None
    )
