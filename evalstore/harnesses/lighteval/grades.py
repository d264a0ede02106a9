"""Grades of judges that LightEval did not get or could not read, and counts as 0."""

import re
from typing import Any

SCORE, JUDGEMENT, PROMPT = "judge_score", "judgement", "user_prompt"
# What LightEval itself writes in the place of a judge's reply.
FAILED = "ERROR: Failed to get response from the API."
# How most of its judges are asked to write a grade: [[8]].
GRADE = re.compile(r"\[\[[^\[\]]+\]\]")
ASKED = "[["
SHOWN_LENGTH_MAX = 60


def is_beside(metric: str) -> bool:
    """
    Say whether a name is that of what a judge was asked or said, beside the metrics.

    >>> is_beside("judgement_gpt"), is_beside("user_prompt"), is_beside("judge_score_gpt")
    (True, True, False)
    """
    return any(metric == one or metric.startswith(f"{one}_") for one in (JUDGEMENT, PROMPT))


def objection_to(metric: str, value: object, metrics: dict[str, Any]) -> str | None:
    """
    Say why a judge's score of 0 is none: no grade came, or none was read; None where it is one.

    >>> objection_to("judge_score_gpt", 0, {"judgement_gpt": "", "user_prompt_gpt": "Rate it."})
    'no grade of the judge came'
    >>> objection_to("judge_score_gpt", 0, {
    ...     "judgement_gpt": "Fine.", "user_prompt_gpt": "Answer [[rating]]."})
    'the grade was not read: the judge was asked for [[…]] and wrote "Fine."'
    >>> objection_to("judge_score_gpt", 0, {
    ...     "judgement_gpt": "[[0]]", "user_prompt_gpt": "Answer [[rating]]."})
    """
    if not metric.startswith(SCORE) or value not in (0, None):
        return None
    judge = metric.removeprefix(SCORE)
    said, place = _beside(JUDGEMENT, judge, metrics), _turn(judge)
    if said is None:
        return None
    reply = _of_turn(metrics[said], place)
    if not isinstance(reply, str | None):
        return None
    if reply is None or reply.strip() in ("", FAILED):
        return "no grade of the judge came"
    asked = _beside(PROMPT, judge, metrics)
    if asked is None or ASKED not in str(_of_turn(metrics[asked], place)) or GRADE.search(reply):
        return None
    return (
        "the grade was not read: the judge was asked for [[…]] and wrote "
        f'"{reply.strip()[:SHOWN_LENGTH_MAX]}"'
    )


def _beside(kind: str, judge: str, metrics: dict[str, Any]) -> str | None:
    """Return the name under which a judge's reply or question stands; of turns it is one list."""
    return next((one for one in (f"{kind}{judge}", kind) if one in metrics), None)


def _turn(judge: str) -> int | None:
    found = re.fullmatch(r"_turn_(\d{1,3})", judge)
    return int(found[1]) - 1 if found else None


def _of_turn(found: Any, place: int | None) -> Any:
    is_of_turns = isinstance(found, list) and place is not None and place < len(found)
    return found[place] if is_of_turns else found
