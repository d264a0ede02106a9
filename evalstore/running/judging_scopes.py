"""Responses of a run that validators have to judge, and those that they leave out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from evalstore.base import sql_files
from evalstore.plugins.verdict import OUTCOMES
from evalstore.running.judge_result import UNJUDGED, JudgedByValidator
from evalstore.running.judging import Validator
from evalstore.store.query.reader import Reader

# Limits of a page of responses, which is held in memory.
PAGE_RESPONSES_MAX = 2_000
PAGE_BYTES_MAX = 16 * 2**20
JUDGED = "judged"


@dataclass(frozen=True, slots=True)
class Selection:
    """
    Criteria of the responses to judge.

    Only those of ``system_id``, if it is set; only those whose current outcome is one of
    ``outcomes`` (``unjudged`` without a verdict, ``judged`` with any), if set. ``is_again`` also
    includes those with a verdict of the same digest; ``is_declared`` only those of cases that name
    the validator.
    """

    system_id: str | None = None
    outcomes: tuple[str, ...] | None = None
    is_again: bool = False
    is_declared: bool = False


def scopes_of(
    reader: Reader, run_id: str, validators: Sequence[Validator], selection: Selection
) -> list[JudgedByValidator]:
    """
    Return the responses to judge by validator, the members of a panel before it.

    A member judges the panel's responses that it has not judged, whatever the requested outcomes.
    The panel itself combines the verdicts again each time: they may have changed, and this costs
    nothing.
    """
    scopes = [_scope(reader, run_id, item, selection) for item in validators if not item.members]
    for panel in validators:
        if not panel.members:
            continue
        of_panel = _scope(reader, run_id, panel, replace(selection, is_again=True))
        wanted = {position for page in of_panel.pages for position in page}
        of_members = replace(selection, outcomes=None, is_declared=False)
        for member in panel.members:
            scope = _scope(reader, run_id, member, of_members)
            scope.pages = [[item for item in page if item in wanted] for page in scope.pages]
            scope.pages = [page for page in scope.pages if page]
            scope.pending_count = sum(map(len, scope.pages))
            is_listed = member.validator_id in {item.validator.validator_id for item in scopes}
            if scope.pages or not is_listed:
                scopes.append(scope)
        scopes.append(of_panel)
    return scopes


def _scope(
    reader: Reader, run_id: str, validator: Validator, selection: Selection
) -> JudgedByValidator:
    """Return the responses to judge, as pages of positions, and the counts of those left out."""
    scope = JudgedByValidator(validator)
    rows: list[dict[str, Any]] = reader.rows(
        sql_files.read("sql/queries/responses_in_scope"),
        run_id=run_id,
        validator_id=validator.validator_id,
        validator_digest=validator.digest,
        validator_version=validator.version,
        system_id=selection.system_id,
        statuses=list(validator.judged_statuses),
        outcomes=_expanded(selection.outcomes),
        is_again=selection.is_again,
        is_declared=selection.is_declared,
        response_count_max=PAGE_RESPONSES_MAX,
        byte_count_max=PAGE_BYTES_MAX,
    )
    for row in rows:
        if row["disposition"] == "pending":
            scope.pages.append(row["positions"])
            scope.pending_count += row["response_count"]
        else:
            scope.left_out[row["disposition"]] = row["response_count"]
        if row["disposition"] == "no case":
            scope.case_ids_unknown = tuple(row["case_ids"])
    return scope


def _expanded(outcomes: tuple[str, ...] | None) -> list[str] | None:
    if outcomes is None or JUDGED not in outcomes:
        return None if outcomes is None else list(outcomes)
    return [*(UNJUDGED for name in outcomes if name == UNJUDGED), *OUTCOMES]
