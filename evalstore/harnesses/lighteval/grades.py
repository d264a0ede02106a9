"""Grades of judges that LightEval did not get or could not parse, and counts as 0."""

import re
from typing import Any

SCORE, JUDGEMENT, PROMPT = "judge_score", "judgement", "user_prompt"
# LightEval's text in place of a missing reply of a judge.
FAILED = "ERROR: Failed to get response from the API."
# The form in which most of its judges write a grade: [[8]].
GRADE = re.compile(r"\[\[[^\[\]]+\]\]")
ASKED = "[["
SHOWN_LENGTH_MAX = 60


def is_beside(metric: str) -> bool:
    """
    Return True if a metric's name is that of a judge's prompt or reply, which are not metrics.

    >>> is_beside("judgement_gpt"), is_beside("user_prompt"), is_beside("judge_score_gpt")
    (True, True, False)
    """
    return any(metric == kind or metric.startswith(f"{kind}_") for kind in (JUDGEMENT, PROMPT))


def objection_to(metric: str, value: object, metrics: dict[str, Any]) -> str | None:
    """
    Return why a judge's score of 0 is not a grade: missing or not parsed; None if it is one.

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
    judgement_name, place = _beside(JUDGEMENT, judge, metrics), _turn(judge)
    if judgement_name is None:
        return None
    reply = _of_turn(metrics[judgement_name], place)
    if not isinstance(reply, str | None):
        return None
    if reply is None or reply.strip() in ("", FAILED):
        return "no grade of the judge came"
    prompt_name = _beside(PROMPT, judge, metrics)
    if (
        prompt_name is None
        or ASKED not in str(_of_turn(metrics[prompt_name], place))
        or GRADE.search(reply)
    ):
        return None
    return (
        "the grade was not read: the judge was asked for [[…]] and wrote "
        f'"{reply.strip()[:SHOWN_LENGTH_MAX]}"'
    )


def _beside(kind: str, judge: str, metrics: dict[str, Any]) -> str | None:
    """
    Return the name of a judge's reply or prompt in the metrics; None if it is missing.

    If all turns are in one list, its name is the kind alone.
    """
    return next((metric for metric in (f"{kind}{judge}", kind) if metric in metrics), None)


def _turn(judge: str) -> int | None:
    match = re.fullmatch(r"_turn_(\d{1,3})", judge)
    return int(match[1]) - 1 if match else None


def _of_turn(value: Any, place: int | None) -> Any:
    is_of_turns = isinstance(value, list) and place is not None and place < len(value)
    return value[place] if is_of_turns else value
