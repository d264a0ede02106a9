"""A sample of a run's replies for people to label, each with its probability of selection."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted, unknown_name
from evalstore.errors import UsageError
from evalstore.harnesses.label_sheets import key_text
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.running.labels import certificate
from evalstore.running.restoring import restored_case, restored_response
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader

STATEMENT = sql_files.read("sql/queries/label_sample")
ATTRIBUTES = sql_files.read("sql/queries/attribute_names")
# Columns that can define strata, in addition to the attributes of cases.
COLUMNS = ("domain", "label", "severity", "system", "verdict")


@dataclass(frozen=True, slots=True)
class SampleQuery:
    """
    The replies to draw: ``count`` of them, or all if it is None, in an order set by ``seed``.

    ``by`` lists the columns that define strata. ``system_id`` None means all systems except
    controls, ``validator_id`` None the primary one. ``labelled_by`` is the labeller, if known;
    ``has_expected`` includes the expected answer. ``certified`` is the validator that the labels
    are to certify, which excludes ``by``, ``system_id`` and ``validator_id``.
    """

    run_id: str
    count: int | None = None
    by: tuple[str, ...] = ()
    seed: str = "0"
    system_id: str | None = None
    validator_id: str | None = None
    labelled_by: str | None = None
    has_expected: bool = False
    certified: str | None = None


@dataclass(frozen=True, slots=True)
class Stratum:
    """The number of replies of a system with these values, and the number drawn."""

    system_id: str
    values: tuple[str | None, ...]
    reply_count: int
    drawn_count: int


@dataclass(frozen=True, slots=True)
class Sample:
    """
    Rows of a sheet of labels, in labelling order, and their strata.

    ``stratum_count`` is the number of all strata, including those without a reply in the sample.
    """

    rows: list[dict[str, object]]
    strata: list[Stratum]
    stratum_count: int


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sample that was written to the file ``output``."""

    query: SampleQuery
    output: Path
    sample: Sample

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the strata."""
        return ("system_id", *self.query.by, "reply_count", "drawn_count")

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """A row for each stratum of the sample."""
        return [
            (stratum.system_id, *stratum.values, stratum.reply_count, stratum.drawn_count)
            for stratum in self.sample.strata
        ]

    @property
    def warning(self) -> str:
        """A text about the strata without a reply in the sample, empty if there are none."""
        count, total = len(self.sample.strata), self.sample.stratum_count
        if not self.query.by or count == total:
            return ""
        return (
            f"{total - count} of {counted(total, 'stratum', 'strata')} have no reply in the "
            "sample, so numbers computed from its labels do not cover them; draw at least "
            f"{total} replies"
        )

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``label --json`` prints."""
        drawn = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"run_id": self.query.run_id, "output": str(self.output), "drawn": drawn}


def draw(reader: Reader, query: SampleQuery) -> Sample:
    """
    Draw replies of a run.

    Raises UsageError for an unknown run, system, validator or stratum, and if the run has no reply
    to label.
    """
    if query.certified is None:
        rows = _rows(reader, query)
    elif query.by or query.system_id or query.validator_id:
        raise UsageError(
            "a certificate is of replies of all systems, each with the same chance; leave out "
            "--by, --system and --validator"
        )
    else:
        rows = certificate.drawn_rows(
            reader, query.run_id, query.certified, query.count, query.seed
        )
    drawn = Counter((row["system_id"], *row["stratum"]) for row in rows)
    sizes = {(row["system_id"], *row["stratum"]): row["stratum_count"] for row in rows}
    strata = [
        Stratum(system_id, tuple(values), sizes[system_id, *values], count)
        for (system_id, *values), count in sorted(drawn.items(), key=str)
    ]
    stratum_count = rows[0].get("all_stratum_count", len(strata))
    return Sample([_row(query, row) for row in rows], strata, stratum_count)


def _rows(reader: Reader, query: SampleQuery) -> Sequence[Any]:
    _require_names(reader, query)
    rows = reader.rows(
        STATEMENT,
        run_id=query.run_id,
        system_id=query.system_id,
        validator_id=query.validator_id,
        by=list(query.by),
        seed=query.seed,
        sample_count=query.count,
    )
    if not rows:
        of_whom = f" of {query.system_id}" if query.system_id else ""
        raise UsageError(f"run {query.run_id} has no reply{of_whom} to label")
    return rows


def _require_names(reader: Reader, query: SampleQuery) -> None:
    queries.run_status(reader, query.run_id)
    queries.require_name(reader, "system", query.system_id, query.run_id)
    queries.require_name(reader, "validator", query.validator_id, query.run_id)
    rows = reader.rows(ATTRIBUTES, run_id=query.run_id)
    stratum_names = [*COLUMNS, *(str(row["name"]) for row in rows)]
    for name in query.by:
        if name not in stratum_names:
            raise unknown_name("stratum", name, stratum_names)


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
    Return the texts for a person: the question or conversation so far, and the last reply.

    >>> shown(Case("c", "d", "g", ("2 + 2?",), ()), Response("ok", text="4"))
    ('2 + 2?', '4')
    """
    replies: Sequence[str] = response.turns or (response.text or response.answer or "",)
    if len(case.turns) < 2 and len(replies) < 2:  # noqa: PLR2004 - one turn is no conversation
        return "".join(case.turns), replies[0]
    lines = []
    for question, earlier_reply in zip_longest(case.turns, replies[:-1]):
        lines += [f"USER: {question}"] if question else []
        lines += [f"SYSTEM: {earlier_reply}"] if earlier_reply else []
    return "\n\n".join(lines), replies[-1]


def _expected(case: Case) -> str | None:
    if case.expected is None:
        return None
    return (
        " / ".join(map(str, case.expected))
        if isinstance(case.expected, tuple)
        else str(case.expected)
    )
