"""The parts of a case, a reply and a rival reply that a template includes in the prompt."""

from itertools import zip_longest

from evalstore.judges.model_judge.template import Template
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.running.model_calls.fencing import PromptPart


class NothingToJudgeError(Exception):
    """A case or reply lacks a part that the template requires; the text names it."""


def parts_of(
    template: Template, case: Case, reply: Response, rival: Response | None = None
) -> list[PromptPart]:
    """
    Return the parts in the order of the template, the optional ones last.

    Raises NothingToJudgeError if a required part is missing.
    """
    if max(len(case.turns), len(reply.turns)) < template.turns_min:
        raise NothingToJudgeError(
            f"the conversation has fewer than {template.turns_min} turns: nothing to compare"
        )
    shown: list[PromptPart] = []
    for name in (*template.shows, *template.optional):
        parts = _part(name, case, reply, rival)
        if not parts and name in template.shows:
            raise NothingToJudgeError(_LACKING[name])
        shown += parts
    return shown


_LACKING = {
    "question": "the case has no question",
    "conversation": "there is no conversation",
    "reference": "the case has no reference to judge by",
    "reply": "the reply has no text",
    "first": "the reply has no text",
    "second": "there is no reply to compare it with",
}


def _part(name: str, case: Case, reply: Response, rival: Response | None) -> list[PromptPart]:
    if name == "conversation":
        return _turns(case, reply)
    title, text = {
        "question": ("question", "\n\n".join(case.turns)),
        "reference": ("reference answer", reference_of(case)),
        "reply": ("reply to judge", text_of(reply)),
        "first": ("first reply", text_of(reply)),
        "second": ("second reply", text_of(rival)),
    }[name]
    return [PromptPart(title, text)] if text and text.strip() else []


def _turns(case: Case, reply: Response) -> list[PromptPart]:
    """Return a conversation with each turn in its own fence, so that no turn can imitate two."""
    answers = reply.turns or ((reply.text,) if reply.text else ())
    parts: list[PromptPart] = []
    for number, (question, answer) in enumerate(zip_longest(case.turns, answers), 1):
        if question:
            parts.append(PromptPart(f"user, turn {number}", question))
        if answer:
            parts.append(PromptPart(f"assistant, turn {number}", answer))
    return parts if answers else []


def text_of(reply: Response | None) -> str | None:
    """Return the text of all turns of a reply, its parsed answer if it has no text, else None."""
    if reply is None or reply.status not in {"ok", "unparsable"}:
        return None
    if len(reply.turns) > 1:
        return "\n\n".join(reply.turns)
    return reply.text if reply.text is not None else reply.answer


def reference_of(case: Case) -> str | None:
    """Return the reference as a text; several right answers are listed, one per line."""
    if isinstance(case.expected, tuple):
        lines = "\n".join(f"- {answer}" for answer in case.expected)
        return f"Any one of these is right:\n{lines}" if lines else None
    return None if case.expected is None else str(case.expected)
