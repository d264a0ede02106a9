"""Scores of a sample: every state of an edited score, each with its plain values."""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses.inspect.scorers import Scorers, infinity_of
from evalstore.harnesses.non_finite import INFINITE
from evalstore.harnesses.scales import PART

# Inspect's value for a field that an edit does not change.
UNCHANGED = "UNCHANGED"
EDITED_FIELDS = ("value", "answer", "explanation", "reason", "metadata")
# Before scores had a `reason`, Inspect wrote it into their metadata under this name.
OLD_REASON = "unscored_reason"


def of_sample(sample: dict[str, Any], nameless: str) -> dict[str, Any]:
    """
    Return the sample's scores by scorer; old samples have one ``score``, named `nameless`.

    >>> of_sample({"score": {"value": "C"}}, "match")
    {'match': {'value': 'C'}}
    """
    scores = sample.get("scores")
    if isinstance(scores, dict):
        return {
            name: score if isinstance(score, dict) else {"value": score}
            for name, score in scores.items()
        }
    old = sample.get("score")
    return {} if old is None else {nameless: old if isinstance(old, dict) else {"value": old}}


def states(score: dict[str, Any]) -> list[dict[str, Any]]:
    """
    Unroll a score's history, oldest first; the last state is the current one.

    The first state has no ``edit`` unless the score itself was added later, so it reads the same
    before and after the edit. ``is_value_edited`` is True if the value is no longer, or never was,
    that of the scorer.
    """
    unrolled: list[dict[str, Any]] = []
    current: dict[str, Any] = {"is_value_edited": False}
    for number, entry in enumerate(_dicts(score.get("history"))):
        changes, edit = _changes(entry), _edit(number, entry.get("provenance"))
        current = {**current, **changes}
        current["is_value_edited"] |= edit is not None and "value" in changes
        unrolled.append({**current, "edit": edit, "history_at": number})
    if not unrolled or _content(unrolled[-1]) != _content(score):
        # No history, or an edit without an entry in it: the score itself is the last state.
        edit = {"number": len(unrolled)} if unrolled else None
        final = {name: score.get(name) for name in EDITED_FIELDS}
        is_edited = bool(unrolled) and (
            current["is_value_edited"] or final["value"] != current.get("value")
        )
        unrolled.append({**final, "edit": edit, "is_value_edited": is_edited})
    return unrolled


def parts(value: object) -> list[tuple[str | None, object]]:
    """
    Return the plain values of a score: one without a name, or those of a dict or list by name.

    >>> parts("C"), parts([1, 0.5]), parts({})
    ([(None, 'C')], [('0', 1), ('1', 0.5)], [(None, {})])
    """
    if isinstance(value, dict) and value:
        return list(value.items())
    if isinstance(value, list) and value:
        return [(str(at), item) for at, item in enumerate(value)]
    return [(None, value)]


def scalars(metadata: object) -> dict[str, Any]:
    """Return the entries that are text, numbers or bools; the others stay in the log."""
    if not isinstance(metadata, dict):
        return {}
    return {
        name: value for name, value in metadata.items() if isinstance(value, str | int | float)
    }


def of_scorers(scores: dict[str, Any], seen: Scorers) -> list[dict[str, Any]]:
    """Return an entry for each part of each state of each score, in the scorers' order."""
    return [
        entry
        for scorer, score in scores.items()
        for state in states(score)
        for entry in _of_state(scorer, state, seen)
    ]


def of_parts(entries: list[dict[str, Any]], seen: Scorers) -> list[dict[str, Any]]:
    """
    Replace each score without a value by one entry for each part of its scorer.

    If a scorer gives parts, an unscored sample is unscored in each of them.
    """
    expanded = []
    for entry in entries:
        scorer = entry["validator_id"]
        names = seen.parts.get(scorer) if entry["value"] is None else None
        if names:
            expanded += [{**entry, "validator_id": f"{scorer}{PART}{part}"} for part in names]
        else:
            expanded.append(entry)
    return expanded


def note_infinity(entry: dict[str, Any], prefixes: tuple[str, ...]) -> None:
    """Note that an entry's value was infinite, if a repair of its field records it."""
    part = entry["part"]
    name = "value" if part is None else f"value.{part}"
    paths = [prefix + name for prefix in prefixes]
    for repair in entry["repairs"] or ():
        if repair["was"] in INFINITE and repair["path"] in paths:
            entry["infinity"] = repair["was"]


def infinite(entries: list[dict[str, Any]]) -> Iterator[str]:
    """
    Yield the scorers and parts whose value is infinite after all edits.

    >>> list(infinite([{"validator_id": "mae", "infinity": "-Infinity"}]))
    ['mae']
    """
    if any(entry["infinity"] for entry in entries):
        last = {entry["validator_id"]: entry["infinity"] for entry in entries}
        yield from (name for name, infinity in last.items() if infinity)


def _changes(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that a history entry sets; Inspect omits fields that it clears."""
    is_complete = any(entry.get(name) == UNCHANGED for name in EDITED_FIELDS)
    return {
        name: entry.get(name)
        for name in EDITED_FIELDS
        if (name in entry or is_complete) and entry.get(name) != UNCHANGED
    }


def _of_state(scorer: str, state: dict[str, Any], seen: Scorers) -> list[dict[str, Any]]:
    metadata = scalars(state.get("metadata"))
    old_reason = metadata.pop(OLD_REASON, None)
    # A grader's transcript is left out of the metadata: it is long, and not about the verdict.
    shared = {
        "answer": state.get("answer"),
        "explanation": state.get("explanation"),
        "tag": state.get("reason") or old_reason,
        "metadata": metadata or None,
        "edit": state.get("edit"),
        "is_value_edited": state.get("is_value_edited"),
        "history_at": state.get("history_at"),
    }
    return [
        {
            "validator_id": (name := seen.name(scorer, part)),
            "part": part,
            "value": value,
            "number": seen.number(name, value),
            "infinity": infinity_of(value),
            **shared,
        }
        for part, value in parts(state.get("value"))
    ]


def _edit(number: int, provenance: object) -> dict[str, Any] | None:
    # An original score has no provenance, even as the first entry of a history.
    if number == 0 and not isinstance(provenance, dict):
        return None
    fields = provenance if isinstance(provenance, dict) else {}
    return {
        "number": number,
        "author": fields.get("author"),
        "reason": fields.get("reason"),
        "edited_at": fields.get("timestamp"),
        "metadata": scalars(fields.get("metadata")) or None,
    }


def _content(state: dict[str, Any]) -> list[Any]:
    metadata = {
        name: value for name, value in (state.get("metadata") or {}).items() if name != OLD_REASON
    }
    return [state.get(name) for name in EDITED_FIELDS if name != "metadata"] + [metadata]


def _dicts(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
