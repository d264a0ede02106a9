"""A sample of a run's replies for people to label, each with the chance it was drawn with."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.harnesses.label_sheets import key_text
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.running.restoring import restored_case, restored_response
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader

STATEMENT = sql_files.read("sql/queries/label_sample")
ATTRIBUTES = sql_files.read("sql/queries/attribute_names")
# What strata can be made of, beside the attributes of cases.
COLUMNS = ("domain", "label", "severity", "system", "verdict")


@dataclass(frozen=True, slots=True)
class SampleQuery:
    """
    Which replies to draw: ``count`` of them, or all where it is None, in an order by ``seed``.

    ``by`` names what strata are made of. ``system_id`` None stands for all systems but controls,
    ``validator_id`` None for the primary one. ``labelled_by`` is who labels, where it is known;
    ``has_expected`` shows what the case expects.
    """

    run_id: str
    count: int | None = None
    by: tuple[str, ...] = ()
    seed: str = "0"
    system_id: str | None = None
    validator_id: str | None = None
    labelled_by: str | None = None
    has_expected: bool = False


@dataclass(frozen=True, slots=True)
class Stratum:
    """How many replies of a system and of these values there are, and how many were drawn."""

    system_id: str
    values: tuple[str | None, ...]
    reply_count: int
    drawn_count: int


@dataclass(frozen=True, slots=True)
class Sample:
    """
    Rows of a sheet of labels, in the order in which they are to be labelled, and their strata.

    ``stratum_count`` is how many there are, those without a reply in the sample among them.
    """

    rows: list[dict[str, object]]
    strata: list[Stratum]
    stratum_count: int


def draw(reader: Reader, query: SampleQuery) -> Sample:
    """
    Draw replies of a run.

    Raises UsageError for a run, system, validator or stratum that is not there, and where there
    is no reply to label.
    """
    _require_names(reader, query)
    parameters = {
        "run_id": query.run_id,
        "system_id": query.system_id,
        "validator_id": query.validator_id,
        "by": list(query.by),
        "seed": query.seed,
        "sample_count": query.count,
    }
    found: Sequence[Any] = reader.rows(STATEMENT, **parameters)
    if not found:
        of_whom = f" of {query.system_id}" if query.system_id else ""
        raise UsageError(f"run {query.run_id} has no reply{of_whom} to label")
    drawn = Counter((row["system_id"], *row["stratum"]) for row in found)
    sizes = {(row["system_id"], *row["stratum"]): row["stratum_count"] for row in found}
    strata = [
        Stratum(system_id, tuple(values), sizes[system_id, *values], count)
        for (system_id, *values), count in sorted(drawn.items(), key=str)
    ]
    return Sample([_row(query, row) for row in found], strata, found[0]["all_stratum_count"])


def _require_names(reader: Reader, query: SampleQuery) -> None:
    queries.run_status(reader, query.run_id)
    queries.require_name(reader, "system", query.system_id, query.run_id)
    queries.require_name(reader, "validator", query.validator_id, query.run_id)
    rows = reader.rows(ATTRIBUTES, run_id=query.run_id)
    known = [*COLUMNS, *(str(row["name"]) for row in rows)]
    for name in query.by:
        if name not in known:
            raise unknown_name("stratum", name, known)


def _row(query: SampleQuery, row: Any) -> dict[str, object]:
    response_payload = json.loads(row["response_payload"])
    response = restored_response(response_payload)
    case = restored_case(json.loads(row["case_payload"]), response_payload)
    question, reply = shown(case, response)
    return {
        "system_id": row["system_id"],
        "case_id": row["case_id"],
        "question": question,
        "reply": reply,
        "expected": _expected(case) if query.has_expected else None,
        "labelled_by": query.labelled_by,
        "key": key_text({**row, "run_id": query.run_id}),
    }


def shown(case: Case, response: Response) -> tuple[str, str]:
    """
    Return what a person reads: the question, or the conversation so far, and the last reply.

    >>> shown(Case("c", "d", "g", ("2 + 2?",), ()), Response("ok", text="4"))
    ('2 + 2?', '4')
    """
    replies: Sequence[str] = response.turns or (response.text or response.answer or "",)
    if len(case.turns) < 2 and len(replies) < 2:  # noqa: PLR2004 - one turn is no conversation
        return "".join(case.turns), replies[0]
    told = []
    for asked, said in zip_longest(case.turns, replies[:-1]):
        told += [f"USER: {asked}"] if asked else []
        told += [f"SYSTEM: {said}"] if said else []
    return "\n\n".join(told), replies[-1]


def _expected(case: Case) -> str | None:
    if case.expected is None:
        return None
    return (
        " / ".join(map(str, case.expected))
        if isinstance(case.expected, tuple)
        else str(case.expected)
    )
