"""
The events of a row: its case, the reply, and a verdict of each scorer.

A row with an error is no answer, and its scores judge nothing. A row without a text that was
scored was answered, and its text is not kept; a row that was not scored either is missing.
"""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.experiment_rows.places import RowPlace

REASON_LENGTH_MAX, LABEL_LENGTH_MAX = 4000, 200


def row_events(
    row: dict[str, Any],
    place: RowPlace,
    measuring: list[str],
    *,
    suite: str,
    system_id: str,
    generator: str,
) -> Iterator[event_records.Event]:
    """
    Yield the events of a row, at its place in its run.

    ``system_id`` is that of a row which names none. The numbers of scorers in ``measuring`` are
    measurements, others are shares.
    """
    system_id = row["system_id"] or system_id
    if place.is_first:
        yield event_records.case(
            {
                "case_id": place.case_id, "domain": suite, "generator": generator,
                "prompt": row["prompt"], "messages": row["messages"],
                "expected": row["expected"],
                "systems": None if row["system_id"] is None else [system_id],
                "attributes": row["attributes"],
            }
        )  # fmt: skip
    attempt = {"case_id": place.case_id, "system_id": system_id, "attempt": place.attempt}
    yield event_records.attempt({**attempt, **_reply(row)}, event_records.moment(row["at"]))
    if row["error"] is None:
        for score in row["scores"]:
            is_measured = score["validator_id"] in measuring
            yield event_records.verdict({**attempt, **_verdict(score, is_measured=is_measured)})


def _reply(row: dict[str, Any]) -> dict[str, Any]:
    text, is_failed, is_scored = row["text"], row["error"] is not None, bool(row["scores"])
    return {
        "status": "error" if is_failed else "ok" if is_scored or text else "missing",
        "text_status": "not_kept" if text is None and is_scored and not is_failed else None,
        "text": text,
        "latency_ms": row["latency_ms"],
        "tokens_in": event_records.as_integer(row["tokens_in"]),
        "tokens_out": event_records.as_integer(row["tokens_out"]),
        "cost_usd": row["cost_usd"],
        "error": row["error"],
    }


def _verdict(score: dict[str, Any], *, is_measured: bool) -> dict[str, Any]:
    """
    Return the fields of a verdict.

    A truth value is right or wrong, a number a share unless its scorer measures. A label alone is
    unscored, since its worth is unknown, and so is a number that is not finite.
    """
    truth = score["truth"]
    if score["error"] is not None:
        graded: dict[str, Any] = {"outcome": "error"}
    elif truth is not None:
        graded = {"outcome": "right" if truth else "wrong"}
    else:
        graded = event_records.grade(score["number"], is_measured=is_measured)
    if truth is not None:
        graded["value"] = score["value"]
    return {
        "validator_id": score["validator_id"],
        **graded,
        "reason": _reason(score),
        "scorer_value": score["label"],
    }


def _reason(score: dict[str, Any]) -> str:
    error, unscored, reason = score["error"], score["unscored"], score["reason"]
    if error is None and unscored is not None:
        reason = unscored if reason is None else f"{unscored}: {reason}"
    stated = error if error is not None else reason
    if stated is not None:
        return str(stated)[:REASON_LENGTH_MAX]
    if score["label"] is not None:
        return f"the label is {score['label'][:LABEL_LENGTH_MAX]}"
    if score["truth"] is not None:
        return f"the score is {'true' if score['truth'] else 'false'}"
    return "no score was given" if score["number"] is None else f"the score is {score['number']}"
