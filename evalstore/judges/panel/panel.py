"""
A panel of validators: several judge the same response, and a rule combines their verdicts.

Members, rules and votes: docs/panel.md.
"""

import math
import statistics
from collections import Counter
from collections.abc import Mapping

from evalstore.errors import UsageError
from evalstore.plugins.verdict import Verdict, shown

VERSION = "1.0"
# Not compared with other raters: a panel agrees with its members by construction.
IS_RATER = False
SETTINGS = {"members": (), "rule": "majority"}
RULES = ("majority", "unanimity", "mean")
MEMBERS_MIN = 2
VOTES = ("right", "wrong", "abstained")
# The same limit as in accuracy.
RIGHT_FROM = 0.5
REASON_CHARACTERS = 160
Scale = tuple[float, float] | None


def judge(verdicts: Mapping[str, Verdict | None], *, rule: str, is_measured: bool) -> Verdict:
    """
    Return the verdict of a panel on its members' verdicts, by name; None for a missing verdict.

    If ``is_measured``, the members measure on a shared scale and the verdict is their mean. A
    verdict that is not a vote is marked so in the reason. The verdict is undetermined if fewer
    than half of the members vote or the rule gives no outcome. The order of the members affects
    only the order in the reason.
    """
    votes = {
        name: verdict
        for name, verdict in verdicts.items()
        if verdict is not None and _is_vote(verdict, is_measured=is_measured)
    }
    if 2 * len(votes) < len(verdicts):
        combined = Verdict("undetermined", f"{len(votes)} of {len(verdicts)} members vote")
    elif is_measured:
        combined = _mean_value(votes)
    else:
        combined = {"majority": _majority, "unanimity": _unanimity, "mean": _mean_share}[rule](
            votes
        )
    members = "; ".join(_said(name, verdict, name in votes) for name, verdict in verdicts.items())
    outcomes = Counter(verdict.outcome for verdict in votes.values())
    return Verdict(
        combined.outcome,
        f"{combined.reason}: {members}",
        score=combined.score,
        value=combined.value,
        tags=_tags(votes, combined.outcome),
        judge={"votes": dict(sorted(outcomes.items())), **combined.judge} if votes else {},
    )


def digest_settings(settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that affect verdicts; the members have digests of their own."""
    return {**settings, "members": ()}


def require_members(
    panel_id: str, settings: Mapping[str, object], scales: Mapping[str, Scale]
) -> None:
    """
    Raise UsageError if the rule is unknown or the members cannot vote by it.

    ``scales`` maps each member's name to the lowest and highest value that it measures, or to None
    if it does not measure.
    """
    names, rule = settings["members"], settings["rule"]
    if rule not in RULES:
        raise UsageError(f"{panel_id}.rule is {rule!r}, expected one of {', '.join(RULES)}")
    if len(scales) < MEMBERS_MIN or len(scales) < len(list(names)):  # type: ignore[call-overload]
        raise UsageError(
            f"{panel_id}.members is {list(names)!r}, "  # type: ignore[call-overload]
            f"expected {MEMBERS_MIN} validators or more, each once, such as "
            'members = ["factual", "strict"] in evalstore.toml, with a table '
            "[validators.strict] for one with other settings"
        )
    measuring = [name for name, scale in scales.items() if scale is not None]
    if rule != "mean" and measuring:
        raise UsageError(
            f"{panel_id}.rule is {rule!r}, and its member {measuring[0]!r} measures a value, "
            'which is neither right nor wrong; expected rule = "mean"'
        )
    endless = [name for name, scale in scales.items() if scale and math.inf in map(abs, scale)]
    if endless:
        raise UsageError(
            f"{panel_id}: the scale of its member {endless[0]!r} is not known; expected minimum "
            "and maximum of the field in the schema of its template"
        )
    if len(set(scales.values())) > 1:
        listed = ", ".join(f"{name} {_scale_words(scale)}" for name, scale in scales.items())
        raise UsageError(
            f"{panel_id}: a mean needs members that share a scale, and these do not: {listed}"
        )


def _scale_words(scale: Scale) -> str:
    return "says right or wrong" if scale is None else f"measures {scale[0]:g} to {scale[1]:g}"


def _is_vote(verdict: Verdict, *, is_measured: bool) -> bool:
    if is_measured:
        return verdict.outcome == "measured" and verdict.value is not None
    return verdict.outcome in VOTES


def _majority(votes: Mapping[str, Verdict]) -> Verdict:
    [(outcome, count), *_] = Counter(verdict.outcome for verdict in votes.values()).most_common(1)
    if 2 * count > len(votes):
        return Verdict(outcome, f"{count} of {len(votes)} votes for {outcome}")
    return Verdict("undetermined", f"no outcome has more than half of {len(votes)} votes")


def _unanimity(votes: Mapping[str, Verdict]) -> Verdict:
    outcomes = {verdict.outcome for verdict in votes.values()}
    if len(outcomes) > 1:
        return Verdict("undetermined", f"{len(votes)} votes differ")
    return Verdict(outcomes.pop(), f"all of {len(votes)} votes agree")


def _mean_share(votes: Mapping[str, Verdict]) -> Verdict:
    """Return the mean score of the votes; abstained if more than half of them are."""
    shares = [
        float(verdict.outcome == "right") if verdict.score is None else float(verdict.score)
        for verdict in votes.values()
        if verdict.outcome != "abstained"
    ]
    if 2 * len(shares) < len(votes):
        return Verdict("abstained", f"{len(votes) - len(shares)} of {len(votes)} say abstained")
    mean = statistics.fmean(sorted(shares))
    outcome = "right" if mean >= RIGHT_FROM else "wrong"
    words = f"mean score {mean:.3g} of {len(shares)}{_spread(shares)}"
    return Verdict(outcome, words, score=mean, judge={"vote_values": shares})


def _mean_value(votes: Mapping[str, Verdict]) -> Verdict:
    values = [float(verdict.value) for verdict in votes.values() if verdict.value is not None]
    mean = statistics.fmean(sorted(values))
    words = f"mean {mean:.4g} of {len(values)}{_spread(values)}"
    return Verdict("measured", words, value=mean, judge={"vote_values": values})


def _spread(values: list[float]) -> str:
    """Return the sample's standard deviation in words, empty for a single value."""
    if len(values) < MEMBERS_MIN:
        return ""
    return f" (standard deviation {statistics.stdev(values):.3g})"


def _tags(votes: Mapping[str, Verdict], outcome: str) -> tuple[str, ...]:
    """Return the tags of the members whose outcome is the panel's."""
    tags = {
        tag for verdict in votes.values() if verdict.outcome == outcome for tag in verdict.tags
    }
    return tuple(sorted(tags))


def _said(name: str, verdict: Verdict | None, is_vote: bool) -> str:
    if verdict is None:
        return f"{name} has no verdict (no vote)"
    worth = verdict.value if verdict.outcome == "measured" else verdict.score
    words = verdict.outcome if worth is None else f"{verdict.outcome} {worth:.4g}"
    reason = shown(verdict.reason)
    if len(reason) > REASON_CHARACTERS:
        reason = f"{reason[:REASON_CHARACTERS]}…"
    return f"{name} {words}{'' if is_vote else ', no vote'} ({reason})"
