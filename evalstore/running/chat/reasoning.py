"""Removal of the reasoning that some models write before their answer, by its markers."""

import re

# Markers such as <think>, and [THINK] of Magistral.
_MARKER = re.compile(
    r"<(?P<end>/?)(?:think|thinking|thought|thoughts|reasoning|reflection)>|"
    r"\[(?P<bracket_end>/?)THINK\]",
    re.IGNORECASE,
)
# The channel markers of gpt-oss, which some services pass on.
_FINAL_CHANNEL = "<|channel|>final<|message|>"
_CHANNEL = "<|channel|>"
_CONTROL = "<|"


def without_reasoning(text: str) -> str:
    """
    Return a text without its reasoning, in time linear in its length.

    A closing marker without an opening one ends reasoning that starts at the beginning of the
    text; an opening marker without a closing one starts reasoning that extends to the end.

    >>> without_reasoning("<think>Is it NO?</think>YES"), without_reasoning("Hm.</think> YES")
    ('YES', 'YES')
    >>> without_reasoning("<think>It is YES, or"), without_reasoning("2 < 3")
    ('', '2 < 3')
    """
    if _CHANNEL in text:
        return _final_channel(text)
    kept: list[str] = []
    start = 0
    is_reasoning = False
    for marker in _MARKER.finditer(text):
        if marker["end"] or marker["bracket_end"]:
            if not is_reasoning:
                kept.clear()
            is_reasoning, start = False, marker.end()
        elif not is_reasoning:
            kept.append(text[start : marker.start()])
            is_reasoning = True
    if not is_reasoning:
        kept.append(text[start:])
    return "\n".join(part.strip() for part in kept if part.strip())


def answer_start(text: str) -> int:
    """
    Return the position after the last marker of reasoning in a text, else 0.

    >>> answer_start("<think>Hm.</think>YES")
    18
    """
    place = text.rfind(_FINAL_CHANNEL)
    if place >= 0:
        return place + len(_FINAL_CHANNEL)
    ends = [marker.end() for marker in _MARKER.finditer(text)]
    return ends[-1] if ends else 0


def _final_channel(text: str) -> str:
    _, separator, rest = text.rpartition(_FINAL_CHANNEL)
    return rest.partition(_CONTROL)[0].strip() if separator else ""
