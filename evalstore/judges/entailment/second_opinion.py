"""A cross-encoder's word on a reply of which the rules of a validator say undetermined."""

from collections.abc import Sequence
from typing import Protocol

from evalstore.base.encoders.cross_encoder import Entailment, opened_cross_encoder
from evalstore.judges.entailment.statements import COMPARISONS, Label, Pair
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

# Raised where its word on a fixture changes: its part in `judges.lock.toml` asks for it.
VERSION = "1"
SETTINGS = {"cross_encoder": "", "cross_encoder_threshold": 0.9}


class EntailmentEncoder(Protocol):
    """Whoever says what follows from what."""

    name: str
    tokens_max: int
    weights_sha256: str

    def entailments(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """Return what is said of pairs of a premise and a hypothesis."""


def judge(
    case: Case,
    response: Response,
    verdict: Verdict,
    *,
    module_name: str,
    cross_encoder: str,
    cross_encoder_threshold: float,
) -> Verdict:
    """
    Return the verdict of the rules, or of a cross-encoder where they are undetermined.

    Raises UsageError and UnreadableInputError for a folder that holds no such model.
    """
    if verdict.outcome != "undetermined":
        return verdict
    encoder = opened_cross_encoder(cross_encoder)
    return opinion(
        case, response, verdict, module_name=module_name, encoder=encoder,
        threshold=cross_encoder_threshold,
    )  # fmt: skip


def opinion(
    case: Case,
    response: Response,
    verdict: Verdict,
    *,
    module_name: str,
    encoder: EntailmentEncoder,
    threshold: float,
) -> Verdict:
    """Return what a cross-encoder makes of an undetermined verdict, with its probabilities."""
    comparison = COMPARISONS[module_name]
    pairs = comparison.pairs(case, response)
    if not pairs:
        return verdict
    exchanged = [(second, first) for first, second in pairs] if comparison.both_orders else []
    found = encoder.entailments([*pairs, *exchanged])
    # Of both orders the one that is less sure decides.
    found, other = found[: len(pairs)], found[len(pairs) :] or found
    labels = [
        _label(one, threshold) if _label(one, threshold) == _label(two, threshold) else None
        for one, two in zip(found, other, strict=True)
    ]
    outcome = comparison.outcome(labels)
    told = "; ".join(_words(one) for one in found[:3])
    cut = " (cut)" if any(one.is_truncated for one in [*found, *other]) else ""
    reason = (
        f"cross-encoder {encoder.name}: {told}, threshold {threshold:g}, "
        f"{encoder.tokens_max} tokens read{cut}; the rules: {verdict.reason}"
    )
    identity = {
        "model": encoder.name,
        "weights_sha256": encoder.weights_sha256,
        "threshold": threshold,
        "label_probabilities": [dict(one.probabilities) for one in found],
        "is_truncated": bool(cut),
    }
    tags = (comparison.tag,) if outcome == "wrong" else verdict.tags
    return Verdict(outcome or "undetermined", reason, tags=tags, judge=identity)


def _label(found: Entailment, threshold: float) -> Label:
    """Return the label that reaches the threshold; above one half it is one at most."""
    reached = [name for name, share in found.probabilities.items() if share >= threshold]
    return reached[0] if len(reached) == 1 else None


def _words(found: Entailment) -> str:
    name = max(found.probabilities, key=lambda label: found.probabilities[label])
    return f"{name} {found.probabilities[name]:.3f}"
