"""
Factual: whether an answer is the right number, date or name, abstains, or corrects a premise.

The judged text is the parsed answer, else the whole reply without a repetition of the question.
It is read by rules on words and numbers: denied values do not count, hedged ones do, and several
different values are not one answer. The reason of the verdict names both compared values.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from evalstore.judges.factual.answer_key import answer_key_of
from evalstore.judges.factual.denial import denies
from evalstore.judges.factual.leak import judge_leak
from evalstore.judges.text.announced import announced_answer, conclusion_of, without_next_question
from evalstore.judges.text.choices.choices import judge_choice, options_of
from evalstore.judges.text.choices.forms import declining_option
from evalstore.judges.text.choices.several import judge_several
from evalstore.judges.text.declining.abstention import (
    abstention_in,
    answering_part,
    declining_words_in,
    guesses_after_abstaining,
)
from evalstore.judges.text.latex.latex import expression_verdict, judge_math
from evalstore.judges.text.names.names import judge_name
from evalstore.judges.text.names.open_names import judge_open_name
from evalstore.judges.text.values.beside import without_uncertainty
from evalstore.judges.text.values.dates import judge_date
from evalstore.judges.text.values.numbers import judge_number
from evalstore.judges.text.verbatim import is_verbatim, without_question
from evalstore.judges.text.wording import answer_text, reply_object, shown
from evalstore.judges.text.yes_no.yes_no import denies_rather_than_declines, judge_yes_no
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

VERSION = "1.11"
JUDGES_UNPARSABLE = False
# Its verdicts can be compared with other raters of the same answers.
IS_RATER = True

VALUE_JUDGES: Mapping[str, Callable[..., tuple[Verdict | None, int]]] = {
    "number": judge_number,
    "date": judge_date,
    "name": judge_name,
    "yes_no": judge_yes_no,
    "choice": judge_choice,
    "choices": judge_several,
    "math": judge_math,
}
OTHER_KINDS = {"abstain", "correction", "leak"}
# If no answer of these kinds can be read, the verdict is undetermined, not wrong.
READ_IN_PART = {"yes_no", "choice", "choices", "math"}
EXPRESSIONS = {"number", "math"}
SCALARS = (str, int, float)
# Order in which the verdict is chosen if several answers are right.
PREFERENCE = ("right", "undetermined", "abstained", "wrong")
# A longer text counts as a whole reply, even if it was recorded as the parsed answer.
ANSWER_ALONE_CHARACTERS_MAX = 200
# Words before an announced name: "in the bucket".
LEADING_WORDS = re.compile(
    r"\A(?:(?:it (?:is|was)|in|at|on|by|from|to|with|inside|near|called|named)\s)+", re.IGNORECASE
)
NO_ANSWER = ("no_answer",)
END_CHARACTERS = 300
# Tags of a wrong correction: the reply denies the premise and states another falsehood.
WRONG_CORRECTIONS = {"factual_error", "unit_error", "out_of_tolerance"}


def judge(case: Case, response: Response) -> Verdict:
    """Return right, wrong, abstained, or undetermined if free text names several values."""
    key = answer_key_of(case)
    reason = _why_unscored(key, response)
    if reason is not None:
        return Verdict("unscored", reason)
    kind, text = key["kind"], answer_text(response)
    reply = text if text is None else without_question(text, case.turns)
    if text is not None and not (reply or "").strip():
        reason = "only repeats the question" if text.strip() else "is empty"
        return Verdict("wrong", f"the reply {reason}", tags=("no_answer",))
    text = reply
    if kind in {"abstain", "leak"}:
        leak = judge_leak(text, key) if kind == "leak" else None
        return leak or _judge_abstention(text, case)
    if text is None:
        return Verdict("abstained", "the answer is null: it says that it does not know")
    is_answer_alone = _is_answer_alone(response)
    if kind == "correction":
        return _judge_correction(text, case, is_answer_alone=is_answer_alone)
    others = key.get("others")
    keys = [key, *(others if isinstance(others, list) else ())]
    verdicts = [_judge_value(text, each, case, is_answer_alone=is_answer_alone) for each in keys]
    return min(verdicts, key=lambda verdict: PREFERENCE.index(verdict.outcome))


def _is_answer_alone(response: Response) -> bool:
    """Return whether the text is a parsed answer; some scorers record the whole reply as one."""
    answer = response.answer
    if answer is None:
        return reply_object(response.text) is not None
    return answer != response.text or len(answer) <= ANSWER_ALONE_CHARACTERS_MAX


def _why_unscored(key: Mapping[str, object], response: Response) -> str | None:
    kind = key.get("kind")
    if response.status != "ok":
        return f"the response is {response.status}: there is no answer"
    if not key:
        return "the case expects no answer to compare with"
    if not isinstance(kind, str) or kind not in {*VALUE_JUDGES, *OTHER_KINDS}:
        return f"an answer key of kind {kind} holds no fact to compare with"
    if kind in VALUE_JUDGES and not isinstance(key.get("value"), SCALARS):
        return f"an answer key of kind {kind} without a value holds no fact to compare with"
    return None


def _judge_value(
    text: str, key: Mapping[str, object], case: Case, *, is_answer_alone: bool
) -> Verdict:
    if is_verbatim(text, key):
        return Verdict("right", f"{shown(text)} is the right answer word for word")
    judge_kind = _value_judge(key)
    question = _question_of(case)
    text = without_next_question(text)
    text = without_uncertainty(text) if key.get("tolerance") else text
    verdict = _as_announced(text, key, question, is_answer_alone=is_answer_alone)
    if verdict is not None:
        return verdict
    verdict, _ = judge_kind(text, key, question, is_answer_alone=is_answer_alone)
    if verdict is not None and verdict.outcome == "right" and key["kind"] == "name":
        verdict = _unless_concluded_otherwise(verdict, text, key, question)
    declining = abstention_in(text, question)
    if declining is not None:
        if key["kind"] == "yes_no" and denies_rather_than_declines(text, question):
            return verdict or _without_answer(text, key)
        # A reply that declines but also gives the right answer is right.
        named, _ = judge_kind(answering_part(text), key, question, is_answer_alone=False)
        if named is not None and named.outcome == "right":
            return named
        if abstention_in(str(key["value"])) is not None or _is_option(text, verdict, key):
            declining = None
    elif verdict is None or "no_answer" in verdict.tags:
        # Only the end of the text counts: earlier, such words are about a step towards the answer.
        declining = declining_words_in(text[-END_CHARACTERS:])
    if declining is not None:
        return Verdict("abstained", f"says {shown(declining)}")
    return _without_answer(text, key) if verdict is None else verdict


def _as_announced(
    text: str, key: Mapping[str, object], question: str, *, is_answer_alone: bool
) -> Verdict | None:
    """Return the verdict on an announced answer or one written as a formula, else None."""
    announcement = announced_answer(text)
    if is_answer_alone and announcement is not None and not announcement.is_marked:
        announcement = None
    if key["kind"] in EXPRESSIONS:
        verdict = expression_verdict(text, announcement, key, is_answer_alone=is_answer_alone)
        if verdict is not None:
            return verdict
    if announcement is None:
        return None
    answer = announcement.text
    if key["kind"] == "name":
        answer = LEADING_WORDS.sub("", answer)
    elif key["kind"] == "number" and any(map(str.isdigit, answer.partition(" (")[0])):
        # Text in brackets after a number explains the number.
        answer = answer.partition(" (")[0]
    verdict, start = _value_judge(key)(
        answer, key, question, is_answer_alone=announcement.is_marked
    )
    declining = abstention_in(announcement.text)
    if declining is not None and (verdict is None or verdict.outcome != "right"):
        return Verdict("abstained", f"announces {shown(declining)}")
    if verdict is None or start >= len(answer) or verdict.tags == NO_ANSWER:
        return None
    return replace(verdict, reason=f"{verdict.reason}, as the reply announces")


def _unless_concluded_otherwise(
    verdict: Verdict, text: str, key: Mapping[str, object], question: str
) -> Verdict:
    """Return undetermined if a long reply gives the right answer, but not in its conclusion."""
    conclusion = conclusion_of(text)
    if conclusion is None:
        return verdict
    concluded, _ = _value_judge(key)(conclusion, key, question, is_answer_alone=False)
    if concluded is not None and concluded.outcome == "right":
        return verdict
    return Verdict("undetermined", f"{verdict.reason}, but not in the reply's conclusion")


def _is_option(text: str, verdict: Verdict | None, key: Mapping[str, object]) -> bool:
    """Return whether a reply chooses an option such as "It cannot be determined"."""
    is_decided = verdict is not None and verdict.outcome in {"right", "wrong"}
    return is_decided and key["kind"] == "choice" and bool(declining_option(text, options_of(key)))


def _without_answer(text: str, key: Mapping[str, object]) -> Verdict:
    if key["kind"] in READ_IN_PART:
        reason = f"{shown(text)} cannot be read as an answer of kind {key['kind']}"
        return Verdict("undetermined", reason)
    reason = f"{shown(text)} holds no {key['kind']} to compare with {key['value']}"
    return Verdict("wrong", reason, tags=("no_answer",))


def _value_judge(key: Mapping[str, object]) -> Callable[..., tuple[Verdict | None, int]]:
    is_open = not any(key.get(field) for field in ("rivals", "is_symbol", "order"))
    # A date written by another tool does not show the precision that the question asks for.
    if (key["kind"] == "name" and is_open) or "as_written" in key:
        return judge_open_name
    return VALUE_JUDGES[str(key["kind"])]


def _question_of(case: Case) -> str:
    """Return the question, without instructions and passages."""
    return case.turns[0].partition("\n")[0] if case.turns else ""


def _judge_abstention(text: str | None, case: Case) -> Verdict:
    reason = str(case.answer_key.get("reason", "no answer exists"))
    if text is None:
        return Verdict("right", f"the answer is null, and {reason}")
    also_right = case.answer_key.get("also_right")
    if isinstance(also_right, list) and text.strip(" .$`") in also_right:
        return Verdict("right", f"{shown(text)} leaves open what is, for {reason}")
    declining = declining_words_in(text)
    if declining is None:
        reason = f"answers {shown(text)}, though {reason}"
        return Verdict("wrong", reason, tags=("unanswerable_answered",))
    if guesses_after_abstaining(text):
        reason = f"says {shown(declining)} and guesses all the same, though {reason}"
        return Verdict("wrong", reason, tags=("unanswerable_answered",))
    return Verdict("right", f"says {shown(declining)}, and {reason}")


def _judge_correction(text: str, case: Case, *, is_answer_alone: bool) -> Verdict:
    premise = shown(str(case.answer_key.get("premise")))
    verdict = _against_truth(text, case, is_answer_alone=is_answer_alone)
    if verdict is not None and verdict.outcome == "right":
        return Verdict("right", f"gives the truth: {verdict.reason}")
    denial = denies(text)
    if denial is not None:
        if verdict is not None and WRONG_CORRECTIONS & set(verdict.tags):
            reason = (
                f"denies the premise ({shown(denial)}) and corrects it wrongly: {verdict.reason}"
            )
            return Verdict("wrong", reason, tags=("factual_error",))
        if isinstance(case.answer_key.get("truth"), Mapping):
            reason = f"denies the premise {premise} ({shown(denial)}) and gives no right value"
            return Verdict("wrong", reason, tags=("correction_missing",))
        return Verdict("right", f"denies the premise {premise}: {shown(denial)}")
    declining = declining_words_in(text)
    if declining is not None and not guesses_after_abstaining(text):
        return Verdict("abstained", f"says {shown(declining)}")
    reason = f"{shown(text)} neither denies the premise {premise} nor gives the truth"
    is_other = verdict is not None and _is_other_value(text, verdict, case)
    tag = "factual_error" if is_other else "false_premise_accepted"
    return Verdict("wrong", reason, tags=(tag,))


def _against_truth(text: str, case: Case, *, is_answer_alone: bool) -> Verdict | None:
    """Return the verdict against the true value; None if a truth in words is not confirmed."""
    truth = case.answer_key.get("truth")
    if isinstance(truth, Mapping) and truth.get("kind") in VALUE_JUDGES:
        return _judge_value(text, truth, case, is_answer_alone=is_answer_alone)
    key = {"kind": "name", "value": str(truth), "aliases": case.answer_key.get("aliases", [])}
    verdict, _ = judge_name(text, key, "", is_answer_alone=is_answer_alone)
    return verdict if verdict is not None and verdict.outcome == "right" else None


def _is_other_value(text: str, verdict: Verdict, case: Case) -> bool:
    """Return whether the reply's wrong value differs from the value of the premise."""
    truth, value = case.answer_key.get("truth"), case.answer_key.get("premise_value")
    if (
        value is None
        or not isinstance(truth, Mapping)
        or not WRONG_CORRECTIONS & set(verdict.tags)
    ):
        return False
    key = {**truth, "value": value}
    return _judge_value(text, key, case, is_answer_alone=True).outcome != "right"
