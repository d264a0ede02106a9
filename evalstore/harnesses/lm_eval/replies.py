"""Replies of a model to one document: texts, or log-likelihoods of choices."""

import json
import math
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.values import listed

# What the harness's own regex filter gives where it finds nothing.
INVALID = "[invalid]"
# A log-likelihood, and whether the choice is the greedy one.
PAIR_LENGTH = 2
OF_ARGUMENTS = (dict, list)
CHOICES_MIN = 2
NO_SOFTMAX = {
    "path": "confidence",
    "was": "NaN",
    "rule": "no softmax over log-likelihoods where one is NaN or infinite, or all minus infinity",
}


@dataclass(slots=True)
class DocumentReply:
    """
    The reply, and the question as it was put.

    ``texts`` has an entry for each attempt, None where nothing came. ``confidence`` is the softmax
    over the log-likelihoods of the choices, at the likeliest of them: 0 to 1. Where one of them is
    NaN nobody knows the likeliest, so the text is None too. ``log_likelihoods`` has None for what
    is no finite number; ``repairs`` says what was there, and why there is no confidence.
    """

    prompt: str | None = None
    messages: list[dict[str, Any]] | None = None
    choices: list[str] | None = None
    texts: list[str | None] = field(default_factory=list)
    answer: str | bool | None = None
    confidence: float | None = None
    log_likelihoods: list[float | None] | None = None
    picked: int | None = None
    has_answer: bool = True
    repairs: list[dict[str, str]] = field(default_factory=list)

    @property
    def question_hash(self) -> int | None:
        """A hash of the question as it was put; None where nothing is known of it."""
        asked = self.prompt, tuple(self.choices or ()), self.messages
        if asked == (None, (), None):
            return None
        return hash((self.prompt, asked[1], repr(self.messages) if self.messages else None))


def reply_of(sample: dict[str, Any], decoded: dict[str, Any] | None = None) -> DocumentReply:
    """
    Return the reply of one line of samples, of whatever version.

    ``decoded`` is the sample before it was repaired, whose log-likelihoods may be infinite.
    """
    arguments = _arguments(sample.get("arguments"))
    resps = listed(sample.get("resps"))
    filtered = listed(sample.get("filtered_resps"))
    scored = listed((decoded or sample).get("filtered_resps"))
    reply = DocumentReply(**_question(arguments))
    lengths = {len(one) for one in arguments}
    if lengths == {1} and scored and (likelihood := _likelihood(scored[0])) is not None:
        # The likelihood of a text, word for word: nothing was asked.
        _keep(reply, [likelihood])
        reply.texts = [None]
        return reply
    pairs = (
        [pair for one in scored if (pair := _pair(one)) is not None]
        if 1 not in lengths and not _is_generated(arguments)
        else []
    )
    if pairs and len(pairs) == len(filtered):
        _of_likelihoods(reply, pairs, arguments)
    else:
        _of_texts(reply, resps, filtered)
    return reply


def _is_generated(arguments: list[list[Any]]) -> bool:
    # The second argument says how to generate, as an object, or is the text whose likelihood is
    # asked; images come third to either. What `configs` calls the output type is a default for
    # tasks in Python, whatever they ask for.
    return bool(arguments) and isinstance(arguments[0][1], dict)


def _of_likelihoods(
    reply: DocumentReply, pairs: list[tuple[float, bool]], arguments: list[list[Any]]
) -> None:
    shared = reply.prompt is not None or reply.messages is not None
    count = len(pairs)
    # For `acc_mutual_info` each choice is asked again without its question.
    half = count // 2
    if count == 2 * half > CHOICES_MIN and all(one[0] == "" for one in arguments[half:]):
        count = half
    likelihoods = [likelihood for likelihood, _ in pairs]
    are_finite = _keep(reply, likelihoods)
    if count < CHOICES_MIN or len(arguments) < count:
        reply.answer, reply.texts = pairs[0][1], [None]
        return
    asked = arguments[:count]
    reply.choices = (
        [str(one[1]).strip() for one in asked]
        if shared
        else [f"{one[0]}{one[1]}" for one in asked]
    )
    reply.texts = [None]
    likelihoods = likelihoods[:count]
    if not are_finite and any(map(math.isnan, likelihoods)):
        reply.repairs.append(NO_SOFTMAX)
        return
    highest = max(likelihoods)
    reply.picked = likelihoods.index(highest)
    reply.texts = [reply.choices[reply.picked]]
    if math.isfinite(highest):
        reply.confidence = 1 / sum([math.exp(one - highest) for one in likelihoods])
    else:
        reply.repairs.append(NO_SOFTMAX)


def _keep(reply: DocumentReply, likelihoods: list[float]) -> bool:
    """Keep log-likelihoods, with a repair for each that JSON has no number for; say if none is."""
    # One that is not finite makes the sum so.
    if math.isfinite(sum(likelihoods)):
        reply.log_likelihoods = [*likelihoods]
        return True
    reply.log_likelihoods = [one if math.isfinite(one) else None for one in likelihoods]
    reply.repairs += [
        {
            "path": f"log_likelihoods.{at}",
            "was": "NaN" if math.isnan(one) else "Infinity" if one > 0 else "-Infinity",
            "rule": "NaN and Infinity become null",
        }
        for at, one in enumerate(likelihoods)
        if not math.isfinite(one)
    ]
    return False


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
    requests = list(found.values()) if isinstance(found, dict) else listed(found)
    return [
        [
            one if type(one) is str else _unwrapped(one)
            for one in (request.values() if type(request) is dict else request)
        ]
        for request in requests
        if request and isinstance(request, OF_ARGUMENTS)
    ]


def _unwrapped(argument: Any) -> Any:
    # A conversation is a tuple of one text.
    is_wrapped = isinstance(argument, list) and len(argument) == 1
    return argument[0] if is_wrapped and isinstance(argument[0], str) else argument


def _pair(found: Any) -> tuple[float, bool] | None:
    """
    Return a log-likelihood and whether it is the greedy choice; both come as text too.

    >>> _pair(["-1.5", "True"]), _pair([-2.0, False]), _pair(["5", "4"])
    ((-1.5, True), (-2.0, False), None)
    """
    if type(found) is not list or len(found) != PAIR_LENGTH:
        return None
    written, is_greedy = found
    if is_greedy is False or is_greedy == "False":
        is_greedy = False
    elif is_greedy is True or is_greedy == "True":
        is_greedy = True
    else:
        return None
    # Writers of strict JSON have null for NaN.
    likelihood = math.nan if written is None else _likelihood(written)
    return None if likelihood is None else (likelihood, is_greedy)


def _likelihood(found: Any) -> float | None:
    if type(found) not in (str, float, int):
        return None
    try:
        return float(found)
    except (ValueError, OverflowError):
        return None
