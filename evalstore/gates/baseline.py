"""Resolve the reference of a gate to its baseline run."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.store.query.queries import unknown_run
from evalstore.store.query.reader import Reader
from evalstore.store.query.run_range import listed_parts, run_range

LAST_GREEN = "last-green"
COMPLETED = "completed"
KINDS = ("run", "commit", "tag", "branch", "mean")
MEAN = re.compile(r"mean:([1-9][0-9]{0,2})(?::(.+))?")
MEAN_COUNT_MIN = 2
SHA_LENGTH_MIN = 7
# Number of skipped runs that a message names, newest first.
NAMED_MAX = 2


def require_reference(reference: str) -> None:
    """Raise UsageError if a reference has an unknown form."""
    kind, _, name = reference.partition(":")
    if reference != LAST_GREEN and (kind not in KINDS or not name):
        raise UsageError(
            f"baseline is {reference!r}, expected {LAST_GREEN}, or one of run:ID, commit:SHA, "
            "tag:NAME, branch:NAME, mean:COUNT, mean:COUNT:BRANCH"
        )
    if kind == "mean" and mean_of(reference)[0] < MEAN_COUNT_MIN:
        raise UsageError(
            f"baseline is {reference!r}, expected the number of runs, {MEAN_COUNT_MIN} to 999, "
            "such as mean:5 or mean:5:main"
        )
    if kind == "commit" and len(name) < SHA_LENGTH_MIN:
        raise UsageError(
            f"baseline is {reference!r}, expected {SHA_LENGTH_MIN} or more digits of a commit"
        )


def mean_of(reference: str) -> tuple[int, str]:
    """
    Return of how many runs a reference is the mean, 0 if of none, and the branch they are of.

    >>> mean_of("mean:5:main"), mean_of("mean:5"), mean_of("last-green")
    ((5, 'main'), (5, ''), (0, ''))
    """
    match = MEAN.fullmatch(reference)
    return (0, "") if match is None else (int(match[1]), match[2] or "")


WITHOUT_START = (
    "{run_id} does not state when it began, so that no run is earlier; record `occurred_at` in "
    "its run_started, or name a run by `--baseline run:ID`"
)


@dataclass(frozen=True, slots=True)
class Baseline:
    """
    The run that a reference resolves to; ``obstacle`` is the reason if it cannot be a baseline.

    ``why`` explains the choice and lists newer runs that were skipped; ``not_whole`` are the
    skipped runs with missing cases or payloads. ``is_awaited`` is True if ``last-green`` names no
    run yet. ``other_run_ids`` are the further runs of a mean, of which ``run_id`` is the newest.
    """

    run_id: str | None
    obstacle: str = ""
    why: str = ""
    not_whole: tuple[str, ...] = ()
    is_awaited: bool = False
    other_run_ids: tuple[str, ...] = ()

    @property
    def run_ids(self) -> tuple[str, ...]:
        """Return all runs that it is, the newest first; none if there is no baseline."""
        return () if self.run_id is None else (self.run_id, *self.other_run_ids)


def baseline_of(reader: Reader, run_id: str, reference: str) -> Baseline:
    """
    Return the newest complete run that a reference resolves to, seen from ``run_id``.

    A run that did not complete, lost a payload or has fewer cases than declared is skipped; if
    the reference is its id, the result has an obstacle instead. ``last-green`` also skips runs of
    another version of the suite. Raises UsageError for a reference of unknown form and for an
    unknown run id, which is probably a typo. A branch, tag or commit without runs is not an
    error: the result then has an obstacle. A mean of runs is a baseline of gates only.
    """
    if mean_of(reference)[0]:
        raise UsageError(f"{reference!r} is the mean of several runs, expected a single run")
    return chosen(reader, run_id, reference, candidates(reader, run_id, reference))


def candidates(reader: Reader, run_id: str, reference: str) -> list[dict[str, Any]]:
    """Return the runs that a reference may name, newest first; raises as ``baseline_of``."""
    require_reference(reference)
    kind, _, name = reference.partition(":")
    if kind == "mean":
        name = mean_of(reference)[1]
    rows = reader.rows(
        sql_files.read("sql/queries/baselines"), run_id=run_id, kind=kind, name=name
    )
    if not rows and kind == "run":
        if name == run_id:
            raise UsageError(f"baseline {reference!r} is the run itself; name an earlier one")
        raise unknown_run(reader, name)
    return rows


def chosen(
    reader: Reader,
    run_id: str,
    reference: str,
    rows: Sequence[Mapping[str, Any]],
    system_id: str = "",
) -> Baseline:
    """
    Return the first of the candidates that can be the baseline, of a system if one is given.

    ``last-green`` skips runs that declare their systems and lack this one.
    """
    kind, _, name = reference.partition(":")
    passed_over: list[tuple[str, str]] = []
    not_whole: list[str] = []
    count = mean_of(reference)[0]
    whole: list[str] = []
    for row in rows:
        candidate_id = str(row["run_id"])
        flaw = _flaw_told(row, kind, system_id)
        if not flaw:
            flaw = flaw_of(reader, candidate_id)
            if not flaw and count:
                whole.append(candidate_id)
                if len(whole) < count:
                    continue
                why = _why_mean(reference, whole, passed_over)
                return Baseline(
                    whole[0], why=why, not_whole=tuple(not_whole), other_run_ids=tuple(whole[1:])
                )
            if not flaw:
                why = _why(row, kind, name, passed_over)
                return Baseline(candidate_id, why=why, not_whole=tuple(not_whole))
            not_whole.append(candidate_id)
        passed_over.append((candidate_id, flaw))
    if kind == "run":
        obstacle = f"{name} cannot be a baseline: {passed_over[0][1]}"
        return Baseline(name, obstacle, not_whole=tuple(not_whole))
    if not rows and not _has_start(reader, run_id):
        return Baseline(None, WITHOUT_START.format(run_id=run_id))
    obstacle = f"no earlier run of the suite matches {reference}"
    if count:
        runs = counted(len(whole), "earlier run of the suite", "earlier runs of the suite")
        obstacle = f"{runs} can be compared, {reference} takes {count}"
    if passed_over:
        [(newest, flaw), *_] = passed_over
        obstacle = f"{obstacle}; {newest} was skipped: {flaw}"
    return Baseline(None, obstacle, not_whole=tuple(not_whole), is_awaited=reference == LAST_GREEN)


def _has_start(reader: Reader, run_id: str) -> bool:
    """Return True if the run states when it began, without which no run is earlier."""
    rows = reader.rows(sql_files.read("sql/queries/has_start"), run_id=run_id)
    return any(row["has_start"] for row in rows)


def _flaw_told(row: Mapping[str, Any], kind: str, system_id: str) -> str:
    """Return the flaw of a candidate as far as its row shows it; its cases are not read."""
    if row["run_status"] != COMPLETED:
        return f"its status is {row['run_status']}"
    if kind not in {LAST_GREEN, "mean"}:
        return ""
    if row["is_other_version"]:
        return "it is of another version of the suite"
    if system_id in (row["lacking_system_ids"] or ()):
        return f"it does not have {system_id}"
    if kind == "mean":
        return ""
    return {True: "", False: "its gates did not all pass", None: "no gate decided on it"}[
        row["is_green"]
    ]


def _why(
    row: Mapping[str, Any], kind: str, name: str, passed_over: Sequence[tuple[str, str]]
) -> str:
    """Explain why a reference resolves to a run, and list the newer runs that were skipped."""
    run_id = row["run_id"]
    if kind == "run":
        return f"{run_id} was chosen by its id"
    newest = f"{run_id} is the newest complete run of the suite before this one"
    began = " or had no baseline yet" if row["is_beginning"] else ""
    reason = {
        "commit": f"{newest} at commit {name}",
        "tag": f"{newest} with tag {name}",
        "branch": f"{newest} on branch {name}",
        LAST_GREEN: f"{newest} whose gates all passed{began}",
    }[kind]
    return reason + _skipped(passed_over)


def _why_mean(
    reference: str, run_ids: Sequence[str], passed_over: Sequence[tuple[str, str]]
) -> str:
    """List the runs of a mean, and those that were skipped."""
    branch = mean_of(reference)[1]
    where = f" on branch {branch}" if branch else ""
    newest = f"the newest {len(run_ids)} complete runs of the suite before this one{where}"
    return f"{', '.join(run_ids)} are {newest}{_skipped(passed_over)}"


def _skipped(passed_over: Sequence[tuple[str, str]]) -> str:
    if not passed_over:
        return ""
    named = [f"{candidate_id} ({flaw})" for candidate_id, flaw in passed_over[:NAMED_MAX]]
    if len(passed_over) > NAMED_MAX:
        named.append(f"{len(passed_over) - NAMED_MAX} more")
    return f"; skipped: {', '.join(named)}"


def flaw_of(reader: Reader, run_id: str) -> str:
    """Return why a run cannot be a baseline; an empty string for a complete run."""
    return flaws_of(reader, [run_id])[run_id]


def flaws_of(reader: Reader, run_ids: Sequence[str]) -> dict[str, str]:
    """Return why runs cannot be baselines, by run; an empty string for each complete run."""
    return {
        str(row["run_id"]): _flaw(row)
        for part in listed_parts(run_ids)
        for row in reader.rows(sql_files.read("sql/queries/completeness"), **run_range(part))
    }


def _flaw(row: Mapping[str, Any]) -> str:
    if row["is_whole"]:
        return ""
    if row["run_status"] != COMPLETED:
        return f"its status is {row['run_status']}"
    if row["redacted_count"]:
        return f"{row['redacted_count']} of its events have lost their payload"
    return shortfall(row)


def shortfall_of(reader: Reader, run_id: str) -> str:
    """
    Report how many of the declared cases a run has; empty if it has all or declares none.

    A case without a response is not reported here: metrics count it as missing.
    """
    rows = reader.rows(sql_files.read("sql/queries/completeness"), **run_range([run_id]))
    return shortfall({**rows[0], "answered_case_count": None}) if rows else ""


def shortfall(row: Mapping[str, Any]) -> str:
    """
    Describe the cases or responses that a row of ``facts.run_completeness`` lacks, if any.

    >>> shortfall({"declared_case_count": 9, "case_count": 9, "answered_case_count": 4})
    '4 of the 9 cases that were declared have a response'
    """
    declared = row["declared_case_count"]
    if declared is None:
        return ""
    if row["case_count"] is not None and row["case_count"] < declared:
        return f"it has {row['case_count']} of the {declared} cases that were declared"
    answered = row["answered_case_count"]
    if answered is None or answered >= declared:
        return ""
    verb = "has" if answered == 1 else "have"
    return f"{answered} of the {declared} cases that were declared {verb} a response"
