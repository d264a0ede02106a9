"""Replies of a model to one document: texts, or log-likelihoods of choices."""

import json
import math
from dataclasses import dataclass, field
from typing import Any

# What the harness's own regex filter gives where it finds nothing.
INVALID = "[invalid]"
# A log-likelihood, and whether the choice is the greedy one.
PAIR_LENGTH = 2
CHOICES_MIN = 2
# As a truth value, and as the text that the harness makes of it.
GREEDY = (True, "True")


@dataclass(slots=True)
class DocumentReply:
    """
    The reply, and the question as it was put.

    ``texts`` has an entry for each attempt, None where nothing came. ``confidence`` is the softmax
    over the log-likelihoods of the choices, at the likeliest of them: 0 to 1.
    """

    prompt: str | None = None
    messages: list[dict[str, Any]] | None = None
    choices: list[str] | None = None
    texts: list[str | None] = field(default_factory=list)
    answer: str | bool | None = None
    confidence: float | None = None
    log_likelihoods: list[float] | None = None
    picked: int | None = None
    has_answer: bool = True


def reply_of(sample: dict[str, Any]) -> DocumentReply:
    """Return the reply of one line of samples, of whatever version."""
    arguments = _arguments(sample.get("arguments"))
    resps = _list(sample.get("resps"))
    filtered = _list(sample.get("filtered_resps"))
    reply = DocumentReply(**_question(arguments))
    pairs = [pair for one in filtered if (pair := _pair(one)) is not None]
    lengths = {len(one) for one in arguments}
    if pairs and len(pairs) == len(filtered) and 1 not in lengths:
        _of_likelihoods(reply, pairs, arguments)
    elif lengths == {1} and filtered and (likelihood := _number(filtered[0])) is not None:
        # The likelihood of a text, word for word: nothing was asked.
        reply.log_likelihoods = [likelihood]
        reply.texts = [None]
    else:
        _of_texts(reply, resps, filtered)
    return reply


def _of_likelihoods(
    reply: DocumentReply, pairs: list[tuple[float, bool]], arguments: list[list[Any]]
) -> None:
    shared = reply.prompt is not None or reply.messages is not None
    count = len(pairs)
    # For `acc_mutual_info` each choice is asked again without its question.
    half = count // 2
    if count == 2 * half > CHOICES_MIN and all(one[0] == "" for one in arguments[half:]):
        count = half
    reply.log_likelihoods = [likelihood for likelihood, _ in pairs]
    if count < CHOICES_MIN or len(arguments) < count:
        reply.answer, reply.texts = pairs[0][1], [None]
        return
    asked = arguments[:count]
    reply.choices = (
        [str(one[1]).strip() for one in asked]
        if shared
        else [f"{one[0]}{one[1]}" for one in asked]
    )
    likelihoods = reply.log_likelihoods[:count]
    reply.picked = max(range(count), key=likelihoods.__getitem__)
    reply.texts = [reply.choices[reply.picked]]
    highest = likelihoods[reply.picked]
    if math.isfinite(highest):
        reply.confidence = 1 / sum(math.exp(one - highest) for one in likelihoods)


def _of_texts(reply: DocumentReply, resps: list[Any], filtered: list[Any]) -> None:
    first = resps[0] if resps else None
    attempts = first if isinstance(first, list) else [first]
    reply.texts = [one if isinstance(one, str) else None for one in attempts] or [None]
    reply.has_answer = any(text is not None for text in reply.texts)
    extracted = filtered[0] if filtered else None
    if isinstance(extracted, str) and extracted not in (INVALID, reply.texts[0]):
        reply.answer = extracted


def _question(arguments: list[list[Any]]) -> dict[str, Any]:
    contexts = {str(one[0]) for one in arguments if one[0] != ""}
    if len(contexts) != 1:
        return {}
    [context] = contexts
    if context.startswith("[{"):
        try:
            messages = json.loads(context)
        except (ValueError, RecursionError):
            messages = None
        if messages and all(isinstance(one, dict) and "role" in one for one in messages):
            return {"messages": messages}
    return {"prompt": context}


def _arguments(found: object) -> list[list[Any]]:
    """Return the arguments of each request; they come by name, or as lists before 0.4.3."""
    requests = list(found.values()) if isinstance(found, dict) else _list(found)
    return [
        [
            one if isinstance(one, str) else _unwrapped(one)
            for one in (request.values() if isinstance(request, dict) else request)
        ]
        for request in requests
        if isinstance(request, dict | list) and request
    ]


def _unwrapped(argument: Any) -> Any:
    # A conversation is a tuple of one text.
    is_wrapped = isinstance(argument, list) and len(argument) == 1
    return argument[0] if is_wrapped and isinstance(argument[0], str) else argument


def _pair(found: Any) -> tuple[float, bool] | None:
    """Return a log-likelihood and whether it is the greedy choice; numbers come as text too."""
    if not isinstance(found, list) or len(found) != PAIR_LENGTH:
        return None
    written, is_greedy = found
    likelihood = _number(written)
    return None if likelihood is None else (likelihood, is_greedy in GREEDY)


def _number(found: Any) -> float | None:
    if type(found) not in (str, float, int):
        return None
    try:
        number = float(found)
    except (ValueError, OverflowError):
        return None
    return None if number != number else number  # noqa: PLR0124 a number that is none


def _list(found: object) -> list[Any]:
    return found if isinstance(found, list) else []
