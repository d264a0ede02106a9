"""
The payload of a verdict: one state of one part of a score.

A score's value comes as a number, read as Inspect reads it, and with it whether its scorer
measures, which the reader has decided over the whole log. The number of a scorer that measures is
kept as ``value``; otherwise it is a share, and from one half on an answer counts as right. N
abstains. What is no number is unscored, where Inspect would count 0; so is a grade that could not
be read. What a scorer wrote, if it wrote no number or gave no verdict, is kept as
``scorer_value``.

A verdict names the response that it judged by a digest, so that it is recorded again if the
response was revised and the score stayed the same. Usage and cost are not in the digest, so that
other prices revise no verdict.
"""

from dataclasses import dataclass
from typing import Any

from evalstore.harnesses.json_texts import as_text, without_nulls, written

# The characters that DuckDB's trim() takes off: Unicode's separators of words.
SPACES = "".join(map(chr, (0x20, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)))
HALF = 0.5
NO_GRADE = "Grade not found in model output"


@dataclass(frozen=True, slots=True)
class LogJudging:
    """
    What the verdicts of a log have in common.

    ``measuring``, ``rating`` and ``grading`` are names of scorers and their parts, see
    ``Scorers.scales``; ``graders`` are the fields of a ``Grader`` by such a name.
    """

    system_id: str
    measuring: frozenset[str]
    rating: frozenset[str]
    grading: frozenset[str]
    graders: dict[str, dict[str, Any]]


def verdict_payload(
    judging: LogJudging, sample: dict[str, Any], state: dict[str, Any], attempt: int, digest: str
) -> dict[str, Any]:
    """Return the payload of verdict_recorded; ``digest`` is that of the response."""
    name, value = state["validator_id"], state["value"]
    is_measured = name in judging.measuring
    objection = _objection(
        sample, state, is_measured=is_measured, is_grading=name in judging.grading
    )
    is_verdict = objection is None
    # What a person edited, no model graded.
    grader = judging.graders.get(name) if state["edit"] is None else None
    number = state["number"]
    answer, tag = as_text(state["answer"]), as_text(state["tag"])
    is_number = type(value) in (int, float)
    payload = {
        "case_id": sample["case_id"],
        "system_id": judging.system_id,
        "attempt": attempt,
        "validator_id": name,
        "validator_digest": None if grader is None else grader["digest"],
        "outcome": _outcome(value, number, is_verdict=is_verdict, is_measured=is_measured),
        "score": number if is_verdict and not is_measured else None,
        "value": number if is_verdict and is_measured else None,
        "is_rating": True if name in judging.rating else None,
        "reason": _reason(state, objection, is_measured=is_measured),
        "tags": None if tag is None else [tag],
        "judge": None if grader is None else _judge(grader),
        # A number is there already, as score or value.
        "scorer_value": None if is_verdict and is_number else _given(state),
        "answer": None if answer == as_text(sample["answer"]) else answer,
        "metadata": state["metadata"],
        "edit": _edit(state["edit"]),
        "invalidation": _invalidation(sample),
        "response_digest": digest,
        "repairs": state.get("repairs"),
    }
    return without_nulls(payload)


def _objection(
    sample: dict[str, Any], state: dict[str, Any], *, is_measured: bool, is_grading: bool
) -> str | None:
    """
    Return why a score is no verdict; None if it is one.

    If Inspect finds no grade in what a model said that was to give one, it takes the answer for
    wrong and says so first in its explanation; scorers made after its own write the same. What the
    system under test did not answer in the wanted form is wrong, whatever the scorer says of it.
    """
    value, number = state["value"], state["number"]
    if number is None or sample["invalidation"] is not None:
        return _no_number(sample, state)
    if (
        number <= HALF
        and not state["is_value_edited"]
        and (as_text(state["explanation"]) or "").startswith(NO_GRADE)
    ):
        return "the grade could not be read"
    # What stands for wrong or for no answer where ratings on a scale could not be read.
    if is_measured and not is_grading and value in ("I", "N"):
        return f"the scorer gave {written(value)}, which is no rating on its scale"
    if not is_measured and not 0 <= number <= 1:
        return f"the scorer gave {written(value)}, outside 0 to 1"
    return None


def _no_number(sample: dict[str, Any], state: dict[str, Any]) -> str:
    """Return why a score has no number, or none that counts since the sample is invalidated."""
    invalidation = _invalidation(sample)
    if invalidation is not None:
        reason = invalidation["reason"]
        return f"invalidated: {'the log gives no reason' if reason is None else reason}"
    if state["infinity"] is not None:
        return f"the scorer gave {state['infinity']}, which is infinite"
    if state["value"] is None:
        return "the scorer gave no value"
    return f"the scorer gave {written(state['value'])}, which is no score"


def _outcome(value: Any, number: float | None, *, is_verdict: bool, is_measured: bool) -> str:
    if not is_verdict or number is None:
        return "unscored"
    if is_measured:
        return "measured"
    if value == "N":
        return "abstained"
    return "right" if number >= HALF else "wrong"


def _reason(state: dict[str, Any], objection: str | None, *, is_measured: bool) -> str:
    explanation = (as_text(state["explanation"]) or "").strip(SPACES)
    number = state["number"]
    if objection is None and (is_measured or number in (0, 1)):
        return explanation or f"the scorer gave {written(state['value'])}"
    said = f"{number!r} of a point, right from 0.5 on" if objection is None else objection
    return f"{said}: {explanation}" if explanation else said


def _given(state: dict[str, Any]) -> Any:
    return state["infinity"] if state["value"] is None else state["value"]


def _judge(grader: dict[str, Any]) -> dict[str, Any]:
    return {name: grader[name] for name in ("model", "prompt_sha256", "temperature")}


def _edit(edit: Any) -> dict[str, Any] | None:
    if edit is None:
        return None
    texts = {name: as_text(edit.get(name)) for name in ("author", "reason", "edited_at")}
    return {"number": edit["number"], **texts, "metadata": edit.get("metadata")}


def _invalidation(sample: dict[str, Any]) -> dict[str, Any] | None:
    given = sample["invalidation"]
    if given is None:
        return None
    fields = given if isinstance(given, dict) else {}
    return {name: as_text(fields.get(name)) for name in ("author", "reason", "timestamp")}
