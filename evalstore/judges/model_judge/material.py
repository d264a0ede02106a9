"""The parts of a case, a reply and a rival reply that a template shows to its judge."""

from itertools import zip_longest

from evalstore.judges.model_judge.template import Template
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.running.model_calls.fencing import PromptPart


class NothingToJudgeError(Exception):
    """A case or reply lacks what the template has to show; the text says what."""


def parts_of(
    template: Template, case: Case, reply: Response, rival: Response | None = None
) -> list[PromptPart]:
    """
    Return the parts in the order of the template, the optional ones last.

    Raises NothingToJudgeError where one that has to be shown is not there.
    """
    if max(len(case.turns), len(reply.turns)) < template.turns_min:
        raise NothingToJudgeError(
            f"the conversation has fewer than {template.turns_min} turns: nothing to compare"
        )
    shown: list[PromptPart] = []
    for name in (*template.shows, *template.optional):
        found = _part(name, case, reply, rival)
        if not found and name in template.shows:
            raise NothingToJudgeError(_LACKING[name])
        shown += found
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
    """Return a conversation, each turn fenced by itself, so that none can pretend to be two."""
    answers = reply.turns or ((reply.text,) if reply.text else ())
    parts: list[PromptPart] = []
    for number, (asked, answer) in enumerate(zip_longest(case.turns, answers), 1):
        if asked:
            parts.append(PromptPart(f"user, turn {number}", asked))
        if answer:
            parts.append(PromptPart(f"assistant, turn {number}", answer))
    return parts if answers else []


def text_of(reply: Response | None) -> str | None:
    """Return what a system said, all turns of it; its parsed answer where it has no text."""
    if reply is None or reply.status not in {"ok", "unparsable"}:
        return None
    if len(reply.turns) > 1:
        return "\n\n".join(reply.turns)
    return reply.text if reply.text is not None else reply.answer


def reference_of(case: Case) -> str | None:
    """Return the reference as a text; of several right answers, each on a line."""
    if isinstance(case.expected, tuple):
        lines = "\n".join(f"- {answer}" for answer in case.expected)
        return f"Any one of these is right:\n{lines}" if lines else None
    return None if case.expected is None else str(case.expected)
