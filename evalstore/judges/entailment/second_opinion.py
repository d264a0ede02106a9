"""A cross-encoder that decides replies which the rules of a validator leave undetermined."""

from collections.abc import Sequence
from typing import Protocol

from evalstore.base.encoders.cross_encoder import Entailment, opened_cross_encoder
from evalstore.judges.entailment.statements import COMPARISONS, Label, Pair
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

# Increase this when a verdict on a fixture changes; `judges.lock.toml` checks it.
VERSION = "2"
SETTINGS = {"cross_encoder": "", "cross_encoder_threshold": 0.9}


class EntailmentEncoder(Protocol):
    """A model that classifies whether a premise entails or contradicts a hypothesis."""

    name: str
    tokens_max: int
    weights_sha256: str

    def entailments(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """Return the label probabilities of pairs of premise and hypothesis."""


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
    Return the verdict of the rules; if it is undetermined, that of a cross-encoder.

    Raises UsageError or UnreadableInputError if the folder contains no such model.
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
    """Return a cross-encoder's verdict on an undetermined reply, with its label probabilities."""
    comparison = COMPARISONS[module_name]
    pairs = comparison.pairs(case, response)
    if not pairs:
        return verdict
    exchanged = [(second, first) for first, second in pairs] if comparison.both_orders else []
    results = encoder.entailments([*pairs, *exchanged])
    # A label counts only if it reaches the threshold in both orders.
    results, other = results[: len(pairs)], results[len(pairs) :] or results
    labels = [
        _label(result, threshold) if _label(result, threshold) == _label(two, threshold) else None
        for result, two in zip(results, other, strict=True)
    ]
    outcome = comparison.outcome(labels)
    probabilities = "; ".join(_words(result) for result in results[:3])
    cut = " (cut)" if any(result.is_truncated for result in [*results, *other]) else ""
    reason = (
        f"cross-encoder {encoder.name}: {probabilities}, threshold {threshold:g}, "
        f"{encoder.tokens_max} tokens read{cut}; the rules: {verdict.reason}"
    )
    identity = {
        "model": encoder.name,
        "weights_sha256": encoder.weights_sha256,
        "threshold": threshold,
        "label_probabilities": [dict(result.probabilities) for result in results],
        "is_truncated": bool(cut),
    }
    tags = (comparison.tag,) if outcome == "wrong" else verdict.tags
    return Verdict(outcome or "undetermined", reason, tags=tags, judge=identity)


def _label(result: Entailment, threshold: float) -> Label:
    """Return the label that reaches the threshold, else None; above 0.5 at most one can."""
    reached = [name for name, share in result.probabilities.items() if share >= threshold]
    return reached[0] if len(reached) == 1 else None


def _words(result: Entailment) -> str:
    name = max(result.probabilities, key=lambda label: result.probabilities[label])
    return f"{name} {result.probabilities[name]:.3f}"
