"""Parsing of a judge's replies, and their combination: several votes, or two orders."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalstore.judges.model_judge.template import Template
from evalstore.plugins.case import Case
from evalstore.plugins.verdict import Verdict
from evalstore.running.model_calls.json_reply import object_in

# Value of a preference for the first reply over the second.
PREFERENCES = {"first": 1.0, "tie": 0.5, "second": 0.0}
SWAPPED = {"first": "second", "second": "first", "tie": "tie"}


@dataclass(frozen=True, slots=True)
class ReplyFinding:
    """
    The parsed content of one reply of a judge.

    ``outcome`` is an outcome of verdicts or, for a preference, first, second or tie. ``problem``
    is set if the reply could not be read; the other fields then have their defaults.
    """

    outcome: str = "undetermined"
    reason: str = ""
    value: float | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    problem: str | None = None


def read(template: Template, text: str | None, case: Case) -> ReplyFinding:
    """Return the content of a judge's reply, parsed by the schema of its template."""
    if text is None or not text.strip():
        return ReplyFinding(problem="it gave no text")
    data, problem = object_in(text)
    if data is None:
        return ReplyFinding(problem=problem)
    error = next(template.checker.iter_errors(data), None)
    if error is not None:
        place = ".".join(map(str, error.absolute_path)) or "the object"
        return ReplyFinding(problem=f"{place}: {error.message[:200]}")
    reason = " ".join(str(data["reason"]).split())
    return _MEANINGS[template.meaning](template, data, reason, case)


def _outcome(template: Template, data: Mapping[str, Any], reason: str, case: Case) -> ReplyFinding:
    is_plain = bool(template.of_plain) and case.answer_key.get("kind") == "plain"
    outcomes = template.of_plain if is_plain else template.table
    tags = template.tags_of_plain if is_plain else template.tags
    label = str(data[template.table["field"]])
    return ReplyFinding(str(outcomes[label]), reason, tags=tuple(tags.get(label, ())))


def _value(template: Template, data: Mapping[str, Any], reason: str, case: Case) -> ReplyFinding:
    del case
    return ReplyFinding("measured", reason, value=float(data[template.table["field"]]))


def _scores(template: Template, data: Mapping[str, Any], reason: str, case: Case) -> ReplyFinding:
    del case
    scores = {name: float(data[name]) for name in template.table}
    tags = tuple(str(template.table[name]) for name, score in scores.items() if score == 0)
    return ReplyFinding("wrong" if tags else "right", reason, scores=scores, tags=tags)


def _preference(
    template: Template, data: Mapping[str, Any], reason: str, case: Case
) -> ReplyFinding:
    del case
    label = data[template.table["field"]]
    [chosen] = [name for name in PREFERENCES if template.table[name] == label]
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

    The most frequent outcome wins. The verdict is undetermined for a tie, and if half or more of
    the replies cannot be read. Values and scores are means.
    """
    readable = [finding for finding in findings if finding.problem is None]
    spread: dict[str, object] = {}
    if len(findings) > 1:
        votes = Counter(finding.outcome for finding in readable)
        spread["votes"] = dict(sorted(votes.items()))
        spread["unreadable_count"] = len(findings) - len(readable)
        if any(finding.value is not None for finding in readable):
            spread["vote_values"] = [finding.value for finding in readable]
    if 2 * len(readable) <= len(findings):
        problem = next(finding.problem for finding in findings if finding.problem is not None)
        which = (
            f"{len(findings) - len(readable)} of {len(findings)} replies of the judge"
            if len(findings) > 1
            else "the judge's reply"
        )
        reason = f"{which} cannot be read: {problem}"
        return Verdict("undetermined", reason), spread
    (outcome, count), *others = Counter(finding.outcome for finding in readable).most_common()
    if others and others[0][1] == count:
        counts = ", ".join(f"{name} {votes}" for name, votes in [(outcome, count), *others])
        return Verdict("undetermined", f"the votes of the judge are even: {counts}"), spread
    chosen = next(finding for finding in readable if finding.outcome == outcome)
    values = [finding.value for finding in readable if finding.value is not None]
    scores = {
        name: sum(finding.scores[name] for finding in readable) / len(readable)
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
    Return the preference for a reply over its rival (1, 0.5 for a tie, 0), and its spread.

    Each pair of votes judges both orders. A pair that disagrees is a tie and is counted in
    ``order_disagreement_count``. A pair with an unreadable reply is left out.
    """
    values: list[float] = []
    reasons: list[str] = []
    disagreement_count = 0
    for first, other in zip(findings, swapped, strict=True):
        if first.problem is not None or other.problem is not None:
            continue
        agrees = first.outcome == SWAPPED[other.outcome]
        disagreement_count += not agrees
        values.append(PREFERENCES[first.outcome] if agrees else 0.5)
        reasons.append(first.reason if agrees else f"the orders disagree: {first.reason}")
    about: dict[str, object] = {"order_disagreement_count": disagreement_count}
    if len(findings) > 1:
        about["vote_values"] = list(values)
        about["unreadable_count"] = len(findings) - len(values)
    if 2 * len(values) <= len(findings):
        problem = next(
            finding.problem for finding in [*findings, *swapped] if finding.problem is not None
        )
        return Verdict("undetermined", f"the judge's reply cannot be read: {problem}"), about
    return Verdict("measured", reasons[0], value=sum(values) / len(values)), about
