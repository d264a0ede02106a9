"""
Fixed gold questions in every run, so that runs with different questions can be compared.

They are in ``data/canary.json``. Their ids and what they ask never change; a question that has
to change becomes a new one, and the old one stays out of use.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from evalstore.cases._factual import ANSWER_SCHEMA, HOW_TO_ANSWER, VALIDATORS
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.1"
DATA = Path(__file__).parent / "data" / "canary.json"


@cache
def canaries() -> tuple[Case, ...]:
    """Return all of them in the order of the file."""
    return tuple(_case(row) for row in json.loads(DATA.read_text(encoding="utf-8")))


def _case(row: Mapping[str, object]) -> Case:
    key = row["answer_key"]
    if not isinstance(key, dict):
        raise TypeError(f"{DATA.name}: answer_key of {row['id']} is {key!r}, expected an object")
    is_factual = key["kind"] != "phenomenology"
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
        is_canary=True,
        cluster_id=f"canary:{row['id']}",
        tags=("canary", str(adversarial)) if adversarial else ("canary",),
        attributes={"adversarial": str(adversarial)} if adversarial else {},
    )


def generate(
    rng: SeededRandom,  # noqa: ARG001 - they are the same for every seed
    count: int,
    settings: Mapping[str, object],
) -> Iterator[Case]:
    """Yield the first ``count`` of them; the setting ``domains`` narrows them."""
    wanted = settings.get("domains")
    chosen = [
        case
        for case in canaries()
        if not isinstance(wanted, Sequence) or isinstance(wanted, str) or case.domain in wanted
    ]
    yield from chosen[:count]
