"""The ``judge`` fields of recorded verdicts: model, prompt, reply and cost."""

from collections.abc import Mapping, Sequence

from evalstore.running.chat.chat_settings import ChatSettings
from evalstore.running.model_calls.asker import JudgeReply


def judge_identity(
    replies: Sequence[JudgeReply],
    *,
    system_id: str,
    service: ChatSettings,
    template: str,
    prompt_sha256: str,
    about: Mapping[str, object],
) -> dict[str, object]:
    """
    Return the fields of ``judge`` that have a value; ``about`` contains further ones.

    ``model`` is the name that the service returned. Tokens and cost, in US dollars, cover the
    replies that were paid for now; ``reused_count`` counts the others.
    """
    paid = [reply for reply in replies if not reply.is_reused]
    fields: dict[str, object] = {
        "system": system_id,
        "model": next((reply.model for reply in replies if reply.model), None),
        "template": template,
        "prompt_sha256": prompt_sha256,
        "temperature": service.temperature,
        "seed": service.seed,
        "tokens_in": _sum([reply.tokens_in for reply in paid]),
        "tokens_out": _sum([reply.tokens_out for reply in paid]),
        "cost_usd": _sum([reply.cost_usd for reply in paid]),
        "reused_count": len(replies) - len(paid) or None,
        "finish_reason": paid[0].finish_reason if paid else None,
        "raw_reply": replies[0].text,
        "request_sha256s": [reply.request_sha256 for reply in replies],
        "raw_replies": [reply.text or "" for reply in replies] if len(replies) > 1 else None,
        **about,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _sum(amounts: Sequence[float | None]) -> float | None:
    """Return the sum of the amounts; None if one of them is unknown."""
    present_amounts = [amount for amount in amounts if amount is not None]
    return sum(present_amounts) if len(present_amounts) == len(amounts) else None
