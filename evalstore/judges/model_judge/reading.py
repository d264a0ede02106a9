"""Meaning of a judge's replies, one by one and put together: several votes, or two orders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalstore.judges.model_judge.template import Template
from evalstore.plugins.case import Case
from evalstore.plugins.verdict import Verdict
from evalstore.running.model_calls.json_reply import object_in

# How much a reply is worth beside its rival.
PREFERENCES = {"first": 1.0, "tie": 0.5, "second": 0.0}
SWAPPED = {"first": "second", "second": "first", "tie": "tie"}


@dataclass(frozen=True, slots=True)
class ReplyFinding:
    """
    What one reply of a judge says.

    ``outcome`` is that of a verdict, or of a preference first, second or tie. ``problem`` says why
    a reply could not be read; it then finds nothing.
    """

    outcome: str = "undetermined"
    reason: str = ""
    value: float | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    problem: str | None = None


def read(template: Template, text: str | None, case: Case) -> ReplyFinding:
    """Return what a reply of the judge says by the schema of its template."""
    if text is None or not text.strip():
        return ReplyFinding(problem="it gave no text")
    told, problem = object_in(text)
    if told is None:
        return ReplyFinding(problem=problem)
    error = next(template.checker.iter_errors(told), None)
    if error is not None:
        place = ".".join(map(str, error.absolute_path)) or "the object"
        return ReplyFinding(problem=f"{place}: {error.message[:200]}")
    reason = " ".join(str(told["reason"]).split())
    return _MEANINGS[template.meaning](template, told, reason, case)


def _outcome(template: Template, told: Mapping[str, Any], reason: str, case: Case) -> ReplyFinding:
    is_plain = bool(template.of_plain) and case.answer_key.get("kind") == "plain"
    outcomes = template.of_plain if is_plain else template.table
    tags = template.tags_of_plain if is_plain else template.tags
    said = str(told[template.table["field"]])
    return ReplyFinding(str(outcomes[said]), reason, tags=tuple(tags.get(said, ())))


def _value(template: Template, told: Mapping[str, Any], reason: str, case: Case) -> ReplyFinding:
    del case
    return ReplyFinding("measured", reason, value=float(told[template.table["field"]]))


def _scores(template: Template, told: Mapping[str, Any], reason: str, case: Case) -> ReplyFinding:
    del case
    scores = {name: float(told[name]) for name in template.table}
    tags = tuple(str(template.table[name]) for name, score in scores.items() if score == 0)
    return ReplyFinding("wrong" if tags else "right", reason, scores=scores, tags=tags)


def _preference(
    template: Template, told: Mapping[str, Any], reason: str, case: Case
) -> ReplyFinding:
    del case
    said = told[template.table["field"]]
    [chosen] = [name for name in PREFERENCES if template.table[name] == said]
    return ReplyFinding(chosen, reason)


_MEANINGS = {
    "outcomes": _outcome,
    "value": _value,
    "scores": _scores,
    "preference": _preference,
}


def together(findings: Sequence[ReplyFinding]) -> tuple[Verdict, dict[str, object]]:
    """
    Return the verdict of several votes, and their spread for the verdict's ``judge``.

    The outcome with most votes counts; a tie, and half or more replies that cannot be read, are
    undetermined. Values and scores are means.
    """
    readable = [found for found in findings if found.problem is None]
    spread: dict[str, object] = {}
    if len(findings) > 1:
        votes = Counter(found.outcome for found in readable)
        spread["votes"] = dict(sorted(votes.items()))
        spread["unreadable_count"] = len(findings) - len(readable)
        if any(found.value is not None for found in readable):
            spread["vote_values"] = [found.value for found in readable]
    if 2 * len(readable) <= len(findings):
        problem = next(found.problem for found in findings if found.problem is not None)
        which = (
            f"{len(findings) - len(readable)} of {len(findings)} replies of the judge"
            if len(findings) > 1
            else "the judge's reply"
        )
        reason = f"{which} cannot be read: {problem}"
        return Verdict("undetermined", reason), spread
    (outcome, count), *others = Counter(found.outcome for found in readable).most_common()
    if others and others[0][1] == count:
        said = ", ".join(f"{name} {votes}" for name, votes in [(outcome, count), *others])
        return Verdict("undetermined", f"the votes of the judge are even: {said}"), spread
    chosen = next(found for found in readable if found.outcome == outcome)
    values = [found.value for found in readable if found.value is not None]
    scores = {
        name: sum(found.scores[name] for found in readable) / len(readable)
        for name in chosen.scores
    }
    return Verdict(
        outcome,
        chosen.reason,
        value=sum(values) / len(values) if values else None,
        scores=scores,
        tags=chosen.tags,
    ), spread


def of_both_orders(
    findings: Sequence[ReplyFinding], swapped: Sequence[ReplyFinding]
) -> tuple[Verdict, dict[str, object]]:
    """
    Return the preference of a reply over its rival: 1, 0.5 for a tie, 0.

    Each pair of votes was asked in both orders. Where the two disagree it is a tie, and counted
    in ``order_disagreement_count``. A pair with a reply that cannot be read says nothing.
    """
    values: list[float] = []
    reasons: list[str] = []
    disagreement_count = 0
    for one, other in zip(findings, swapped, strict=True):
        if one.problem is not None or other.problem is not None:
            continue
        agrees = one.outcome == SWAPPED[other.outcome]
        disagreement_count += not agrees
        values.append(PREFERENCES[one.outcome] if agrees else 0.5)
        reasons.append(one.reason if agrees else f"the orders disagree: {one.reason}")
    about: dict[str, object] = {"order_disagreement_count": disagreement_count}
    if len(findings) > 1:
        about["vote_values"] = list(values)
        about["unreadable_count"] = len(findings) - len(values)
    if 2 * len(values) <= len(findings):
        problem = next(
            found.problem for found in [*findings, *swapped] if found.problem is not None
        )
        return Verdict("undetermined", f"the judge's reply cannot be read: {problem}"), about
    return Verdict("measured", reasons[0], value=sum(values) / len(values)), about
