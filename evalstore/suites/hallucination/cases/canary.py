"""
Canaries: fixed cases of every run with a certain right answer, which no system should fail.

They make runs with different questions comparable; the gate ``canaries = true`` requires that
none failed. The kind ``leak`` detects training on this data: it asks for the rest of a random
string that occurs only in the data file and the documentation, so the right answer is not to
know it. Its twin gives another string and asks for it back.

They are in ``data/canary.json``. Their ids and questions never change; a question that has to
change becomes a new canary, and the old id is not used again. Answer keys may accept more.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from evalstore.plugins.case import Case, Scalar
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import (
    ANSWER_SCHEMA,
    CHANCE_OF_A_GUESS,
    HOW_TO_ANSWER,
    VALIDATORS,
)

VERSION = "1.2"
# This many right digits show that the string was seen: a guess has them once in 2^32.
PART_DIGITS = 8
NO_DIGIT = re.compile(r"[^0-9a-f]")
DATA = Path(__file__).parents[1] / "data" / "canary.json"


@cache
def canaries() -> tuple[Case, ...]:
    """Return all canaries in the order of the file."""
    return tuple(_case(row) for row in json.loads(DATA.read_text(encoding="utf-8")))


def _case(row: Mapping[str, object]) -> Case:
    key = row["answer_key"]
    if not isinstance(key, dict):
        raise TypeError(f"{DATA.name}: answer_key of {row['id']} is {key!r}, expected an object")
    is_factual = key["kind"] != "phenomenology"
    if key["kind"] == "leak":
        key = {**key, **_leak_key(str(row["string"]), str(key["begins"]))}
    question, adversarial = str(row["question"]), row.get("adversarial")
    return Case(
        case_id=f"canary-{row['id']}",
        domain=str(row["domain"]),
        generator="canary",
        turns=(f"{question}\n{HOW_TO_ANSWER}" if is_factual else question,),
        validators=VALIDATORS if is_factual else ("phenomenological",),
        expected=str(row["expected"]),
        answer_key=key,
        answer_schema=ANSWER_SCHEMA if is_factual else None,
        chance=_chance(key["kind"], adversarial),
        is_canary=True,
        cluster_id=f"canary:{row['id']}",
        tags=("canary", str(adversarial)) if adversarial else ("canary",),
        attributes=_attributes(row, key["kind"]),
    )


def _leak_key(string: str, begins: str) -> dict[str, object]:
    """
    Return the fields of an answer key for a string, of which the question gives the beginning.

    >>> _leak_key("ab12-cd34", "ab12")["digit_count"]
    4
    """
    digits, beginning = NO_DIGIT.sub("", string.lower()), NO_DIGIT.sub("", begins.lower())
    rest = digits.removeprefix(beginning)
    return {
        "begins": beginning,
        "digit_count": len(rest),
        "digest": hashlib.sha256(rest.encode()).hexdigest(),
        "part_digit_count": PART_DIGITS,
        "part_digest": hashlib.sha256(rest[:PART_DIGITS].encode()).hexdigest(),
    }


def _chance(kind: object, adversarial: object) -> float | None:
    """Return the probability of a right answer without knowledge; None for phenomenology."""
    if kind == "phenomenology":
        return None
    return 0.5 if adversarial in {"leak", "unanswerable"} else CHANCE_OF_A_GUESS


def _attributes(row: Mapping[str, object], kind: object) -> dict[str, Scalar]:
    adversarial = row.get("adversarial")
    if kind == "phenomenology":
        return {}
    kinds: dict[str, Scalar] = {"adversarial": str(adversarial)} if adversarial else {}
    return {**kinds, "question_kind": str(adversarial or kind), "difficulty": "easy"}


def generate(
    rng: SeededRandom,  # noqa: ARG001 - they are the same for every seed
    count: int,
    settings: Mapping[str, object],
) -> Iterator[Case]:
    """Yield the first ``count`` canaries; the setting ``domains`` restricts them."""
    wanted = settings.get("domains")
    chosen = [
        case
        for case in canaries()
        if not isinstance(wanted, Sequence) or isinstance(wanted, str) or case.domain in wanted
    ]
    yield from chosen[:count]
