"""Replies of a model to one document: texts, or log-likelihoods of choices."""

import json
import math
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.values import listed

# The result of the harness's regex filter if nothing matches.
INVALID = "[invalid]"
# The log-likelihood of a choice, and whether it is the greedy one.
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

    ``texts`` has an entry for each attempt, None if nothing was generated. ``confidence`` is the
    softmax over the log-likelihoods of the choices, at the most likely one: 0 to 1. If one of them
    is NaN, the most likely is unknown, so the text is None, too. ``log_likelihoods`` has None for
    values that are not finite; ``repairs`` has those values, and why there is no confidence.
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
        """A hash of the question as it was put; None if the question is unknown."""
        question = self.prompt, tuple(self.choices or ()), self.messages
        if question == (None, (), None):
            return None
        return hash((self.prompt, question[1], repr(self.messages) if self.messages else None))


def reply_of(sample: dict[str, Any], decoded: dict[str, Any] | None = None) -> DocumentReply:
    """
    Return the reply in one line of samples, of any version of the harness.

    ``decoded`` is the sample before it was repaired, whose log-likelihoods may be infinite.
    """
    arguments = _arguments(sample.get("arguments"))
    resps = listed(sample.get("resps"))
    filtered = listed(sample.get("filtered_resps"))
    scored = listed((decoded or sample).get("filtered_resps"))
    reply = DocumentReply(**_question(arguments))
    lengths = {len(argument) for argument in arguments}
    if lengths == {1} and scored and (likelihood := _likelihood(scored[0])) is not None:
        # The rolling log-likelihood of a text: there is no question.
        _keep(reply, [likelihood])
        reply.texts = [None]
        return reply
    pairs = (
        [pair for argument in scored if (pair := _pair(argument)) is not None]
        if 1 not in lengths and not _is_generated(arguments)
        else []
    )
    if pairs and len(pairs) == len(filtered):
        _of_likelihoods(reply, pairs, arguments)
    else:
        _of_texts(reply, resps, filtered)
    return reply


def _is_generated(arguments: list[list[Any]]) -> bool:
    # The second argument is the object of generation settings, or the text whose likelihood is
    # requested; images come third in both cases. The output type in `configs` is not reliable:
    # tasks written in Python keep its default.
    return bool(arguments) and isinstance(arguments[0][1], dict)


def _of_likelihoods(
    reply: DocumentReply, pairs: list[tuple[float, bool]], arguments: list[list[Any]]
) -> None:
    shared = reply.prompt is not None or reply.messages is not None
    count = len(pairs)
    # For `acc_mutual_info`, each choice is requested again without the question.
    half = count // 2
    if count == 2 * half > CHOICES_MIN and all(item[0] == "" for item in arguments[half:]):
        count = half
    likelihoods = [likelihood for likelihood, _ in pairs]
    are_finite = _keep(reply, likelihoods)
    if count < CHOICES_MIN or len(arguments) < count:
        reply.answer, reply.texts = pairs[0][1], [None]
        return
    choice_arguments = arguments[:count]
    reply.choices = (
        [str(item[1]).strip() for item in choice_arguments]
        if shared
        else [f"{item[0]}{item[1]}" for item in choice_arguments]
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
        reply.confidence = 1 / sum([math.exp(item - highest) for item in likelihoods])
    else:
        reply.repairs.append(NO_SOFTMAX)


def _keep(reply: DocumentReply, likelihoods: list[float]) -> bool:
    """Set the log-likelihoods, with a repair for each that is not finite; True if all are."""
    # The sum is finite only if every value is.
    if math.isfinite(sum(likelihoods)):
        reply.log_likelihoods = [*likelihoods]
        return True
    reply.log_likelihoods = [
        likelihood if math.isfinite(likelihood) else None for likelihood in likelihoods
    ]
    reply.repairs += [
        {
            "path": f"log_likelihoods.{at}",
            "was": "NaN"
            if math.isnan(likelihood)
            else "Infinity"
            if likelihood > 0
            else "-Infinity",
            "rule": "NaN and Infinity become null",
        }
        for at, likelihood in enumerate(likelihoods)
        if not math.isfinite(likelihood)
    ]
    return False


def _of_texts(reply: DocumentReply, resps: list[Any], filtered: list[Any]) -> None:
    first = resps[0] if resps else None
    attempts = first if isinstance(first, list) else [first]
    reply.texts = [attempt if isinstance(attempt, str) else None for attempt in attempts] or [None]
    reply.has_answer = any(text is not None for text in reply.texts)
    extracted = filtered[0] if filtered else None
    if isinstance(extracted, str) and extracted not in (INVALID, reply.texts[0]):
        reply.answer = extracted


def _question(arguments: list[list[Any]]) -> dict[str, Any]:
    contexts = {str(item[0]) for item in arguments if item[0] != ""}
    if len(contexts) != 1:
        return {}
    [context] = contexts
    if context.startswith("[{"):
        try:
            messages = json.loads(context)
        except (ValueError, RecursionError):
            messages = None
        if messages and all(isinstance(item, dict) and "role" in item for item in messages):
            return {"messages": messages}
    return {"prompt": context}


def _arguments(arguments: object) -> list[list[Any]]:
    """Return the arguments of each request; they are in an object, or before 0.4.3 in lists."""
    requests = list(arguments.values()) if isinstance(arguments, dict) else listed(arguments)
    return [
        [
            argument if type(argument) is str else _unwrapped(argument)
            for argument in (request.values() if type(request) is dict else request)
        ]
        for request in requests
        if request and isinstance(request, OF_ARGUMENTS)
    ]


def _unwrapped(argument: Any) -> Any:
    # A conversation is a list of one text.
    is_wrapped = isinstance(argument, list) and len(argument) == 1
    return argument[0] if is_wrapped and isinstance(argument[0], str) else argument


def _pair(value: Any) -> tuple[float, bool] | None:
    """
    Return a log-likelihood and whether the choice is the greedy one; None for another value.

    Both may be text.

    >>> _pair(["-1.5", "True"]), _pair([-2.0, False]), _pair(["5", "4"])
    ((-1.5, True), (-2.0, False), None)
    """
    if type(value) is not list or len(value) != PAIR_LENGTH:
        return None
    written, is_greedy = value
    if is_greedy is False or is_greedy == "False":
        is_greedy = False
    elif is_greedy is True or is_greedy == "True":
        is_greedy = True
    else:
        return None
    # Writers of strict JSON have null for NaN.
    likelihood = math.nan if written is None else _likelihood(written)
    return None if likelihood is None else (likelihood, is_greedy)


def _likelihood(value: Any) -> float | None:
    if type(value) not in (str, float, int):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None
